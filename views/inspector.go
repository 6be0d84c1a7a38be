package views

import (
	"path"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
)

// Inspector tells all that is known of the selected span of a trace. What it
// names are links.
type Inspector struct {
	Object fyne.CanvasObject
	send   screen.Send
	box    *fyne.Container
	theme  *scene.Theme
	shown  *timeline.Inspection
	of     *timeline.Interval
	others []timeline.Recorded
	notes  []screen.Note
}

// NewInspector makes the view.
func NewInspector(send screen.Send) *Inspector {
	v := &Inspector{send: send, box: container.New(layout.NewCustomPaddedVBoxLayout(0))}
	v.Object = container.NewVScroll(container.NewPadded(v.box))
	return v
}

// Show shows a snapshot.
func (v *Inspector) Show(s *screen.Snapshot) {
	a := s.Trace
	if a == nil {
		return
	}
	if v.shown == a.Inspected && v.of == a.Place.Interval && slices.Equal(v.others, s.Recorded) && slices.Equal(v.notes, s.Notes) && v.theme == s.Display.Theme && len(v.box.Objects) > 0 {
		return
	}
	v.shown, v.of, v.others, v.notes, v.theme = a.Inspected, a.Place.Interval, s.Recorded, s.Notes, s.Display.Theme
	v.box.RemoveAll()
	if i := a.Place.Interval; i != nil {
		v.interval(i)
	}
	if v.shown == nil {
		v.box.Add(caption(lang.L("Click on a span to see what it waited for, its stack and who woke it. Drag along the axis to measure a time.")))
	} else {
		v.fill(a.Timeline, v.shown)
	}
	if v.shown == nil && len(v.notes) > 0 {
		v.heading(lang.L("Notes"))
		v.add(noteList(v.notes, v.theme, v.send))
	}
	if len(v.others) > 0 {
		v.heading(lang.L("Recorded meanwhile"))
		for _, r := range v.others {
			v.line(r.Name, timeline.Duration(r.To-r.From), func() { v.send(screen.Measure{Interval: within(a, r)}) })
		}
	}
	v.box.Refresh()
}

func (v *Inspector) add(all []fyne.CanvasObject) {
	for _, o := range all {
		v.box.Add(o)
	}
}

// caption is a quiet text over several lines.
func caption(text string) fyne.CanvasObject {
	d := DetailsView{}
	return d.note(text)
}

// line is a figure with its name. One that leads somewhere looks like it.
func (v *Inspector) line(name, value string, tapped func()) {
	if tapped != nil && value == "" {
		name, value = "", name
	}
	l := newLink(name, value, v.theme, tapped)
	l.goes = tapped != nil
	v.box.Add(l)
}

func (v *Inspector) heading(text string) {
	d := DetailsView{box: v.box, theme: v.theme}
	d.heading(text)
}

func (v *Inspector) interval(i *timeline.Interval) {
	from, to := min(i.From, i.To), max(i.From, i.To)
	v.heading(lang.L("Measured"))
	v.line("time", timeline.Duration(to-from), nil)
	v.line("from", timeline.Duration(from), v.look(from, from))
	v.line("to", timeline.Duration(to), v.look(to, to))
	v.line(lang.L("Zoom to it"), "", func() { v.send(screen.GoTo{Reveal: screen.Reveal{From: from, To: to, Narrow: true}}) })
	v.line(lang.L("Measure no more"), "", func() { v.send(screen.Measure{}) })
}

// look brings a time into sight.
func (v *Inspector) look(from, to trace.Time) func() {
	return func() { v.send(screen.GoTo{Reveal: screen.Reveal{From: from, To: to}}) }
}

func (v *Inspector) fill(t *timeline.Timeline, i *timeline.Inspection) {
	tr := t.Trace
	name := widget.NewLabel(t.GoName(i.Go))
	name.Wrapping = fyne.TextWrapBreak
	name.TextStyle.Bold = true
	name.Selectable = true
	v.box.Add(name)
	state := i.State.String()
	if i.Reason != "" {
		state += ": " + i.Reason
	}
	v.box.Add(caption(state))
	v.add(noteLines(onSpan(v.notes, t, i), screen.NoteOn(t, i), v.theme, v.send))
	v.line("duration", timeline.Duration(i.End-i.Start), func() { v.send(screen.Measure{Interval: &timeline.Interval{From: i.Start, To: i.End}}) })
	from := timeline.Duration(i.Start)
	if i.Told {
		from = lang.L("before the trace")
	}
	v.line("from", from, v.look(i.Start, i.Start))
	to := timeline.Duration(i.End)
	if i.Open {
		to = lang.L("after the trace")
	}
	v.line("to", to, v.look(i.End, i.End))
	if wall := tr.WallAt(i.Start); !wall.IsZero() {
		v.line(lang.L("wall clock"), wall.Local().Format("15:04:05.000000"), nil)
	}
	v.line(lang.L("Show its lane"), "", func() { v.send(screen.ShowSpan(i.Go, i.Start, i.End)) })
	row := func(kind timeline.RowKind, index int32) func() {
		return func() {
			v.send(screen.GoTo{Reveal: screen.Reveal{Key: timeline.Key{Kind: kind, Index: index}, From: i.Start, To: i.End}})
		}
	}
	if i.P != trace.NoProc {
		v.line("on", t.ProcName(i.P), row(timeline.ProcRow, int32(i.P)))
	}
	if i.M != trace.NoThread {
		v.line("on", t.ThreadName(i.M), row(timeline.ThreadRow, int32(i.M)))
	}
	if c := tr.Goroutines[i.Go].Creator; c != trace.NoGo {
		first := tr.Spans.Start.At(int(tr.Goroutines[i.Go].First))
		v.line(lang.L("made by"), t.GoName(c), func() { v.send(screen.ShowSpan(c, first, first)) })
	}
	v.wake(t, i)
	v.neighbours(t, i)
	v.stack(tr, lang.L("Stack"), i.Stack)
	v.stack(tr, lang.L("Where it was made runnable"), i.WakeStack)
}

func (v *Inspector) wake(t *timeline.Timeline, i *timeline.Inspection) {
	if i.Woken == trace.NoSpan {
		return
	}
	v.heading(lang.L("Woken"))
	if i.Waker == trace.NoGo {
		v.line(lang.L("by the runtime"), "", nil)
	} else {
		v.line("by", t.GoName(i.Waker), func() { v.send(screen.ShowSpan(i.Waker, i.WokenAt, i.WokenAt)) })
	}
	v.line("at", timeline.Duration(i.WokenAt), v.look(i.WokenAt, i.WokenAt))
	if i.Latency >= 0 {
		v.line(lang.L("ran after"), timeline.Duration(i.Latency), nil)
	} else {
		v.line(lang.L("never ran"), "", nil)
	}
}

func (v *Inspector) neighbours(t *timeline.Timeline, i *timeline.Inspection) {
	v.heading(lang.L("Before and after"))
	span := func(name string, s trace.SpanIndex) {
		if s == trace.NoSpan {
			v.line(name, "none", nil)
			return
		}
		x := t.Inspect(s)
		state := x.State.String()
		if x.Reason != "" {
			state += ": " + x.Reason
		}
		v.line(name+"  "+state, timeline.Duration(x.End-x.Start), func() { v.send(screen.ShowSpan(i.Go, x.Start, x.End)) })
	}
	span("previous", i.Previous)
	span("next", i.Next)
}

// mostFrames is how many frames of a stack are listed.
const mostFrames = 60

func (v *Inspector) stack(tr *trace.Trace, title string, frames []trace.FrameIndex) {
	if len(frames) == 0 {
		return
	}
	v.heading(title)
	for n, f := range frames {
		if n == mostFrames {
			v.line(strconv.Itoa(len(frames)-n)+lang.L(" more"), "", nil)
			break
		}
		frame := &tr.Frames[f]
		name := model.Sanitise(model.ShortName(tr.Strings.Raw(frame.Func), false))
		place := model.Sanitise(path.Base(tr.Strings.Raw(frame.File)))
		if frame.Line > 0 {
			place += ":" + strconv.Itoa(int(frame.Line))
		}
		v.line(name, place, func() {
			v.send(screen.Copy{Text: model.Sanitise(tr.Strings.Raw(frame.Func)) + " " + model.Sanitise(tr.Strings.Raw(frame.File)) + ":" + strconv.Itoa(int(frame.Line))})
		})
	}
}
