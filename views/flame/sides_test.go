package flame

import (
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/scene"
	"profstation/views/surface"
)

// shownSides shows a comparison side by side.
func shownSides(t testing.TB, oneScale bool) (*Sides, *viewtest.Sent, *screen.Snapshot) {
	t.Helper()
	out := viewtest.App(t)
	s := viewtest.Compared(t, oneScale)
	v := NewSides(out.Send, func(func()) {}) // nothing comes after a pause
	viewtest.Window(t, v.Object, 806, 300)
	v.Show(s)
	return v, out, s
}

// The line above a side, which is cut where there is no room, is whole in its tip.
func TestSidesNamesAreWholeInTheirTips(t *testing.T) {
	v, _, s := shownSides(t, false)
	long := strings.Repeat("long-", 40) + "name.pprof"
	compared := *s.Comparing
	compared.New.Name = long
	s = viewtest.Again(s)
	s.Comparing = &compared
	v.Show(s)
	var tips []string
	for _, h := range viewtest.Find[*surface.Hinted](v.Content()) {
		tips = append(tips, h.All()...)
	}
	if text := strings.Join(tips, "\n"); !strings.Contains(text, long) || strings.Contains(text, "base:") {
		t.Errorf("the tips say %q", text)
	}
}

// Why a comparison failed is said once, not on each side.
func TestFailedSidesSayItOnce(t *testing.T) {
	v, _, s := shownSides(t, false)
	if !v.Both() {
		t.Fatal("there is one side")
	}
	s = viewtest.Again(s)
	s.Answer, s.Active, s.Documents = nil, 9, []screen.Document{{ID: 9, Name: "a → b", State: screen.Failed, Detail: "b is a folder"}}
	if v.Show(s); v.Both() {
		t.Error("both sides say it")
	}
}

// What is pointed at on one side is lit on the other, where it is there.
func TestSidesHover(t *testing.T) {
	v, _, _ := shownSides(t, false)
	base, now := v.Two[0], v.Two[1]
	base.MouseMoved(viewtest.Mouse(100, row(1), 0)) // main.main
	if !now.hovered.Visible() || now.hovered.Size().Width < 300 {
		t.Errorf("main.main of the base lights %v of the new side", now.hovered.Size())
	}
	if !strings.Contains(base.TipText(), "base 90ns, new 190ns") {
		t.Errorf("the tip is %q", base.TipText())
	}
	base.MouseOut()
	if now.hovered.Visible() {
		t.Error("the other side stays lit")
	}
	// main.slow stands between main.serve and runtime.gc, on the new side only.
	now.MouseMoved(viewtest.Mouse(300, row(2), 0))
	if !strings.Contains(now.TipText(), "main.slow") || base.hovered.Visible() {
		t.Errorf("%q is lit on the base: %v", now.TipText(), base.hovered.Visible())
	}
	viewtest.RightClick(base.Surface, 100, row(1)) // a comparison has no tabs of one profile
	items := viewtest.MenuOf(t, viewtest.WindowOf(t, v.Object))
	if items["Zoom to this box"] == nil || items["Show in Peek"] != nil || items["Show its source"] != nil {
		t.Errorf("the menu has %v", items)
	}
}

// A part that is looked at on one side is looked at on the other: the same share
// of the branch, or with one scale the same part of time.
func TestSidesMove(t *testing.T) {
	for _, oneScale := range []bool{false, true} {
		v, out, _ := shownSides(t, oneScale)
		base, now := v.Two[0], v.Two[1]
		near := func(what string, got, want float64) {
			t.Helper()
			if math.Abs(got-want) > 1e-6*math.Max(1, math.Abs(want)) {
				t.Errorf("one scale %v: %s is %g, want %g", oneScale, what, got, want)
			}
		}
		scale := 2.0 // of the new side's units to the base's
		if oneScale {
			scale = 1
			near("the width of the base", base.Window.W(), 200)
		}
		for _, v := range []*View{base, now} {
			v.Zoom(scene.Point{X: 100}, 2)
			v.changed()
			near("the part of the new side", now.Window.W(), base.Window.W()*scale)
			near("where it begins", now.Window.From, base.Window.From*scale)
			v.Drag(-30, -4, surface.Pointer{})
			near("where it begins when dragged", now.Window.From, base.Window.From*scale)
			if base.Top != now.Top {
				t.Errorf("rows are %g and %g pixels up", base.Top, now.Top)
			}
		}
		// Whichever side moves, the view sends the visible part of the new side.
		out.Take()
		base.tellLook()
		got := out.Take()
		if len(got) != 1 {
			t.Fatalf("sent %v", got)
		}
		look := got[0].(screen.Look)
		near("the span that is sent", look.Span.From, now.Window.From/200)
		near("the width that is sent", look.Span.To-look.Span.From, now.Window.W()/200)
	}
}

// The way of looking changes what is there; a drop knows the half it falls on.
func TestSidesWays(t *testing.T) {
	v, _, s := shownSides(t, false)
	at := func(x float32) int { return v.SideAt(fyne.NewPos(x, 100)) }
	if at(100) != 0 || at(700) != 1 || v.SideAt(fyne.NewPos(100, 2000)) != -1 {
		t.Errorf("halves at %d, %d", at(100), at(700))
	}
	d := *s
	answer := *s.Answer
	compared := *answer.Compared
	compared.Other = nil
	answer.Compared = &compared
	d.Answer, d.Display.Compare.Way = &answer, ask.AsDifference
	v.Show(&d)
	if v.Two[0].Visible() && v.linked() || at(100) != -1 {
		t.Error("a difference has two halves")
	}
	if w := v.Two[1].Size().Width; w < 790 {
		t.Errorf("a difference is %g wide", w)
	}
	v.Show(s)
	if !v.linked() || v.Two[1].Size().Width > 410 {
		t.Error("the halves do not return")
	}
}

// The line above each side says what the percentages below it are of, also where filters leave less.
func TestSidesSayWhatSharesAreOf(t *testing.T) {
	v, _, s := shownSides(t, false)
	lines := func() string { return strings.Join(viewtest.Texts(v.Object), "\n") }
	for _, want := range []string{"100ns = 100%", "200ns = 100%"} {
		if got := lines(); !strings.Contains(got, want) {
			t.Errorf("%q is not said in %q", want, got)
		}
	}
	c := s.Answer.Compared.Comparison
	q := c.Query
	q.Focus = "main.serve"
	less := must.Have(c.Pair.Evaluate(t.Context(), q, c.Normalisation))
	s = viewtest.Again(s)
	compared := *s.Answer.Compared
	compared.Comparison = less
	s.Answer.Compared = &compared
	v.Show(s)
	if got := lines(); !strings.Contains(got, "(100% = 100ns)") || !strings.Contains(got, "(100% = 200ns)") {
		t.Errorf("of filtered sides is said %q", got)
	}
}
