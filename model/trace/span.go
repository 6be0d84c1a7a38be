package trace

import "profstation/model"

// SpanIndex is an index into the columns of [Trace.Spans].
type SpanIndex int32

// NoSpan is no span.
const NoSpan SpanIndex = -1

// GoState is the state of a goroutine, as golang.org/x/exp/trace names it.
type GoState uint8

// The states. GoUnknown stands where generations were lost, GoNotExist after
// a goroutine's end.
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

// Condition is a state and why it was entered. A trace has few of them, each
// once.
type Condition struct {
	State  GoState
	Reason model.StringID // the runtime's words: "chan receive"; 0: none
	// Told marks a state that was entered before the trace, or before the
	// part of it that was kept, and only stated: the span begins where that
	// part begins.
	Told bool
}

// Spans are the columns of all spans of all goroutines, sorted by goroutine
// and within it by time.
//
// A goroutine's spans leave no gap: each ends where the next one of the same
// goroutine begins, and the last at Trace.End, so there is no column of ends.
// Starts strictly increase within a goroutine, and two neighbours are never
// merged. A goroutine's life ends with a span of [GoNotExist]; where
// generations were lost a span of [GoUnknown] fills the hole.
type Spans struct {
	Start      Times
	Conditions []Condition // what Cond points into
	Cond       []uint16
	// Stack is where the goroutine was when it entered the state: of a
	// runnable one that another goroutine made so (see [Trace.WokenBy]), where
	// that other was.
	Stack StackColumn
	// P and M are where the span began, none of them for a goroutine that is only
	// stated to be waiting or runnable. See Proc and Thread.
	P, M []uint16
	// By is the goroutine that made a runnable one so, for traces of the format before Go
	// 1.22, whose threads cannot be relied on; nil for all others, see
	// [Trace.WokenBy].
	By []GoIndex
}

// noLane is no P and no thread in a span's columns.
const noLane = ^uint16(0)

// MostLanes is how many Ps, and how many threads, a trace can have: the
// columns of spans have 16 bits for each.
const MostLanes = int(noLane)

// MakeSpans makes columns for n spans, with so many stacks.
func MakeSpans(n, stacks int) Spans {
	return Spans{Start: MakeTimes(n), Cond: make([]uint16, n), Stack: MakeStackColumn(n, stacks), P: make([]uint16, n), M: make([]uint16, n)}
}

// Len is the number of spans.
func (s *Spans) Len() int { return len(s.Cond) }

// State is the state of the goroutine in a span.
func (s *Spans) State(i SpanIndex) GoState { return s.Conditions[s.Cond[i]].State }

// Reason is why it entered the state.
func (s *Spans) Reason(i SpanIndex) model.StringID { return s.Conditions[s.Cond[i]].Reason }

// Proc is the P on which a span began.
func (s *Spans) Proc(i SpanIndex) ProcIndex {
	if s.P[i] == noLane {
		return NoProc
	}
	return ProcIndex(s.P[i])
}

// Thread is the thread on which a span began.
func (s *Spans) Thread(i SpanIndex) ThreadIndex {
	if s.M[i] == noLane {
		return NoThread
	}
	return ThreadIndex(s.M[i])
}

// SpanEnd is where a span of a goroutine ends.
func (t *Trace) SpanEnd(g GoIndex, i SpanIndex) Time {
	if i+1 < t.Goroutines[g].End {
		return t.Spans.Start.At(int(i) + 1)
	}
	return t.End
}
