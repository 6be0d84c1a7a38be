package trace

import (
	"cmp"
	"slices"
	"sort"

	"profstation/model"
)

// GoIndex is an index into [Trace.Goroutines], or NoGo.
type GoIndex int32

// NoGo is no goroutine.
const NoGo GoIndex = -1

// Goroutine is one goroutine, in the order in which the trace names them first.
//
// Its spans are Trace.Spans from First to before End, in the order of time; there is at least one.
// The spans of goroutine i+1 begin where the spans of goroutine i end.
type Goroutine struct {
	ID         int64 // the runtime's number, unique within a trace
	First, End SpanIndex
	Func       model.StringID // what it began with: the name of its root frame; 0 if no stack names it
	Start      StackIndex     // at its beginning, of one frame; NoStack where it began before the trace
	// Creator made it, at the stack of its first span; NoGo: before the trace, or the runtime did.
	Creator GoIndex
	Created bool // its beginning is in the trace
}

// GoByID finds a goroutine by the runtime's number.
func (t *Trace) GoByID(id int64) (GoIndex, bool) {
	i, ok := slices.BinarySearchFunc(t.goByID, id, func(g GoIndex, id int64) int {
		return cmp.Compare(t.Goroutines[g].ID, id)
	})
	if !ok {
		return NoGo, false
	}
	return t.goByID[i], true
}

// GoOf is the goroutine that a span belongs to.
func (t *Trace) GoOf(span SpanIndex) GoIndex {
	return GoIndex(sort.Search(len(t.Goroutines), func(i int) bool { return t.Goroutines[i].End > span }))
}

// SortGoroutines makes the table for [Trace.GoByID], once the trace is filled.
func (t *Trace) SortGoroutines() {
	t.goByID = make([]GoIndex, len(t.Goroutines))
	for i := range t.goByID {
		t.goByID[i] = GoIndex(i)
	}
	slices.SortFunc(t.goByID, func(a, b GoIndex) int {
		return cmp.Compare(t.Goroutines[a].ID, t.Goroutines[b].ID)
	})
}

// SpanAt finds the span that a goroutine is in at a time: the last that began
// at or before it. ok is false before its first.
func (t *Trace) SpanAt(g GoIndex, at Time) (span SpanIndex, ok bool) {
	r := &t.Goroutines[g]
	n := sort.Search(int(r.End-r.First), func(i int) bool { return t.Spans.Start(SpanIndex(int(r.First)+i)) > at })
	return r.First + SpanIndex(n) - 1, n > 0
}
