package trace

import (
	"sort"

	"profstation/model"
	"profstation/model/mapped"
)

// SpanIndex is an index into the columns of [Trace.Spans].
type SpanIndex int32

// NoSpan is no span.
const NoSpan SpanIndex = -1

// GoState is the state of a goroutine, as golang.org/x/exp/trace names it.
type GoState uint8

// The states. GoUnknown stands where generations were lost, GoNotExist after a goroutine's end.
const (
	GoUnknown GoState = iota
	GoNotExist
	GoRunnable
	GoRunning
	GoWaiting
	GoSyscall
)

var goStateNames = [...]string{"unknown", "ended", "runnable", "running", "waiting", "syscall"}

// String is the state in one word.
func (s GoState) String() string { return goStateNames[s] }

// Condition is a state and why it was entered. A trace has few of them, each once.
type Condition struct {
	State  GoState
	Reason model.StringID // the runtime's words: "chan receive"; 0: none
	Told   bool           // entered before the part of the trace that was kept, and only stated
}

// Spans are the columns of all spans of all goroutines, sorted by goroutine and within it by time.
//
// A goroutine's spans leave no gap: each ends where the next one of the same goroutine begins, and
// the last at Trace.End, so there is no column of ends. Starts strictly increase within a
// goroutine, and two neighbours are never merged. A goroutine's life ends with a span of
// [GoNotExist]; where generations were lost a span of [GoUnknown] fills the hole.
type Spans struct {
	Start      Times
	Conditions []Condition // what Cond points into
	Cond       Column
	// Stack is where the goroutine was when it entered the state: of a runnable one that another
	// goroutine made so (see [Trace.WokenBy]), where that other was.
	Stack StackColumn
	// P and M are where it began; none if the goroutine is only stated to wait or to be runnable.
	P, M LaneColumn
	// By is the goroutine that made a runnable one so, for traces of the format before Go 1.22,
	// whose threads cannot be relied on; nil for all others, see [Trace.WokenBy].
	By []GoIndex
}

// MakeSpans makes columns for n spans, but for By. Their conditions, stacks, Ps and threads are of
// tables of so many, and none is later than last.
func MakeSpans(in *mapped.Memory, n int, last Time, conditions []Condition, stacks, procs, threads int) Spans {
	return Spans{
		Start: MakeTimes(in, n, last), Conditions: conditions, Cond: MakeColumn(in, n, len(conditions)),
		Stack: MakeStackColumn(in, n, stacks), P: MakeLaneColumn(in, n, procs), M: MakeLaneColumn(in, n, threads),
	}
}

// Len is the number of spans.
func (s *Spans) Len() int { return s.Cond.Len() }

// State is the state of the goroutine in a span.
func (s *Spans) State(i SpanIndex) GoState { return s.Conditions[s.Cond.At(int(i))].State }

// Reason is why it entered the state.
func (s *Spans) Reason(i SpanIndex) model.StringID { return s.Conditions[s.Cond.At(int(i))].Reason }

// Proc is the P on which a span began.
func (s *Spans) Proc(i SpanIndex) ProcIndex { return ProcIndex(s.P.At(int(i))) }

// Thread is the thread on which a span began.
func (s *Spans) Thread(i SpanIndex) ThreadIndex { return ThreadIndex(s.M.At(int(i))) }

// SpanEnd is where a span of a goroutine ends.
func (t *Trace) SpanEnd(g GoIndex, i SpanIndex) Time {
	if i+1 < t.Goroutines[g].End {
		return t.Spans.Start.At(int(i) + 1)
	}
	return t.End
}

// WokenBy returns the goroutine that made a span's goroutine runnable: it created
// or unblocked it, or the goroutine itself where it yielded or came back from
// a system call. From where, is the span's stack. NoGo: the runtime did, such
// as for a timer or the network, or the trace does not say.
//
// The other goroutine ran on the span's thread at that moment, so it is found
// in that thread's lane, and needs no column.
func (t *Trace) WokenBy(span SpanIndex) GoIndex {
	if t.Spans.State(span) != GoRunnable {
		return NoGo
	}
	if t.Spans.By != nil {
		return t.Spans.By[span]
	}
	m := t.Spans.Thread(span)
	if m == NoThread {
		return NoGo
	}
	at := t.Spans.Start.At(int(span))
	lane := t.ThreadLanes.Lane(int(m))
	i := sort.Search(len(lane), func(i int) bool { return t.Spans.Start.At(int(lane[i])) >= at })
	if i == 0 {
		return NoGo
	}
	by := lane[i-1]
	g := t.GoOf(by)
	// The lane has system calls only where they begin: one that ended has left the thread.
	if t.SpanEnd(g, by) < at {
		return NoGo
	}
	return g
}
