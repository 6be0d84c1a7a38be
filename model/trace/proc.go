package trace

// ProcIndex is an index into [Trace.Procs], or NoProc.
type ProcIndex int32

// NoProc means no P.
const NoProc ProcIndex = -1

// ThreadIndex is an index into [Trace.Threads], or NoThread.
type ThreadIndex int32

// NoThread means no thread.
const NoThread ThreadIndex = -1

// Proc is one P. Ps are in the order in which the trace first names them.
//
// Its spans are Trace.ProcSpans from First up to, but not including, End, ordered by time. There may be none
// if only a goroutine names the P. The spans of P i+1 begin where those of P i end.
type Proc struct {
	ID         int64
	First, End int32
}

// Thread is one thread (M). Threads are in the order in which the trace first names them. They have no states
// of their own: what they did is in [Trace.ThreadLanes].
type Thread struct {
	ID int64
}

// ProcState is a P's state.
type ProcState uint8

// The states. ProcUnknown is used where generations were lost.
const (
	ProcUnknown ProcState = iota
	ProcIdle
	ProcRunning
)

// ProcSpans holds columns with what Ps did, sorted by P and then by time.
//
// A P's spans have no gaps: each ends where the P's next one begins, and the last at Trace.End. Starts
// strictly increase within a P. Two neighbours have different states, or a running P moved to another thread.
type ProcSpans struct {
	Start Times
	State []ProcState
	M     []uint16 // the thread that runs the P; see Thread
}

// MakeProcSpans makes columns for n spans.
func MakeProcSpans(n int) ProcSpans {
	return ProcSpans{Start: MakeTimes(n), State: make([]ProcState, n), M: make([]uint16, n)}
}

// Thread returns the thread that runs the P in a span.
func (s *ProcSpans) Thread(i int) ThreadIndex {
	if s.M[i] == noThread {
		return NoThread
	}
	return ThreadIndex(s.M[i])
}

// noThread means no thread in the column M.
const noThread = ^uint16(0)

// ProcSpanEnd returns where a P's span ends.
func (t *Trace) ProcSpanEnd(p ProcIndex, i int32) Time {
	if i+1 < t.Procs[p].End {
		return t.ProcSpans.Start.At(int(i) + 1)
	}
	return t.End
}

// Lanes holds rows of spans: lane i is Spans[First[i]:First[i+1]], ordered by time. They are the spans in
// which goroutines ran or were in a system call, and which began on one P or thread.
//
// A lane's spans do not overlap, with one exception: a system call that begins on a P stays in its lane even
// if the P is taken away and another goroutine runs on it. The lane's next span then begins before the system
// call ends.
type Lanes struct {
	First []int32
	Spans []SpanIndex
}

// Len returns the number of lanes.
func (l *Lanes) Len() int { return len(l.First) - 1 }

// Lane returns one lane's spans. The slice must not be changed.
func (l *Lanes) Lane(i int) []SpanIndex { return l.Spans[l.First[i]:l.First[i+1]] }
