// Package describe says what a trace records about a span, an event or what lies under a
// point: [Inspect] and [InspectEvent] as values, [Span], [Event] and [Hit] in a few lines.
package describe

import (
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline"
)

// Inspection is all that the trace records of a span.
type Inspection struct {
	Span              trace.SpanIndex
	Go                trace.GoIndex
	State             trace.GoState
	Doing             string // the state and why it was entered: "waiting: select"
	Start, End        trace.Time
	Open, BeganBefore bool // it was still going on when the trace ended; it began before the trace
	// P and M are what it is on, or, while it waits or is ready to run, was on when it last ran: see On.
	// NoProc and NoThread: not recorded.
	P     trace.ProcIndex
	M     trace.ThreadIndex
	Stack []trace.FrameIndex // its own, leaf first

	// Woken is the runnable span that the waking begins: after a wait, of a runnable span
	// itself, before any other. NoSpan: nobody woke it, as one that was preempted, or the
	// trace does not tell.
	Woken trace.SpanIndex
	Made  bool // that waking was its creation
	// Waker is the goroutine that made it runnable, in its span WakerSpan; NoGo if
	// the runtime did, or if the trace does not record it.
	Waker     trace.GoIndex
	WakerSpan trace.SpanIndex
	WokenAt   trace.Time
	WakeStack []trace.FrameIndex // where the waker was
	Latency   trace.Time         // how long it then waited for a P; −1 if it never ran

	Previous, Next trace.SpanIndex // of the same goroutine; NoSpan none
}

// On reports whether the goroutine is on a P or a thread meanwhile, and not only was before.
func (x *Inspection) On() bool { return x.State == trace.GoRunning || x.State == trace.GoSyscall }

// Inspect returns all that the trace records of a span.
func Inspect(t *timeline.Timeline, span trace.SpanIndex) Inspection {
	tr := t.Trace
	s := &tr.Spans
	g := tr.GoOf(span)
	r := &tr.Goroutines[g]
	c := s.Condition(span)
	x := Inspection{
		Span: span, Go: g, State: c.State, Doing: t.StateText(c.State, c.Reason),
		Start: s.Start(span), End: tr.SpanEnd(g, span),
		Open: span+1 == r.End && c.State != trace.GoNotExist, BeganBefore: c.BeganBefore,
		Stack: t.OwnStack(span),
		Woken: trace.NoSpan, Waker: trace.NoGo, WakerSpan: trace.NoSpan, Latency: -1,
		Previous: trace.NoSpan, Next: trace.NoSpan,
	}
	x.P, x.M = tr.LastOn(span)
	if span > r.First {
		x.Previous = span - 1
	}
	if span+1 < r.End {
		x.Next = span + 1
	}
	x.wake(tr, r)
	return x
}

func (x *Inspection) wake(tr *trace.Trace, r *trace.Goroutine) {
	s := &tr.Spans
	woken := x.Previous
	switch x.State {
	case trace.GoRunnable:
		woken = x.Span
	case trace.GoWaiting:
		woken = x.Next
	}
	if woken == trace.NoSpan || !tr.Woken(woken) {
		return
	}
	x.Made = woken == r.First
	x.Woken, x.WokenAt = woken, s.Start(woken)
	x.WakeStack = tr.Stacks.Stack(s.Stack(woken))
	if next := woken + 1; next < r.End && s.State(next) == trace.GoRunning {
		x.Latency = s.Start(next) - x.WokenAt
	}
	x.Waker, x.WakerSpan = tr.WokenBy(woken), tr.WakerSpan(woken)
}

// WokenBy and Wakes say of a waking who did it, and whom it woke: a new goroutine was made, not woken.
func (x *Inspection) WokenBy(name string) string {
	if x.Made {
		return lang.L("created by {{.Name}}", lang.With{"Name": name})
	}
	return lang.L("woken by {{.Name}}", lang.With{"Name": name})
}

func (x *Inspection) Wakes(name string) string {
	if x.Made {
		return lang.L("makes {{.Name}}", lang.With{"Name": name})
	}
	return lang.L("wakes {{.Name}}", lang.With{"Name": name})
}
