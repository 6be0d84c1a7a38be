package trace

import (
	"cmp"
	"slices"
	"sort"

	"profstation/model"
)

// GoIndex is an index into [Trace.Goroutines], or NoGo.
type GoIndex int32

// NoGo means no goroutine.
const NoGo GoIndex = -1

// Goroutine is one goroutine. Goroutines are in the order in which the trace first names them.
//
// Its spans are Trace.Spans from First up to, but not including, End, ordered by time. There is at least one.
// The spans of goroutine i+1 begin where those of goroutine i end.
type Goroutine struct {
	ID         int64 // the runtime's number, unique within a trace
	First, End SpanIndex
	// Func is the function by which it is known, Root the one that it began with, its root frame's: they differ where
	// that runs what it was given, as sync.(*WaitGroup).Go does and the wrapper that the compiler makes for `go f(args)`.
	// 0: no stack names it.
	Func, Root model.StringID
	Ran        RanIndex   // what its Root ran if that was given several functions, one after the other
	Start      StackIndex // its stack at the beginning, with one frame; NoStack if it began before the trace
	// Creator made it, at the stack in its first span. NoGo: it began before the trace, or the runtime made
	// it.
	Creator GoIndex
	Created bool // its beginning is in the trace
}

// RanIndex is 1 + an index into [Trace.Ran]. 0: one function, or none that is known.
type RanIndex int32

// Functions returns what a goroutine ran.
func (t *Trace) Functions(ran RanIndex) []model.StringID {
	if ran == 0 {
		return nil
	}
	return t.Ran[ran-1]
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

// GoOf returns the goroutine to which a span belongs.
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

// SpanAt finds the span that a goroutine is in at a time: the last one that began at or before it. ok is
// false before the goroutine's first span.
func (t *Trace) SpanAt(g GoIndex, at Time) (span SpanIndex, ok bool) {
	r := &t.Goroutines[g]
	n := sort.Search(int(r.End-r.First), func(i int) bool { return t.Spans.Start(SpanIndex(int(r.First)+i)) > at })
	return r.First + SpanIndex(n) - 1, n > 0
}
