package describe

import (
	"time"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline/wording"
)

// slice is how long the scheduler lets a goroutine run on end (forcePreemptNS in runtime/proc.go). It also preempts
// earlier, such as to stop the world.
const slice = trace.Time(10 * time.Millisecond)

// Unwoken says why a goroutine waits for a P although nobody woke it: it was preempted, yielded or came back from a
// system call. It is "" of any other span, and where the trace does not tell.
func Unwoken(t wording.Names, span trace.SpanIndex) string {
	tr := t.Trace
	c, g := tr.Spans.Condition(span), tr.GoOf(span)
	if c.State != trace.GoRunnable || c.BeganBefore || tr.Woken(span) {
		return ""
	}
	before := span - 1
	if tr.Spans.State(before) == trace.GoSyscall {
		return t.Say("came back from a system call")
	}
	ran := tr.SpanTime(g, before).Len()
	with := lang.With{"Time": wording.Duration(ran)}
	switch reason := tr.Strings.Raw(c.Reason); {
	case reason == trace.Preempted && ran >= slice:
		return t.Say("preempted after {{.Time}}: its time slice had run out", with)
	case reason == trace.Preempted:
		return t.Say("preempted after {{.Time}}", with)
	}
	return t.Say("yielded")
}

// Unwoken says of a span, or of the wait before a run, what [Unwoken] does.
func (x *Inspection) Unwoken(t wording.Names) string {
	span := x.Span
	if x.State == trace.GoRunning {
		span = x.Previous
	}
	if span == trace.NoSpan {
		return ""
	}
	return Unwoken(t, span)
}
