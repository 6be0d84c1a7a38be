package graph

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model/query"
	"profstation/scene"
	"profstation/views/surface"
)

func TestGraphHover(t *testing.T) {
	r, s := shownGraph(t, viewtest.Small())
	plain := countColor(r.pixels(), s.Display.Theme.Hover)
	x, y := r.at(t, "main.serve")
	r.MouseMoved(viewtest.Mouse(x, y, 0))
	if !strings.HasPrefix(r.TipText(), "main.serve\nflat 0 (0%), cum 70ns (70.00%)") {
		t.Errorf("tip %q", r.TipText())
	}
	lit := countColor(r.pixels(), s.Display.Theme.Hover)
	// Its border and three edges, which no other node has.
	if plain != 0 || lit < 100 {
		t.Errorf("%d pixels are lit, %d were before", lit, plain)
	}
	// An edge tells of itself.
	edge := int32(-1)
	for y := float32(0); y < 400 && edge < 0; y++ {
		for x := float32(0); x < 500 && edge < 0; x++ {
			if edge = r.graph.Chart.EdgeAt(r.view, scene.Point{X: float64(x), Y: float64(y)}); edge >= 0 {
				r.MouseMoved(viewtest.Mouse(x, y, 0))
			}
		}
	}
	if edge < 0 || r.marks.HoverEdge != edge || !strings.Contains(r.TipText(), " calls ") {
		t.Errorf("edge %d, tip %q", r.marks.HoverEdge, r.TipText())
	}
	r.MouseOut()
	if r.TipText() != "" || countColor(r.pixels(), s.Display.Theme.Hover) != 0 {
		t.Error("something stays lit when the pointer leaves")
	}
	r.Want(t)
}

func TestGraphClick(t *testing.T) {
	r, s := shownGraph(t, viewtest.Small())
	x, y := r.at(t, "main.serve")
	viewtest.Click(r.Surface, x, y)
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "main.serve"}})
	before := countColor(r.pixels(), s.Display.Theme.Selection)
	r.Show(choosing(t, s, "main.serve"))
	if after := countColor(r.pixels(), s.Display.Theme.Selection); after < before+100 {
		t.Errorf("%d pixels show the selection, %d did before", after, before)
	}
	viewtest.Click(r.Surface, 2, 398) // nothing is there
	r.Want(t, screen.Select{})
	// A press that moves away is no click.
	viewtest.Drag(r.Surface, x, y, 50, 0)
	r.Want(t)
}

// What is clicked stays under the pointer, also where it is seen in part only.
func TestGraphClickDoesNotMove(t *testing.T) {
	r, s := shownGraph(t, wide())
	for i := range r.graph.Chart.Graph.Nodes {
		name := r.name(int32(i))
		b := r.graph.Chart.NodeRect(r.view, int32(i))
		in := b.Intersect(r.Area())
		if in.Empty() || in == b || in.W() < 8 || in.H() < 8 {
			continue
		}
		before := r.view
		r.clock = r.clock.Add(time.Second)
		at := scene.Point{X: (in.X0 + in.X1) / 2, Y: (in.Y0 + in.Y1) / 2}
		if r.inMinimap(at) {
			continue
		}
		viewtest.Click(r.Surface, float32(at.X), float32(at.Y))
		r.Want(t, screen.Select{Selection: ask.Selection{Node: name}})
		if r.Show(choosing(t, s, name)); r.view != before {
			t.Fatalf("a click on %s moves the picture from %v to %v", name, before, r.view)
		}
		return
	}
	t.Fatal("no node is cut by the border")
}

func TestGraphDoubleClickPivots(t *testing.T) {
	r, s := shownGraph(t, viewtest.Small())
	x, y := r.at(t, "main.serve")
	viewtest.Click(r.Surface, x, y)
	r.clock = r.clock.Add(surface.DoubleClick - time.Millisecond)
	viewtest.Click(r.Surface, x, y)
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "main.serve"}}, screen.Pivot{Node: "main.serve"})
	r.Show(choosing(t, s, "main.log"))
	r.type_(fyne.KeyReturn)
	r.Want(t, screen.Pivot{Node: "main.log"})
}

func ctrlClick(s *surface.Surface, x, y float32) {
	e := viewtest.Mouse(x, y, desktop.MouseButtonPrimary)
	e.Modifier = fyne.KeyModifierControl
	s.MouseDown(e)
	s.MouseUp(viewtest.Mouse(x, y, desktop.MouseButtonPrimary))
}

func TestGraphPicks(t *testing.T) {
	r, s := shownGraph(t, viewtest.Small())
	// pick clicks with Ctrl, and shows what is wanted then.
	pick := func(name string, want ask.Selection) {
		t.Helper()
		r.clock = r.clock.Add(time.Second)
		x, y := r.at(t, name)
		ctrlClick(r.Surface, x, y)
		r.Want(t, screen.Select{Selection: want})
		s = viewtest.Again(s)
		s.Place.Selected, s.Answer.Details = want, nil
		if want.Node != "" {
			s.Answer.Details = &ask.Details{Node: viewtest.NodeOf(t, s.Answer.Result, want.Node)}
		}
		r.Show(s)
	}
	both := ask.Selection{Node: "main.serve", Also: []string{"runtime.gc"}}
	pick("main.serve", ask.Selection{Node: "main.serve"})
	if r.controls.focus.Visible() || r.controls.peek.Visible() {
		t.Error("there is a button before several are picked")
	}
	pick("runtime.gc", both)
	if got := r.controls.focus.Text; got != "Focus on these 2" || !r.controls.focus.Visible() || !r.controls.peek.Visible() {
		t.Errorf("the button says %q", got)
	}
	if n := countColor(r.pixels(), s.Display.Theme.Selection); n < 200 {
		t.Errorf("%d pixels show what is picked", n)
	}
	test.Tap(r.controls.focus)
	got := r.Take()
	if refine, ok := got[0].(screen.Refine); len(got) != 1 || !ok || refine.Name != "focus" ||
		!strings.Contains(refine.Text, `runtime\.gc`) || !strings.Contains(refine.Text, `main\.serve`) || !strings.Contains(refine.Text, "|") {
		t.Errorf("sent %v", got)
	}
	test.Tap(r.controls.peek)
	r.Want(t, screen.Jump{Tab: ask.PeekTab})
	pick("main.log", ask.Selection{Node: "main.serve", Also: []string{"runtime.gc", "main.log"}})
	pick("main.serve", ask.Selection{Node: "runtime.gc", Also: []string{"main.log"}}) // away again
	pick("runtime.gc", ask.Selection{Node: "main.log"})
	if len(r.picked) > 0 || r.controls.focus.Visible() {
		t.Error("one is several")
	}
	pick("main.log", ask.Selection{})
	r.type_(fyne.KeyEscape)
	r.Want(t, screen.Escape{})
	// Another graph has nothing picked.
	pick("main.serve", ask.Selection{Node: "main.serve"})
	pick("runtime.gc", both)
	r.Show(graphed(t, viewtest.Small()))
	if len(r.picked) > 0 || r.controls.focus.Visible() {
		t.Error("something of another graph is picked")
	}
}

func TestGraphMenu(t *testing.T) {
	r, s := shownGraph(t, viewtest.Small())
	x, y := r.at(t, "main.serve")
	viewtest.RightClick(r.Surface, x, y)
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "main.serve"}})
	items := viewtest.MenuOf(t, r.window)
	r.ActsOnNode(t, items, map[string][]screen.Intent{
		"Show in the flame graph":  {screen.Pivot{Node: "main.serve"}, screen.Jump{Tab: ask.FlameTab}},
		"Highlight path from root": nil,
	})
	r.window.Canvas().Overlays().Top().Hide()
	if !slices.Contains(r.marks.Lit, true) {
		t.Error("no way is lit")
	}
	if n := countColor(r.pixels(), s.Display.Theme.Selection); n < 10 {
		t.Error("the way cannot be seen")
	}
}

// r lights the edges from the root to the selected node and no others.
func TestGraphLightsTheWay(t *testing.T) {
	r, s := shownGraph(t, viewtest.Small())
	r.runes("r") // nothing is selected
	if r.marks.Lit != nil {
		t.Error("a way to nowhere is lit")
	}
	r.Show(choosing(t, s, "json.Marshal"))
	r.runes("r")
	var way []string
	for e, lit := range r.marks.Lit {
		if d := r.graph.Chart.Graph.Edges[e]; lit {
			way = append(way, r.name(d.From)+" "+r.name(d.To))
		}
	}
	slices.Sort(way)
	if want := []string{"main.main main.serve", "main.serve json.Marshal"}; !slices.Equal(way, want) {
		t.Errorf("lit are %q, want %q", way, want)
	}
	if r.runes("r"); slices.Contains(r.marks.Lit, true) {
		t.Error("pressed again, it leaves the way lit")
	}
	r.runes("r")
	// A better layout of the same graph keeps it.
	better := choosing(t, s, "json.Marshal")
	better.Graph = laidOut(t, s, s.Graph.Chart.Figure)
	if r.Show(better); r.marks.Lit == nil {
		t.Error("a better layout puts the light out")
	}
	r.type_(fyne.KeyEscape)
	if r.marks.Lit != nil {
		t.Error("Escape leaves it lit")
	}
	r.Want(t, surface.Unselected()) // for the key without a selection
}

func TestGraphWheelZoomsAtThePointer(t *testing.T) {
	r, _ := shownGraph(t, wide())
	under := func(x, y float64) scene.Point {
		return scene.Point{X: r.view.Origin.X + x/r.view.Scale, Y: r.view.Origin.Y + y/r.view.Scale}
	}
	x, y := r.at(t, "main.root")
	for range 8 {
		scale, before := r.view.Scale, under(float64(x), float64(y))
		viewtest.Wheel(r.Surface, x, y, 0, 10)
		after := under(float64(x), float64(y))
		if d := math.Hypot(after.X-before.X, after.Y-before.Y); d > 1e-6 {
			t.Fatalf("the wheel moves what is below the pointer by %v", d)
		}
		if k := r.view.Scale / scale; k != 1 && (k < 1.2 || k > 1.3) && r.view.Scale < 5 {
			t.Errorf("a notch zooms by %v", k)
		}
	}
	for range 50 {
		viewtest.Wheel(r.Surface, x, y, 0, -10)
	}
	for range 80 { // whatever was done, the picture is found again
		viewtest.Wheel(r.Surface, 10, 10, 0, 10)
	}
	r.runes("f")
	if !r.graph.Chart.Whole(r.view) {
		t.Errorf("f shows %v", r.view)
	}
	r.keys = fyne.KeyModifierShift
	before := r.view
	r.runes("++++")
	zoomed := r.view
	viewtest.Wheel(r.Surface, 10, 10, 0, -5)
	if r.view.Scale != zoomed.Scale || r.view.Origin.X <= zoomed.Origin.X {
		t.Errorf("Shift and wheel: from %v to %v", zoomed, r.view)
	}
	r.keys = fyne.KeyModifierAlt
	moved := r.view
	viewtest.Wheel(r.Surface, 10, 10, 0, -5)
	if r.view.Scale != moved.Scale || r.view.Origin.Y <= moved.Origin.Y {
		t.Errorf("Alt and wheel: from %v to %v", moved, r.view)
	}
	r.runes("----")
	if math.Abs(r.view.Scale-before.Scale) > 1e-9 {
		t.Errorf("+ and - lead from %v to %v", before.Scale, r.view.Scale)
	}
	r.Want(t)
}

func TestGraphMinimap(t *testing.T) {
	r, s := shownGraph(t, wide())
	m := r.minimap()
	if m.Empty() || m.Intersect(r.Area()) != m {
		t.Fatalf("the minimap is at %v", m)
	}
	viewtest.Click(r.Surface, float32(m.X0+1), float32(m.Y0+m.H()/2))
	left := r.view
	if c := left.Origin.X + r.Area().W()/left.Scale/2; c > 0.1*r.graph.Chart.W {
		t.Errorf("a click at its left border shows what is around %v of %v", c, r.graph.Chart.W)
	}
	// Dragged through it, the picture follows to the other end.
	viewtest.Drag(r.Surface, float32(m.X0+2), float32(m.Y0+m.H()/2), float32(m.W()-4), 0)
	if c := r.view.Origin.X + r.Area().W()/r.view.Scale/2; c < 0.9*r.graph.Chart.W {
		t.Errorf("dragged to its right border it shows what is around %v of %v", c, r.graph.Chart.W)
	}
	r.Want(t) // nothing was selected
	r.MouseMoved(viewtest.Mouse(float32(m.X0+5), float32(m.Y0+5), 0))
	if r.marks.Hover >= 0 || r.TipText() != "" {
		t.Error("what lies below the minimap is lit")
	}
	if countColor(r.pixels(), s.Display.Theme.Selection) == 0 {
		t.Error("no frame is in the minimap")
	}
	if r.runes("f"); r.inMinimap(scene.Point{X: m.X0 + 1, Y: m.Y0 + 1}) {
		t.Error("there is a minimap of what is seen whole")
	}
}

// Matches are lit; n and N go through those of the picture, in the order in which
// they are counted, and bring each into sight.
func TestGraphSearch(t *testing.T) {
	r, s := shownGraph(t, wide())
	if countColor(r.pixels(), s.Display.Theme.Match) > 0 {
		t.Fatal("something matches before anything is searched")
	}
	s = viewtest.Again(s)
	s.Answer.Match = make([]bool, s.Answer.Result.Nodes.Len())
	for i := range r.graph.Chart.Graph.Nodes {
		if strings.HasSuffix(r.name(int32(i)), ".middle") {
			s.Answer.Match[r.graph.Chart.Graph.Nodes[i].ID] = true
			s.Answer.Found = slices.Insert(s.Answer.Found, 0, r.graph.Chart.Graph.Nodes[i].ID) // another order than the picture's
		}
	}
	first := s.Answer.Result.Nodes.Node(s.Answer.Found[0]).Name
	r.Show(s)
	if countColor(r.pixels(), s.Display.Theme.Match) < 100 {
		t.Error("matches are not lit")
	}
	var names []string
	step := func(key string) string {
		t.Helper()
		r.runes(key)
		sent := r.Take()
		sel, ok := sent[0].(screen.Select)
		if len(sent) != 1 || !ok {
			t.Fatalf("%s sends %v", key, sent)
		}
		r.Show(choosing(t, s, sel.Node))
		if !r.inSight(t, sel.Node) {
			t.Errorf("%s leads to %s, which is out of sight", key, sel.Node)
		}
		return sel.Node
	}
	for range 12 {
		names = append(names, step("n"))
	}
	if names[0] != first {
		t.Errorf("n leads to %s first, which is counted as another than %s", names[0], first)
	}
	all := slices.Clone(names)
	slices.Sort(all)
	if len(slices.Compact(all)) != 12 {
		t.Errorf("n leads to %q", names)
	}
	if again := step("n"); again != names[0] {
		t.Errorf("after the last comes %s, not %s", again, names[0])
	}
	if back := step("N"); back != names[11] {
		t.Errorf("before the first comes %s, not %s", back, names[11])
	}
	// Where one match is all, the key brings it back into sight.
	s = viewtest.Again(s)
	s.Answer.Match = make([]bool, s.Answer.Result.Nodes.Len())
	s.Answer.Match[viewtest.NodeOf(t, s.Answer.Result, names[0])] = true
	s.Answer.Found = []query.NodeID{viewtest.NodeOf(t, s.Answer.Result, names[0])}
	r.Show(s)
	step("n")
	viewtest.Drag(r.Surface, 5, 5, 0, -4000)
	step("n")
	// So does whoever asks the desk for the next, as with Enter in the search.
	s = choosing(t, s, names[0])
	s.RevealCount = 1
	r.Show(s)
	viewtest.Drag(r.Surface, 5, 5, 0, -4000)
	if r.Show(s); r.inSight(t, names[0]) {
		t.Error("what was moved away from comes back without being asked for")
	}
	s = viewtest.Again(s)
	s.RevealCount = 2
	if r.Show(s); !r.inSight(t, names[0]) {
		t.Errorf("%s was asked for again, and is out of sight", names[0])
	}
	// What is not in the picture is for others.
	s = viewtest.Again(s)
	s.Answer.Match, s.Answer.Found = make([]bool, s.Answer.Result.Nodes.Len()), nil
	r.Show(s)
	var unused []rune
	r.Unused(func(c rune) { unused = append(unused, c) })
	if r.runes("nNp"); string(unused) != "nNp" {
		t.Errorf("unused are %q", string(unused))
	}
}

// Arrows walk along edges, and bring what they lead to into sight.
func TestGraphKeys(t *testing.T) {
	r, s := shownGraph(t, wide())
	r.type_(fyne.KeyDown) // to the weightiest
	r.Want(t, screen.Select{Selection: ask.Selection{Node: r.name(0)}})
	walk := func(from string, key fyne.KeyName) string {
		t.Helper()
		r.Show(choosing(t, s, from))
		r.type_(key)
		sent := r.Take()
		to := sent[0].(screen.Select).Node
		r.Show(choosing(t, s, to))
		if !r.inSight(t, to) {
			t.Errorf("%s from %s leads out of sight", key, from)
		}
		return to
	}
	if got := walk("main.root", fyne.KeyDown); got != "pkg11.middle" { // the heaviest
		t.Errorf("down leads to %s", got)
	}
	if got := walk("pkg11.middle", fyne.KeyDown); got != "pkg11.leaf4" {
		t.Errorf("down leads to %s", got)
	}
	if got := walk("pkg11.leaf4", fyne.KeyUp); got != "pkg11.middle" {
		t.Errorf("up leads to %s", got)
	}
	if got := walk("main.root", fyne.KeyUp); got != "main.root" {
		t.Errorf("up from the root leads to %s", got)
	}
	left := walk("pkg5.middle", fyne.KeyLeft)
	lx, _ := r.at(t, left)
	x, _ := r.at(t, "pkg5.middle")
	if lx > x {
		t.Errorf("%s is not left of pkg5.middle", left)
	}
	if back := walk(left, fyne.KeyRight); back == left {
		t.Error("right leads nowhere")
	}
	before := r.view
	r.type_(fyne.KeyPageDown)
	if r.view.Origin.Y <= before.Origin.Y {
		t.Error("Page Down does not lead down")
	}
	r.type_(fyne.KeyPageUp)
	r.type_(fyne.KeyEscape)
	r.Want(t, screen.Escape{})
}
