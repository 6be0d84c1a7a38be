package trace

// ProcIndex is an index into [Trace.Procs], or NoProc.
type ProcIndex int32

// NoProc is no P.
const NoProc ProcIndex = -1

// ThreadIndex is an index into [Trace.Threads], or NoThread.
type ThreadIndex int32

// NoThread is no thread.
const NoThread ThreadIndex = -1

// Proc is one P, in the order in which the trace names them first.
//
// Its spans are Trace.ProcSpans from First to before End, in the order of time; there may be none
// where only a goroutine names it. The spans of P i+1 begin where the spans of P i end.
type Proc struct {
	ID         int64
	First, End int32
}

// Thread is one thread (M), in the order in which the trace names them first.
// Threads have no states of their own: what they did is in [Trace.ThreadLanes].
type Thread struct {
	ID int64
}

// ProcState is the state of a P.
type ProcState uint8

// The states. ProcUnknown stands where generations were lost.
const (
	ProcUnknown ProcState = iota
	ProcIdle
	ProcRunning
)

// ProcSpans are the columns of what Ps did, sorted by P and within it by time.
//
// A P's spans leave no gap: each ends where the next one of the same P begins,
// and the last at Trace.End. Starts strictly increase within a P, and two
// neighbours have different states, or a running P went to another thread.
type ProcSpans struct {
	Start Times
	State []ProcState
	M     []uint16 // the thread that runs it; see Thread
}

// MakeProcSpans makes columns for n spans.
func MakeProcSpans(n int) ProcSpans {
	return ProcSpans{Start: MakeTimes(n), State: make([]ProcState, n), M: make([]uint16, n)}
}

// Thread is the thread that runs the P in a span.
func (s *ProcSpans) Thread(i int) ThreadIndex {
	if s.M[i] == noThread {
		return NoThread
	}
	return ThreadIndex(s.M[i])
}

// noThread is no thread in a column of them.
const noThread = ^uint16(0)

// ProcSpanEnd is where a span of a P ends.
func (t *Trace) ProcSpanEnd(p ProcIndex, i int32) Time {
	if i+1 < t.Procs[p].End {
		return t.ProcSpans.Start.At(int(i) + 1)
	}
	return t.End
}

// Lanes are rows of spans: lane i is Spans[First[i]:First[i+1]], the spans of goroutines that ran,
// or were in a system call, and began on one P or thread, in the order of time.
//
// The spans of a lane do not overlap, but for one case: a system call that
// begins on a P stays in its lane, also where the P is taken away and another
// goroutine runs on it. There the next span of the lane begins before it ends.
type Lanes struct {
	First []int32
	Spans []SpanIndex
}

// Len is the number of lanes.
func (l *Lanes) Len() int { return len(l.First) - 1 }

// Lane returns the spans of one. It must not be changed.
func (l *Lanes) Lane(i int) []SpanIndex { return l.Spans[l.First[i]:l.First[i+1]] }
