package timeline

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/loader"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/paint"
	"profstation/views/surface"
)

// shownSides are the timelines of two traces on the screen, of which the new one
// goes on for twice as long as the base.
func shownSides(t *testing.T) (*Sides, *viewtest.Sent, *screen.Snapshot) {
	t.Helper()
	test.NewTempApp(t)
	var answers [2]*ask.TraceAnswer
	for i := range answers {
		f := must.Have(loader.Open(t.Context(), "../../testdata/trace.trace", loader.Options{}))
		if i == 1 {
			f.Trace.End *= 2
		}
		tl := must.Have(timeline.New(t.Context(), f.Trace))
		lanes := must.Have(tl.Lanes(t.Context(), timeline.Query{}))
		answers[i] = &ask.TraceAnswer{Document: 3, Timeline: tl, Lanes: lanes, Painter: paint.NewPainter(lanes, paint.Style{Theme: &scene.Light}, nil)}
	}
	s := &screen.Snapshot{
		Documents: []screen.Document{{ID: 3, State: screen.Ready, Comparison: true}}, Active: 3, Tabs: ask.OfTracePair.Tabs(), Tab: ask.TimelineTab,
		Display: ask.Display{Theme: &scene.Light}, Comparing: &screen.Comparing{Base: screen.Side{Name: "a"}, New: screen.Side{Name: "b"}},
		Traces: &ask.TracePair{Base: answers[0], New: answers[1], Extent: answers[1].Timeline.Whole().To}, Trace: answers[1],
	}
	out := &viewtest.Sent{}
	v := NewSides(out.Send, func(func()) {}) // nothing comes after a pause
	viewtest.Window(t, v.Object, 1000, 800)
	for _, side := range v.Two {
		side.Mods = func() fyne.KeyModifier { return 0 }
	}
	v.Show(s)
	return v, out, s
}

// Both show the same time since their starts, however one is moved; their lanes
// are their own.
func TestSidesMove(t *testing.T) {
	v, out, s := shownSides(t)
	same := func(when string) {
		t.Helper()
		if a, b := v.Two[0].view.Window, v.Two[1].view.Window; a != b {
			t.Errorf("%s: the windows are %v and %v", when, a, b)
		}
	}
	if w := v.Two[0].view.Window; w.To != s.Traces.Extent {
		t.Errorf("the base shows %v at first, want up to %v", w, s.Traces.Extent)
	}
	same("at first")
	for i, side := range v.Two {
		before := side.view.Window
		side.Scroll(0, 40, surface.Pointer{At: scene.Point{X: 500, Y: 100}, Mods: fyne.KeyModifierControl})
		if side.view.Window == before {
			t.Errorf("side %d is not zoomed", i)
		}
		same("zoomed")
		side.Drag(-40, 0, surface.Pointer{At: scene.Point{X: 460, Y: 100}})
		side.LetGo()
		same("dragged")
	}
	v.Two[0].reveal(&ask.Reveal{From: 1000, To: 200_000, Narrow: true})
	same("brought into sight")
	v.Two[1].fit()
	same("all")
	got := out.Take()
	if len(got) != 1 {
		t.Fatalf("sent %v", got)
	}
	if on, ok := got[0].(screen.OnSide); !ok || on.Base || on.Intent.(screen.LookTime).Window != v.Two[1].view.Window {
		t.Errorf("sent %v", got)
	}
	top := v.Two[0].view.Top
	v.Two[1].Scroll(0, -30, surface.Pointer{At: scene.Point{X: 500, Y: 100}})
	if v.Two[0].view.Top != top || v.Two[1].view.Top == 0 {
		t.Error("lanes are scrolled together")
	}
	// The minimaps have one scale.
	if a, b := v.Two[0].minimap(), v.Two[1].minimap(); b.W() < 1.9*a.W() || b.W() > 2.1*a.W() {
		t.Errorf("the minimaps are %v and %v wide, want 1 to 2", a.W(), b.W())
	}
}

// A line shows on the other side where the pointer is; what is done is told of its
// side, and each has an inspector.
func TestSidesSides(t *testing.T) {
	v, out, s := shownSides(t)
	v.Two[0].MouseMoved(viewtest.Mouse(600, 120, 0))
	r := v.Two[1].cursor
	if !r.Visible() || r.Position().X < 598 || r.Position().X > 602 {
		t.Errorf("the line is at %v, seen: %v", r.Position(), r.Visible())
	}
	v.Two[0].MouseOut()
	if r.Visible() {
		t.Error("the line stays")
	}
	out.Take()
	viewtest.Click(v.Two[0].Surface, 20, 700) // below all lanes, or on one
	got := out.Take()
	if len(got) != 1 || !got[0].(screen.OnSide).Base {
		t.Errorf("sent %v", got)
	}
	told := NewInspectors(out.Send)
	viewtest.Window(t, told.Object, 300, 600)
	told.Show(s)
	for i, side := range told.Two {
		if len(side.Box.Objects) == 0 {
			t.Errorf("inspector %d says nothing", i)
		}
	}
	one := *s
	one.Trace = s.Traces.Base
	v.Show(&one)
	v.Main().TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	if v.Two[0].view.Top == 0 || v.Two[1].view.Top != 0 {
		t.Error("a key is not for the side that was used last")
	}
	// Nothing is prepared yet.
	v.Show(&screen.Snapshot{Display: s.Display, Tab: ask.TimelineTab})
	v.Two[0].MouseMoved(viewtest.Mouse(600, 120, 0))
	v.Two[1].Drag(-40, 0, surface.Pointer{})
}

// Each side is named above its lanes and above what is told of it, as all sides
// are: in the size of other texts, with what Fyne's font has.
func TestSidesNames(t *testing.T) {
	v, _, s := shownSides(t)
	s.Comparing = &screen.Comparing{Base: screen.Side{Name: "a → b"}, New: screen.Side{Name: "c"}}
	v.Show(s)
	told := NewInspectors(func(screen.Intent) {})
	viewtest.Window(t, told.Object, 300, 600)
	told.Show(s)
	for _, o := range []fyne.CanvasObject{v.Object, told.Object} {
		var got []string
		for _, o := range test.LaidOutObjects(o) {
			if x, ok := o.(*canvas.Text); ok && x.TextStyle.Bold && x.TextSize == surface.TextSize() {
				got = append(got, x.Text)
			}
		}
		if !slices.Contains(got, "  base: a » b") || !slices.Contains(got, "  new: c") {
			t.Errorf("the names are %q", got)
		}
	}
}

// In a low window the lanes have the room: minimaps go, and come back with it.
func TestLowSidesShowLanes(t *testing.T) {
	v, _, s := shownSides(t)
	for _, c := range []struct {
		height float32
		maps   bool
	}{{800, true}, {360, false}, {800, true}} {
		v.Object.Resize(fyne.NewSize(800, c.height))
		v.Show(s)
		for i, side := range v.Two {
			if got := !side.minimap().Empty(); got != c.maps {
				t.Errorf("%v high: side %d has a minimap: %v", c.height, i, got)
			}
			if room := side.view.Plot().H(); room < 2*timeline.LaneHeight {
				t.Errorf("%v high: side %d has %v for lanes", c.height, i, room)
			}
		}
	}
}
