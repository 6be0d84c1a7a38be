package trace

import (
	"encoding/binary"
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
	State       GoState
	Reason      model.StringID // the runtime's words: "chan receive"; 0: none
	BeganBefore bool           // entered before the part of the trace that was kept, and only stated
}

// Spans are all spans of all goroutines, sorted by goroutine and within it by time.
//
// A goroutine's spans leave no gap: each ends where the next one of the same goroutine begins, and
// the last at Trace.End, so ends are not kept. Starts strictly increase within a goroutine, and two
// neighbours are never merged. A goroutine's life ends with a span of [GoNotExist]; where
// generations were lost a span of [GoUnknown] fills the hole.
type Spans struct {
	Conditions []Condition // what Cond points into
	// By is the goroutine that made a runnable one so, for traces of the format before Go 1.22,
	// whose threads cannot be relied on; nil for all others, see [Trace.WokenBy].
	By []GoIndex

	spans []span
	more  []spanMore // nil: span is enough for all
}

// span is the beginning of a span: 40 bits of its time, 16 of its stack, 8 of its condition, and 8 each
// of its P and its thread by one more; 0: none. There are millions, and what is looked at of one stands
// together: columns of their own took a page of memory each. It is read and written as two words.
type span [10]byte

const (
	spanStack, spanCond  = 40, 56 // the bits where they begin
	spanProc, spanThread = 8, 9   // bytes
)

// spanMore is the upper bits of a span, of traces that are longer than 18 minutes or have many
// stacks, conditions, Ps or threads.
type spanMore struct {
	stack      uint16
	start48    uint8
	cond, p, m uint8
}

// MaxLanes is how many Ps, and how many threads, a trace can have.
const MaxLanes = 1<<16 - 1

// MakeSpans makes n spans, in memory of a file or, if it is nil, on the heap. Their conditions,
// stacks, Ps and threads are of tables of so many, and none is later than last.
func MakeSpans(in *mapped.Memory, n int, last Time, conditions []Condition, stacks, procs, threads int) Spans {
	s := Spans{Conditions: conditions, spans: mapped.Make[span](in, n)}
	if last >= 1<<40 || stacks > 1<<16 || max(len(conditions), procs+1, threads+1) > 1<<8 {
		s.more = mapped.Make[spanMore](in, n)
	}
	return s
}

// Len is the number of spans.
func (s *Spans) Len() int { return len(s.spans) }

// Set fills in one while the trace is made. What each argument is, the methods of that name say.
func (s *Spans) Set(i SpanIndex, start Time, cond uint16, stack StackIndex, p ProcIndex, m ThreadIndex) {
	p, m = p+1, m+1
	to := &s.spans[i]
	binary.LittleEndian.PutUint64(to[:], uint64(start)&(1<<spanStack-1)|uint64(uint16(stack))<<spanStack|uint64(cond)<<spanCond)
	binary.LittleEndian.PutUint16(to[spanProc:], uint16(uint8(p))|uint16(m)<<8)
	if s.more != nil {
		s.setMore(i, start, cond, stack, p, m)
	}
}

func (s *Spans) setMore(i SpanIndex, start Time, cond uint16, stack StackIndex, p ProcIndex, m ThreadIndex) {
	s.more[i] = spanMore{
		stack: uint16(stack >> 16), start48: uint8(start >> 40), cond: uint8(cond >> 8), p: uint8(p >> 8), m: uint8(m >> 8),
	}
}

// Start is when a span begins.
func (s *Spans) Start(i SpanIndex) Time {
	at := Time(binary.LittleEndian.Uint64(s.spans[i][:]) & (1<<spanStack - 1))
	if s.more != nil {
		at |= Time(s.more[i].start48) << spanStack
	}
	return at
}

// Cond is the index of a span's condition.
func (s *Spans) Cond(i SpanIndex) uint16 {
	c := uint16(s.spans[i][spanCond/8])
	if s.more != nil {
		c |= uint16(s.more[i].cond) << 8
	}
	return c
}

// Condition is the state of the goroutine in a span, and why it entered it.
func (s *Spans) Condition(i SpanIndex) *Condition { return &s.Conditions[s.Cond(i)] }

// State is the state of the goroutine in a span.
func (s *Spans) State(i SpanIndex) GoState { return s.Condition(i).State }

// Reason is why it entered the state.
func (s *Spans) Reason(i SpanIndex) model.StringID { return s.Condition(i).Reason }

// Stack is where the goroutine was when it entered the state: of a runnable one that another
// goroutine made so (see [Trace.WokenBy]), where that other was.
func (s *Spans) Stack(i SpanIndex) StackIndex {
	v := StackIndex(binary.LittleEndian.Uint16(s.spans[i][spanStack/8:]))
	if s.more != nil {
		v |= StackIndex(s.more[i].stack) << 16
	}
	return v
}

// Proc is the P on which a span began; none if the goroutine is only stated to wait or to be runnable.
func (s *Spans) Proc(i SpanIndex) ProcIndex {
	v := ProcIndex(s.spans[i][spanProc])
	if s.more != nil {
		v |= ProcIndex(s.more[i].p) << 8
	}
	return v - 1
}

// Thread is the thread on which a span began; none as for its P.
func (s *Spans) Thread(i SpanIndex) ThreadIndex {
	v := ThreadIndex(s.spans[i][spanThread])
	if s.more != nil {
		v |= ThreadIndex(s.more[i].m) << 8
	}
	return v - 1
}

// On is the P and the thread that a span's goroutine is on: none while it waits or is ready to run, whatever
// the span began on.
func (s *Spans) On(i SpanIndex) (ProcIndex, ThreadIndex) {
	if state := s.State(i); state != GoRunning && state != GoSyscall {
		return NoProc, NoThread
	}
	return s.Proc(i), s.Thread(i)
}

// LastOn is the P and the thread that a span's goroutine is on, or else was on when it last ran; none where
// that is not in the trace.
func (t *Trace) LastOn(i SpanIndex) (ProcIndex, ThreadIndex) {
	for first := t.Goroutines[t.GoOf(i)].First; i > first; i-- {
		if state := t.Spans.State(i); state != GoWaiting && state != GoRunnable {
			break
		}
	}
	return t.Spans.On(i)
}

// SpanEnd is where a span of a goroutine ends.
func (t *Trace) SpanEnd(g GoIndex, i SpanIndex) Time {
	if i+1 < t.Goroutines[g].End {
		return t.Spans.Start(i + 1)
	}
	return t.End
}

// WokenBy returns the goroutine that made a span's goroutine runnable: it created
// or unblocked it. From where, is the span's stack. NoGo: the runtime did, such as for
// a timer or the network, or the trace does not say, or nobody had to: see [Trace.Woken].
//
// The other goroutine ran on the span's thread at that moment, so it is found
// in that thread's lane, and needs no column.
func (t *Trace) WokenBy(span SpanIndex) GoIndex {
	if !t.Woken(span) {
		return NoGo
	}
	by := t.ranThen(span)
	if by != NoGo && t.GoOf(span) == by {
		return NoGo // it had left its thread at that very moment: the runtime found it there
	}
	return by
}

// WakerSpan is the span of the goroutine that [Trace.WokenBy] names, in which it did so; NoSpan if there is none.
func (t *Trace) WakerSpan(woken SpanIndex) SpanIndex {
	by := t.WokenBy(woken)
	if by == NoGo {
		return NoSpan
	}
	at := t.Spans.Start(woken)
	span, ok := t.SpanAt(by, at)
	if !ok {
		return NoSpan
	}
	// The span just before: it may have left that one at the moment.
	if span > t.Goroutines[by].First && t.Spans.Start(span) == at && t.Spans.State(span) != GoRunning {
		span--
	}
	return span
}

// OwnStack is where a span's goroutine itself is, as far as the trace records it: one that another made
// runnable is still where it waited, and a new one is where it begins.
func (t *Trace) OwnStack(span SpanIndex) StackIndex {
	if t.Woken(span) {
		if g := &t.Goroutines[t.GoOf(span)]; span == g.First {
			return g.Start
		}
		return t.Spans.Stack(span - 1)
	}
	c := t.Spans.Condition(span)
	if c.State == GoRunnable && span > 0 && t.Spans.State(span-1) == GoSyscall && !c.BeganBefore {
		return t.Spans.Stack(span - 1) // it came back from the system call
	}
	return t.Spans.Stack(span)
}

// Woken reports whether somebody made a span's goroutine runnable at its start, and the trace
// has that moment. One that was preempted, yielded or came back from a system call was not woken.
func (t *Trace) Woken(span SpanIndex) bool {
	c := t.Spans.Condition(span)
	if c.State != GoRunnable || c.BeganBefore {
		return false
	}
	if span == t.Goroutines[t.GoOf(span)].First {
		return true // it was made
	}
	before := t.Spans.State(span - 1)
	return before != GoRunning && before != GoSyscall
}

// ranThen is the goroutine that ran on the thread on which a span began, when it began.
func (t *Trace) ranThen(span SpanIndex) GoIndex {
	if t.Spans.By != nil {
		return t.Spans.By[span]
	}
	m := t.Spans.Thread(span)
	if m == NoThread {
		return NoGo
	}
	at := t.Spans.Start(span)
	lane := t.ThreadLanes.Lane(int(m))
	i := sort.Search(len(lane), func(i int) bool { return t.Spans.Start(lane[i]) >= at })
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
