package answer

import (
	"context"
	"maps"
	"slices"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/figures"
)

// TraceRequest is all that the answer of a trace depends on.
type TraceRequest struct {
	Doc      int
	Name     string
	Timeline *timeline.Timeline
	Figures  *figures.Source
	Tab      screen.Tab
	Place    screen.TracePlace
	Display  screen.Display
	Moved    int
	Reveal   *screen.Reveal
}

// ComputeTrace prepares the answer of a trace, taking over what still holds.
func ComputeTrace(ctx context.Context, w TraceRequest, before *screen.TraceAnswer) (*screen.TraceAnswer, error) {
	a := &screen.TraceAnswer{
		Document: w.Doc, Name: w.Name, Place: w.Place, Timeline: w.Timeline, Moved: w.Moved, Reveal: w.Reveal,
	}
	if before != nil && before.Timeline != w.Timeline {
		before = nil
	}
	if before != nil {
		a.Lanes, a.Painter, a.Style, a.Overview = before.Lanes, before.Painter, before.Style, before.Overview
		a.Sheets = before.Sheets
	}
	a.Inspected = inspect(w, before)
	if a.Inspected != nil {
		a.Chain = Chain(w.Figures, a.Inspected.Span)
	}
	if w.Tab == screen.OverviewTab {
		if a.Overview == nil {
			a.Overview = traceOverview(w.Timeline.Trace)
		}
		return a, nil
	}
	if before == nil || before.Lanes == nil || !sameLanes(before.Place.Lanes, w.Place.Lanes) {
		lanes, err := w.Timeline.Lanes(ctx, w.Place.Lanes)
		if err != nil {
			return nil, err
		}
		a.Lanes = lanes
	}
	if before == nil || before.Painter == nil || before.Lanes != a.Lanes || a.Style != w.Display.LaneStyle() {
		a.Style = w.Display.LaneStyle()
		var old *timeline.Painter
		if before != nil && before.Style == a.Style {
			old = before.Painter
		}
		a.Painter = timeline.NewPainter(a.Lanes, a.Style, old)
	}
	return a, prepareSheet(ctx, w, a)
}

func sameLanes(a, b timeline.Query) bool {
	return a.Filter == b.Filter && a.Kinds == b.Kinds && a.MinDuration == b.MinDuration && a.Sort == b.Sort &&
		a.Reverse == b.Reverse && a.Flat == b.Flat && slices.Equal(a.IDs, b.IDs) && slices.Equal(a.Pinned, b.Pinned) &&
		maps.Equal(a.Toggled, b.Toggled) && maps.Equal(a.Hidden, b.Hidden)
}

// inspect tells of the span that the selected moment is in.
func inspect(w TraceRequest, before *screen.TraceAnswer) *timeline.Inspection {
	m := w.Place.Selected
	if m == nil || m.Go < 0 || int(m.Go) >= len(w.Timeline.Trace.Goroutines) {
		return nil
	}
	span, ok := w.Timeline.Trace.SpanAt(m.Go, m.At)
	if !ok {
		return nil
	}
	if before != nil && before.Inspected != nil && before.Inspected.Span == span {
		return before.Inspected
	}
	i := w.Timeline.Inspect(span)
	return &i
}

// traceOverview collects what a trace says about itself.
func traceOverview(t *trace.Trace) *screen.Overview {
	return &screen.Overview{
		Title: lang.L("Execution trace"),
		About: lang.L("Every change of state of every goroutine, with its time: what ran where, what waited for what, and who ended the waiting."),
		Facts: t.Facts(), Warnings: t.Warnings,
	}
}
