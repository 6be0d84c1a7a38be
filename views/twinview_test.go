package views

import (
	"context"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/model/compare"
)

// twins is a comparison on the screen: the base is 100 wide, the new side 200, of
// which main.slow is new.
func twins(t testing.TB, oneScale bool) (*TwinView, *sent, *screen.Snapshot) {
	t.Helper()
	test.NewTempApp(t)
	base, now := small(), profileOf("main.main,main.serve,json.Marshal 50", "main.main,main.serve,json.Unmarshal 20",
		"main.main,main.log 20", "runtime.gc 10", "main.main,main.slow 100")
	base.Kind, now.Kind = model.CPU, model.CPU
	pair, err := compare.Join(base, now)
	if err != nil {
		t.Fatal(err)
	}
	c, err := pair.Evaluate(model.DefaultQuery().Whole(), compare.Normalisation{})
	if err != nil {
		t.Fatal(err)
	}
	s := snapshot(t, small(), everything())
	s.Comparing = &screen.Comparing{Base: screen.Side{Name: "a"}, New: screen.Side{Name: "b"}, Normalisation: compare.Normalisation{By: compare.AsRecorded}}
	s.Tabs, s.Tab = screen.ComparisonTabs, screen.FlameTab
	side := func(w compare.Width, span flame.Span) *screen.Answer {
		o := everything()
		o.ByName, o.Span = true, span
		chart, err := flame.NewDiff(context.Background(), c, w, o)
		if err != nil {
			t.Fatal(err)
		}
		return &screen.Answer{Document: 1, Result: chart.Result, Chart: chart, Painter: flame.NewPainter(chart, s.Display.Style(), nil, nil)}
	}
	compared := &screen.Compared{Names: [2]string{"a", "b"}, Comparison: c, Ratio: 1}
	var spans [2]flame.Span
	if oneScale {
		spans = [2]flame.Span{{To: 2}, {To: 1}}
		compared.Ratio, compared.Extent = 2, [2]float64{200, 200}
	}
	compared.Other = side(compare.ByBase, spans[0])
	s.Answer = side(compare.ByNew, spans[1])
	s.Answer.Compared = compared
	out := &sent{}
	v := NewTwinView(out.send, func(func()) {}) // nothing comes after a pause
	inWindow(t, v.Object, 806, 300)
	v.Show(s)
	return v, out, s
}

// What is pointed at on one side is lit on the other, where it is there.
func TestTwinsHover(t *testing.T) {
	v, _, _ := twins(t, false)
	base, now := v.sides[0], v.sides[1]
	base.MouseMoved(mouse(100, row(1), 0)) // main.main
	if !now.hovered.rect.Visible() || now.hovered.rect.Size().Width < 300 {
		t.Errorf("main.main of the base lights %v of the new side", now.hovered.rect.Size())
	}
	if !strings.Contains(base.tip.text, "base 90ns, new 190ns") {
		t.Errorf("the tip is %q", base.tip.text)
	}
	base.MouseOut()
	if now.hovered.rect.Visible() {
		t.Error("the other side stays lit")
	}
	// main.slow stands between main.serve and runtime.gc, on the new side only.
	now.MouseMoved(mouse(300, row(2), 0))
	if !strings.Contains(now.tip.text, "main.slow") || base.hovered.rect.Visible() {
		t.Errorf("%q is lit on the base: %v", now.tip.text, base.hovered.rect.Visible())
	}
	rightClick(base.surface, 100, row(1)) // a comparison has no tabs of one profile
	items := menuOf(t, windowOf(t, v.Object))
	if items["Zoom to this box"] == nil || items["Peek at it"] != nil || items["Show its source"] != nil {
		t.Errorf("the menu has %v", items)
	}
}

// A part that is looked at on one side is looked at on the other: the same share
// of the branch, or with one scale the same part of time.
func TestTwinsMove(t *testing.T) {
	for _, oneScale := range []bool{false, true} {
		v, out, _ := twins(t, oneScale)
		base, now := v.sides[0], v.sides[1]
		near := func(what string, got, want float64) {
			t.Helper()
			if math.Abs(got-want) > 1e-6*math.Max(1, math.Abs(want)) {
				t.Errorf("one scale %v: %s is %g, want %g", oneScale, what, got, want)
			}
		}
		scale := 2.0 // of the new side's units to the base's
		if oneScale {
			scale = 1
			near("the width of the base", base.window.W(), 200)
		}
		for _, v := range []*FlameView{base, now} {
			v.zoomAt(100, 0.5)
			v.changed()
			near("the part of the new side", now.window.W(), base.window.W()*scale)
			near("where it begins", now.window.From, base.window.From*scale)
			v.dragged(-30, -4, pointer{})
			near("where it begins when dragged", now.window.From, base.window.From*scale)
			if base.top != now.top {
				t.Errorf("rows are %g and %g pixels up", base.top, now.top)
			}
		}
		// Where one looks is told in terms of the new side, whichever moved.
		out.take()
		base.tellLook()
		got := out.take()
		if len(got) != 1 {
			t.Fatalf("sent %v", got)
		}
		look := got[0].(screen.Look)
		near("the span that is told", look.Span.From, now.window.From/200)
		near("the width that is told", look.Span.To-look.Span.From, now.window.W()/200)
	}
}

// The way of looking changes what is there; a drop knows the half it falls on.
func TestTwinsWays(t *testing.T) {
	v, _, s := twins(t, false)
	at := func(x float32) int { return v.SideAt(fyne.NewPos(x, 100)) }
	if at(100) != 0 || at(700) != 1 || v.SideAt(fyne.NewPos(100, 2000)) != -1 {
		t.Errorf("halves at %d, %d", at(100), at(700))
	}
	d := *s
	answer := *s.Answer
	compared := *answer.Compared
	compared.Other = nil
	answer.Compared = &compared
	d.Answer, d.Display.Compare.Way = &answer, screen.AsDifference
	v.Show(&d)
	if v.sides[0].Visible() && v.beside() || at(100) != -1 {
		t.Error("a difference has two halves")
	}
	if w := v.sides[1].Size().Width; w < 790 {
		t.Errorf("a difference is %g wide", w)
	}
	v.Show(s)
	if !v.beside() || v.sides[1].Size().Width > 410 {
		t.Error("the halves do not return")
	}
}
