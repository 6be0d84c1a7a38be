package timeline

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
)

// opened shows all lanes of the recording, with those of tasks and of all that is below goroutines.
func (r *timelineRig) opened(t *testing.T) timeline.Query {
	tr := r.shown.Trace.Timeline.Trace
	q := timeline.Query{Flat: true, Toggled: map[timeline.Key]bool{{Kind: timeline.SectionRow, Index: int32(timeline.TaskSection)}: true}}
	for i := range tr.Goroutines {
		q.Toggled[timeline.Key{Kind: timeline.GoroutineRow, Index: int32(i)}] = true
	}
	for i := range tr.Tasks {
		q.Toggled[timeline.Key{Kind: timeline.TaskGroupRow, Index: int32(tr.Tasks[i].Type)}] = true
	}
	r.place(t, ask.TracePlace{Lanes: q})
	return q
}

// pointAt is where something of a kind of row is drawn that began in the trace.
func (r *timelineRig) pointAt(t *testing.T, kind timeline.RowKind) (scene.Point, timeline.Event) {
	t.Helper()
	l := r.lanes()
	for i, row := range l.Rows {
		if row.Kind != kind {
			continue
		}
		r.view.Top = l.Top(i) - 100
		r.view = r.view.Clamp(l)
		plot := r.view.Plot()
		y := plot.Y0 + l.Top(i) - r.view.Top + row.Height()/2
		if kind == timeline.ProcRow || kind == timeline.GoroutineRow { // at the foot of a lane
			y = plot.Y0 + l.Top(i) - r.view.Top + row.Height() - 2.5
		}
		for x := plot.X0 + 1; x < plot.X1; x++ {
			at := scene.Point{X: x, Y: y}
			e := l.EventOf(l.At(r.view, at))
			if o, ok := describe.InspectEvent(r.shown.Trace.Timeline.Names, e); ok && o.Start != trace.NoTime {
				return at, e
			}
		}
	}
	t.Fatalf("nothing is drawn in rows of kind %d", kind)
	return scene.Point{}, timeline.Event{}
}

// Whatever is drawn can be selected. Details show its time, who began it and where; it has a menu.
func TestEventsAreSelected(t *testing.T) {
	all := []string{"Copy details"}
	long := append([]string{"Zoom to it", "Measure its time", "Profile of it"}, all...)
	for _, c := range []struct {
		kind  timeline.RowKind
		name  string
		menu  []string
		lines []string
	}{
		{timeline.MarkRow, "mark phase", long, []string{"duration", "from", "to"}},
		{timeline.StopRow, "world stopped: ", long, []string{"duration", "from", "to", "goroutine"}},
		{timeline.TaskRow, "task ", append([]string{"Show in Tasks", "Show its goroutine"}, long...), []string{"duration", "goroutine", "Stack"}},
		{timeline.RegionRow, "region ", append([]string{"Show in Tasks", "Show its goroutine"}, long...), []string{"duration", "goroutine", "Stack"}},
		{timeline.LogRow, "log ", append([]string{"Show its goroutine"}, all...), []string{"time", "goroutine", "Stack"}},
		{timeline.SampleRow, "CPU sample", append([]string{"Show its goroutine"}, all...), []string{"time", "goroutine", "P", "Stack"}},
		{timeline.ProcRow, "sweep of ", long, []string{"duration", "from", "to", "P"}},
		{timeline.GoroutineRow, "mark assist", append([]string{"Show its goroutine"}, long...), []string{"duration", "from", "to", "goroutine"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newTimelineRig(t)
			q := r.opened(t)
			at, e := r.pointAt(t, c.kind)
			tl := r.shown.Trace.Timeline
			o, ok := describe.InspectEvent(tl.Names, e)
			if !ok {
				t.Fatalf("%+v is no event", e)
			}
			viewtest.Click(r.Surface, float32(at.X), float32(at.Y))
			m := ask.MomentOf(&o)
			r.intents.Want(t, screen.SelectMoment{Moment: m})
			before := slices.Clone(r.pixels())
			a := *r.shown.Trace
			a.Place = ask.TracePlace{Lanes: q, Selected: m}
			a.Happened = &o
			s := *r.shown
			s.Trace = &a
			r.View.Show(&s)
			if slices.Equal(before, r.pixels()) {
				t.Error("what is selected looks as before")
			}

			v := NewInspector(r.intents.Send)
			viewtest.Window(t, v.Object, 400, 1200)
			v.Show(&s)
			texts := viewtest.Texts(v.Object)
			if v.Empty() || !strings.HasPrefix(strings.Join(texts, "\n"), c.name) {
				t.Errorf("the details do not begin with %q: %q", c.name, texts)
			}
			for _, want := range c.lines {
				if !slices.Contains(texts, want) {
					t.Errorf("the details lack %q: %q", want, texts)
				}
			}
			if len(o.Stack) > 0 {
				for _, f := range o.Stack {
					if name, _ := tl.Frame(f); !slices.Contains(texts, name) {
						t.Errorf("the details lack the frame %q", name)
					}
				}
			}
			menu := r.menu(r.lanes().At(r.view, at))
			for _, want := range c.menu {
				if !slices.Contains(labels(menu), want) {
					t.Errorf("the menu lacks %q: %q", want, labels(menu))
				}
			}
			r.Key(fyne.KeyReturn, 0)
			if w := r.view.Window; o.Lasts() && (w.From > float64(o.Time.From) || w.To < float64(o.Time.To)) {
				t.Errorf("Enter shows %v, it is at %v", w, o.Time)
			}
		})
	}
}

// In two traces beside each other there are no tables and no profiles to lead to.
func TestEventsOfTwoTraces(t *testing.T) {
	r := newTimelineRig(t)
	r.opened(t)
	at, _ := r.pointAt(t, timeline.RegionRow)
	r.paired = true
	for _, label := range labels(r.menu(r.lanes().At(r.view, at))) {
		if label == "Show in Tasks" || label == "Profile of it" {
			t.Errorf("the menu offers %q", label)
		}
	}
}

// The arrow keys go along what is in one row.
func TestEventsAreSteppedThrough(t *testing.T) {
	r := newTimelineRig(t)
	q := r.opened(t)
	tl := r.shown.Trace.Timeline
	_, e := r.pointAt(t, timeline.LogRow)
	o, _ := describe.InspectEvent(tl.Names, e)
	a := *r.shown.Trace
	a.Place, a.Happened = ask.TracePlace{Lanes: q, Selected: ask.MomentOf(&o)}, &o
	s := *r.shown
	s.Trace = &a
	r.View.Show(&s)
	r.Key(fyne.KeyRight, 0)
	all := r.intents.Take()
	g, ok := all[len(all)-1].(screen.GoTo)
	if !ok || g.Select == nil || g.Select.Event.Kind != timeline.LogRow || g.Select.At < o.Start || g.Select.Event == e || g.Select.Go != o.Go {
		t.Fatalf("the right arrow leads to %+v", all)
	}
	if back := r.lanes().Beside(g.Select.Event, false); back != e {
		t.Errorf("before the next is %+v, not %+v", back, e)
	}
}

// A double click on a region leads to its own lane and time, and is one step with its first click.
func TestRegionOpens(t *testing.T) {
	r := newFiguresRig(t, ask.TasksTab)
	r.place(ask.TracePlace{Choice: figures.Choice{Tasks: figures.TasksChoice{Regions: true}}})
	r.click("instances", 0, 400, 1)
	c := r.chosen()
	r.place(ask.TracePlace{Choice: c})
	r.click("instances", 0, 400, 2)
	all := r.intents.Take()
	g, ok := all[len(all)-1].(screen.GoTo)
	if !ok {
		t.Fatalf("sent %+v", all)
	}
	tr := r.shown.Trace.Timeline.Trace
	x := tr.Regions[c.Tasks.Instance]
	if g.Key != (timeline.Key{Kind: timeline.RegionRow, Index: int32(x.Go)}) || g.From != x.Start || g.To != x.End || !g.Narrow || !g.Joins ||
		g.Select == nil || g.Select.Event != (timeline.Event{Kind: timeline.RegionRow, Index: int32(c.Tasks.Instance)}) || g.Select.Go == trace.NoGo {
		t.Errorf("%+v leads to %+v", x, g)
	}
}
