package timeline

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/paint"
	"profstation/timeline/wording"
	"profstation/views/surface"
)

func TestTimelineMoves(t *testing.T) {
	r := newTimelineRig(t)
	whole := r.view.Window
	r.Rune('w')
	if w := r.view.Window; w.W() >= whole.W() {
		t.Fatalf("w shows %v of %v", w, whole)
	}
	closer := r.view.Window
	r.Rune('d')
	if r.view.Window.From <= closer.From {
		t.Error("d does not move to later times")
	}
	at := r.view.Time(700)
	r.Surface.Mods = func() fyne.KeyModifier { return fyne.KeyModifierControl }
	viewtest.Wheel(r.Surface, 700, 300, 0, 20)
	if d := float64(r.view.Time(700) - at); d*d > 4*closer.W()/900*closer.W()/900 {
		t.Errorf("the time under the pointer moved by %v ns", d)
	}
	r.Surface.Mods = func() fyne.KeyModifier { return 0 }
	r.Key(fyne.KeyHome, 0)
	if r.view.Window != whole {
		t.Errorf("Home shows %v", r.view.Window)
	}
	r.intents.Want(t, screen.LookTime{Window: r.view.Window, Top: r.view.Top, Leap: true}) // a step of its own
	viewtest.Wheel(r.Surface, 700, 300, 0, -30)
	if r.view.Top <= 0 {
		t.Error("the wheel does not scroll")
	}
	// It reports once where it came to rest.
	r.posts.Run(t)
	r.intents.Want(t, screen.LookTime{Window: r.view.Window, Top: r.view.Top})
	// A command does not wait for the wheel to rest.
	viewtest.Wheel(r.Surface, 700, 300, 0, -30)
	r.Settle()
	r.intents.Want(t, screen.LookTime{Window: r.view.Window, Top: r.view.Top})
	r.Settle()
	r.intents.Want(t) // it was sent once
}

// dragTo presses, moves in two steps, and lets go.
func dragTo(s *surface.Surface, mods fyne.KeyModifier, x0, y0, x1, y1 float32) {
	down := viewtest.Mouse(x0, y0, desktop.MouseButtonPrimary)
	down.Modifier = mods
	s.MouseDown(down)
	for _, p := range [][2]float32{{(x0 + x1) / 2, (y0 + y1) / 2}, {x1, y1}} {
		e := &fyne.DragEvent{Dragged: fyne.NewDelta((x1-x0)/2, (y1-y0)/2)}
		e.Position = fyne.NewPos(p[0], p[1])
		s.Dragged(e)
	}
	s.DragEnd()
	s.MouseUp(viewtest.Mouse(x1, y1, desktop.MouseButtonPrimary))
}

func TestTimelineDrags(t *testing.T) {
	r := newTimelineRig(t)
	whole := r.view.Window
	from, to := r.view.Time(500), r.view.Time(700)

	dragTo(r.Surface, 0, 500, 8, 700, 8) // along the axis
	want := screen.Measure{Interval: &trace.Interval{From: from, To: to}}
	r.intents.Want(t, want)
	r.place(t, ask.TracePlace{Interval: want.Interval})
	v := NewInspector(r.intents.Send)
	viewtest.Window(t, v.Object, 300, 900)
	v.Show(r.shown)
	if got := viewtest.Texts(v.Object); !slices.Contains(got, wording.Duration(to-from)) {
		t.Errorf("the measured time is not told: %q", got)
	}

	dragTo(r.Surface, fyne.KeyModifierShift, 500, 200, 700, 210)
	r.intents.Want(t, want)

	dragTo(r.Surface, fyne.KeyModifierControl, 500, 200, 700, 300)
	if w := r.view.Window; w.From != float64(from) || w.To != float64(to) {
		t.Errorf("Ctrl and dragging shows %v, want %v to %v", w, from, to)
	}
	r.intents.Take()
	before := r.view.Window
	dragTo(r.Surface, 0, 700, 300, 600, 300)
	if w := r.view.Window; w.From <= before.From || w.W() < before.W()*0.999 || w.W() > before.W()*1.001 {
		t.Errorf("dragging to the left went from %v to %v", before, w)
	}
	if r.view.Window == whole {
		t.Error("nothing moved")
	}
}

// Times have the digits of what is in sight: moments that the timeline shows apart are written apart.
func TestInspectorInSight(t *testing.T) {
	r := newTimelineRig(t)
	v := NewInspector(r.intents.Send)
	end := r.shown.Trace.Timeline.Trace.End
	near := func(window timeline.Window) (all []string) {
		for _, from := range []trace.Time{end / 3, end/3 + 3000} {
			r.place(t, ask.TracePlace{Interval: &trace.Interval{From: from, To: end}, Window: window})
			v.Show(r.shown)
			texts := viewtest.Texts(v.Object)
			all = append(all, texts[slices.Index(texts, "from")+1])
		}
		return all
	}
	if all := near(timeline.Window{}); all[0] != all[1] {
		t.Errorf("3µs apart in the whole trace of %v: %q", end, all)
	}
	if all := near(timeline.Window{From: float64(end / 3), To: float64(end/3 + 100_000)}); all[0] == all[1] {
		t.Errorf("3µs apart in 100µs: both begin at %q", all[0])
	}
}

func TestTimelineMenu(t *testing.T) {
	r := newTimelineRig(t)
	key, y := r.row(t, timeline.ProcRow)
	x, _ := r.find(t, y)
	m := r.menu(r.lanes().At(r.view, scene.Point{X: float64(x), Y: float64(y)}))
	act := func(label string) screen.Intent {
		t.Helper()
		for _, i := range m.Items {
			if i.Label == label {
				i.Action()
				all := r.intents.Take()
				return all[len(all)-1]
			}
		}
		t.Fatalf("no %q in the menu", label)
		return nil
	}
	q := r.shown.Trace.Place.Lanes
	act("Pin the lane").(screen.AskLanes).Change(&q)
	if !slices.Equal(q.Pinned, []timeline.Key{key}) {
		t.Errorf("pinned %v", q.Pinned)
	}
	act("Hide the lane").(screen.AskLanes).Change(&q)
	if !q.Hidden[key] || r.shown.Trace.Place.Lanes.Hidden[key] {
		t.Error("hiding a lane changed the place that is shown, or nothing")
	}
	if i := act("Measure its time").(screen.Measure).Interval; i.From >= i.To {
		t.Errorf("measured %+v", i)
	}
	act("Show its goroutine")
}

// The menu of a span selects it, so that one sees which span it is about; that of a label selects nothing.
func TestTimelineMenuSelects(t *testing.T) {
	r := newTimelineRig(t)
	_, y := r.row(t, timeline.ProcRow)
	x, span := r.find(t, y)
	tr := r.shown.Trace.Timeline.Trace
	viewtest.RightClick(r.Surface, x, y)
	r.intents.Want(t, screen.SelectMoment{Moment: &ask.Moment{Go: tr.GoOf(span), At: tr.Spans.Start(span)}})
	w := viewtest.WindowOf(t, r.Object)
	if viewtest.MenuOf(t, w)["Measure its time"] == nil {
		t.Error("the menu is not that of a span")
	}
	w.Canvas().Overlays().Top().Hide()
	viewtest.RightClick(r.Surface, 20, y)
	r.intents.Want(t)
}

func TestTimelineMinimap(t *testing.T) {
	r := newTimelineRig(t)
	r.Rune('w')
	r.Rune('w')
	m := r.minimap()
	width := r.view.Window.W()
	viewtest.Click(r.Surface, float32(m.X1)-5, float32(m.Y0)+10)
	if w, whole := r.view.Window, r.shown.Trace.Timeline.Whole(); w.To != whole.To || w.W() > width*1.01 {
		t.Errorf("a click at the end of the minimap shows %v", w)
	}
	dragTo(r.Surface, 0, float32(m.X0)+300, float32(m.Y0)+10, float32(m.X0)+1, float32(m.Y0)+200)
	if w := r.view.Window; w.From != 0 {
		t.Errorf("dragging to the beginning of the minimap shows %v", w)
	}
}

// A click on the mark of a profile measures its time, as far as it lies in the
// trace.
func TestRecordedIsMeasured(t *testing.T) {
	r := newTimelineRig(t)
	end := r.shown.Trace.Timeline.Trace.End
	s := *r.shown
	s.Recorded = []paint.Recorded{{Name: "long.pprof", From: -5, To: end}, {Name: "cpu.pprof", From: end / 4, To: end / 2}}
	r.View.Show(&s)
	plot := r.view.Plot()
	x := func(part float64) float32 { return float32(plot.X0 + part*plot.W()) }
	for _, c := range []struct {
		x    float32
		want trace.Interval
	}{{x(0.3), trace.Interval{From: end / 4, To: end / 2}}, {x(0.8), trace.Interval{From: 0, To: end}}} {
		r.intents.Take()
		r.Click(surface.Pointer{At: scene.Point{X: float64(c.x), Y: 2}, Button: desktop.MouseButtonPrimary, Count: 1})
		got, ok := r.intents.Take()[0].(screen.Measure)
		if !ok || got.Interval == nil || *got.Interval != c.want {
			t.Errorf("at %v: %+v, want %v", c.x, got.Interval, c.want)
		}
	}
	r.Hover(scene.Point{X: float64(x(0.3)), Y: 2})
	if !strings.HasPrefix(r.TipText(), "cpu.pprof") {
		t.Errorf("tip %q", r.TipText())
	}
}
