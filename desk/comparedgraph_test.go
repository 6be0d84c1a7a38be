package desk

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/model/query"
)

// Side by side each side has its own call graph, whose nodes have the same
// numbers and show how they changed. With one scale the same size is the same
// value.
func TestCallGraphsBeside(t *testing.T) {
	r := compared(t)
	s := r.do(screen.ShowTab{Tab: ask.GraphTab})
	if s.Graph == nil || s.BaseGraph == nil || s.Graph.Chart == nil || s.BaseGraph.Chart == nil {
		t.Fatalf("the graphs are %+v and %+v, errors %v", s.Graph, s.BaseGraph, s.Errors)
	}
	base, now := s.BaseGraph.Chart.Graph, s.Graph.Chart.Graph
	if base.Total != 2300 || now.Total != 3100 {
		t.Errorf("the graphs are of %d and %d", base.Total, now.Total)
	}
	node := func(name string) query.NodeID { return r.answer.Node(name) }
	if base.NodeOf(node("main.retry")) >= 0 || now.NodeOf(node("main.retry")) < 0 || base.NodeOf(node("main.old")) < 0 {
		t.Error("what one side has is not in its graph alone")
	}
	parts := s.Answer.Compared.Parts
	near := func(name string, want float64) {
		t.Helper()
		if got := float64(parts[node(name)]); math.Abs(got-want) > 1e-6 && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s is told to have changed by %v, want %v", name, got, want)
		}
	}
	near("main.retry", 1)
	near("main.old", -1)
	near("json.Marshal", 800.0/1800)
	near("main.log", math.NaN()) // noise
	if base.Options.Scale != 0 || now.PenWidth(3100) != 6 || base.PenWidth(2300) != 6 {
		t.Error("each graph has not its own scale")
	}
	first := now
	s = r.do(display(func(d *ask.CompareDisplay) { d.OneScale = true }))
	base, now = s.BaseGraph.Chart.Graph, s.Graph.Chart.Graph
	if now.PenWidth(3100) != 6 || base.PenWidth(2300) >= 6 || base.FontSize(base.NodeOf(node("main.old"))) != now.FontSize(now.NodeOf(node("main.retry"))) {
		t.Error("the graphs have not one scale")
	}
	// A selection holds for both sides. The difference is one graph, and the way
	// back leads to graphs that are laid out already.
	s = r.do(display(func(d *ask.CompareDisplay) { d.OneScale = false }), screen.Select{Selection: ask.Selection{Node: "json.Marshal"}})
	if s.Answer.Details == nil || s.Answer.Compared.Other.Details == nil {
		t.Error("the selection is not on both sides")
	}
	if s = r.do(way(ask.AsDifference)); s.BaseGraph != nil || s.Tab != ask.GraphTab {
		t.Error("a difference has two graphs")
	}
	before := r.layouts.panes[ask.NewGraph].figure
	if s = r.do(way(ask.SideBySide)); r.layouts.panes[ask.NewGraph].figure != before || s.Graph.Chart.Graph.Total != first.Total {
		t.Error("the same graphs are laid out again")
	}
	r.look = func(l *ask.Look) { l.Scale = 1 }
	for ending, want := range map[string]string{".svg": "base: fast.pprof", ".png": "PNG", ".csv": "side,from,to,weight"} {
		r.export = filepath.Join(t.TempDir(), "x"+ending)
		s = r.do(screen.Export{})
		if data, err := os.ReadFile(r.export); err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %v, %q", ending, err, s.Notice)
		}
	}
	// A closed comparison drops its graphs.
	r.do(screen.Close{})
	if p := &r.layouts.panes; p[ask.NewGraph].picture != nil || p[ask.BaseGraph].figure != nil {
		t.Error("the graphs stay")
	}
}

// Boxes and edges of the difference of two groups say what one recording has, in units that can be read.
func TestCallGraphOfGroups(t *testing.T) {
	r := newRig(t)
	r.do(screen.Compare{
		Base: group(t, "b", [2]string{"500000001", "100000000"}, [2]string{"510000000", "900000000"}, [2]string{"490000000", "200000000"}),
		New:  group(t, "n", [2]string{"800000000", "1100000000"}, [2]string{"790000000", "300000000"}),
	}, way(ask.AsDifference))
	s := r.do(screen.ShowTab{Tab: ask.GraphTab})
	g := s.Graph.Chart.Graph
	n := g.NodeOf(r.answer.Node("json.Marshal"))
	if n < 0 || len(g.Edges) == 0 {
		t.Fatalf("%d nodes and %d edges, json.Marshal is at %d", len(g.Nodes), len(g.Edges), n)
	}
	if text := strings.Join(g.Lines(n), " "); !strings.Contains(text, "ms/recording") {
		t.Errorf("the box says %q", text)
	}
	for i := range g.Edges {
		if text := strings.Join(g.EdgeLines(&g.Edges[i]), " "); !strings.HasSuffix(text, "ms/recording") {
			t.Errorf("an edge says %q", text)
		}
	}
	r.export = filepath.Join(t.TempDir(), "x.svg")
	r.do(screen.Export{})
	if data := string(must.Have(os.ReadFile(r.export))); !strings.Contains(data, "ms/recording") || strings.Contains(data, "0001ns") {
		t.Error("the file has other figures than the picture")
	}
}
