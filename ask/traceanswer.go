package ask

import (
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/figures"
)

// TracePlace is where a user is in a trace. Its maps and slices are never changed, only replaced.
type TracePlace struct {
	Lanes  timeline.Query
	Window timeline.Window // the zero value is the whole trace
	Top    float64         // pixels scrolled
	// Selected is a moment of a goroutine, nil for none. It holds no index of a
	// span, which differs between the first generations of a trace and the whole.
	Selected *Moment
	Interval *trace.Interval // the measured time, which tables count; nil for none
	Kept     []figures.Kept  // intervals to come back to and to compare
	Choice   figures.Choice  // in tables and plots
}

// Filters reports whether anything is left out, of the lanes or of a tab's figures.
func (p *TracePlace) Filters() bool {
	_, sheets := p.Choice.Unfiltered()
	return sheets || p.Lanes.Filters()
}

// Moment is a goroutine at a time. It stands for the span there, or for an event that began then.
type Moment struct {
	Go    trace.GoIndex // NoGo where an event is of no goroutine
	At    trace.Time
	Event timeline.Event // the zero value: the span
}

// MomentOf selects an event.
func MomentOf(o *timeline.Occurrence) *Moment { return &Moment{o.Go, o.Time.From, o.Event} }

// TraceAnswer is the answer for an execution trace.
type TraceAnswer struct {
	Document int
	Name     string
	Place    TracePlace
	Timeline *timeline.Timeline

	// For the visible tab only; nil otherwise.
	Lanes    *timeline.Lanes
	Painter  *timeline.Painter
	Overview *Overview

	// Sheets are the figures of the tabs that were visited. Of is the place that
	// they were made for; a newer one may be in preparation.
	Sheets map[Tab]SheetAnswer

	Style     timeline.Style       // of Painter
	Inspected *timeline.Inspection // the selected span, nil for none
	Happened  *timeline.Occurrence // the selected event, nil for none
	Chain     []trace.SpanIndex    // the spans whose wake-ups led to it
	// Moved counts jumps to a place. If it changes, the picture should show Place.Window and Top.
	Moved  int
	Reveal *Reveal // to be brought into sight, once; nil for nothing
}

// TracePair is the answer for the timelines of two traces.
type TracePair struct {
	Base, New *TraceAnswer
	Extent    float64 // the end of the longer one, in nanoseconds since its start
}

// SheetAnswer is a sheet of figures, and the question that it answers.
type SheetAnswer struct {
	Sheet *figures.Sheet
	Of    figures.View
}

// Reveal is a row, and a time on it, to bring into sight. Without a row it is a time alone: the rows stay.
type Reveal struct {
	Key      timeline.Key // the zero value: no row
	From, To trace.Time
	Narrow   bool // with a window around the time; otherwise the window stays if it contains the time
}

// HasRow reports whether there is a row to bring into sight.
func (r *Reveal) HasRow() bool { return r.Key != (timeline.Key{}) }

// Bring is where a window goes to have the time of a reveal in sight. One that shows some of it stays.
func (r *Reveal) Bring(w timeline.Window) timeline.Window {
	from, to := float64(r.From), float64(r.To)
	if to >= w.From && from <= w.To || to <= from && from <= 0 {
		return w
	}
	middle := (from + min(to, from+w.W())) / 2
	return timeline.Window{From: middle - w.W()/2, To: middle + w.W()/2}
}

// middle is the span of the goroutine of a row in the middle of a view that is brought there; nil for other rows.
func (r *Reveal) MiddleOf(t *timeline.Timeline, w timeline.Window) *Moment {
	g, ok := r.Key.Go()
	if !ok {
		return nil
	}
	if w == (timeline.Window{}) {
		w = t.Whole()
	}
	w = r.Bring(w)
	life := t.Trace.Life(g)
	at := max(life.From, min(trace.Time(w.From+w.W()/2), life.To-1))
	span, ok := t.Trace.SpanAt(g, at)
	if !ok {
		return nil
	}
	return &Moment{Go: g, At: t.Trace.Spans.Start(span)}
}

// Sheets are the sheets of figures that tabs of traces show, by their names in [figures.Sheets].
var Sheets = map[Tab]string{GoroutinesTab: "goroutines", TasksTab: "tasks", GCTab: "gc", SchedulingTab: "sched"}
