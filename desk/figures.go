package desk

import (
	"context"
	"maps"
	"reflect"
	"regexp"
	"slices"

	"profstation/desk/screen"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/figures"
)

// sheets make the figures of the tabs of a trace.
var sheets = map[screen.Tab]func(*figures.Source, context.Context, figures.View) (*figures.Sheet, error){
	screen.GoroutinesTab: (*figures.Source).Goroutines,
	screen.TasksTab:      (*figures.Source).Tasks,
	screen.GCTab:         (*figures.Source).GC,
	screen.SchedulingTab: (*figures.Source).Scheduling,
}

// prepareSheet makes the figures that the visible tab shows, if it shows any.
// Those of other tabs stay, to be seen until they are made anew.
func prepareSheet(ctx context.Context, w traceWish, a *screen.TraceAnswer) error {
	sheet := sheets[w.tab]
	if sheet == nil {
		return nil
	}
	of := figures.View{Interval: interval(w.place.Interval), Choice: w.place.Choice, Kept: w.place.Kept}
	if w.tab == screen.SchedulingTab && a.Inspected != nil {
		of.HasSelected, of.Selected = true, a.Inspected.Span
	}
	if old, ok := a.Sheets[w.tab]; ok && reflect.DeepEqual(old.Of, of) {
		return nil
	}
	s, err := sheet(w.figures, ctx, of)
	if err != nil {
		return err
	}
	a.Sheets = maps.Clone(a.Sheets)
	if a.Sheets == nil {
		a.Sheets = map[screen.Tab]screen.SheetAnswer{}
	}
	a.Sheets[w.tab] = screen.SheetAnswer{Sheet: s, Of: of}
	return nil
}

// interval is the time that figures are of.
func interval(i *trace.Interval) trace.Interval {
	if i == nil {
		return trace.Interval{}
	}
	return i.Ordered()
}

// keep is what is kept with the present interval among it, under the first
// letter that is free.
func keep(p screen.TracePlace) []figures.Kept {
	iv := interval(p.Interval)
	if p.Interval == nil || slices.ContainsFunc(p.Kept, func(k figures.Kept) bool { return k.Interval == iv }) {
		return p.Kept
	}
	for name := 'A'; name <= 'Z'; name++ {
		if !slices.ContainsFunc(p.Kept, func(k figures.Kept) bool { return k.Name == string(name) }) {
			return append(slices.Clone(p.Kept), figures.Kept{Name: string(name), Interval: iv})
		}
	}
	return p.Kept
}

// unhide takes away the limits of lanes that would keep a goroutine out.
func unhide(q timeline.Query, t *timeline.Timeline, key timeline.Key) timeline.Query {
	if key.Kind != timeline.GoroutineRow {
		return q
	}
	g := trace.GoIndex(key.Index)
	if q.IDs != nil && !slices.Contains(q.IDs, t.Trace.Goroutines[g].ID) {
		q.IDs = nil
	}
	if re, err := regexp.Compile(q.Filter); err != nil || !re.MatchString(t.GoName(g)) {
		q.Filter = ""
	}
	return q
}

// mostLinks is how far back a wake-up chain is drawn.
const mostLinks = 30

// chain are the spans whose wake-ups led to one, its own aside.
func chain(s *figures.Source, span trace.SpanIndex) []trace.SpanIndex {
	var spans []trace.SpanIndex
	for i, l := range s.Analysis.Chain(span, mostLinks).Links {
		if i > 0 && l.Runnable != trace.NoSpan {
			spans = append(spans, l.Runnable)
		}
	}
	return spans
}
