package screen

import (
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/figures"
)

// ShowSpan shows a goroutine in its lane at a time, and selects what it is in.
func ShowSpan(g trace.GoIndex, from, to trace.Time) GoTo {
	return GoTo{
		Reveal: Reveal{Key: timeline.Key{Kind: timeline.GoroutineRow, Index: int32(g)}, From: from, To: to},
		Select: &Moment{g, from},
	}
}

// TracePlace is where a user is in an execution trace. Maps and slices in it
// are never changed, only replaced.
type TracePlace struct {
	Lanes  timeline.Query
	Window timeline.Window // the zero value: the whole trace
	Top    float64         // pixels scrolled
	// Selected is a moment of a goroutine, nil: none. A span's index is not
	// kept: it differs between the first generations of a trace and the whole.
	Selected *Moment
	// Interval is the time that is measured, and that tables are of; nil: none.
	Interval *trace.Interval
	// Kept are intervals to come back to, and to compare.
	Kept []figures.Kept
	// Choice is what is looked at in tables and plots.
	Choice figures.Choice
}

// Moment is a goroutine at a time: the span that it is in.
type Moment struct {
	Go trace.GoIndex
	At trace.Time
}

// TraceAnswer is what was prepared for an execution trace.
type TraceAnswer struct {
	Document int
	Name     string
	Place    TracePlace
	Timeline *timeline.Timeline

	// Prepared for the visible tab only; nil otherwise.
	Lanes    *timeline.Lanes
	Painter  *timeline.Painter
	Overview *Overview

	// Sheets are the figures of tabs that were looked at; Of is what they are
	// of, which is not Place where a newer one is being prepared.
	Sheets map[Tab]SheetAnswer

	Style     timeline.Style       // of Painter
	Inspected *timeline.Inspection // of the selection; nil: none
	// Chain are the spans whose wake-ups led to it.
	Chain []trace.SpanIndex
	// Moved counts the places that were gone to: another number means that the
	// picture should show Place.Window and Top.
	Moved int
	// Reveal is what should be brought into sight, once; nil: nothing.
	Reveal *Reveal
}

// TracePair is what was prepared for the timelines of two traces.
type TracePair struct {
	Base, New *TraceAnswer
	Extent    float64 // the end of the longer one, in nanoseconds since its start
}

// OnSide is what was done on one of two traces.
type OnSide struct {
	Base   bool
	Intent Intent
}

func (OnSide) intent() {}

// SheetAnswer is a sheet of figures, and what it was asked for.
type SheetAnswer struct {
	Sheet *figures.Sheet
	Of    figures.View
}

// Reveal is a row, and a time on it, to bring into sight.
type Reveal struct {
	Key      timeline.Key
	From, To trace.Time
	// Narrow asks for a window around the time; otherwise the window stays if
	// the time is in it.
	Narrow bool
}

type (
	// LookTime reports which part of a timeline is visible, once it is steady.
	// Leap marks one that was gone to in one step.
	LookTime struct {
		Window timeline.Window
		Top    float64
		Leap   bool
	}
	// AskLanes changes which lanes are shown, and how.
	AskLanes struct{ Change func(*timeline.Query) }
	// SelectMoment selects the span of a goroutine at a time; nil: none.
	SelectMoment struct{ Moment *Moment }
	// Measure marks an interval; nil ends it.
	Measure struct{ Interval *trace.Interval }
	// GoTo brings a row, and a time on it, into sight: it opens what it is in.
	// Span selects it as well.
	GoTo struct {
		Reveal
		Select *Moment
	}
	// Legend puts a kind of time aside, or back.
	Legend struct{ Kind timeline.Kind }
	// ShowPalette opens the input for going anywhere.
	ShowPalette struct{ does }
)

func (LookTime) intent()     {}
func (AskLanes) intent()     {}
func (SelectMoment) intent() {}
func (Measure) intent()      {}
func (GoTo) intent()         {}
func (Legend) intent()       {}
