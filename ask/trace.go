package ask

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"profstation/model"
	"profstation/model/lang"
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
	Tab      Tab
	Place    TracePlace
	Display  Display
	Moved    int
	Reveal   *Reveal
	Says     []model.Fact // what stands beside the trace, in its bundle
}

// traceStep makes a part of the answer of a trace. before is of the same trace; it may be empty.
type traceStep func(ctx context.Context, r TraceRequest, a, before *TraceAnswer) error

// traceTabs is how the part of each tab is made. Tabs of figures need lanes for their links.
var traceTabs = func() map[Tab][]traceStep {
	tabs := map[Tab][]traceStep{TimelineTab: {showLanes}, OverviewTab: {showTraceOverview}}
	for tab, name := range Sheets {
		tabs[tab] = []traceStep{showLanes, showSheet(name)}
	}
	return tabs
}()

// ComputeTrace prepares the answer of a trace, and takes over what still holds of the one before.
func ComputeTrace(ctx context.Context, r TraceRequest, before *TraceAnswer) (*TraceAnswer, error) {
	a := &TraceAnswer{
		Document: r.Doc, Name: r.Name, Place: r.Place, Timeline: r.Timeline, Moved: r.Moved, Reveal: r.Reveal,
	}
	if before == nil || before.Timeline != r.Timeline {
		before = &TraceAnswer{}
	}
	a.Lanes, a.Painter, a.Style, a.Overview, a.Sheets = before.Lanes, before.Painter, before.Style, before.Overview, before.Sheets
	a.Inspected, a.Happened = inspect(r, before), happened(r, before)
	if a.Inspected != nil {
		a.Chain = Chain(r.Figures, a.Inspected.Span)
	}
	for _, s := range traceTabs[r.Tab] {
		if err := s(ctx, r, a, before); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func showLanes(ctx context.Context, r TraceRequest, a, before *TraceAnswer) (err error) {
	if a.Lanes == nil || !sameLanes(before.Place.Lanes, r.Place.Lanes) {
		if a.Lanes, err = r.Timeline.Lanes(ctx, r.Place.Lanes); err != nil {
			return err
		}
	}
	style := r.Display.LaneStyle()
	if a.Painter == nil || before.Lanes != a.Lanes || before.Style != style {
		old := before.Painter // what it has painted moves along
		if before.Style != style {
			old = nil
		}
		a.Painter, a.Style = timeline.NewPainter(a.Lanes, style, old), style
	}
	return nil
}

func sameLanes(a, b timeline.Query) bool {
	return a.Filter == b.Filter && a.Kinds == b.Kinds && a.MinDuration == b.MinDuration && a.Sort == b.Sort &&
		a.Reverse == b.Reverse && a.Flat == b.Flat && slices.Equal(a.IDs, b.IDs) && slices.Equal(a.Pinned, b.Pinned) &&
		maps.Equal(a.Toggled, b.Toggled) && maps.Equal(a.Hidden, b.Hidden)
}

func inspect(r TraceRequest, before *TraceAnswer) *timeline.Inspection {
	m := r.Place.Selected
	if m == nil || m.Event.Is() || m.Go < 0 || int(m.Go) >= len(r.Timeline.Trace.Goroutines) {
		return nil
	}
	span, ok := r.Timeline.Trace.SpanAt(m.Go, m.At)
	if !ok {
		return nil
	}
	if i := before.Inspected; i != nil && i.Span == span {
		return i
	}
	i := r.Timeline.Inspect(span)
	return &i
}

// happened is the selected event. Another reading of a trace may have another under its number.
func happened(r TraceRequest, before *TraceAnswer) *timeline.Occurrence {
	m := r.Place.Selected
	if m == nil || !m.Event.Is() {
		return nil
	}
	if o := before.Happened; o != nil && o.Event == m.Event {
		return o
	}
	o, ok := r.Timeline.Occurrence(m.Event)
	if !ok || o.Time.From != m.At || o.Go != m.Go {
		return nil
	}
	return &o
}

func showTraceOverview(_ context.Context, r TraceRequest, a, _ *TraceAnswer) error {
	if a.Overview == nil {
		t := r.Timeline.Trace
		a.Overview = &Overview{
			Title: lang.L("Execution trace"),
			About: lang.L("Every change of state of every goroutine, with its time: what ran where, what waited for what, and who ended the waiting."),
			Facts: t.Facts(), Beside: r.Says, Warnings: slices.Concat(t.Warnings, t.Hints, WithoutFont(t.Strings)),
		}
	}
	return nil
}

// showSheet makes a sheet by its name. Those of other tabs stay until they are made anew.
func showSheet(name string) traceStep {
	return func(ctx context.Context, r TraceRequest, a, _ *TraceAnswer) error {
		of := figures.View{Interval: IntervalOf(r.Place.Interval), Choice: r.Place.Choice, Kept: r.Place.Kept}
		if r.Tab == SchedulingTab && a.Inspected != nil {
			of.HasSelected, of.Selected = true, a.Inspected.Span
		}
		if old, ok := a.Sheets[r.Tab]; ok && reflect.DeepEqual(old.Of, of) {
			return nil
		}
		s, err := r.Figures.Sheet(ctx, name, of)
		if err != nil {
			return err
		}
		sheets := map[Tab]SheetAnswer{}
		maps.Copy(sheets, a.Sheets)
		sheets[r.Tab] = SheetAnswer{Sheet: s, Of: of}
		a.Sheets = sheets
		return nil
	}
}

// IntervalOf is the time that figures are of.
func IntervalOf(i *trace.Interval) trace.Interval {
	if i == nil {
		return trace.Interval{}
	}
	return i.Ordered()
}

const mostLinks = 30 // that are drawn of a chain of wake-ups

// Chain are the spans whose wake-ups led to one, its own aside.
func Chain(s *figures.Source, span trace.SpanIndex) []trace.SpanIndex {
	var spans []trace.SpanIndex
	for i, l := range s.Analysis.Chain(span, mostLinks).Links {
		if i > 0 && l.Runnable != trace.NoSpan {
			spans = append(spans, l.Runnable)
		}
	}
	return spans
}
