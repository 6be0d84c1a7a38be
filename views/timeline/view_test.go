package timeline

import (
	"image"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/loader"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/paint"
	"profstation/views/surface"
)

// timelineRig is a timeline of a real recording, 1,200 × 600.
type timelineRig struct {
	*View
	intents viewtest.Sent
	shown   *screen.Snapshot
	posts   viewtest.Posts // what timers ask for
}

// recorded is a snapshot of a real recording.
func recorded(t testing.TB) *screen.Snapshot {
	f := must.Have(loader.Open(t.Context(), "../../testdata/trace.trace", loader.Options{}))
	tl := must.Have(timeline.New(t.Context(), f.Trace))
	return &screen.Snapshot{
		Documents: []screen.Document{{ID: 1, Name: "trace.trace", State: screen.Ready}}, Active: 1, Tabs: ask.OfTrace.Tabs(),
		Display: ask.Display{Theme: &scene.Light}, Trace: &ask.TraceAnswer{Document: 1, Name: "trace.trace", Timeline: tl},
	}
}

func newTimelineRig(t testing.TB) *timelineRig {
	test.NewTempApp(t)
	r := &timelineRig{posts: viewtest.NewPosts(), shown: recorded(t)}
	r.View = New(r.intents.Send, r.posts.Post)
	r.Mods = func() fyne.KeyModifier { return 0 }
	viewtest.Window(t, r.Object, 1200, 600)
	r.place(t, ask.TracePlace{})
	return r
}

// place shows another place, as the desk would.
func (r *timelineRig) place(t testing.TB, p ask.TracePlace) {
	t.Helper()
	a := *r.shown.Trace
	a.Place = p
	lanes := must.Have(a.Timeline.Lanes(t.Context(), p.Lanes))
	a.Lanes, a.Painter = lanes, paint.NewPainter(lanes, r.shown.Display.LaneStyle(), nil)
	a.SelectedSpan = nil
	if m := p.Selected; m != nil {
		if span, ok := a.Timeline.Trace.SpanAt(m.Go, m.At); ok {
			i := describe.Inspect(a.Timeline, span)
			a.SelectedSpan = &i
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
	return viewtest.Find[*canvas.Raster](r.Surface)[0].Generator(1200, 500).(*image.RGBA).Pix
}

func TestTimelineLabelOpensLane(t *testing.T) {
	r := newTimelineRig(t)
	key, y := r.row(t, timeline.GroupRow)
	before := len(r.lanes().Rows)
	viewtest.Click(r.Surface, 20, y)
	asked, ok := r.intents.Take()[0].(screen.AskLanes)
	if !ok {
		t.Fatal("a click on a label asks for nothing")
	}
	q := r.shown.Trace.Place.Lanes
	asked.Change(&q)
	r.place(t, ask.TracePlace{Lanes: q})
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
	m := &ask.Moment{Go: tr.GoOf(span), At: tr.Spans.Start(span)}
	r.intents.Want(t, screen.SelectMoment{Moment: m})
	before := slices.Clone(r.pixels())
	r.place(t, ask.TracePlace{Selected: m})
	if i := r.shown.Trace.SelectedSpan; i == nil || i.Span != span {
		t.Fatalf("inspected %+v", i)
	}
	if slices.Equal(before, r.pixels()) {
		t.Error("the selected span looks as before")
	}

	v := NewInspector(r.intents.Send)
	w := viewtest.Window(t, v.Object, 300, 900)
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
			r.place(t, ask.TracePlace{Selected: &ask.Moment{Go: m.Go, At: tr.Spans.Start(next)}})
			break
		}
	}
	v.Show(r.shown)
	if all := viewtest.Texts(v.Object); !slices.Contains(all, "last P") || !slices.Contains(all, "last thread") || slices.Contains(all, "thread") {
		t.Errorf("the tip of a waiting span is %q", all)
	}
	// A frame of its stack leads to the editor, by the menu of a click or of the key.
	stack := r.shown.Trace.SelectedSpan.Stack
	for _, l := range viewtest.Find[*surface.Link](v.Object) {
		if l.Menu == nil {
			continue
		}
		f := tr.Frames[stack[0]]
		want := screen.OpenInEditor{File: tr.Strings.Raw(f.File), Line: int64(f.Line)}
		l.TypedKey(&fyne.KeyEvent{Name: desktop.KeyMenu})
		viewtest.MenuOf(t, w)["Open in the editor"].Action()
		r.intents.Want(t, want)
		l.Menu().Items[1].Action()
		if c, ok := r.intents.Take()[0].(screen.Copy); !ok || !strings.HasSuffix(c.Text, ":"+strconv.FormatInt(want.Line, 10)) {
			t.Errorf("copied %+v", c)
		}
		stack = nil
		break
	}
	if stack != nil {
		t.Error("no frame has a menu")
	}
	r.place(t, ask.TracePlace{Selected: m})

	r.Key(fyne.KeyRight, 0)
	if g, ok := r.intents.Take()[0].(screen.GoTo); !ok || g.Select.Go != m.Go || g.Select.At <= m.At {
		t.Errorf("the right arrow went to %+v", g)
	}
	// At the ends of a goroutine's life an arrow says so.
	of := tr.Goroutines[m.Go]
	for key, want := range map[fyne.KeyName]string{fyne.KeyLeft: "This is the first span of g", fyne.KeyRight: "This is the last span of g"} {
		at := tr.Spans.Start(of.First)
		if key == fyne.KeyRight {
			at = tr.Spans.Start(of.End - 1)
		}
		r.place(t, ask.TracePlace{Selected: &ask.Moment{Go: m.Go, At: at}})
		r.Key(key, 0)
		if said, ok := r.intents.Take()[0].(screen.Remark); !ok || said.Text != want+strconv.FormatInt(of.ID, 10)+"." {
			t.Errorf("%s says %q", key, said.Text)
		}
	}
	viewtest.Click(r.Surface, 400, float32(r.view.Area.Y1)-1)
	r.intents.Take()
}

// Keys alone select spans: the first and the last in sight, and those of other lanes at the same time.
func TestTimelineKeysSelect(t *testing.T) {
	r := newTimelineRig(t)
	q := r.opened(t)
	tr := r.shown.Trace.Timeline.Trace
	press := func(key fyne.KeyName) *ask.Moment {
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
	r.place(t, ask.TracePlace{Lanes: q, Selected: &ask.Moment{Go: g, At: at}})
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

func TestTimelineReveals(t *testing.T) {
	r := newTimelineRig(t)
	l := r.lanes()
	last := l.Rows[len(l.Rows)-1].Key
	end := r.shown.Trace.Timeline.Trace.End
	a := *r.shown.Trace
	a.Reveal = &ask.Reveal{Key: last, From: end / 2, To: end/2 + 1000, Narrow: true}
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
	for _, reveal := range []ask.Reveal{{From: end / 2, To: end / 2}, {From: end / 2, To: end/2 + 1000, Narrow: true}} {
		a, s := *r.shown.Trace, *r.shown
		a.Reveal = &reveal
		s.Trace = &a
		r.View.Show(&s)
		if at := r.goneAt; (at != nil) != (reveal.From == reveal.To) || at != nil && *at != reveal.From {
			t.Errorf("%+v: the moment %v is marked", reveal, at)
		}
		if r.view.Top != top || r.goneTo != key {
			t.Errorf("%+v: the rows are %v down instead of %v, and %v is marked", reveal, r.view.Top, top, r.goneTo)
		}
	}
	if w := r.view.Window; w.From > float64(end/2) || w.W() > 2000 {
		t.Errorf("window %v around %v", w, end/2)
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
	r.place(t, ask.TracePlace{Lanes: timeline.Query{Flat: true}})
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
	r.Zoom(r.view.Plot().Middle(), 4)
	if s := r.InSight(); s.Lanes[0] == nil || s.Lanes[0].Window != r.view.Window || s.Lanes[0].Top != r.view.Top || s.Scrolled() {
		t.Errorf("zoomed, %+v is in sight", s)
	}
	r.place(t, ask.TracePlace{Lanes: timeline.Query{Filter: "^P0$"}})
	r.fit()
	if s := r.InSight(); s != (ask.Sight{}) {
		t.Errorf("with all in sight %+v is a part", s)
	}
}

// TestMeasuringMovesNothing holds that the lanes keep their scale and their left edge when the details of a measured
// time take some of their width, and when they give it back. Another change of the width scales the lanes.
func TestMeasuringMovesNothing(t *testing.T) {
	r := newTimelineRig(t)
	scale := func() float64 { return r.view.Window.W() / r.view.Plot().W() }
	size := r.Object.Size()
	before, from := scale(), r.view.Window.From
	iv := &trace.Interval{From: 1000, To: 5000}
	for i, c := range []struct {
		interval *trace.Interval
		width    float32
		keeps    bool
	}{{iv, size.Width - 300, true}, {nil, size.Width, true}, {nil, size.Width - 200, false}} {
		r.place(t, ask.TracePlace{Interval: c.interval})
		r.Object.Resize(fyne.NewSize(c.width, size.Height))
		if kept := math.Abs(scale()-before) < before*1e-9 && r.view.Window.From == from; kept != c.keeps {
			t.Errorf("step %d: %v ns in a pixel from %v on, it were %v from %v on", i, scale(), r.view.Window.From, before, from)
		}
	}
}
