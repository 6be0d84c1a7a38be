package place

import (
	"testing"

	"profstation/ask"
	"profstation/model/query"
	"profstation/timeline"
)

// A session keeps every option of a query.
func TestOptionsAreKept(t *testing.T) {
	for _, o := range query.Options {
		p := ask.StartPlace()
		text := "3"
		switch o.Kind {
		case query.SwitchOption:
			text = "true"
		case query.ChoiceOption:
			text = o.Choices[1]
		case query.ShareOption:
			text = "0.5"
		}
		if err := o.Set(&p.Query, text); err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Query.Filters() {
			p.Filters = append(p.Filters, query.Refining{Name: f.Name, Text: f.Text})
		}
		if got := OfProfiles(p, "").Profiles(); got.Query != p.Query {
			t.Errorf("%s: %+v was kept as %+v", o.Name, p.Query, got.Query)
		}
	}
	k := OfProfiles(ask.StartPlace(), "")
	k.Options["granularity"], k.Options["mean"] = "nonsense", "perhaps"
	if got := k.Profiles().Query; got != ask.StartPlace().Query {
		t.Errorf("nonsense was restored: %+v", got)
	}
}

// The next start limits lanes to a few goroutines, not to a million.
func TestFewGoroutinesAreKept(t *testing.T) {
	for _, n := range []int{3, maxKeptGoroutines, maxKeptGoroutines + 1, 1_000_000} {
		p := ask.TracePlace{Lanes: timeline.Query{IDs: make([]int64, n)}}
		kept := map[string]string{}
		keep(kept, traceSettings, &p)
		var back ask.TracePlace
		restore(kept, traceSettings, &back)
		if got := len(back.Lanes.IDs); n <= maxKeptGoroutines && got != n || n > maxKeptGoroutines && back.Lanes.IDs != nil {
			t.Errorf("of %d goroutines %d are kept", n, got)
		}
	}
}
