package surface

import (
	"slices"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/loader/pprof"
	"profstation/model/query"
)

// The filter of a menu finds its own node again, also one that has only a binary.
func TestOnlyFindsItsNode(t *testing.T) {
	m := &profile.Mapping{ID: 1, Start: 0x1000, Limit: 0x2000, File: "/usr/lib/libc.so.6"}
	f := &profile.Function{ID: 1, Name: "main.(*T).run", SystemName: "main.(*T).run", Filename: "/src/main.go"}
	named := &profile.Location{ID: 1, Address: 1, Line: []profile.Line{{Function: f, Line: 7}}}
	unnamed := &profile.Location{ID: 2, Address: 0x1100, Mapping: m}
	p, err := pprof.FromLibrary(&profile.Profile{
		SampleType: []*profile.ValueType{{Type: "cpu", Unit: "count"}},
		Sample: []*profile.Sample{
			{Location: []*profile.Location{named}, Value: []int64{3}}, {Location: []*profile.Location{unnamed}, Value: []int64{4}},
		},
		Mapping: []*profile.Mapping{m}, Function: []*profile.Function{f}, Location: []*profile.Location{named, unnamed},
	}, "pprof")
	if err != nil {
		t.Fatal(err)
	}
	total := func(q query.Query) (sum int64) {
		r := must.Have(query.Evaluate(t.Context(), p, q))
		top := must.Have(r.Top(t.Context()))
		for _, row := range top.Rows {
			sum += row.Flat
		}
		return sum
	}
	r := must.Have(query.Evaluate(t.Context(), p, query.Query{}))
	got := map[string]int64{}
	for n := range query.NodeID(r.Nodes.Len()) {
		got[r.Nodes.Node(n).String()] = total(query.Query{Focus: r.Only(n)})
	}
	if got["main.(*T).run"] != 3 || got["[libc.so.6]"] != 4 {
		t.Errorf("menus leave %v", got)
	}
	// The editor is for what has a source.
	for n := range query.NodeID(r.Nodes.Len()) {
		var sent []screen.Intent
		for _, i := range NodeMenu(r, n, func(i screen.Intent) { sent = append(sent, i) }, ask.TopTab, nil).Items {
			if i.Label == "Open in the editor" {
				i.Action()
			}
		}
		want := []screen.Intent{screen.OpenInEditor{Node: "main.(*T).run"}}
		if r.Nodes.Node(n).Name == "" {
			want = nil
		}
		if !slices.Equal(sent, want) {
			t.Errorf("%s sends %+v", r.Nodes.Node(n), sent)
		}
	}
}

// The menu of a node leads only to tabs that the document has.
func TestNodeMenuLeadsToTabsThatAreThere(t *testing.T) {
	r := must.Have(query.Evaluate(t.Context(), viewtest.Small(), query.Default()))
	for _, has := range [][]ask.Tab{nil, {ask.SourceTab}, {ask.FlameTab, ask.TrendTab}} {
		var labels []string
		for _, i := range NodeMenu(r, 0, nil, ask.TopTab, has).Items {
			labels = append(labels, i.Label)
		}
		for tab, label := range map[ask.Tab]string{
			ask.FlameTab: "Show in the flame graph", ask.SourceTab: "Show its source", ask.TrendTab: "Show its trend", ask.PeekTab: "Show in Peek",
		} {
			if slices.Contains(labels, label) != slices.Contains(has, tab) {
				t.Errorf("with %v there is %q", has, labels)
			}
		}
	}
}
