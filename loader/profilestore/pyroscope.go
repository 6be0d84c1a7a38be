package profilestore

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/loader/httpclient"
	"profstation/loader/wire"
	"profstation/model/lang"
)

// pyroscope speaks the Connect protocol with querier.v1.QuerierService (Pyroscope: api/querier/v1/querier.proto): JSON
// for lists, and protobuf for profiles.
type pyroscope struct{}

func (pyroscope) version() string { return "querier.v1" }

var pyroscopeMembers = members{
	"profiletypes": named("id", "name", "sampletype", "sampleunit", "periodtype", "periodunit"),
	"names":        nil,
	"series": {
		"labels": named("name", "value"), "points": named("value", "timestamp", "annotations", "exemplars"),
		"slots": {
			"timestamp": nil, "ymin": nil, "counts": nil,
			"exemplars": named("timestamp", "profileid", "spanid", "value", "labels", "traceid"),
		},
	},
}

func (pyroscope) members() members { return pyroscopeMembers }

// ask returns a call in JSON. Numbers with 64 bits are texts there.
func (pyroscope) ask(method string, q Question, fields map[string]any) httpclient.Ask {
	if fields == nil {
		fields = map[string]any{}
	}
	fields["start"], fields["end"] = strconv.FormatInt(q.From.at, 10), strconv.FormatInt(q.Until.at, 10)
	body, _ := json.Marshal(fields) // only texts and lists of texts
	return httpclient.Ask{Page: servicePage + method, Body: body, Type: "application/json"}
}

const servicePage = "/querier.v1.QuerierService/"

// selector returns the question's selector, which is never empty on the wire.
func (pyroscope) selector(q Question) string {
	if q.Query == "" {
		return "{}"
	}
	return q.Query
}

// matchers returns the selectors for a list of labels.
func (p pyroscope) matchers(q Question) []string {
	if q.Query == "" {
		return []string{}
	}
	return []string{q.Query}
}

func (p pyroscope) types(q Question) httpclient.Ask { return p.ask("ProfileTypes", q, nil) }

func (pyroscope) typesOf(answer []byte) ([]Type, error) {
	var found struct{ ProfileTypes []Type }
	err := json.Unmarshal(answer, &found)
	return found.ProfileTypes, err
}

func (p pyroscope) names(q Question) httpclient.Ask {
	return p.ask("LabelNames", q, map[string]any{"matchers": p.matchers(q)})
}

func (pyroscope) namesOf(answer []byte) ([]string, error) {
	var found struct{ Names []string }
	err := json.Unmarshal(answer, &found)
	return found.Names, err
}

func (p pyroscope) values(q Question, label string) httpclient.Ask {
	return p.ask("LabelValues", q, map[string]any{"name": label, "matchers": p.matchers(q)})
}

func (p pyroscope) valuesOf(answer []byte) ([]string, error) { return p.namesOf(answer) }

func (p pyroscope) curves(q Question, by []string) httpclient.Ask {
	fields := map[string]any{"profileTypeID": q.Type, "labelSelector": p.selector(q), "step": q.Step.Seconds()}
	if len(by) > 0 {
		fields["groupBy"] = by
	}
	return p.ask("SelectSeries", q, fields)
}

// totals asks for the ends of steps. A point is about the step that ends with it (Pyroscope: pkg/querier/querier.go,
// SelectSeries); otherwise the first point would be about a step before the time asked for.
func (p pyroscope) totals(q Question, by []string) httpclient.Ask {
	step := q.Step.Milliseconds()
	steps := (q.Until.at - q.From.at) / step
	q.Until.at--
	q.From.at = q.Until.at - (steps-1)*step
	if steps == 1 {
		q.From.at-- // Pyroscope's frontend asks for nothing if both times are equal
	}
	return p.curves(q, by)
}

func (pyroscope) curvesOf(answer []byte) ([]Curve, error) {
	var found struct {
		Series []struct {
			Labels []Label
			Points []struct {
				Value     float64
				Timestamp int64 `json:",string"`
			}
		}
	}
	err := json.Unmarshal(answer, &found)
	var all []Curve
	for _, s := range found.Series {
		c := Curve{Labels: s.Labels}
		for _, p := range s.Points {
			c.Points = append(c.Points, Point{time.UnixMilli(p.Timestamp), p.Value})
		}
		all = append(all, c)
	}
	return all, err
}

// Fields in SelectMergeProfileRequest and SelectMergeStacktracesRequest, which agree, and in the latter's response.
const (
	fieldType, fieldSelector, fieldStart, fieldEnd, fieldNodes = 1, 2, 3, 4, 5
	fieldFormat, fieldTraces, fieldSpans                       = 6, 10, 11
	fieldPprof, fieldProfile                                   = 5, 1
)

// Fields in SelectMergeSpanProfileRequest whose numbers differ, and in its response.
const (
	spanSpans, spanStart, spanEnd, spanNodes, spanFormat = 3, 4, 5, 6, 7
	spanTree                                             = 2
)

// The forms that a profile can have in an answer.
const formatTree, formatPprof = 2, 4

// fields is a protobuf message under construction.
type fields []byte

func (f *fields) text(number int, s string) {
	*f = binary.AppendUvarint(*f, uint64(number)<<3|wire.TypeBytes)
	*f = append(binary.AppendUvarint(*f, uint64(len(s))), s...)
}

// texts adds each part of a comma-separated list as a value of a repeated field.
func (f *fields) texts(number int, s string) {
	if s != "" {
		for part := range strings.SplitSeq(s, ",") {
			f.text(number, part)
		}
	}
}

func (f *fields) number(number int, n int64) {
	*f = binary.AppendUvarint(binary.AppendUvarint(*f, uint64(number)<<3|wire.TypeVarint), uint64(n))
}

// merged asks with the older method, which all servers have and whose answer is a plain pprof message. If that method
// is gone, it asks with the newer one.
func (p pyroscope) merged(q Question) []way {
	var body fields
	body.text(fieldType, q.Type)
	body.text(fieldSelector, p.selector(q))
	body.number(fieldStart, q.From.at)
	body.number(fieldEnd, q.Until.at-1) // the server includes the end
	if q.MaxNodes > 0 {
		body.number(fieldNodes, q.MaxNodes)
	}
	older := way{calling("SelectMergeProfile", slices.Clone(body), true),
		func(answer []byte, _ *unknown) ([]byte, error) { return answer, nil }}
	body.number(fieldFormat, formatPprof)
	body.texts(fieldSpans, q.Spans)
	body.texts(fieldTraces, q.Traces)
	newer := way{calling("SelectMergeStacktraces", body, false), func(answer []byte, u *unknown) ([]byte, error) {
		u.fields(answer, "SelectMergeStacktracesResponse", fieldPprof)
		pprof, err := messageIn(answer, fieldPprof)
		u.fields(pprof, "PprofProfile", fieldProfile)
		switch {
		case err != nil:
			return nil, err
		case pprof == nil && len(answer) > 0 && q.ofRequest():
			return nil, errOlder
		}
		return messageIn(pprof, fieldProfile)
	}}
	switch {
	case q.Spans != "":
		return []way{newer, p.ofSpans(q)}
	case q.Traces != "":
		return []way{newer}
	}
	return []way{older, newer}
}

// errOlder means that a server does not know about requests, although the question was about some. Such a server
// ignores the fields that choose samples, so its answer covers all samples. Version 2.2 introduced these fields
// together with answers in pprof's form, so an answer in that form covers what was asked.
var errOlder = lang.Error("the server is older than the question")

// ofSpans is the way before version 2.2, for spans only. Its answer has nothing but function names.
func (p pyroscope) ofSpans(q Question) way {
	var body fields
	body.text(fieldType, q.Type)
	body.text(fieldSelector, p.selector(q))
	body.texts(spanSpans, q.Spans)
	body.number(spanStart, q.From.at)
	body.number(spanEnd, q.Until.at-1)
	if q.MaxNodes > 0 {
		body.number(spanNodes, q.MaxNodes)
	}
	body.number(spanFormat, formatTree)
	return way{calling("SelectMergeSpanProfile", body, false), func(answer []byte, u *unknown) ([]byte, error) {
		u.fields(answer, "SelectMergeSpanProfileResponse", spanTree)
		tree, err := messageIn(answer, spanTree)
		switch {
		case err != nil:
			return nil, err
		case tree == nil && len(answer) > 0:
			return nil, errOlder
		}
		return pprofOfTree(tree, q.Type)
	}}
}

// calling returns a request that sends a protobuf and expects one.
func calling(method string, body fields, packed bool) httpclient.Ask {
	return httpclient.Ask{Page: servicePage + method, Body: body, Type: "application/proto", Packed: packed}
}

// messageIn returns the bytes of the last message in a protobuf field, or nil if there is none.
func messageIn(data []byte, field int) (found []byte, err error) {
	m := wire.Message{All: data}
	for m.Next() {
		if m.Number == field && m.Type == wire.TypeBytes {
			found = m.Data
		}
	}
	return found, m.Err
}
