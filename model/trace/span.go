package trace

import (
	"context"
	"encoding/binary"
	"sort"

	"profstation/model"
	"profstation/model/mapped"
)

// SpanIndex is an index into the columns in [Trace.Spans].
type SpanIndex int32

// NoSpan means no span.
const NoSpan SpanIndex = -1

// GoState is a goroutine's state, as golang.org/x/exp/trace names it.
type GoState uint8

// The states. GoUnknown is used where generations were lost, GoNotExist after a goroutine's end.
const (
	GoUnknown GoState = iota
	GoNotExist
	GoRunnable
	GoRunning
	GoWaiting
	GoSyscall
)

var goStateNames = [...]string{"unknown", "ended", "runnable", "running", "waiting", "syscall"}

// String returns the state in one word.
func (s GoState) String() string { return goStateNames[s] }

// Condition is a state and why it was entered. A trace has few conditions, each once.
type Condition struct {
	State       GoState
	Reason      model.StringID // the runtime's words: "chan receive"; 0: none
	BeganBefore bool           // entered before the part of the trace that was kept, and only reported there
}

// Spans holds all spans for all goroutines, sorted by goroutine and then by time.
//
// A goroutine's spans have no gaps: each ends where the goroutine's next one begins, and the last at
// Trace.End, so ends are not stored. Starts strictly increase within a goroutine, and neighbours are never
// merged. A goroutine's life ends with a [GoNotExist] span. Where generations were lost, a [GoUnknown] span
// fills the hole.
type Spans struct {
	Conditions []Condition // Cond indexes this table
	// By is the goroutine that made a span's goroutine runnable. It is for traces in the format before Go
	// 1.22, whose threads are not reliable, and nil for all others, see [Trace.WokenBy].
	By []GoIndex

	spans []span
	more  []spanMore // nil: span is enough for all
}

// span is a span's beginning: 40 bits for its time, 16 for its stack, 8 for its condition, and 8 each for its
// P and its thread, plus one; 0: none. There are millions of spans, and the values for one are stored
// together because separate columns needed a memory page each. A span is read and written as two words.
type span [10]byte

const (
	spanStack, spanCond  = 40, 56 // the bits at which they begin
	spanProc, spanThread = 8, 9   // the bytes at which they begin
)

// spanMore holds a span's upper bits, for traces longer than 18 minutes or with many stacks, conditions, Ps
// or threads.
type spanMore struct {
	stack      uint16
	start48    uint8
	cond, p, m uint8
}

// MaxLanes is the most Ps, and the most threads, that a trace can have.
const MaxLanes = 1<<16 - 1

// MakeSpans makes n spans, in memory backed by a file or, if in is nil, on the heap. stacks, procs and
// threads are the sizes of the tables that the spans refer to. No span begins later than last. If the context has
// ended, making them ends early, and writing them takes longer.
func MakeSpans(ctx context.Context, in *mapped.Memory, n int, last Time, conditions []Condition, stacks, procs, threads int) Spans {
	s := Spans{Conditions: conditions, spans: mapped.MakeUntil[span](ctx, in, n)}
	if last >= 1<<40 || stacks > 1<<16 || max(len(conditions), procs+1, threads+1) > 1<<8 {
		s.more = mapped.MakeUntil[spanMore](ctx, in, n)
	}
	return s
}

// Len returns the number of spans.
func (s *Spans) Len() int { return len(s.spans) }

// Set fills in a span while the trace is made. The arguments are what the methods with their names return.
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

// Start returns when a span begins.
func (s *Spans) Start(i SpanIndex) Time {
	at := Time(binary.LittleEndian.Uint64(s.spans[i][:]) & (1<<spanStack - 1))
	if s.more != nil {
		at |= Time(s.more[i].start48) << spanStack
	}
	return at
}

// Cond returns the index of a span's condition.
func (s *Spans) Cond(i SpanIndex) uint16 {
	c := uint16(s.spans[i][spanCond/8])
	if s.more != nil {
		c |= uint16(s.more[i].cond) << 8
	}
	return c
}

// Condition returns the goroutine's state in a span, and why it entered it.
func (s *Spans) Condition(i SpanIndex) *Condition { return &s.Conditions[s.Cond(i)] }

// State returns the goroutine's state in a span.
func (s *Spans) State(i SpanIndex) GoState { return s.Condition(i).State }

// Reason returns why the goroutine entered the state.
func (s *Spans) Reason(i SpanIndex) model.StringID { return s.Condition(i).Reason }

// Stack returns where the goroutine was when it entered the state. If another goroutine made it runnable (see
// [Trace.WokenBy]), it returns where that other one was.
func (s *Spans) Stack(i SpanIndex) StackIndex {
	v := StackIndex(binary.LittleEndian.Uint16(s.spans[i][spanStack/8:]))
	if s.more != nil {
		v |= StackIndex(s.more[i].stack) << 16
	}
	return v
}

// Proc returns the P on which a span began. It is NoProc if the trace only reports that the goroutine is
// waiting or runnable.
func (s *Spans) Proc(i SpanIndex) ProcIndex {
	v := ProcIndex(s.spans[i][spanProc])
	if s.more != nil {
		v |= ProcIndex(s.more[i].p) << 8
	}
	return v - 1
}

// Thread returns the thread on which a span began. It is NoThread under the same condition as for Proc.
func (s *Spans) Thread(i SpanIndex) ThreadIndex {
	v := ThreadIndex(s.spans[i][spanThread])
	if s.more != nil {
		v |= ThreadIndex(s.more[i].m) << 8
	}
	return v - 1
}

// On returns the P and the thread that a span's goroutine is on. There are none while it waits or is ready to
// run, wherever the span began.
func (s *Spans) On(i SpanIndex) (ProcIndex, ThreadIndex) {
	if state := s.State(i); state != GoRunning && state != GoSyscall {
		return NoProc, NoThread
	}
	return s.Proc(i), s.Thread(i)
}

// LastOn returns the P and the thread that a span's goroutine is on, or was on when it last ran. There are
// none if that is not in the trace.
func (t *Trace) LastOn(i SpanIndex) (ProcIndex, ThreadIndex) {
	for first := t.Goroutines[t.GoOf(i)].First; i > first; i-- {
		if state := t.Spans.State(i); state != GoWaiting && state != GoRunnable {
			break
		}
	}
	return t.Spans.On(i)
}

// SpanEnd returns where a goroutine's span ends.
func (t *Trace) SpanEnd(g GoIndex, i SpanIndex) Time {
	if i+1 < t.Goroutines[g].End {
		return t.Spans.Start(i + 1)
	}
	return t.End
}

// WokenBy returns the goroutine that made a span's goroutine runnable by creating or unblocking it. The
// span's stack says from where. NoGo means that the runtime did it, such as for a timer or the network, that
// the trace does not say, or that nobody had to, see [Trace.Woken].
//
// The other goroutine ran on the span's thread at that moment, so it is found in that thread's lane and needs
// no column.
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

// WakerSpan returns the span in which the goroutine that [Trace.WokenBy] returns woke the other one, or
// NoSpan if there is none.
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
	// Use the span just before if the goroutine left it at that moment.
	if span > t.Goroutines[by].First && t.Spans.Start(span) == at && t.Spans.State(span) != GoRunning {
		span--
	}
	return span
}

// OwnStack returns where a span's goroutine itself is, as far as the trace records it. A goroutine that
// another one made runnable is still where it waited, and a new one is where it begins.
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

// Woken reports whether somebody made a span's goroutine runnable at the span's start, and the trace has that
// moment. A goroutine that was preempted, yielded or came back from a system call was not woken.
func (t *Trace) Woken(span SpanIndex) bool {
	c := t.Spans.Condition(span)
	if c.State != GoRunnable || c.BeganBefore {
		return false
	}
	if span == t.Goroutines[t.GoOf(span)].First {
		return true // it was created
	}
	before := t.Spans.State(span - 1)
	return before != GoRunning && before != GoSyscall
}

// SelfStack returns the stack that a goroutine itself recorded when a span of it began; NoStack: it recorded none. The
// stack of a span that somebody else made runnable is that one's. It is quicker than OwnStack.
func (t *Trace) SelfStack(span SpanIndex) StackIndex {
	if c := t.Spans.Condition(span); c.State == GoRunnable && c.Reason == 0 {
		return NoStack
	}
	return t.Spans.Stack(span)
}

// ranThen returns the goroutine that ran on the span's thread when the span began.
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
	// The lane only has system calls where they begin: after one has ended, its goroutine has left the
	// thread.
	if t.SpanEnd(g, by) < at {
		return NoGo
	}
	return g
}
