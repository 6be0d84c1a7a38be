package timeline

import (
	"image"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/loader"
	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/views/surface"
)

// timelineRig is a timeline of a real recording, 1,200 × 600.
type timelineRig struct {
	*View
	intents viewtest.Sent
	shown   *screen.Snapshot
	posts   viewtest.Posts // what timers ask for
}

func newTimelineRig(t testing.TB) *timelineRig {
	test.NewTempApp(t)
	f, err := loader.Open(t.Context(), "../../testdata/trace.trace", loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := timeline.New(t.Context(), f.Trace)
	if err != nil {
		t.Fatal(err)
	}
	r := &timelineRig{posts: viewtest.NewPosts(), shown: &screen.Snapshot{
		Documents: []screen.Document{{ID: 1, Name: "trace.trace", State: screen.Ready}}, Active: 1, Tabs: screen.OfTrace.Tabs(),
		Display: screen.Display{Theme: &scene.Light}, Trace: &screen.TraceAnswer{Document: 1, Name: "trace.trace", Timeline: tl},
	}}
	r.View = New(r.intents.Send, r.posts.Post)
	r.Mods = func() fyne.KeyModifier { return 0 }
	w := test.NewTempWindow(t, r.Object)
	w.Resize(fyne.NewSize(1200, 600))
	r.place(t, screen.TracePlace{})
	return r
}

// place shows another place, as the desk would.
func (r *timelineRig) place(t testing.TB, p screen.TracePlace) {
	t.Helper()
	a := *r.shown.Trace
	a.Place = p
	lanes, err := a.Timeline.Lanes(t.Context(), p.Lanes)
	if err != nil {
		t.Fatal(err)
	}
	a.Lanes, a.Painter = lanes, timeline.NewPainter(lanes, r.shown.Display.LaneStyle(), nil)
	a.Inspected = nil
	if m := p.Selected; m != nil {
		if span, ok := a.Timeline.Trace.SpanAt(m.Go, m.At); ok {
			i := a.Timeline.Inspect(span)
			a.Inspected = &i
		}
	}
	s := *r.shown
	s.Trace = &a
	r.shown = &s
	r.View.Show(&s)
}

func (r *timelineRig) lanes() *timeline.Lanes { return r.shown.Trace.Lanes }

// row is where the middle of a row is, scrolled into sight.
func (r *timelineRig) row(t testing.TB, kind timeline.RowKind) (key timeline.Key, y float32) {
	t.Helper()
	l := r.lanes()
	i := slices.IndexFunc(l.Rows, func(row timeline.Row) bool { return row.Kind == kind })
	if i < 0 {
		t.Fatalf("no row of kind %d", kind)
	}
	r.view.Top = l.Top(i) - 100
	r.view = r.view.Clamp(l)
	return l.Rows[i].Key, float32(r.view.Plot().Y0 + l.Top(i) - r.view.Top + l.Rows[i].Height()/2)
}

func (r *timelineRig) pixels() []byte {
	return test.WidgetRenderer(r.Surface).Objects()[0].(*canvas.Raster).Generator(1200, 500).(*image.RGBA).Pix
}

func TestTimelineLabelOpensLane(t *testing.T) {
	r := newTimelineRig(t)
	key, y := r.row(t, timeline.GroupRow)
	before := len(r.lanes().Rows)
	viewtest.Click(r.Surface, 20, y)
	ask, ok := r.intents.Take()[0].(screen.AskLanes)
	if !ok {
		t.Fatal("a click on a label asks for nothing")
	}
	q := r.shown.Trace.Place.Lanes
	ask.Change(&q)
	r.place(t, screen.TracePlace{Lanes: q})
	if !q.Toggled[key] || len(r.lanes().Rows) <= before {
		t.Errorf("%d rows after opening one of %d", len(r.lanes().Rows), before)
	}
}

// find looks along a lane for a span.
func (r *timelineRig) find(t testing.TB, y float32) (x float32, span trace.SpanIndex) {
	t.Helper()
	plot := r.view.Plot()
	for x := plot.X0 + 1; x < plot.X1; x++ {
		if h := r.lanes().At(r.view, scene.Point{X: x, Y: float64(y)}); h.Span != trace.NoSpan {
			return float32(x), h.Span
		}
	}
	t.Fatal("nothing ran in the lane")
	return 0, 0
}

func TestTimelineSelectsAndInspects(t *testing.T) {
	r := newTimelineRig(t)
	_, y := r.row(t, timeline.ProcRow)
	x, span := r.find(t, y)
	viewtest.Click(r.Surface, x, y)
	tr := r.shown.Trace.Timeline.Trace
	m := &screen.Moment{Go: tr.GoOf(span), At: tr.Spans.Start(span)}
	r.intents.Want(t, screen.SelectMoment{Moment: m})
	before := slices.Clone(r.pixels())
	r.place(t, screen.TracePlace{Selected: m})
	if i := r.shown.Trace.Inspected; i == nil || i.Span != span {
		t.Fatalf("inspected %+v", i)
	}
	if slices.Equal(before, r.pixels()) {
		t.Error("the selected span looks as before")
	}

	v := NewInspector(r.intents.Send)
	test.NewTempWindow(t, v.Object).Resize(fyne.NewSize(300, 900))
	v.Show(r.shown)
	got := strings.Join(viewtest.Texts(v.Object), "\n")
	for _, want := range []string{"running", "duration", "Before and after", r.shown.Trace.Timeline.GoName(m.Go)} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing of %q", want, got)
		}
	}

	// What waits is on no P.
	for next := span; ; next++ {
		if tr.Spans.State(next) == trace.GoWaiting {
			r.place(t, screen.TracePlace{Selected: &screen.Moment{Go: m.Go, At: tr.Spans.Start(next)}})
			break
		}
	}
	v.Show(r.shown)
	if all := viewtest.Texts(v.Object); !slices.Contains(all, "last on") || slices.Contains(all, "on") {
		t.Errorf("the tip of a waiting span is %q", all)
	}
	r.place(t, screen.TracePlace{Selected: m})

	r.Key(fyne.KeyRight, 0)
	if g, ok := r.intents.Take()[0].(screen.GoTo); !ok || g.Select.Go != m.Go || g.Select.At <= m.At {
		t.Errorf("the right arrow went to %+v", g)
	}
	viewtest.Click(r.Surface, 400, float32(r.view.Area.Y1)-1)
	r.intents.Take()
}

// Keys alone select spans: the first and the last in sight, and those of other lanes at the same time.
func TestTimelineKeysSelect(t *testing.T) {
	r := newTimelineRig(t)
	q := r.opened(t)
	tr := r.shown.Trace.Timeline.Trace
	press := func(key fyne.KeyName) *screen.Moment {
		t.Helper()
		r.intents.Take()
		r.Key(key, 0)
		all := r.intents.Take()
		if len(all) == 0 {
			t.Fatalf("%s does nothing", key)
		}
		g, ok := all[len(all)-1].(screen.GoTo)
		if !ok || g.Select == nil {
			t.Fatalf("%s sends %+v", key, all)
		}
		return g.Select
	}
	w := r.view.Window
	first, last := press(fyne.KeyRight), press(fyne.KeyLeft)
	if float64(first.At) > w.From+w.W()/4 || float64(last.At) < w.From+w.W()/4 || first.Go == trace.NoGo {
		t.Errorf("in sight is %v, the first %+v, the last %+v", w, first, last)
	}
	var lanes []trace.GoIndex
	for _, row := range r.lanes().Rows {
		if row.Kind != timeline.GoroutineRow {
			continue
		}
		if _, lives := tr.SpanAt(trace.GoIndex(row.Index), tr.End/2); lives {
			lanes = append(lanes, trace.GoIndex(row.Index))
		}
	}
	g := lanes[len(lanes)/2]
	span, _ := tr.SpanAt(g, tr.End/2)
	at := tr.Spans.Start(span)
	r.place(t, screen.TracePlace{Lanes: q, Selected: &screen.Moment{Go: g, At: at}})
	for key, among := range map[fyne.KeyName][]trace.GoIndex{fyne.KeyDown: lanes[len(lanes)/2+1:], fyne.KeyUp: lanes[:len(lanes)/2]} {
		m := press(key)
		if !slices.Contains(among, m.Go) || m.At > at {
			t.Errorf("%s leads to %+v", key, m)
		}
		if span, ok := tr.SpanAt(m.Go, at); !ok || tr.Spans.Start(span) != m.At {
			t.Errorf("%s leads to a span at %v, not at %v", key, m.At, at)
		}
	}
}

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
	r.place(t, screen.TracePlace{Interval: want.Interval})
	v := NewInspector(r.intents.Send)
	test.NewTempWindow(t, v.Object).Resize(fyne.NewSize(300, 900))
	v.Show(r.shown)
	if got := viewtest.Texts(v.Object); !slices.Contains(got, timeline.Duration(to-from)) {
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
	if i := act("Measure it").(screen.Measure).Interval; i.From >= i.To {
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
	r.intents.Want(t, screen.SelectMoment{Moment: &screen.Moment{Go: tr.GoOf(span), At: tr.Spans.Start(span)}})
	w := viewtest.WindowOf(t, r.Object)
	if viewtest.MenuOf(t, w)["Measure it"] == nil {
		t.Error("the menu is not that of a span")
	}
	w.Canvas().Overlays().Top().Hide()
	viewtest.RightClick(r.Surface, 20, y)
	r.intents.Want(t)
}

func TestTimelineReveals(t *testing.T) {
	r := newTimelineRig(t)
	l := r.lanes()
	last := l.Rows[len(l.Rows)-1].Key
	end := r.shown.Trace.Timeline.Trace.End
	a := *r.shown.Trace
	a.Reveal = &screen.Reveal{Key: last, From: end / 2, To: end/2 + 1000, Narrow: true}
	s := *r.shown
	s.Trace = &a
	r.View.Show(&s)
	if w := r.view.Window; w.From > float64(end/2) || w.To < float64(end/2+1000) || w.W() > 2000 {
		t.Errorf("window %v around %v", w, end/2)
	}
	if top := l.Top(l.Find(last)) - r.view.Top; top < 0 || top > r.view.Plot().H() {
		t.Errorf("the row is at %v of %v", top, r.view.Plot().H())
	}
	if r.goneTo != last {
		t.Errorf("the row %v is marked instead of %v", r.goneTo, last)
	}
	r.fit()
	r.View.Show(&s) // once is enough
	if r.view.Window != a.Timeline.Whole() {
		t.Error("a place was brought into sight a second time")
	}
}

// Whoever goes to a time looks at rows that must not go away.
func TestTimesLeaveRows(t *testing.T) {
	r := newTimelineRig(t)
	key, _ := r.row(t, timeline.GroupRow)
	r.goneTo = key
	top := r.view.Top
	if top == 0 {
		t.Fatal("nothing is scrolled")
	}
	end := r.shown.Trace.Timeline.Trace.End
	for _, reveal := range []screen.Reveal{{From: end / 2, To: end / 2}, {From: end / 2, To: end/2 + 1000, Narrow: true}} {
		a, s := *r.shown.Trace, *r.shown
		a.Reveal = &reveal
		s.Trace = &a
		r.View.Show(&s)
		if r.view.Top != top || r.goneTo != key {
			t.Errorf("%+v: the rows are %v down instead of %v, and %v is marked", reveal, r.view.Top, top, r.goneTo)
		}
	}
	if w := r.view.Window; w.From > float64(end/2) || w.W() > 2000 {
		t.Errorf("window %v around %v", w, end/2)
	}
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

func TestTimelineEmpty(t *testing.T) {
	r := newTimelineRig(t)
	r.View.Show(&screen.Snapshot{Display: r.shown.Display})
	before := len(r.intents)
	viewtest.Click(r.Surface, 300, 300)
	r.Key(fyne.KeyHome, 0)
	r.Rune('w')
	viewtest.Wheel(r.Surface, 300, 300, 0, 10)
	r.Hover(scene.Point{X: 300, Y: 300})
	r.pixels()
	if len(r.intents) != before {
		t.Errorf("an empty timeline sent %v", r.intents[before:])
	}
}

func TestLegendPutsAside(t *testing.T) {
	r := newTimelineRig(t)
	before := slices.Clone(r.pixels())
	r.legend.entries[0].Tapped(nil)
	r.intents.Want(t, screen.Legend{Kind: timeline.Running})
	r.shown.Display.Quiet = timeline.SetOf(timeline.Running)
	r.place(t, screen.TracePlace{})
	if slices.Equal(before, r.pixels()) {
		t.Error("what is put aside looks as before")
	}
}

// A click on the mark of a profile measures its time, as far as it lies in the
// trace.
func TestRecordedIsMeasured(t *testing.T) {
	r := newTimelineRig(t)
	end := r.shown.Trace.Timeline.Trace.End
	s := *r.shown
	s.Recorded = []timeline.Recorded{{Name: "long.pprof", From: -5, To: end}, {Name: "cpu.pprof", From: end / 4, To: end / 2}}
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

// The legend explains the kinds of time by the glossary.
// The legend on the screen has the entries of the one in a picture, and keys walk along those alone.
func TestLegendIsThatOfPictures(t *testing.T) {
	r := newTimelineRig(t)
	p := timeline.Picture{Sides: []timeline.Side{{Lanes: r.lanes()}}, Style: r.shown.Display.LaneStyle(), Width: 2000}
	w, h := p.Size()
	rec := &scene.Recorder{Width: w, Height: h}
	p.Draw(rec)
	var drawn, shown []string
	for _, line := range rec.Lines() {
		switch quoted := strings.Split(line, `"`); {
		case strings.Contains(line, "unclip"):
			drawn = nil // the legend is drawn behind the lanes
		case len(quoted) == 3:
			drawn = append(drawn, quoted[1])
		}
	}
	for _, e := range r.legend.entries {
		if e.Visible() {
			shown = append(shown, e.text.Text)
		}
	}
	if !slices.Equal(drawn, shown) || !slices.Contains(shown, "system") || slices.Contains(shown, "unknown") {
		t.Errorf("on the screen %q, in pictures %q", shown, drawn)
	}
}

func TestLegendExplained(t *testing.T) {
	r := newTimelineRig(t)
	hints := surface.NewHints(func(f func()) { f() })
	viewtest.Window(t, hints.Over(r.Object), 900, 300)
	for _, e := range r.legend.entries {
		e.MouseIn(viewtest.Mouse(50, 50, 0))
		if want := model.Glossary(e.kind.String()); want == "" || !strings.HasPrefix(hints.Text(), want) {
			t.Errorf("%v is explained by %q, want %q", e.kind, hints.Text(), want)
		}
		e.MouseOut()
	}
	for _, k := range timeline.Kinds() {
		if model.Glossary(k.String()) == "" {
			t.Errorf("nothing explains %v", k)
		}
	}
}

// A tip does not stay when one is led to another place.
func TestTipGoesWithItsPlace(t *testing.T) {
	r := newTimelineRig(t)
	_, y := r.row(t, timeline.ProcRow)
	x, _ := r.find(t, y)
	r.Hover(scene.Point{X: float64(x), Y: float64(y)})
	if r.TipText() == "" {
		t.Fatal("there is no tip")
	}
	r.View.Show(r.shown)
	if r.TipText() == "" {
		t.Error("the same picture again takes the tip away")
	}
	r.place(t, screen.TracePlace{Lanes: timeline.Query{Flat: true}})
	if r.TipText() != "" {
		t.Errorf("over other lanes it says %q", r.TipText())
	}
}

// What is in sight of a timeline is offered for an export: first where one has zoomed, second where
// only rows have no room.
func TestTimelineInSight(t *testing.T) {
	r := newTimelineRig(t)
	if s := r.InSight(); s.Lanes[0] == nil || !s.Scrolled() {
		t.Errorf("with rows below the window %+v is in sight", s)
	}
	r.zoom(4)
	if s := r.InSight(); s.Lanes[0] == nil || s.Lanes[0].Window != r.view.Window || s.Lanes[0].Top != r.view.Top || s.Scrolled() {
		t.Errorf("zoomed, %+v is in sight", s)
	}
	r.place(t, screen.TracePlace{Lanes: timeline.Query{Filter: "^P0$"}})
	r.fit()
	if s := r.InSight(); s != (screen.Sight{}) {
		t.Errorf("with all in sight %+v is a part", s)
	}
}
