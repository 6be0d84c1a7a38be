package screen

import (
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// ShowSpan shows the lane of a goroutine at a time, and selects the span there.
func ShowSpan(g trace.GoIndex, from, to trace.Time) GoTo {
	return GoTo{
		Reveal: Reveal{Key: timeline.Key{Kind: timeline.GoroutineRow, Index: int32(g)}, From: from, To: to},
		Select: &Moment{Go: g, At: from},
	}
}

// ShowWaker shows the lane of who woke a goroutine at that moment, and selects the span in which it did.
func ShowWaker(t *timeline.Timeline, i *timeline.Inspection) GoTo {
	g := ShowSpan(i.Waker, i.WokenAt, i.WokenAt)
	if i.WakerSpan != trace.NoSpan {
		g.Select.At = t.Trace.Spans.Start(i.WakerSpan)
	}
	return g
}

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

// ShowEvent shows the lane of an event on its time, and selects it.
func ShowEvent(t *timeline.Timeline, o *timeline.Occurrence) GoTo {
	return GoTo{
		Reveal: Reveal{Key: o.Row(t.Trace), From: o.Time.From, To: o.Time.To, Narrow: o.Lasts()},
		Select: MomentOf(o),
	}
}

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

// OnSide is an intent for one of two traces.
type OnSide struct {
	Base   bool
	Intent Intent
}

func (OnSide) intent() {}

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
func (r *Reveal) middle(t *timeline.Timeline, w timeline.Window) *Moment {
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

// Selects is what going somewhere from a window selects; nil: nothing.
func (g *GoTo) Selects(t *timeline.Timeline, from timeline.Window) *Moment {
	if g.Select == nil && g.Middle {
		return g.middle(t, from)
	}
	return g.Select
}

type (
	// LookTime reports which part of a timeline is visible, once it is steady.
	// Leap is set if the view went there in one step, Brought if a [GoTo] brought it there:
	// then that was the step.
	LookTime struct {
		Window        timeline.Window
		Top           float64
		Leap, Brought bool
	}
	AskLanes     struct{ Change func(*timeline.Query) } // changes which lanes are shown, and how
	SelectMoment struct{ Moment *Moment }               // selects the span of a goroutine at a time; nil selects none
	Measure      struct{ Interval *trace.Interval }     // marks an interval; nil ends it
	// GoTo brings a row, and a time on it, into sight, and opens the groups
	// around it. With Select it selects the span or event there, too. With Joins it is one step
	// with the choice just made in a table, as the second click of two. With Middle it selects
	// the span of a goroutine's row in the middle of the view, or the one nearest to it.
	GoTo struct {
		Reveal
		Select        *Moment
		Joins, Middle bool
	}
	Legend      struct{ Kind timeline.Kind } // hides a kind of time, or shows it again
	ShowPalette struct{ does }               // opens the palette
)

func (LookTime) intent()     {}
func (AskLanes) intent()     {}
func (SelectMoment) intent() {}
func (Measure) intent()      {}
func (GoTo) intent()         {}
func (Legend) intent()       {}

// Sheets are the sheets of figures that tabs of traces show, by their names in [figures.Sheets].
var Sheets = map[Tab]string{GoroutinesTab: "goroutines", TasksTab: "tasks", GCTab: "gc", SchedulingTab: "sched"}

type (
	Choose struct{ Change figures.Change } // changes the choices in the sheets of a trace
	Keep   struct{ does }                  // keeps the measured interval, to compare it with others
	Forget struct{ Name string }           // drops a kept interval by its name
	// Derive opens a profile made out of the trace. Of describes Scope in words.
	Derive struct {
		Kind  analysis.ProfileKind
		Scope analysis.What
		Of    string
	}
)

func (Choose) intent() {}
func (Forget) intent() {}
func (Derive) intent() {}
