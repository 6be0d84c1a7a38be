package graph

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/scene"
	"profstation/views/surface"
)

// shownSides are the call graphs of two sides: that of the new one has a function
// more.
func shownSides(t testing.TB) (*Sides, *viewtest.Sent, *screen.Snapshot) {
	t.Helper()
	test.NewTempApp(t)
	base := viewtest.Profile("main.main,main.serve,json.Marshal 500", "main.main,main.log 200", "runtime.gc 100")
	now := viewtest.Profile("main.main,main.serve,json.Marshal 1000", "main.main,main.log 200", "main.main,main.retry 300", "runtime.gc 100")
	base.Kind, now.Kind = model.CPU, model.CPU
	pair := must.Have(compare.Join(context.Background(), base, now))
	c := must.Have(pair.Evaluate(context.Background(), query.Default().Whole(), compare.Normalisation{}))
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Comparing = &screen.Comparing{Base: screen.Side{Name: "a"}, New: screen.Side{Name: "b"}}
	s.Tabs, s.Tab = ask.OfComparison.Tabs(), ask.GraphTab
	chart := func(r *query.Result) *screen.CallGraph {
		g := must.Have(graph.New(t.Context(), r, graph.DefaultOptions()))
		return laidOut(t, s, graph.NewFigure(g))
	}
	s.Graph, s.BaseGraph = chart(c.New), chart(c.Base)
	side := func(r *query.Result) *ask.Answer {
		return &ask.Answer{Document: 1, Result: r, Compared: &ask.Compared{Names: [2]string{"a", "b"}, Comparison: c, Quiet: c.NoiseIn(r.Nodes), Parts: c.PartsIn(c.New.Nodes, c.NoiseIn(c.New.Nodes))}}
	}
	s.Answer = side(c.New)
	s.Answer.Compared.Other = side(c.Base)
	out := &viewtest.Sent{}
	v := NewSides(out.Send)
	viewtest.Window(t, v.Object, 806, 440)
	v.Show(s)
	return v, out, s
}

func (v *Sides) nodeOf(t testing.TB, side int, name string) (n int32, x, y float32) {
	t.Helper()
	s := v.Two[side]
	for i := range s.graph.Chart.Graph.Nodes {
		if s.name(int32(i)) == name {
			b := s.graph.Chart.NodeRect(s.view, int32(i))
			return int32(i), float32(b.X0+b.X1) / 2, float32(b.Y0+b.Y1) / 2
		}
	}
	t.Fatalf("side %d has no %s", side, name)
	return -1, 0, 0
}

// What is pointed at on one side is lit on the other, where it is there, and tells
// how it changed.
func TestSidesHover(t *testing.T) {
	v, _, _ := shownSides(t)
	_, x, y := v.nodeOf(t, 0, "main.serve")
	want, _, _ := v.nodeOf(t, 1, "main.serve")
	v.Two[0].MouseMoved(viewtest.Mouse(x, y, 0))
	if v.Two[1].marks.Hover != want {
		t.Errorf("node %d of the new side is lit, want %d", v.Two[1].marks.Hover, want)
	}
	if tip := v.Two[0].TipText(); !strings.Contains(tip, "base 500ns, new 1µs") {
		t.Errorf("the tip is %q", tip)
	}
	v.Two[0].MouseOut()
	if v.Two[1].marks.Hover != -1 {
		t.Error("the other side stays lit")
	}
	_, x, y = v.nodeOf(t, 1, "main.retry")
	v.Two[1].MouseMoved(viewtest.Mouse(x, y, 0))
	if v.Two[0].marks.Hover != -1 {
		t.Error("what only the new side has lights something of the base")
	}
}

// Both have one zoom factor; what zooms one at a node zooms the other at the same
// node, and both are dragged together.
func TestSidesMove(t *testing.T) {
	v, out, s := shownSides(t)
	same := func(when string) {
		t.Helper()
		if a, b := v.Two[0].view.Scale, v.Two[1].view.Scale; a != b {
			t.Errorf("%s: the scales are %v and %v", when, a, b)
		}
	}
	same("at first")
	_, x, y := v.nodeOf(t, 0, "json.Marshal")
	_, x1, y1 := v.nodeOf(t, 1, "json.Marshal")
	v.Two[0].Scroll(0, 60, surface.Pointer{At: scene.Point{X: float64(x), Y: float64(y)}})
	same("zoomed")
	if _, x2, y2 := v.nodeOf(t, 1, "json.Marshal"); abs(x2-x1) > 1 || abs(y2-y1) > 1 {
		t.Errorf("the other side zooms around another place: %v, %v was %v, %v", x2, y2, x1, y1)
	}
	before := v.Two[0].view.Origin
	v.Two[1].Drag(-10, -5, surface.Pointer{})
	if d := v.Two[0].view.Origin.X - before.X; d <= 0 {
		t.Errorf("the other side is dragged by %v", d)
	}
	v.fit()
	same("fitted")
	for i, side := range v.Two {
		v.Two[1].Rune('+')
		if side.Rune('f'); side.touched || v.Two[1-i].touched {
			t.Errorf("the whole of side %d asked for leaves a side where the user moved it", i)
		}
		same("fitted by a key")
	}
	v.Two[0].Key(fyne.KeyHome, 0)
	same("opened")
	whole := v.Two[1].view.Scale
	w := viewtest.WindowOf(t, v.Object)
	w.Resize(fyne.NewSize(300, 200))
	same("in a small window")
	if v.Two[1].view.Scale >= whole {
		t.Errorf("in a small window the scale is %v, was %v", v.Two[1].view.Scale, whole)
	}
	w.Resize(fyne.NewSize(806, 440))
	same("in a large window again")
	if got := v.Two[1].view.Scale; got != whole {
		t.Errorf("in a large window again the scale is %v, was %v", got, whole)
	}
	// A comparison has no tabs of one profile.
	n, _, _ := v.nodeOf(t, 1, "main.log")
	for _, i := range v.Two[1].menu(n).Items {
		if i.Label == "Show in Peek" || i.Label == "Show its source" {
			t.Errorf("the menu has %q", i.Label)
		}
	}
	// Nodes picked on either side are focused on together.
	a, _, _ := v.nodeOf(t, 0, "main.log")
	b, _, _ := v.nodeOf(t, 1, "main.retry")
	show := func(sel ask.Selection) {
		t.Helper()
		if got := out.Take(); len(got) != 1 || !reflect.DeepEqual(got[0], screen.Select{Selection: sel}) {
			t.Errorf("sent %v, want to select %v", got, sel)
		}
		s = viewtest.Again(s)
		s.Place.Selected = sel
		v.Show(s)
	}
	out.Take()
	v.Two[0].pick(a)
	show(ask.Selection{Node: "main.log"})
	v.Two[1].pick(b)
	show(ask.Selection{Node: "main.log", Also: []string{"main.retry"}})
	if v.controls.focus.Text != "Focus on these 2" {
		t.Errorf("the button says %q", v.controls.focus.Text)
	}
	out.Take()
	test.Tap(v.controls.focus)
	got := out.Take()
	if len(got) != 1 || !strings.Contains(got[0].(screen.Refine).Text, `main\.log`) || !strings.Contains(got[0].(screen.Refine).Text, `main\.retry`) {
		t.Errorf("sent %v", got)
	}
}

func abs(x float32) float32 { return max(x, -x) }

// A side that was brought to a node keeps its place and scale in other room, and the other takes that scale.
func TestSidesOneScaleAfterReveal(t *testing.T) {
	v, _, _ := shownSides(t)
	v.Two[0].Rune('f')
	v.Two[1].touched = true
	viewtest.WindowOf(t, v.Object).Resize(fyne.NewSize(300, 200))
	if a, b := v.Two[0].view.Scale, v.Two[1].view.Scale; a != b || v.Two[0].touched {
		t.Errorf("the scales are %v and %v", a, b)
	}
}

// A difference has the place of both; colours tell changes, and noise steps back
// where it is hidden.
func TestSidesWays(t *testing.T) {
	v, _, s := shownSides(t)
	at := func(x float32) int { return v.SideAt(fyne.NewPos(x, 200)) }
	if at(100) != 0 || at(700) != 1 {
		t.Errorf("halves at %d, %d", at(100), at(700))
	}
	if m := v.Two[0].marks; m.Changes == nil || m.Fade {
		t.Errorf("the base is marked by %+v", m)
	}
	other := *s
	other.Display.Compare.HideNoise, other.Display.Compare.Plain = true, true
	v.Show(&other)
	if m := v.Two[1].marks; m.Changes != nil || !m.Fade || m.Quiet == nil {
		t.Errorf("in its own colours, without noise the new side is marked by %+v", m)
	}
	d := *s
	answer := *s.Answer
	compared := *answer.Compared
	compared.Other, compared.Parts = nil, nil
	answer.Compared, d.Answer, d.BaseGraph = &compared, &answer, nil
	d.Display.Compare.Way = ask.AsDifference
	v.Show(&d)
	if v.linked() || at(100) != -1 || v.Two[1].Size().Width < 790 {
		t.Error("a difference has two halves")
	}
	v.Show(s)
	if !v.linked() || v.Two[1].Size().Width > 410 {
		t.Error("the halves do not return")
	}
}
