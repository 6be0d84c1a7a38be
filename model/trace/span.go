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

// Span is the beginning of a span of a goroutine.
type Span struct {
	Start Time
	Cond  uint16 // an index into Spans.Conditions
	// Stack is where the goroutine was when it entered the state: of a runnable one that another
	// goroutine made so (see [Trace.WokenBy]), where that other was.
	Stack StackIndex
	// Proc and Thread are where it began; none if the goroutine is only stated to wait or to be
	// runnable.
	Proc   ProcIndex
	Thread ThreadIndex
}

// Spans are all spans of all goroutines, sorted by goroutine and within it by time.
//
// A goroutine's spans leave no gap: each ends where the next one of the same goroutine begins, and
// the last at Trace.End, so ends are not kept. Starts strictly increase within a goroutine, and two
// neighbours are never merged. A goroutine's life ends with a span of [GoNotExist]; where
// generations were lost a span of [GoUnknown] fills the hole.
type Spans struct {
	Conditions []Condition // what Span.Cond points into
	// By is the goroutine that made a runnable one so, for traces of the format before Go 1.22,
	// whose threads cannot be relied on; nil for all others, see [Trace.WokenBy].
	By []GoIndex

	spans []span
	more  []spanMore // nil: span is enough for all
}

// span is a [Span] in ten bytes. There are millions, and what is looked at of one stands together:
// columns of their own took a page of memory each.
type span struct {
	start16, start32 uint16
	stack            uint16
	start40          uint8
	cond             uint8
	p, m             uint8 // by one more; 0: none
}

// spanMore is the upper bits of a [Span], of traces that are longer than 18 minutes or have many
// stacks, conditions, Ps or threads.
type spanMore struct {
	stack      uint16
	start48    uint8
	cond, p, m uint8
}

// MostLanes is how many Ps, and how many threads, a trace can have.
const MostLanes = 1<<16 - 1

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

// Set fills in one while the trace is made.
func (s *Spans) Set(i SpanIndex, v Span) {
	// Field by field: a struct would be made in memory and then copied.
	to, p, m := &s.spans[i], v.Proc+1, v.Thread+1
	to.start16, to.start32, to.start40 = uint16(v.Start), uint16(v.Start>>16), uint8(v.Start>>32)
	to.stack, to.cond, to.p, to.m = uint16(v.Stack), uint8(v.Cond), uint8(p), uint8(m)
	if s.more != nil {
		more := &s.more[i]
		more.start48, more.stack = uint8(v.Start>>40), uint16(v.Stack>>16)
		more.cond, more.p, more.m = uint8(v.Cond>>8), uint8(p>>8), uint8(m>>8)
	}
}

// Start is when a span begins.
func (s *Spans) Start(i SpanIndex) Time {
	v := &s.spans[i]
	at := Time(v.start16) | Time(v.start32)<<16 | Time(v.start40)<<32
	if s.more != nil {
		at |= Time(s.more[i].start48) << 40
	}
	return at
}

// Cond is the index of a span's condition.
func (s *Spans) Cond(i SpanIndex) uint16 {
	c := uint16(s.spans[i].cond)
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

// Stack is where the goroutine was when it entered the state; see [Span.Stack].
func (s *Spans) Stack(i SpanIndex) StackIndex {
	v := StackIndex(s.spans[i].stack)
	if s.more != nil {
		v |= StackIndex(s.more[i].stack) << 16
	}
	return v
}

// Proc is the P on which a span began.
func (s *Spans) Proc(i SpanIndex) ProcIndex {
	v := ProcIndex(s.spans[i].p)
	if s.more != nil {
		v |= ProcIndex(s.more[i].p) << 8
	}
	return v - 1
}

// Thread is the thread on which a span began.
func (s *Spans) Thread(i SpanIndex) ThreadIndex {
	v := ThreadIndex(s.spans[i].m)
	if s.more != nil {
		v |= ThreadIndex(s.more[i].m) << 8
	}
	return v - 1
}

// SpanEnd is where a span of a goroutine ends.
func (t *Trace) SpanEnd(g GoIndex, i SpanIndex) Time {
	if i+1 < t.Goroutines[g].End {
		return t.Spans.Start(i + 1)
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
