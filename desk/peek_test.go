package desk

import (
	"context"
	"regexp"
	"slices"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/model/query"
)

// Several selected nodes, or the matches of a search, have the neighbours and the
// order of pprof's peek.
func TestPeekAtSeveral(t *testing.T) {
	r := recorded(t, "cpu.pprof")
	same := func(s *screen.Snapshot, re string) {
		t.Helper()
		p := s.Answer.Peek
		if p == nil {
			t.Fatal("nothing is peeked at")
		}
		want := must.Have(s.Answer.Result.Peek(context.Background(), regexp.MustCompile(re)))
		if len(p.Nodes) != len(want) || len(want) < 2 {
			t.Fatalf("%d nodes, want %d", len(p.Nodes), len(want))
		}
		around := func(tree *query.OpeningTree, i int, calls []query.Call) {
			t.Helper()
			at := tree.Branches[i]
			var got, weights []int64
			for _, b := range tree.Branches[at.First : at.First+at.Count] {
				got = append(got, b.Net)
			}
			for _, c := range calls {
				weights = append(weights, c.Weight)
			}
			if !slices.Equal(got, weights) {
				t.Errorf("node %d: %v, want %v", i, got, weights)
			}
		}
		for i, n := range want {
			if p.Nodes[i] != n.Node || p.Callees.Branches[i].Net != n.Cum {
				t.Errorf("node %d is %d with %d, want %d with %d", i, p.Nodes[i], p.Callees.Branches[i].Net, n.Node, n.Cum)
			}
			around(p.Callers, i, n.Callers)
			around(p.Callees, i, n.Callees)
		}
	}
	r.do(screen.ShowTab{Tab: ask.PeekTab})
	same(r.do(screen.Search{Text: "^encoding/json"}), "^encoding/json")
	// The selection goes before the matches.
	sel := ask.Selection{Node: "encoding/json.Marshal", Also: []string{"runtime.mallocgc", "nowhere.f"}}
	same(r.do(screen.Select{Selection: sel}), `^(encoding/json\.Marshal|runtime\.mallocgc)$`)
	if len(r.Formats()) == 0 {
		t.Error("several nodes have no export")
	}
	r.do(screen.Search{})
	if s := r.do(screen.Escape{}); s.Place.Selected.Node != sel.Node || s.Place.Selected.Also != nil || len(s.Answer.Peek.Nodes) != 1 {
		t.Errorf("one step out: %+v", s.Place.Selected)
	}
	s := r.do(screen.Escape{}, screen.Search{Text: "."})
	if p := s.Answer.Peek; len(p.Nodes) != ask.MaxPeeked || p.Found <= ask.MaxPeeked {
		t.Errorf("all: %d of %d", len(p.Nodes), p.Found)
	}
}

// Without a function there is nothing to export of its callers and callees, and it is said what to do.
func TestPeekExportsNothingYet(t *testing.T) {
	r := recorded(t, "cpu.pprof")
	s := r.do(screen.ShowTab{Tab: ask.PeekTab}, screen.Export{})
	if s.Notice != "Select a function first; then its callers and callees can be exported." {
		t.Errorf("%q", s.Notice)
	}
}
