package timeline

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/origin"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
	"profstation/timeline/paint"
	"profstation/timeline/wording"
	"profstation/views/surface"
)

// Inspector shows a trace's selected span, with links to all that it names.
type Inspector struct {
	*surface.Column
	send   screen.Send
	shown  *describe.Inspection
	event  *describe.Occurrence
	of     *trace.Interval
	others []paint.Recorded
	notes  []origin.Note
	kept   []figures.Kept
	paired bool       // the trace is one of two: it has no tables and no profiles
	apart  trace.Time // how near two moments are that the timeline shows apart
}

// NewInspector makes the view.
func NewInspector(send screen.Send) *Inspector {
	return &Inspector{Column: surface.NewColumn(), send: send}
}

// Show shows a snapshot.
func (v *Inspector) Show(s *screen.Snapshot) {
	a := s.Trace
	if a == nil {
		*v = Inspector{Column: v.Column, send: v.send}
		v.Fill(s.Display.Theme, func() {})
		return
	}
	if v.shown == a.SelectedSpan && v.event == a.Happened && v.of == a.Place.Interval && v.paired == (s.Traces != nil) &&
		v.apart == apartIn(a) && slices.Equal(v.kept, a.Place.Kept) && slices.Equal(v.others, s.Recorded) && slices.Equal(v.notes, s.Notes) &&
		v.Filled(s.Display.Theme) {
		return
	}
	v.shown, v.event, v.of, v.others, v.notes = a.SelectedSpan, a.Happened, a.Place.Interval, s.Recorded, s.Notes
	v.kept, v.paired, v.apart = a.Place.Kept, s.Traces != nil, apartIn(a)
	v.Fill(s.Display.Theme, func() { v.fill(a) })
}

// apartIn returns how near two moments are that the timeline shows apart: a power of ten, so that few zooms change it.
func apartIn(a *ask.TraceAnswer) trace.Time {
	const wide = 1000 // pixels
	w := a.Place.Window.W()
	if w <= 0 {
		w = float64(a.Timeline.Trace.End)
	}
	apart := trace.Time(1)
	for float64(apart)*10*wide <= w {
		apart *= 10
	}
	return apart
}

// Empty reports whether nothing is selected, measured, noted or recorded meanwhile.
func (v *Inspector) Empty() bool {
	return v.of == nil && v.shown == nil && v.event == nil && len(v.others) == 0 && len(v.notes) == 0
}

func (v *Inspector) fill(a *ask.TraceAnswer) {
	if v.of != nil {
		v.interval(a, v.of)
	}
	switch {
	case v.shown != nil:
		v.span(a.Timeline, v.shown, a.Setting)
	case v.event != nil:
		v.happened(a.Timeline, v.event)
	default:
		v.Note(lang.L("Click a span to see what it waited for, its stack and what woke it. Drag along the axis to measure a time."))
		v.Notes(v.notes, v.Heading, v.send)
	}
	if len(v.others) > 0 {
		v.Heading(lang.L("Recorded at the same time"))
		for _, r := range v.others {
			v.Line(r.Name, wording.Duration(r.To-r.From), func() { v.send(screen.Measure{Interval: within(a, r)}) })
		}
	}
}

func (v *Inspector) interval(a *ask.TraceAnswer, i *trace.Interval) {
	tr, of := a.Timeline.Trace, i.Ordered()
	v.Heading(lang.L("Measured"))
	v.Line(lang.L("duration"), wording.Duration(of.Len()), nil)
	from, to := wording.FromToBeside(of, v.apart)
	v.Line(lang.L("from"), from, v.look(of.From))
	v.Line(lang.L("to"), to, v.look(of.To))
	v.Line(lang.L("Zoom to it"), "", func() { v.send(screen.GoTo{Reveal: ask.Reveal{From: of.From, To: of.To, Narrow: true}}) })
	if !v.paired {
		if !keeps(v.kept, of) {
			v.Line(lang.L("Keep it to compare"), "", func() { v.send(screen.Keep{}) })
		}
		l := v.Line(lang.L("Profile of it…"), "", func() {})
		l.Do = func() {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
			surface.PopUp(l, profilesOf(v.send, tr, analysis.What{Interval: of}, figures.Everyone), at.AddXY(0, l.Size().Height))
		}
	}
	v.Line(lang.L("Clear measurement"), "", func() { v.send(screen.Measure{}) })
	v.spent(a, of)
}

// spent says how long all goroutines together did what in an interval, and how long the collector marked.
func (v *Inspector) spent(a *ask.TraceAnswer, of trace.Interval) {
	of = of.Clip(trace.Interval{To: a.Timeline.Trace.End})
	if a.Lanes == nil || of.Empty() {
		return
	}
	v.Heading(lang.L("All goroutines in this time"))
	sums := a.Lanes.Counts(timeline.Key{Kind: timeline.StatesRow}, of.From, of.To)
	for _, k := range timeline.Kinds() {
		if sums[k] > 0 {
			v.Line(k.Title(), wording.Duration(trace.Time(sums[k])), nil)
		}
	}
	if marked := analysis.Marked(a.Timeline.Trace, of); marked > 0 {
		v.Line(lang.L("GC marks"), wording.Duration(marked), nil)
	}
}

func (v *Inspector) look(at trace.Time) func() {
	return func() { v.send(screen.GoTo{Reveal: ask.Reveal{From: at, To: at}}) }
}

func (v *Inspector) span(t *timeline.Timeline, i *describe.Inspection, in *figures.Setting) {
	tr := t.Trace
	v.Title(t.GoName(i.Go))
	v.Note(i.Doing)
	v.NotesOn(v.notes, func(n origin.Note) bool { return ask.NoteWithin(n, t, i) }, ask.NoteOn(t, i), v.send)
	v.Line(lang.L("duration"), wording.Duration(i.End-i.Start),
		func() { v.send(screen.Measure{Interval: &trace.Interval{From: i.Start, To: i.End}}) })
	from, to := wording.FromToBeside(trace.Interval{From: i.Start, To: i.End}, v.apart)
	if i.BeganBefore {
		from = lang.L("before the trace")
	}
	v.Line(lang.L("from"), from, v.look(i.Start))
	if i.Open {
		to = lang.L("after the trace")
	}
	v.Line(lang.L("to"), to, v.look(i.End))
	if wall := tr.WallAt(i.Start); !wall.IsZero() {
		v.Line(lang.L("wall clock"), wording.WallClock(wall.Local()), nil)
	}
	v.Line(lang.L("Show its lane"), "", func() { v.send(screen.ShowSpan(i.Go, i.Start, i.End)) })
	proc, thread := "P", lang.L("thread")
	if !i.On() {
		proc, thread = lang.L("last P"), lang.L("last thread")
	}
	v.ranOn(t, proc, i.P, thread, i.M, trace.Interval{From: i.Start, To: i.End})
	if c := tr.Goroutines[i.Go].Creator; c != trace.NoGo && !i.Made {
		first := tr.Spans.Start(tr.Goroutines[i.Go].First)
		v.Line(lang.L("created by"), t.GoName(c), func() { v.send(screen.ShowSpan(c, first, first)) })
	}
	if in != nil {
		v.partOf(t, in.Task)
		v.inRegion(t, in.Region)
	}
	v.wake(t, i)
	if in != nil {
		v.held(t, in)
	}
	v.neighbours(t, i)
	v.stack(t, lang.L("Stack"), i.Stack)
	v.stack(t, lang.L("Stack of what woke it"), i.WakeStack)
}

// happened shows an event: its time, who began it, and where.
func (v *Inspector) happened(t *timeline.Timeline, o *describe.Occurrence) {
	v.Title(o.Name)
	from, to := wording.FromToBeside(o.Time, v.apart)
	if o.Lasts() {
		v.Line(lang.L("duration"), o.Lasted(t.Names), func() { v.send(screen.Measure{Interval: &o.Time}) })
		if o.Start == trace.NoTime {
			from = lang.L("before the trace")
		}
		if o.End == trace.NoTime {
			to = lang.L("after the trace")
		}
		v.Line(lang.L("from"), from, v.look(o.Time.From))
		v.Line(lang.L("to"), to, v.look(o.Time.To))
	} else {
		v.Line(lang.L("time"), wording.Instant(o.Time.From), v.look(o.Time.From))
	}
	if wall := t.Trace.WallAt(o.Time.From); !wall.IsZero() {
		v.Line(lang.L("wall clock"), wording.WallClock(wall.Local()), nil)
	}
	v.Line(lang.L("Show its lane"), "", func() {
		g := screen.ShowEvent(t, o)
		g.Narrow = false
		v.send(g)
	})
	at := func(g trace.GoIndex, at trace.Time) func() { return func() { v.send(screen.ShowSpan(g, at, at)) } }
	if o.Go != trace.NoGo {
		v.Line(lang.L("goroutine"), t.GoName(o.Go), at(o.Go, o.Time.From))
	}
	if o.EndGo != trace.NoGo {
		v.Line(lang.L("ended by"), t.GoName(o.EndGo), at(o.EndGo, o.Time.To))
	}
	v.partOf(t, o.Task)
	v.ranOn(t, "P", o.P, lang.L("thread"), o.M, o.Time)
	v.stack(t, lang.L("Stack"), o.Stack)
}

// partOf and inRegion add the task and the region that something stands in, if it does.
func (v *Inspector) partOf(t *timeline.Timeline, task trace.TaskIndex) {
	if o, ok := describe.InspectEvent(t.Names, timeline.Event{Kind: timeline.TaskRow, Index: int32(task)}); ok {
		v.Line(lang.L("of task"), t.TaskName(task), func() { v.send(screen.ShowEvent(t, &o)) })
	}
}

func (v *Inspector) inRegion(t *timeline.Timeline, region trace.RegionIndex) {
	if o, ok := describe.InspectEvent(t.Names, timeline.Event{Kind: timeline.RegionRow, Index: int32(region)}); ok {
		v.Line(lang.L("in region"), t.Trace.Strings.Display(t.Trace.Regions[region].Type), func() { v.send(screen.ShowEvent(t, &o)) })
	}
}

// ranOn adds a time's P and thread under their names, with the way to their lanes.
func (v *Inspector) ranOn(t *timeline.Timeline, proc string, p trace.ProcIndex, thread string, m trace.ThreadIndex, of trace.Interval) {
	lane := func(kind timeline.RowKind, index int32) func() {
		return func() {
			v.send(screen.GoTo{Reveal: ask.Reveal{Key: timeline.Key{Kind: kind, Index: index}, From: of.From, To: of.To}})
		}
	}
	if p != trace.NoProc {
		v.Line(proc, t.ProcName(p), lane(timeline.ProcRow, int32(p)))
	}
	if m != trace.NoThread {
		v.Line(thread, t.ThreadName(m), lane(timeline.ThreadRow, int32(m)))
	}
}

func (v *Inspector) wake(t *timeline.Timeline, i *describe.Inspection) {
	if i.Woken == trace.NoSpan {
		if why := i.Unwoken(t.Names); why != "" {
			v.Line(lang.L("woken by"), lang.L("nobody"), nil)
			v.Note(why)
		}
		return
	}
	by := lang.L("woken by")
	if i.Made {
		by = lang.L("created by")
	}
	if i.Waker == trace.NoGo {
		v.Line(by, lang.L("the runtime"), nil)
	} else {
		v.Line(by, t.GoName(i.Waker), func() { v.send(screen.ShowWaker(t, i)) })
	}
	if place := t.UserPlace(i.WakeStack); place != "" {
		v.Line(lang.L("in function"), place, nil)
	}
	v.Line(lang.L("ready at"), wording.Instant(i.WokenAt), v.look(i.WokenAt))
	if i.Latency >= 0 {
		v.Line(lang.L("ran after"), wording.Duration(i.Latency), nil)
	} else {
		v.Line(lang.L("never ran"), "", nil)
	}
}

// held names who had the Ps while a goroutine waited for one, or says that one was idle, or the world stopped.
func (v *Inspector) held(t *timeline.Timeline, in *figures.Setting) {
	if len(in.Held) == 0 && in.Note == "" {
		return
	}
	v.Heading(lang.L("Who had the Ps"))
	if in.Note != "" {
		v.Note(in.Note)
	}
	for _, h := range in.Held {
		v.Line(t.GoName(h.Go), wording.Duration(h.Time), func() { v.send(screen.ShowSpan(h.Go, h.First, h.First)) })
	}
}

func (v *Inspector) neighbours(t *timeline.Timeline, i *describe.Inspection) {
	v.Heading(lang.L("Before and after"))
	span := func(name string, s trace.SpanIndex) {
		if s == trace.NoSpan {
			v.Line(name, lang.L("no span"), nil)
			return
		}
		x := describe.Inspect(t, s)
		if x.State == trace.GoNotExist {
			v.Line(lang.L("the goroutine ended"), wording.Instant(x.Start), v.look(x.Start))
			return
		}
		v.Line(name+"  "+x.Doing, wording.Duration(x.End-x.Start), func() { v.send(screen.ShowSpan(i.Go, x.Start, x.End)) })
	}
	span(lang.L("previous span"), i.Previous)
	span(lang.L("next span"), i.Next)
}

const maxFrames = 60 // how many stack frames are listed

func (v *Inspector) stack(t *timeline.Timeline, title string, frames []trace.FrameIndex) {
	if len(frames) == 0 {
		return
	}
	v.Heading(title)
	for n, f := range frames {
		if n == maxFrames {
			v.Line(lang.N(len(frames)-n, "1 more frame", "{{.N}} more frames", nil), "", nil)
			break
		}
		name, place := t.Frame(f)
		frame, texts := &t.Trace.Frames[f], t.Trace.Strings
		text := screen.Copy{Text: texts.Display(frame.Func) + " " + texts.Display(frame.File) + ":" + strconv.Itoa(int(frame.Line))}
		l := v.Line(name, place, func() { v.send(text) })
		if i := inEditor(ask.SpotOfFrame(t.Trace, f)); i.File != "" {
			l.Menu = func() *fyne.Menu {
				return fyne.NewMenu("", surface.InEditor(v.send, i), surface.Item(v.send, lang.L("Copy"), text))
			}
		}
	}
}
