package profilestore

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"profstation/loader/httpclient"
	"profstation/model/complete"
	"profstation/model/lang"
	"profstation/model/units"
)

// Request is a span or trace for which a store has samples.
type Request struct {
	ID    string // its length shows whether it is a span or a trace
	At    time.Time
	Value int64 // of its samples, as far as the store reported them
}

// Requests asks for requests with samples in the question's time. Those with the largest values come first. A store
// that is too old to know requests answers with an error.
func (c *Client) Requests(ctx context.Context, q Question) ([]Request, error) {
	if c.engine != Pyroscope {
		return nil, nil
	}
	return list(ctx, c, pyroscope{}.requests(q.At(time.Now())), pyroscope{}.requestsOf)
}

// requests asks for the exemplars in a heat map; only these name spans.
func (p pyroscope) requests(q Question) httpclient.Ask {
	return p.ask("SelectHeatmap", q, map[string]any{
		"profileTypeID": q.Type, "labelSelector": p.selector(q), "step": max(q.Step, time.Second).Seconds(),
		"queryType": "HEATMAP_QUERY_TYPE_SPAN", "exemplarType": "EXEMPLAR_TYPE_SPAN",
	})
}

func (pyroscope) requestsOf(answer []byte) ([]Request, error) {
	var found struct {
		Series []struct {
			Slots []struct {
				Exemplars []struct {
					Timestamp       int64 `json:",string"`
					SpanID, TraceID string
					Value           int64 `json:",string"`
				}
			}
		}
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return nil, err
	}
	byID := map[string]*Request{}
	add := func(id string, digits int, at time.Time, value int64) {
		id, ok := ids(id, digits)
		if !ok {
			return
		}
		r := byID[id]
		if r == nil {
			r = &Request{ID: id, At: at}
			byID[id] = r
		}
		if at.Before(r.At) {
			r.At = at
		}
		r.Value += value
	}
	for _, s := range found.Series {
		for _, slot := range s.Slots {
			for _, e := range slot.Exemplars {
				add(e.SpanID, spanDigits, time.UnixMilli(e.Timestamp), e.Value)
				add(e.TraceID, traceDigits, time.UnixMilli(e.Timestamp), e.Value)
			}
		}
	}
	all := make([]Request, 0, len(byID))
	for _, r := range byID {
		all = append(all, *r)
	}
	slices.SortFunc(all, func(a, b Request) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(len(b.ID), len(a.ID)), strings.Compare(a.ID, b.ID))
	})
	return all, nil
}

// CompleteRequest proposes requests whose ID contains what is typed. ofType gives the unit for values.
func CompleteRequest(typed, ofType string, all []Request, max int) (found []complete.Proposal) {
	typed = strings.ToLower(strings.TrimSpace(typed))
	unit := ""
	if parts := strings.Split(ofType, ":"); len(parts) > 2 {
		unit = parts[2]
	}
	for _, r := range all {
		if !strings.Contains(r.ID, typed) || r.ID == typed {
			continue
		}
		what := Question{Spans: r.ID}
		if len(r.ID) == traceDigits {
			what = Question{Traces: r.ID}
		}
		if found = append(found, complete.Proposal{Text: r.ID, Show: lang.L("{{.Request}} · {{.Value}} · {{.Time}}", lang.With{
			"Request": what.request(), "Value": units.Format(r.Value, unit, "auto"), "Time": r.At.Local().Format(time.TimeOnly),
		})}); len(found) == max {
			break
		}
	}
	return found
}
