package analysis

import "profstation/model/trace"

// ChainEnd is why a wake-up chain goes no further back.
type ChainEnd uint8

// Why a chain ends.
const (
	ChainRan       ChainEnd = iota // the goroutine had not waited: it was running before, and yielded or was in a system call
	ChainPreempted                 // it was running before, and was preempted
	ChainRuntime                   // the runtime woke it: a timer, the network, the collector
	ChainStart                     // it goes back to before the trace, or to where generations were lost
	ChainLong                      // it is longer than was asked for
	ChainWaits                     // the goroutine was still waiting when the trace ended
)

var chainEndNames = [...]string{
	ChainRan:       "it had already been running",
	ChainPreempted: "it had been preempted",
	ChainRuntime:   "the runtime woke it (a timer, the network, the collector)",
	ChainStart:     "the trace does not go back further",
	ChainLong:      "the chain goes on",
	ChainWaits:     "nothing had woken it when the trace ended",
}

// String says in words why the chain ends.
func (e ChainEnd) String() string { return chainEndNames[e] }

// Link is one goroutine in a wake-up chain: it waited, was woken, and began to run. A span that it lacks is NoSpan: a
// new goroutine has not waited, and one from before the trace has no start.
type Link struct {
	Go                      trace.GoIndex
	Wait, Runnable, Running trace.SpanIndex
	// By is the goroutine that woke or made it, at the start of Runnable. The next link is about that goroutine. It is
	// NoGo at the end of the chain.
	By    trace.GoIndex
	Woken trace.Time // when it was woken
}

// Chain shows why a span began when it did: the goroutine that woke its goroutine, the one that had woken that one
// before, and so on backwards.
type Chain struct {
	Links []Link // the span's own goroutine comes first
	End   ChainEnd
}

// Chain goes back from a span, over at most n links, to a goroutine that had not waited before it woke the next one.
// If the goroutine waits in the span, or waits for a P, Chain starts from the run after it, since the question is who
// ended that wait.
func (a *Analysis) Chain(span trace.SpanIndex, n int) Chain {
	var c Chain
	g := a.t.GoOf(span)
	asked := span
	for st := a.t.Spans.State(span); st == trace.GoWaiting || st == trace.GoRunnable; st = a.t.Spans.State(span) {
		if span+1 == a.t.Goroutines[g].End {
			break
		}
		span++
	}
	switch a.t.Spans.State(span) {
	case trace.GoWaiting:
		return Chain{[]Link{{Go: g, Wait: span, Runnable: trace.NoSpan, Running: trace.NoSpan, By: trace.NoGo, Woken: trace.NoTime}}, ChainWaits}
	case trace.GoUnknown:
		span = asked // a time that was lost explains nothing
	}
	for {
		if len(c.Links) >= n {
			c.End = ChainLong
			return c
		}
		l, end, more := link(a.t, g, span)
		c.Links = append(c.Links, l)
		if !more {
			c.End = end
			return c
		}
		// Go to the goroutine that woke it, at that moment. Times must decrease with every link, or the chain ends.
		s := a.t.WakerSpan(l.Runnable)
		if s == trace.NoSpan || a.t.Spans.Start(s) >= l.Woken {
			c.End = ChainStart
			return c
		}
		g, span = l.By, s
	}
}

// link finds how a goroutine came to be in a span. more is false if the chain ends there.
func link(t *trace.Trace, g trace.GoIndex, span trace.SpanIndex) (l Link, end ChainEnd, more bool) {
	sp := &t.Spans
	first := t.Goroutines[g].First
	l = Link{Go: g, Wait: trace.NoSpan, Runnable: trace.NoSpan, Running: trace.NoSpan, By: trace.NoGo}
	s := span
	// Go back to where it began to execute. System calls are part of a run.
	for {
		st := sp.State(s)
		if st == trace.GoRunning {
			l.Running = s
		}
		if st == trace.GoRunnable || s == first {
			break
		}
		if st == trace.GoUnknown {
			return l, ChainStart, false
		}
		s--
	}
	l.Woken = sp.Start(s)
	c := sp.Condition(s)
	if c.State != trace.GoRunnable || c.BeganBefore {
		return l, ChainStart, false
	}
	l.Runnable = s
	l.By = t.WokenBy(s)
	if s > first {
		switch before := sp.State(s - 1); before {
		case trace.GoWaiting:
			l.Wait = s - 1
		case trace.GoUnknown:
			return l, ChainStart, false
		default: // it yielded, was preempted, or returned from a system call
			if t.Strings.Raw(c.Reason) == trace.Preempted {
				return l, ChainPreempted, false
			}
			return l, ChainRan, false
		}
	}
	if l.By == trace.NoGo {
		return l, ChainRuntime, false
	}
	return l, ChainRan, true
}
