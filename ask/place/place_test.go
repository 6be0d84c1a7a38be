package place

import (
	"testing"

	"profstation/ask"
	"profstation/model/query"
	"profstation/origin/link"
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
		if got := Profiles(OfProfiles(p, "")); got.Query != p.Query {
			t.Errorf("%s: %+v was kept as %+v", o.Name, p.Query, got.Query)
		}
	}
	k := OfProfiles(ask.StartPlace(), "")
	k.Options["granularity"], k.Options["mean"] = "nonsense", "perhaps"
	if got := Profiles(k).Query; got != ask.StartPlace().Query {
		t.Errorf("nonsense was restored: %+v", got)
	}
}

// The next start limits lanes to a few goroutines, not to a million.
func TestFewGoroutinesAreKept(t *testing.T) {
	for _, n := range []int{3, maxKeptGoroutines, maxKeptGoroutines + 1, 1_000_000} {
		p := ask.TracePlace{Lanes: timeline.Query{IDs: make([]int64, n)}}
		kept := map[string]string{}
		link.Keep(kept, traceSettings, &p)
		var back ask.TracePlace
		link.Restore(kept, traceSettings, &back)
		if got := len(back.Lanes.IDs); n <= maxKeptGoroutines && got != n || n > maxKeptGoroutines && back.Lanes.IDs != nil {
			t.Errorf("of %d goroutines %d are kept", n, got)
		}
	}
}

// TestSettingsAreOptions holds that a setting of lanes is one in a link, too.
func TestSettingsAreOptions(t *testing.T) {
	for _, s := range traceSettings {
		k, err := link.ParsePlace("v=1&" + s.Name + "=1")
		if err != nil || k.Options[s.Name] != "1" {
			t.Errorf("%s is read as %+v (%v)", s.Name, k, err)
		}
	}
}

// FuzzPlace holds that any link leads somewhere.
func FuzzPlace(f *testing.F) {
	f.Add("v=1&off.not.focus=a&granularity=lines&lanes=g1&top=4&span=1 2&measured=1-2")
	f.Fuzz(func(t *testing.T, text string) {
		k, err := link.ParsePlace(text)
		if err != nil {
			return
		}
		p := Profiles(k)
		if back := Profiles(OfProfiles(p, k.Search)); back.Query != p.Query {
			t.Errorf("%q: %+v comes back as %+v", text, p.Query, back.Query)
		}
		Trace(k)
	})
}
