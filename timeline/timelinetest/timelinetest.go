// Package timelinetest prepares timelines for the tests of packages above timeline.
package timelinetest

import (
	"context"

	"profstation/internal/must"
	"profstation/model/trace"
	"profstation/timeline"
)

// Prepared returns a trace's timeline.
func Prepared(tr *trace.Trace) *timeline.Timeline {
	return must.Have(timeline.New(context.Background(), tr))
}

// Lanes returns the lanes that a query asks for.
func Lanes(tl *timeline.Timeline, q timeline.Query) *timeline.Lanes {
	return must.Have(tl.Lanes(context.Background(), q))
}

// Sections returns a set of sections' rows.
func Sections(all ...timeline.Section) map[timeline.Key]bool {
	set := map[timeline.Key]bool{}
	for _, s := range all {
		set[timeline.Key{Kind: timeline.SectionRow, Index: int32(s)}] = true
	}
	return set
}

// OpenAll returns a query that opens everything.
func OpenAll(tl *timeline.Timeline) timeline.Query {
	q := timeline.Query{Toggled: Sections(timeline.ThreadSection, timeline.TaskSection)}
	q.Toggled[timeline.Key{Kind: timeline.IdleProcsRow}] = true
	for i, g := range tl.Trace.Goroutines {
		q.Toggled[timeline.Key{Kind: timeline.GroupRow, Index: int32(g.Func)}] = true
		q.Toggled[timeline.Key{Kind: timeline.GoroutineRow, Index: int32(i)}] = true
	}
	for _, task := range tl.Trace.Tasks {
		q.Toggled[timeline.Key{Kind: timeline.TaskGroupRow, Index: int32(task.Type)}] = true
	}
	return q
}
