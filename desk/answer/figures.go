package answer

import (
	"context"
	"maps"
	"reflect"

	"profstation/desk/screen"
	"profstation/model/trace"
	"profstation/timeline/figures"
)

// prepareSheet makes the figures that the visible tab shows, if it shows any.
// Those of other tabs stay, to be seen until they are made anew.
func prepareSheet(ctx context.Context, w TraceRequest, a *screen.TraceAnswer) error {
	name, ok := screen.Sheets[w.Tab]
	if !ok {
		return nil
	}
	of := figures.View{Interval: IntervalOf(w.Place.Interval), Choice: w.Place.Choice, Kept: w.Place.Kept}
	if w.Tab == screen.SchedulingTab && a.Inspected != nil {
		of.HasSelected, of.Selected = true, a.Inspected.Span
	}
	if old, ok := a.Sheets[w.Tab]; ok && reflect.DeepEqual(old.Of, of) {
		return nil
	}
	s, err := w.Figures.Sheet(ctx, name, of)
	if err != nil {
		return err
	}
	a.Sheets = maps.Clone(a.Sheets)
	if a.Sheets == nil {
		a.Sheets = map[screen.Tab]screen.SheetAnswer{}
	}
	a.Sheets[w.Tab] = screen.SheetAnswer{Sheet: s, Of: of}
	return nil
}

// IntervalOf is the time that figures are of.
func IntervalOf(i *trace.Interval) trace.Interval {
	if i == nil {
		return trace.Interval{}
	}
	return i.Ordered()
}

// mostLinks is how far back a wake-up chain is drawn.
const mostLinks = 30

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
