package screen

import (
	"profstation/ask"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
)

// ShowSpan shows a goroutine's lane at a time, and selects the span there.
func ShowSpan(g trace.GoIndex, from, to trace.Time) GoTo {
	return GoTo{
		Reveal: ask.Reveal{Key: timeline.Key{Kind: timeline.GoroutineRow, Index: int32(g)}, From: from, To: to},
		Select: &ask.Moment{Go: g, At: from},
	}
}

// ShowWaker shows the lane of whoever woke a goroutine at that moment, and selects the span in which it did.
func ShowWaker(t *timeline.Timeline, i *describe.Inspection) GoTo {
	g := ShowSpan(i.Waker, i.WokenAt, i.WokenAt)
	if i.WakerSpan != trace.NoSpan {
		g.Select.At = t.Trace.Spans.Start(i.WakerSpan)
	}
	return g
}

// ShowEvent shows the lane with an event at its time, and selects it.
func ShowEvent(t *timeline.Timeline, o *describe.Occurrence) GoTo {
	return GoTo{
		Reveal: ask.Reveal{Key: o.Row(t.Trace), From: o.Time.From, To: o.Time.To, Narrow: o.Lasts()},
		Select: ask.MomentOf(o),
	}
}

// OnSide is an intent for one of two traces.
type OnSide struct {
	Base   bool
	Intent Intent
}

func (OnSide) intent() {}

// Selects returns what going somewhere from a window selects; nil: nothing.
func (g *GoTo) Selects(t *timeline.Timeline, from timeline.Window) *ask.Moment {
	if g.Select == nil && g.Middle {
		return g.MiddleOf(t, from)
	}
	return g.Select
}

type (
	// LookTime reports which part of a timeline is visible, once it is steady. Leap is set if the
	// view went there in one step, Brought if a [GoTo] brought it there: then the GoTo was that step.
	LookTime struct {
		Window        timeline.Window
		Top           float64
		Leap, Brought bool
	}
	AskLanes     struct{ Change func(*timeline.Query) } // changes which lanes are shown, and how
	SelectMoment struct{ Moment *ask.Moment }           // selects a goroutine's span at a time; nil selects none
	Measure      struct{ Interval *trace.Interval }     // marks an interval; nil ends it
	// GoTo brings a row, and a time on it, into sight, and opens the groups around it. With
	// Select it also selects the span or event there. With Joins it is one step with the choice
	// just made in a table, like the second click of two. With Middle it selects the span of a
	// goroutine's row in the middle of the view, or the one nearest to it.
	GoTo struct {
		ask.Reveal
		Select        *ask.Moment
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

type (
	// Choose changes the choices in a trace's sheets. Row: a row was chosen, so that it is what is selected now, and no
	// span or event but the one that it is about, Moment; nil: it is about none.
	Choose struct {
		Change figures.Change
		Row    bool
		Moment *ask.Moment
	}
	Keep   struct{ does }        // keeps the measured interval, to compare it with others
	Forget struct{ Name string } // drops a kept interval by its name
	// Derive opens a profile made from the trace. Of describes Scope in words.
	Derive struct {
		Kind  analysis.ProfileKind
		Scope analysis.What
		Of    string
	}
)

func (Choose) intent() {}
func (Forget) intent() {}
func (Derive) intent() {}
