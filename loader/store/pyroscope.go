package store

import (
	"encoding/binary"
	"encoding/json"
	"strconv"
	"time"

	"profstation/loader/server"
	"profstation/loader/wire"
)

// pyroscope speaks the Connect protocol with querier.v1.QuerierService (Pyroscope:
// api/querier/v1/querier.proto): lists in JSON, and profiles as protobuf.
type pyroscope struct{}

// ask is a call in JSON. Numbers of 64 bits are texts there.
func (pyroscope) ask(method string, q Question, fields map[string]any) server.Ask {
	if fields == nil {
		fields = map[string]any{}
	}
	fields["start"], fields["end"] = strconv.FormatInt(q.From.at, 10), strconv.FormatInt(q.Until.at, 10)
	body, _ := json.Marshal(fields) // of texts and lists of them
	return server.Ask{Page: servicePage + method, Body: body, Type: "application/json"}
}

const servicePage = "/querier.v1.QuerierService/"

// selector is the question's, which is never empty on the wire.
func (pyroscope) selector(q Question) string {
	if q.Query == "" {
		return "{}"
	}
	return q.Query
}

// matchers are the selectors of a list of labels.
func (p pyroscope) matchers(q Question) []string {
	if q.Query == "" {
		return []string{}
	}
	return []string{q.Query}
}

func (p pyroscope) types(q Question) server.Ask { return p.ask("ProfileTypes", q, nil) }

func (pyroscope) typesOf(answer []byte) ([]Type, error) {
	var found struct{ ProfileTypes []Type }
	err := json.Unmarshal(answer, &found)
	return found.ProfileTypes, err
}

func (p pyroscope) names(q Question) server.Ask {
	return p.ask("LabelNames", q, map[string]any{"matchers": p.matchers(q)})
}

func (pyroscope) namesOf(answer []byte) ([]string, error) {
	var found struct{ Names []string }
	err := json.Unmarshal(answer, &found)
	return found.Names, err
}

func (p pyroscope) values(q Question, label string) server.Ask {
	return p.ask("LabelValues", q, map[string]any{"name": label, "matchers": p.matchers(q)})
}

func (p pyroscope) valuesOf(answer []byte) ([]string, error) { return p.namesOf(answer) }

func (p pyroscope) curves(q Question, by []string) server.Ask {
	fields := map[string]any{"profileTypeID": q.Type, "labelSelector": p.selector(q), "step": q.Step.Seconds()}
	if len(by) > 0 {
		fields["groupBy"] = by
	}
	return p.ask("SelectSeries", q, fields)
}

// totals asks for the ends of steps: a point is of the step that ends with it (Pyroscope:
// pkg/querier/querier.go, SelectSeries), and the first would be of one before the time asked for.
func (p pyroscope) totals(q Question, by []string) server.Ask {
	step := q.Step.Milliseconds()
	steps := (q.Until.at - q.From.at) / step
	q.Until.at--
	q.From.at = q.Until.at - (steps-1)*step
	if steps == 1 {
		q.From.at-- // between a time and itself, a frontend of Pyroscope asks for nothing
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

// The fields of SelectMergeProfileRequest, which SelectMergeStacktracesRequest has, too, and of the
// answer of that.
const (
	fieldType, fieldSelector, fieldStart, fieldEnd, fieldNodes = 1, 2, 3, 4, 5
	fieldFormat, formatPprof                                   = 6, 4
	fieldPprof, fieldProfile                                   = 5, 1
)

// merged asks by the older method, whose answer is a plain pprof message and which all servers have,
// and where that is gone by its successor.
func (p pyroscope) merged(q Question) []way {
	var body []byte
	text := func(field int, s string) {
		body = binary.AppendUvarint(body, uint64(field)<<3|2)
		body = append(binary.AppendUvarint(body, uint64(len(s))), s...)
	}
	number := func(field int, n int64) {
		body = binary.AppendUvarint(binary.AppendUvarint(body, uint64(field)<<3), uint64(n))
	}
	text(fieldType, q.Type)
	text(fieldSelector, p.selector(q))
	number(fieldStart, q.From.at)
	number(fieldEnd, q.Until.at-1) // which the server counts in
	if q.MaxNodes > 0 {
		number(fieldNodes, q.MaxNodes)
	}
	ask := func(method string, packed bool) server.Ask {
		return server.Ask{Page: servicePage + method, Body: body, Type: "application/proto", Packed: packed}
	}
	older := way{ask("SelectMergeProfile", true), func(answer []byte) ([]byte, error) { return answer, nil }}
	number(fieldFormat, formatPprof)
	return []way{older, {ask("SelectMergeStacktraces", false), func(answer []byte) ([]byte, error) {
		pprof, err := messageIn(answer, fieldPprof)
		if err != nil {
			return nil, err
		}
		return messageIn(pprof, fieldProfile)
	}}}
}

// messageIn returns the bytes of the last message in a field of a protobuf, nil if there is none.
func messageIn(data []byte, field int) (found []byte, err error) {
	m := wire.Message{All: data}
	for m.Next() {
		if m.Number == field && m.Type == wire.TypeBytes {
			found = m.Data
		}
	}
	return found, m.Err
}
