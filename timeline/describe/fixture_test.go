package describe

import (
	"context"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/measure/hostile"
	"profstation/model/trace"
	"profstation/timeline"
)

// prepared is the timeline of a trace.
func prepared(_ testing.TB, tr *trace.Trace) *timeline.Timeline {
	return must.Have(timeline.New(context.Background(), tr))
}

func lanesFor(_ testing.TB, tl *timeline.Timeline, q timeline.Query) *timeline.Lanes {
	return must.Have(tl.Lanes(context.Background(), q))
}

// crowdedTrace is a hostile trace with n of what it has many of.
func crowdedTrace(t *testing.T, name string, n int) *trace.Trace {
	t.Helper()
	i := slices.IndexFunc(hostile.Traces, func(x hostile.Trace) bool { return x.Name == name })
	return must.Have(loader.Decode(t.Context(), name, hostile.Traces[i].Make(n), loader.Options{})).Trace
}

// sections is a set of sections' rows.
func sections(all ...timeline.Section) map[timeline.Key]bool {
	set := map[timeline.Key]bool{}
	for _, s := range all {
		set[timeline.Key{Kind: timeline.SectionRow, Index: int32(s)}] = true
	}
	return set
}

// openAll opens everything.
func openAll(tl *timeline.Timeline) timeline.Query {
	q := timeline.Query{Toggled: sections(timeline.ThreadSection, timeline.TaskSection)}
	for i, g := range tl.Trace.Goroutines {
		q.Toggled[timeline.Key{Kind: timeline.GroupRow, Index: int32(g.Func)}] = true
		q.Toggled[timeline.Key{Kind: timeline.GoroutineRow, Index: int32(i)}] = true
	}
	for _, task := range tl.Trace.Tasks {
		q.Toggled[timeline.Key{Kind: timeline.TaskGroupRow, Index: int32(task.Type)}] = true
	}
	return q
}
