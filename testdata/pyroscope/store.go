package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"connectrpc.com/connect"
	"github.com/google/pprof/profile"
	googlev1 "github.com/grafana/pyroscope/api/gen/proto/go/google/v1"
	querierv1 "github.com/grafana/pyroscope/api/gen/proto/go/querier/v1"
	"github.com/grafana/pyroscope/api/gen/proto/go/querier/v1/querierv1connect"
	typesv1 "github.com/grafana/pyroscope/api/gen/proto/go/types/v1"
	"google.golang.org/protobuf/proto"
)

// stored is a profile of a time.
type stored struct {
	id     string
	labels map[string]string
	at     int64 // ms since 1970
	*profile.Profile
}

// store answers; what it does not know is unimplemented.
type store struct {
	querierv1connect.UnimplementedQuerierServiceHandler
	all     []stored
	methods string
}

// one is a matcher of a selector.
var one = regexp.MustCompile(`^\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"\s*(?:,|$)`)

// selected are the profiles that a selector is about. Both ends are included.
func (s *store) selected(id, selector string, start, end int64) (found []stored, err error) {
	inside, ok := strings.CutPrefix(strings.TrimSpace(selector), "{")
	inside, closed := strings.CutSuffix(inside, "}")
	if !ok || !closed {
		return nil, connect.NewError(connect.CodeInvalidArgument, fmt.Errorf("parse error: unexpected %q", selector))
	}
	var tests []func(labels map[string]string) bool
	for inside != "" {
		m := one.FindStringSubmatch(inside)
		if m == nil {
			return nil, connect.NewError(connect.CodeInvalidArgument, fmt.Errorf("parse error: unexpected %q", inside))
		}
		inside = inside[len(m[0]):]
		re, err := regexp.Compile("^(?:" + m[3] + ")$")
		if err != nil {
			return nil, connect.NewError(connect.CodeInvalidArgument, err)
		}
		tests = append(tests, func(labels map[string]string) bool {
			is := labels[m[1]] == m[3]
			if strings.HasSuffix(m[2], "~") {
				is = re.MatchString(labels[m[1]])
			}
			return is != strings.HasPrefix(m[2], "!")
		})
	}
	for _, p := range s.all {
		if (id == "" || p.id == id) && p.at >= start && p.at <= end &&
			!slices.ContainsFunc(tests, func(test func(map[string]string) bool) bool { return !test(p.labels) }) {
			found = append(found, p)
		}
	}
	return found, nil
}

func (s *store) matching(matchers []string, start, end int64) ([]stored, error) {
	return s.selected("", slices.Concat(matchers, []string{"{}"})[0], start, end)
}

func (s *store) ProfileTypes(_ context.Context, r *connect.Request[querierv1.ProfileTypesRequest]) (*connect.Response[querierv1.ProfileTypesResponse], error) {
	found, err := s.selected("", "{}", r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	answer := &querierv1.ProfileTypesResponse{}
	for _, id := range distinct(found, func(p stored) []string { return []string{p.id} }) {
		x := strings.Split(id, ":")
		answer.ProfileTypes = append(answer.ProfileTypes, &typesv1.ProfileType{ID: id, Name: x[0], SampleType: x[1], SampleUnit: x[2], PeriodType: x[3], PeriodUnit: x[4]})
	}
	return connect.NewResponse(answer), nil
}

func (s *store) LabelNames(_ context.Context, r *connect.Request[typesv1.LabelNamesRequest]) (*connect.Response[typesv1.LabelNamesResponse], error) {
	found, err := s.matching(r.Msg.Matchers, r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	names := distinct(found, func(p stored) []string { return slices.Collect(maps.Keys(p.labels)) })
	return connect.NewResponse(&typesv1.LabelNamesResponse{Names: names}), nil
}

func (s *store) LabelValues(_ context.Context, r *connect.Request[typesv1.LabelValuesRequest]) (*connect.Response[typesv1.LabelValuesResponse], error) {
	found, err := s.matching(r.Msg.Matchers, r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	values := distinct(found, func(p stored) []string { return []string{p.labels[r.Msg.Name]} })
	return connect.NewResponse(&typesv1.LabelValuesResponse{Names: values}), nil
}

func distinct(found []stored, of func(stored) []string) []string {
	all := map[string]bool{}
	for _, p := range found {
		for _, v := range of(p) {
			all[v] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// SelectSeries adds up what was recorded in the steps that end with the start, a step later, and so on,
// as Pyroscope does (pkg/querier/querier.go).
func (s *store) SelectSeries(_ context.Context, r *connect.Request[querierv1.SelectSeriesRequest]) (*connect.Response[querierv1.SelectSeriesResponse], error) {
	step := int64(r.Msg.Step * 1000)
	if step == 0 || r.Msg.Start > r.Msg.End {
		return nil, connect.NewError(connect.CodeInvalidArgument, errors.New("step must be non-zero, and start before end"))
	}
	if r.Msg.Start == r.Msg.End { // its frontend asks for nothing then
		return connect.NewResponse(&querierv1.SelectSeriesResponse{}), nil
	}
	found, err := s.selected(r.Msg.ProfileTypeID, r.Msg.LabelSelector, r.Msg.Start-step, r.Msg.End)
	if err != nil {
		return nil, err
	}
	sums, labels := map[string]map[int64]float64{}, map[string][]*typesv1.LabelPair{}
	for _, p := range found {
		at := r.Msg.Start + (p.at-r.Msg.Start+step-1)/step*step
		if at > r.Msg.End {
			continue // no step ends behind it
		}
		var pairs []*typesv1.LabelPair
		for _, by := range r.Msg.GroupBy {
			if v := p.labels[by]; v != "" {
				pairs = append(pairs, &typesv1.LabelPair{Name: by, Value: v})
			}
		}
		group := fmt.Sprint(pairs)
		if sums[group] == nil {
			sums[group], labels[group] = map[int64]float64{}, pairs
		}
		sums[group][at] += float64(total(p.Profile))
	}
	answer := &querierv1.SelectSeriesResponse{}
	for _, group := range slices.Sorted(maps.Keys(sums)) {
		series := &typesv1.Series{Labels: labels[group]}
		for _, at := range slices.Sorted(maps.Keys(sums[group])) {
			series.Points = append(series.Points, &typesv1.Point{Timestamp: at, Value: sums[group][at]})
		}
		answer.Series = append(answer.Series, series)
	}
	return connect.NewResponse(answer), nil
}

func total(p *profile.Profile) (sum int64) {
	for _, s := range p.Sample {
		sum += s.Value[0]
	}
	return sum
}

func (s *store) SelectMergeProfile(_ context.Context, r *connect.Request[querierv1.SelectMergeProfileRequest]) (*connect.Response[googlev1.Profile], error) {
	if s.methods == "new" {
		return nil, connect.NewError(connect.CodeUnimplemented, errors.New("querier.v1.QuerierService.SelectMergeProfile is not implemented"))
	}
	p, err := s.merged(r.Msg.ProfileTypeID, r.Msg.LabelSelector, r.Msg.Start, r.Msg.End, r.Msg.GetMaxNodes(), traces(r.Msg.TraceIdSelector))
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(p), nil
}

// selection chooses samples by the request that they belong to; nil: all.
type selection func(*profile.Sample) bool

func spans(ids []string) selection  { return ofRequests(spanLabel, ids) }
func traces(ids []string) selection { return ofRequests(traceLabel, ids) }

func ofRequests(label string, ids []string) selection {
	if len(ids) == 0 {
		return nil
	}
	return func(x *profile.Sample) bool {
		return slices.ContainsFunc(x.Label[label], func(id string) bool { return slices.Contains(ids, id) })
	}
}

// SelectMergeSpanProfile is what Pyroscope had for spans before SelectMergeStacktraces knew them.
func (s *store) SelectMergeSpanProfile(_ context.Context, r *connect.Request[querierv1.SelectMergeSpanProfileRequest]) (*connect.Response[querierv1.SelectMergeSpanProfileResponse], error) {
	if s.methods == "new" {
		return nil, connect.NewError(connect.CodeUnimplemented, errors.New("querier.v1.QuerierService.SelectMergeSpanProfile is not implemented"))
	}
	if r.Msg.Format != querierv1.ProfileFormat_PROFILE_FORMAT_TREE {
		return connect.NewResponse(&querierv1.SelectMergeSpanProfileResponse{Flamegraph: &querierv1.FlameGraph{}}), nil
	}
	found, err := s.selected(r.Msg.ProfileTypeID, r.Msg.LabelSelector, r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&querierv1.SelectMergeSpanProfileResponse{Tree: treeOf(found, spans(r.Msg.SpanSelector))}), nil
}

// SelectHeatmap has an exemplar for each span of each profile.
func (s *store) SelectHeatmap(_ context.Context, r *connect.Request[querierv1.SelectHeatmapRequest]) (*connect.Response[querierv1.SelectHeatmapResponse], error) {
	if s.methods == "old" {
		return nil, connect.NewError(connect.CodeUnimplemented, errors.New("querier.v1.QuerierService.SelectHeatmap is not implemented"))
	}
	if r.Msg.QueryType != querierv1.HeatmapQueryType_HEATMAP_QUERY_TYPE_SPAN || r.Msg.ExemplarType != typesv1.ExemplarType_EXEMPLAR_TYPE_SPAN || r.Msg.Step <= 0 {
		return nil, connect.NewError(connect.CodeInvalidArgument, errors.New("only exemplars of spans, in steps"))
	}
	found, err := s.selected(r.Msg.ProfileTypeID, r.Msg.LabelSelector, r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	series := &typesv1.HeatmapSeries{}
	for _, p := range found {
		slot := &typesv1.HeatmapSlot{Timestamp: p.at}
		of := map[string]*typesv1.Exemplar{}
		for _, x := range p.Sample {
			if x.Label == nil {
				continue
			}
			id := x.Label[spanLabel][0]
			if of[id] == nil {
				of[id] = &typesv1.Exemplar{Timestamp: p.at, SpanId: id, TraceId: x.Label[traceLabel][0]}
				slot.Exemplars = append(slot.Exemplars, of[id])
			}
			of[id].Value += x.Value[0]
		}
		series.Slots = append(series.Slots, slot)
	}
	return connect.NewResponse(&querierv1.SelectHeatmapResponse{Series: []*typesv1.HeatmapSeries{series}}), nil
}

func (s *store) SelectMergeStacktraces(_ context.Context, r *connect.Request[querierv1.SelectMergeStacktracesRequest]) (*connect.Response[querierv1.SelectMergeStacktracesResponse], error) {
	if s.methods == "old" || r.Msg.Format != querierv1.ProfileFormat_PROFILE_FORMAT_PPROF {
		return connect.NewResponse(&querierv1.SelectMergeStacktracesResponse{Flamegraph: &querierv1.FlameGraph{}}), nil
	}
	if len(r.Msg.SpanSelector) > 0 && len(r.Msg.TraceIdSelector) > 0 {
		return nil, connect.NewError(connect.CodeInvalidArgument, errors.New("span_selector and trace_id_selector cannot be combined"))
	}
	chosen := spans(r.Msg.SpanSelector)
	if chosen == nil {
		chosen = traces(r.Msg.TraceIdSelector)
	}
	p, err := s.merged(r.Msg.ProfileTypeID, r.Msg.LabelSelector, r.Msg.Start, r.Msg.End, r.Msg.GetMaxNodes(), chosen)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&querierv1.SelectMergeStacktracesResponse{Pprof: &querierv1.PprofProfile{Profile: p}}), nil
}

// merged is what Pyroscope makes of the chosen samples of the profiles of an interval: one sample for each stack, the end as
// its time, and a period of 1 s. It is an empty message where there are none.
func (s *store) merged(id, selector string, start, end, nodes int64, chosen selection) (*googlev1.Profile, error) {
	answer := &googlev1.Profile{}
	found, err := s.selected(id, selector, start, end)
	if err != nil || len(found) == 0 {
		return answer, err
	}
	var all []*profile.Profile
	for _, p := range found {
		bare := p.Copy()
		if chosen != nil {
			bare.Sample = slices.DeleteFunc(bare.Sample, func(x *profile.Sample) bool { return !chosen(x) })
		}
		for _, x := range bare.Sample {
			x.Label, x.NumLabel, x.NumUnit = nil, nil, nil
		}
		all = append(all, bare)
	}
	p, err := profile.Merge(all)
	if err != nil {
		return nil, err
	}
	p.TimeNanos, p.DurationNanos, p.Period = end*1e6, 0, 1e9
	if nodes > 0 {
		cut(p, int(nodes))
	}
	var data bytes.Buffer
	if err := p.WriteUncompressed(&data); err != nil {
		return nil, err
	}
	return answer, proto.Unmarshal(data.Bytes(), answer)
}

// cut keeps the heaviest stacks, and puts the values of all others under a frame "other".
func cut(p *profile.Profile, most int) {
	slices.SortStableFunc(p.Sample, func(a, b *profile.Sample) int { return int(b.Value[0] - a.Value[0]) })
	if len(p.Sample) <= most {
		return
	}
	f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: "other"}
	l := &profile.Location{ID: uint64(len(p.Location) + 1), Line: []profile.Line{{Function: f}}}
	rest := &profile.Sample{Location: []*profile.Location{l}, Value: []int64{0}}
	for _, x := range p.Sample[most:] {
		rest.Value[0] += x.Value[0]
	}
	p.Function, p.Location, p.Sample = append(p.Function, f), append(p.Location, l), append(p.Sample[:most], rest)
}
