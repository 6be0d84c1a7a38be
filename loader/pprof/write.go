package pprof

import (
	"context"
	"io"
	"maps"
	"slices"

	"github.com/google/pprof/profile"

	"profstation/model"
	"profstation/model/query"
)

// Write writes what a query left of a profile as a gzipped protobuf, with all sample types, as `go
// tool pprof -proto` does (pprof: internal/report/report.go, printProto). It has the samples and
// lines that the filters left, at their addresses, the labels that tagshow and taghide left, the
// frames from tagroot and tagleaf, and values divided as the query says. Time and duration cover what
// the query chooses, so that rates do too. pprof looks for no symbols when it reads the file. Errors
// come from the context or from w.
func Write(ctx context.Context, w io.Writer, r *query.Result) error {
	d, err := newWriter(ctx, r, r.Ratio())
	if err != nil {
		return err
	}
	return d.out.Write(w)
}

// profileWriter makes the objects that the library writes, each of them once.
type profileWriter struct {
	r         *query.Result
	out       *profile.Profile
	kept      func(model.LocID) ([]model.Line, bool)
	mappings  []*profile.Mapping
	functions map[model.FuncID]*profile.Function
	locations map[model.LocID]*profile.Location
	labels    map[model.LabelSetID]profile.Sample // with nothing but their labels
	shown     func(model.LabelSetID) []model.Label
}

// newWriter makes the objects for a result, with its values times ratio.
func newWriter(ctx context.Context, r *query.Result, ratio float64) (*profileWriter, error) {
	p := r.Profile
	d := &profileWriter{
		r: r, kept: r.Kept(), shown: r.ShownLabels(),
		functions: map[model.FuncID]*profile.Function{}, locations: map[model.LocID]*profile.Location{},
		labels: map[model.LabelSetID]profile.Sample{},
	}
	d.out = &profile.Profile{
		DurationNanos: int64(r.Duration()), Period: p.Period, Comments: commentsOf(&p.Header), DocURL: p.DocURL,
		PeriodType:        &profile.ValueType{Type: p.PeriodType.Type, Unit: p.PeriodType.Unit},
		DefaultSampleType: p.DefaultSampleType,
	}
	if began := r.Began(); !began.IsZero() {
		d.out.TimeNanos = began.UnixNano()
	}
	for _, t := range p.Types {
		d.out.SampleType = append(d.out.SampleType, &profile.ValueType{Type: t.Type, Unit: t.Unit})
	}
	for i, m := range p.Mappings {
		d.mappings = append(d.mappings, &profile.Mapping{
			ID: uint64(i + 1), Start: m.Start, Limit: m.Limit, Offset: m.Offset,
			File: p.Strings.Raw(m.File), BuildID: p.Strings.Raw(m.BuildID),
			HasFunctions: true, HasFilenames: true, HasLineNumbers: true, HasInlineFrames: true,
		})
	}
	d.out.Mapping = d.mappings
	err := r.EachKept(ctx, func(k query.KeptSample) {
		s := d.labelled(k.Set)
		s.Value = slices.Clone(k.Values)
		if ratio != 1 {
			for i, v := range k.Values {
				s.Value[i] = int64(float64(v) * ratio)
			}
		}
		for _, id := range slices.Backward(k.Locs) {
			if l := d.location(id); l != nil {
				s.Location = append(s.Location, l)
			}
		}
		d.out.Sample = append(d.out.Sample, &s)
	})
	return d, err
}

// location returns nil for a hidden location.
func (d *profileWriter) location(id model.LocID) *profile.Location {
	if l, ok := d.locations[id]; ok {
		return l
	}
	lines, stands := d.kept(id)
	if !stands {
		d.locations[id] = nil
		return nil
	}
	loc := d.r.Profile.Locations[id]
	l := &profile.Location{ID: uint64(len(d.out.Location) + 1), Address: loc.Address}
	if loc.Mapping >= 0 {
		l.Mapping = d.mappings[loc.Mapping]
	}
	for _, line := range lines {
		l.Line = append(l.Line, profile.Line{Function: d.function(line.Func), Line: line.Line, Column: line.Column})
	}
	d.locations[id] = l
	d.out.Location = append(d.out.Location, l)
	return l
}

func (d *profileWriter) function(id model.FuncID) *profile.Function {
	if f, ok := d.functions[id]; ok {
		return f
	}
	p := d.r.Profile
	m := p.Functions[id]
	f := &profile.Function{
		ID: uint64(len(d.out.Function) + 1), Name: p.Strings.Raw(m.Name), SystemName: p.Strings.Raw(m.SystemName),
		Filename: p.Strings.Raw(m.File), StartLine: m.StartLine,
	}
	d.functions[id] = f
	d.out.Function = append(d.out.Function, f)
	return f
}

// labelled returns a sample with a set of labels. Equal sets share their maps.
func (d *profileWriter) labelled(set model.LabelSetID) profile.Sample {
	if s, ok := d.labels[set]; ok {
		return s
	}
	text := d.r.Profile.Strings.Raw
	s := profile.Sample{Label: map[string][]string{}, NumLabel: map[string][]int64{}, NumUnit: map[string][]string{}}
	for _, l := range d.shown(set) {
		k := text(l.Key)
		if l.IsNum {
			s.NumLabel[k] = append(s.NumLabel[k], l.Num)
			s.NumUnit[k] = append(s.NumUnit[k], text(l.Unit))
		} else {
			s.Label[k] = append(s.Label[k], text(l.Str))
		}
	}
	maps.DeleteFunc(s.NumUnit, func(_ string, units []string) bool {
		return !slices.ContainsFunc(units, func(u string) bool { return u != "" })
	})
	d.labels[set] = s
	return s
}
