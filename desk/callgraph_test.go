package desk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/scene"
)

// The layout is a job of its own: other changes in the window neither end it nor
// start it again.
func TestCallGraph(t *testing.T) {
	r := opened(t)
	s := r.do(screen.ShowTab{Tab: ask.GraphTab})
	if s.Graph == nil || s.Graph.Chart == nil || s.Graph.Painter == nil || s.Layout {
		t.Fatalf("after all is done the graph is %+v, laying out: %v", s.Graph, s.Layout)
	}
	if !strings.Contains(s.Graph.Note, "fewer nodes") {
		t.Errorf("what is told of the layout that failed: %q", s.Graph.Note)
	}
	first := s.Graph.Chart
	if s = r.do(screen.Select{Selection: ask.Selection{Node: "pkg1.f"}}); s.Graph.Chart != first {
		t.Error("a selection laid the graph out anew")
	}
	r.do(screen.ShowTab{Tab: ask.TopTab})
	if s = r.do(screen.ShowTab{Tab: ask.GraphTab}); s.Graph.Chart != first {
		t.Error("coming back to the tab laid the graph out anew")
	}
	painter := s.Graph.Painter
	if s = r.do(screen.ToggleTheme{}); s.Graph.Chart != first || s.Graph.Painter == painter || s.Display.Theme != &scene.Dark {
		t.Error("another theme must paint the same layout anew")
	}
	if s = r.do(screen.Refine{Name: "focus", Text: "pkg1"}); s.Graph.Chart == first || len(s.Graph.Chart.Graph.Nodes) >= len(first.Graph.Nodes) {
		t.Error("a filter did not change the graph")
	}
	if s = r.do(screen.Show{Change: func(d *ask.Display) { d.GraphTree = true }}); !s.Graph.Chart.Graph.Options.CallTree {
		t.Error("a tree was asked for")
	}
	r.do(screen.Close{Document: s.Active})
	if s = r.shown; s.Graph != nil {
		t.Error("the graph of a closed document is still shown")
	}
}

// Without trimming the picture has every node, however few it had before, as the copied command.
func TestUntrimmedCallGraph(t *testing.T) {
	r := opened(t)
	few := screen.Show{Change: func(d *ask.Display) { d.GraphNodes, d.NodeFraction, d.EdgeFraction = 3, 0.5, 0.5 }}
	s := r.do(screen.ShowTab{Tab: ask.GraphTab}, few)
	if n := len(s.Graph.Chart.Graph.Nodes); n > 3 {
		t.Fatalf("%d nodes, expected 3 at most", n)
	}
	s = r.do(screen.Show{Change: func(d *ask.Display) { d.Untrimmed = true }})
	g := s.Graph.Chart.Graph
	if len(g.Nodes) != 6 || g.DroppedNodes+g.DroppedEdges > 0 {
		t.Errorf("%d nodes, %d and %d edges dropped, expected all 6", len(g.Nodes), g.DroppedNodes, g.DroppedEdges)
	}
}

// What is selected or found and not drawn is named. It can be drawn, in place of what is lighter, also
// after the next start.
func TestUndrawn(t *testing.T) {
	r := opened(t)
	s := r.do(screen.ShowTab{Tab: ask.GraphTab}, screen.Show{Change: func(d *ask.Display) { d.GraphNodes = 2 }},
		screen.Select{Selection: ask.Selection{Node: "runtime.gc"}}, screen.Search{Text: "main.log|runtime.gc|json.Unmarshal"})
	u := s.Answer.Undrawn
	if want := []string{"json.Unmarshal", "main.log", "runtime.gc"}; u.Selected != "runtime.gc" || u.All != 3 || len(u.Found) != 3 ||
		!slices.Equal(slices.Sorted(slices.Values(u.Found)), want) || u.Found[2] != "runtime.gc" {
		t.Fatalf("left out are %+v, expected runtime.gc, and the heaviest of %v first", u, want)
	}
	drawn := func(s *screen.Snapshot, name string) bool {
		return s.Graph.Chart.Graph.NodeOf(r.answer.Node(name)) >= 0
	}
	if drawn(s, "runtime.gc") {
		t.Fatal("the picture has what is left out")
	}
	s = r.do(screen.Draw{Nodes: []string{u.Selected}})
	if u = s.Answer.Undrawn; !drawn(s, "runtime.gc") || u.Selected != "" || u.All != 2 {
		t.Errorf("of what was added, %+v is still left out", u)
	}
	again := r.restart()
	again.settle()
	s = again.do(screen.ShowTab{Tab: ask.GraphTab})
	if s.Graph.Chart.Graph.NodeOf(again.answer.Node("runtime.gc")) < 0 {
		t.Error("the next start does not draw it")
	}
	if s = r.do(screen.Back{}); drawn(s, "runtime.gc") || r.shown.Answer.Undrawn.Selected == "" {
		t.Error("a step back leaves it there")
	}
	if s = r.do(screen.Refine{Name: "ignore", Text: "gc"}); s.Answer.Undrawn.Selected != "" {
		t.Error("what the filters leave out could be drawn")
	}
}

// A search goes from match to match in the picture, which does not have all
// nodes.
func TestNextMatchInThePicture(t *testing.T) {
	r := opened(t)
	r.do(screen.ShowTab{Tab: ask.GraphTab}, screen.Show{Change: func(d *ask.Display) { d.GraphNodes = 3 }}, screen.Search{Text: "."})
	g := r.shown.Graph.Chart.Graph
	if len(g.Nodes) != 3 || !strings.HasPrefix(r.shown.Answer.MatchText, "6 found, 3 drawn, ") {
		t.Fatalf("%d nodes, %s", len(g.Nodes), r.shown.Answer.MatchText)
	}
	seen := map[string]bool{}
	for i := range 6 {
		s := r.do(screen.NextMatch{})
		seen[s.Place.Selected.Node] = true
		if want := fmt.Sprintf("%d of 3 drawn, 6 found, ", i%3+1); !strings.HasPrefix(s.Answer.MatchText, want) || len(s.Answer.Found) != 3 {
			t.Errorf("step %d: the line is %q, want %q; %d can be walked to", i, s.Answer.MatchText, want, len(s.Answer.Found))
		}
		if g.NodeOf(s.Answer.Details.Node) < 0 {
			t.Errorf("%s is not in the picture", s.Place.Selected.Node)
		}
	}
	if len(seen) != 3 {
		t.Errorf("walked through %v", seen)
	}
	before := r.shown.Place.Selected
	s := r.do(screen.Search{Text: "gc|Unmarshal"}, screen.NextMatch{})
	if s.Place.Selected.Node != before.Node || !strings.Contains(s.Notice, "No match is drawn") {
		t.Errorf("selected %+v, told %q", s.Place.Selected, s.Notice)
	}
	s = r.do(screen.ShowTab{Tab: ask.TopTab}, screen.NextMatch{})
	if !strings.HasPrefix(s.Answer.MatchText, "1 of 2, ") {
		t.Errorf("the line in Top is %q", s.Answer.MatchText)
	}
	if s.Place.Selected.Node != "json.Unmarshal" {
		t.Errorf("in Top the next is %q", s.Place.Selected.Node)
	}
}

// Cancelling answers at once and leaves the old picture.
func TestCancelLayout(t *testing.T) {
	r := opened(t)
	before := r.do(screen.ShowTab{Tab: ask.GraphTab}).Graph.Chart
	r.Do(screen.Refine{Name: "focus", Text: "pkg1"})
	r.Do(screen.Cancel{})
	r.settle()
	if s := r.shown; s.Graph == nil || s.Graph.Chart == nil || s.Layout {
		t.Errorf("after a cancel the graph is %+v (before it %p)", s.Graph, before)
	}
}

// A pivot leaves its callers and callees, unless a focus is in force, and then
// the picture says so.
func TestCallGraphAroundPivot(t *testing.T) {
	r := opened(t)
	all := r.do(screen.ShowTab{Tab: ask.GraphTab}).Graph.Chart.Graph
	s := r.do(screen.Pivot{Node: "main.log"})
	around := s.Graph.Chart.Graph
	if len(around.Nodes) != 2 || around.Result.Query.Focus != `^main\.log$` {
		t.Errorf("%d of %d nodes are left, the focus is %q", len(around.Nodes), len(all.Nodes), around.Result.Query.Focus)
	}
	if s.Place.Query.Focus != "" {
		t.Error("a pivot is no filter of the query")
	}
	if s = r.do(screen.Pivot{}); len(s.Graph.Chart.Graph.Nodes) != len(all.Nodes) {
		t.Errorf("without it %d of %d nodes are there", len(s.Graph.Chart.Graph.Nodes), len(all.Nodes))
	}
	r.do(screen.Refine{Name: "focus", Text: "main"})
	r.do(screen.Pivot{Node: "main.log"})
	s = r.do(screen.ShowTab{Tab: ask.GraphTab})
	if got := s.Graph.Chart.Graph.Result.Query.Focus; got != "main" {
		t.Errorf("the focus in force became %q", got)
	}
	if s.Graph.Note == "" {
		t.Error("nothing is said of the pivot")
	}
}
