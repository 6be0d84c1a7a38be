package figures

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/describe"
	"profstation/timeline/wording"
)

// EndedBy is the title of the column that names who ended a wait, or who had the Ps meanwhile.
const EndedBy = "ended by"

// ending is what ended a goroutine's wait: somebody woke it, or it got a P that others had before.
type ending struct {
	span trace.SpanIndex // the wait
	open bool            // it lasts until the trace ends
	by   trace.GoIndex   // who ended it, or had the Ps longest, or the one on which it ran then; NoGo: the runtime, or nobody known
	at   trace.Time      // when that one did, or began to, or left that P
	held []Holder        // in a wait for a P, while the world was not stopped
	idle bool            // a P had nothing to do in all of that: nobody kept the goroutine from running
	// stopped is for how long of a wait for a P the world was stopped: no goroutine could begin to run.
	stopped trace.Time
}

// ending finds out what ended a wait. It looks at many spans if the wait was one for a P, so it is not for painting.
func (s *Source) ending(steps *work.Steps, span trace.SpanIndex) *ending {
	t := s.Trace
	g := t.GoOf(span)
	wait := t.SpanTime(g, span)
	e := &ending{span: span, open: span+1 >= t.Goroutines[g].End, by: trace.NoGo, at: wait.To}
	switch {
	case t.Spans.State(span) == trace.GoRunnable:
		rest := moving(steps, t, wait)
		e.stopped = wait.Len()
		for _, in := range rest {
			e.stopped -= in.Len()
		}
		var idle bool
		e.held, idle = holders(steps, t, rest)
		e.idle = idle && !e.open && !t.Spans.Condition(span).BeganBefore
		switch {
		case len(e.held) > 0:
			e.by, e.at = e.held[0].Go, e.held[0].First
		case e.idle:
			e.by, e.at = ranAfter(t, span+1, wait)
		}
	case !e.open:
		e.by = t.WokenBy(span + 1)
	}
	return e
}

// target leads to who ended the wait; nil: nobody did who has a lane.
func (e *ending) target() *Target {
	if e.by == trace.NoGo {
		return nil
	}
	return &Target{Lane: true, Go: e.by, Time: trace.Interval{From: e.at, To: e.at}}
}

// endedBy names who ended a wait. Of a wait for a P it says why the goroutine needed nobody to wake it, for how long the
// world was stopped, and which goroutines had the Ps otherwise, for how long, or that one was idle. It is "" without a
// wait.
func (m *maker) endedBy(say lang.Voice, e *ending) string {
	switch {
	case e == nil:
		return ""
	case m.Trace.Spans.State(e.span) == trace.GoRunnable:
		return joined(say, describe.Unwoken(m.In(say), e.span), m.busy(say, e))
	case e.open:
		return say("nothing had woken it when the trace ended")
	}
	return cmp.Or(m.In(say).GoName(e.by), say("the runtime"))
}

// joined writes two things that are said of a wait for a P behind each other; either may be "".
func joined(say lang.Voice, why, busy string) string {
	if why == "" || busy == "" {
		return why + busy
	}
	return say("{{.Why}}; {{.Busy}}", lang.With{"Why": why, "Busy": busy})
}

// besides says of a wait for a P for how long the world was stopped, and of the rest that a P was idle. It is "" if
// neither is known, and of any other wait.
func (s *Source) besides(say lang.Voice, e *ending) string {
	if e.stopped == 0 {
		return s.slow(say, e, say("a P was idle the whole time"))
	}
	return joined(say, say("the world was stopped for {{.Time}} of it", lang.With{"Time": wording.Duration(e.stopped)}),
		s.slow(say, e, say("a P was idle for the rest")))
}

// slow says that a P was idle, in those words. Why the goroutine did not run on it, a trace does not say: it may have
// been queued behind another one. So it says who had the P on which it ran then. It is "" if no P was idle.
func (s *Source) slow(say lang.Voice, e *ending, idle string) string {
	switch {
	case !e.idle:
		return ""
	case e.by == trace.NoGo:
		return idle
	}
	names := s.In(say)
	return joined(say, idle, say("it ran on {{.P}} once {{.Goroutine}} had left it",
		lang.With{"P": names.ProcName(s.Trace.Spans.Proc(e.span + 1)), "Goroutine": names.GoName(e.by)}))
}

// busy says for how long of a wait for a P the world was stopped, and who had the Ps otherwise, or that one was idle; ""
// if none of that is known.
func (m *maker) busy(say lang.Voice, e *ending) string {
	var names []string
	for _, h := range e.held {
		names = append(names, m.In(say).GoName(h.Go)+" "+wording.Duration(h.Time))
	}
	held := ""
	if len(names) > 0 {
		held = say("Ps busy with {{.Names}}", lang.With{"Names": say.List(names...)})
	}
	return joined(say, m.besides(say, e), held)
}

// Holder is a goroutine that had Ps meanwhile: for how long, and when first.
type Holder struct {
	Go    trace.GoIndex
	Time  trace.Time
	First trace.Time
}

// mostNames is how many goroutines are named that had the Ps. maxHeld bounds how many spans are looked at for one wait.
const mostNames, maxHeld = 4, 20_000

// holders returns the goroutines that were on Ps in intervals, which are sorted, those that were there longest first. It
// returns none if a P had nothing to do in all of them, since then nobody kept it from running, if there are too many
// spans to look at, or once the steps are over. idle: a P had nothing to do.
func holders(steps *work.Steps, t *trace.Trace, in []trace.Interval) (all []Holder, idle bool) {
	if len(in) == 0 {
		return nil, false
	}
	there := procsIn(t, trace.Interval{From: in[0].From, To: in[len(in)-1].To})
	at := map[trace.GoIndex]int{}
	seen := 0
	for p := 0; p+1 < len(t.ProcLanes.First); p++ {
		lane, busy := t.ProcLanes.Lane(p), false
		for _, in := range in {
			if seen++; seen > maxHeld || steps.Over(1) {
				return nil, false
			}
			i := max(0, sort.Search(len(lane), func(i int) bool { return t.Spans.Start(lane[i]) > in.From })-1)
			for ; i < len(lane) && t.Spans.Start(lane[i]) < in.To; i++ {
				if seen++; seen > maxHeld || steps.Over(1) {
					return nil, false
				}
				g := t.GoOf(lane[i])
				held := t.SpanTime(g, lane[i])
				if i+1 < len(lane) { // in a system call that went on without its P
					held.To = min(held.To, t.Spans.Start(lane[i+1]))
				}
				if held = in.Clip(held); held.Empty() {
					continue
				}
				busy = true
				k, ok := at[g]
				if !ok {
					k = len(all)
					at[g], all = k, append(all, Holder{Go: g, First: held.From})
				}
				all[k].Time += held.Len()
				all[k].First = min(all[k].First, held.From)
			}
		}
		if !busy && t.Procs[p].ID < there {
			return nil, there != unknownProcs
		}
	}
	slices.SortStableFunc(all, func(a, b Holder) int { return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Go, b.Go)) })
	return all[:min(len(all), mostNames)], false
}

// ranAfter returns the goroutine that had a run's P in the wait before the run, the last one if there were several, and
// when it left. It is NoGo if the P was idle in between, since it then was not for that one that it had to wait.
func ranAfter(t *trace.Trace, run trace.SpanIndex, wait trace.Interval) (trace.GoIndex, trace.Time) {
	p := t.Spans.Proc(run)
	if t.Spans.State(run) != trace.GoRunning || p == trace.NoProc {
		return trace.NoGo, 0
	}
	lane := t.ProcLanes.Lane(int(p))
	i := sort.Search(len(lane), func(i int) bool { return t.Spans.Start(lane[i]) >= wait.To }) - 1
	if i < 0 {
		return trace.NoGo, 0
	}
	g := t.GoOf(lane[i])
	held := wait.Clip(t.SpanTime(g, lane[i]))
	if held.To <= held.From || paused(t, p, trace.Interval{From: held.From, To: wait.To}) {
		return trace.NoGo, 0
	}
	return g, held.To
}

// paused reports whether a P is known not to have run at any time in an interval.
func paused(t *trace.Trace, p trace.ProcIndex, in trace.Interval) bool {
	of := &t.Procs[p]
	first := of.First + int32(sort.Search(int(of.End-of.First), func(i int) bool { return t.ProcSpanEnd(p, of.First+int32(i)) > in.From }))
	for i := first; i < of.End && t.ProcSpans.Start.At(int(i)) < in.To; i++ {
		if t.ProcSpans.State[i] != trace.ProcRunning {
			return true
		}
	}
	return false
}

// unknownProcs is more than there can be.
const unknownProcs = int64(math.MaxInt64)

// procsIn returns how many Ps there were at all times in an interval; unknownProcs if the trace does not say. Those with
// this number or a higher one are left from before there were fewer, or stand for timers and the like in old traces.
func procsIn(t *trace.Trace, in trace.Interval) int64 {
	least := uint64(unknownProcs)
	for i := range t.Metrics {
		m := &t.Metrics[i]
		if t.Strings.Raw(m.Name) != trace.GoMaxProcs {
			continue
		}
		for k := max(0, m.Index(in.From)); k < len(m.Value) && m.Time.At(k) < in.To; k++ {
			least = min(least, m.Value[k])
		}
	}
	return int64(least)
}

// moving returns the parts of an interval in which the world was not stopped, until the steps are over. Stops follow
// each other.
func moving(steps *work.Steps, t *trace.Trace, in trace.Interval) (rest []trace.Interval) {
	at := func(i int) trace.Interval { return t.Between(t.Stops[i].Start, t.Stops[i].End) }
	i := sort.Search(len(t.Stops), func(i int) bool { return at(i).To > in.From })
	for ; i < len(t.Stops) && at(i).From < in.To && !steps.Over(1); i++ {
		if before := (trace.Interval{From: in.From, To: at(i).From}); !before.Empty() {
			rest = append(rest, before)
		}
		in.From = max(in.From, at(i).To)
	}
	if !in.Empty() {
		rest = append(rest, in)
	}
	return rest
}
