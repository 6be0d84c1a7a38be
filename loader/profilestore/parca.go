package profilestore

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/loader/httpclient"
)

// parca speaks the REST interface in front of parca.query.v1alpha1.QueryService (Parca:
// proto/parca/query/v1alpha1/query.proto). Message fields are parameters whose names have dots.
type parca struct{}

func (parca) version() string { return "parca.query.v1alpha1" }

var parcaMembers = members{
	"types":      named("name", "sampletype", "sampleunit", "periodtype", "periodunit", "delta"),
	"labelnames": nil, "labelvalues": nil,
	"series": {
		"labelset": {"labels": named("name", "value")}, "periodtype": nil, "sampletype": named("type", "unit"),
		"samples": named("timestamp", "value", "valuepersecond", "duration"),
	},
}

func (parca) members() members { return parcaMembers }

func (parca) ask(page, prefix string, q Question, more url.Values) httpclient.Ask {
	values := url.Values{}
	for name, at := range map[string]Moment{"start": q.From, "end": q.Until} {
		values.Set(prefix+name, at.String())
	}
	maps.Copy(values, more)
	return httpclient.Ask{Page: "/api/profiles" + page, Values: values}
}

// query returns the type with the selector.
func (parca) query(q Question) string {
	if q.Query == "" {
		return q.Type + "{}"
	}
	return q.Type + q.Query
}

func (p parca) types(q Question) httpclient.Ask { return p.ask("/types", "", q, nil) }

func (parca) typesOf(answer []byte) (all []Type, err error) {
	var found struct {
		Types []struct {
			Name, SampleType, SampleUnit, PeriodType, PeriodUnit string
			Delta                                                bool
		}
	}
	err = json.Unmarshal(answer, &found)
	for _, t := range found.Types {
		id := strings.Join([]string{t.Name, t.SampleType, t.SampleUnit, t.PeriodType, t.PeriodUnit}, ":")
		if t.Delta {
			id += ":delta"
		}
		all = append(all, Type{id, t.Name, t.SampleType, t.SampleUnit})
	}
	return all, err
}

func (p parca) names(q Question) httpclient.Ask { return p.ask("/labels", "", q, nil) }

func (parca) namesOf(answer []byte) ([]string, error) {
	var found struct{ LabelNames []string }
	err := json.Unmarshal(answer, &found)
	return found.LabelNames, err
}

func (p parca) values(q Question, label string) httpclient.Ask {
	return p.ask("/labels/"+label+"/values", "", q, nil)
}

func (parca) valuesOf(answer []byte) ([]string, error) {
	var found struct{ LabelValues []string }
	err := json.Unmarshal(answer, &found)
	return found.LabelValues, err
}

// curves asks for an interval. Parca excludes both of its ends here (Parca:
// pkg/parcacol/querier.go).
func (p parca) curves(q Question, by []string) httpclient.Ask {
	q.From.at--
	more := url.Values{"query": {p.query(q)}, "step": {strconv.FormatFloat(q.Step.Seconds(), 'f', -1, 64) + "s"}}
	if len(by) > 0 {
		more["sumBy"] = by
	}
	return p.ask("/query_range", "", q, more)
}

func (p parca) totals(q Question, by []string) httpclient.Ask { return p.curves(q, by) }

func (parca) curvesOf(answer []byte) ([]Curve, error) {
	var found struct {
		Series []struct {
			Labelset   struct{ Labels []Label }
			SampleType struct{ Type, Unit string }
			Samples    []struct {
				Timestamp time.Time
				Value     int64 `json:",string"`
			}
		}
	}
	err := json.Unmarshal(answer, &found)
	var all []Curve
	for _, s := range found.Series {
		c := Curve{Labels: s.Labelset.Labels, Type: s.SampleType.Type, Unit: s.SampleType.Unit}
		for _, p := range s.Samples {
			c.Points = append(c.Points, Point{p.Timestamp, float64(p.Value)})
		}
		all = append(all, c)
	}
	return all, err
}

// merged asks for an interval. Parca includes both of its ends here (ibid.).
func (p parca) merged(q Question) []way {
	q.Until.at--
	ask := p.ask("/query", "merge.", q, url.Values{
		"mode": {"MODE_MERGE"}, "reportType": {"REPORT_TYPE_PPROF"}, "merge.query": {p.query(q)},
	})
	return []way{{ask, func(answer []byte, u *unknown) ([]byte, error) {
		var found struct{ Pprof []byte }
		err := json.Unmarshal(answer, &found)
		var all map[string]present
		if err == nil && json.Unmarshal(answer, &all) == nil {
			for _, name := range slices.Sorted(maps.Keys(all)) {
				if !slices.Contains([]string{"pprof", "total", "filtered"}, name) {
					u.member(name, all[name])
				}
			}
		}
		return found.Pprof, err
	}}}
}
