package analysis

import (
	"cmp"
	"slices"
	"sort"

	"profstation/model"
	"profstation/model/trace"
)

// run is a time in which a goroutine executed something for the collector on a
// P: a running span or a system call, or part of one.
type run struct {
	at    trace.Interval
	g     trace.GoIndex
	p     trace.ProcIndex
	label model.StringID
}

// executed calls f for the parts of an interval in which a goroutine ran or
// was in a system call, as internal/trace's GoState.Executing has it.
func (a *Analysis) executed(g trace.GoIndex, iv trace.Interval, f func(at trace.Interval, s trace.SpanIndex)) {
	r := &a.t.Goroutines[g]
	lo, hi := a.within(iv, r.First, r.End, r.End)
	for s := lo; s < hi; s++ {
		if st := a.t.Spans.State(s); st == trace.GoRunning || st == trace.GoSyscall {
			f(iv.Clip(a.t.SpanTime(g, s)), s)
		}
	}
}

// assistRuns are the times in which assists executed: an assist that waits or
// was preempted marks nothing.
func (a *Analysis) assistRuns() []run {
	var all []run
	for _, x := range a.t.Assists {
		if x.Go == trace.NoGo {
			continue
		}
		a.executed(x.Go, a.t.Between(x.Start, x.End), func(at trace.Interval, span trace.SpanIndex) {
			all = append(all, run{at: at, g: x.Go, p: a.t.Spans.Proc(span)})
		})
	}
	return sortRuns(all)
}

// labelRuns are the times for which labels held, from when they were given
// until the goroutine stopped running.
func (a *Analysis) labelRuns(want func(label string) bool) []run {
	var all []run
	for _, l := range a.t.Labels {
		if l.Go == trace.NoGo || !want(a.t.Strings.Raw(l.Label)) {
			continue
		}
		s, ok := a.t.SpanAt(l.Go, l.Time)
		if !ok {
			continue
		}
		r := run{g: l.Go, p: a.t.Spans.Proc(s), label: l.Label, at: trace.Interval{From: l.Time, To: l.Time}}
		for ; s < a.t.Goroutines[l.Go].End; s++ {
			if st := a.t.Spans.State(s); st != trace.GoRunning && st != trace.GoSyscall {
				break
			}
			r.at.To = a.t.SpanEnd(l.Go, s)
		}
		if !r.at.Empty() {
			all = append(all, r)
		}
	}
	return sortRuns(all)
}

func sortRuns(all []run) []run {
	slices.SortStableFunc(all, func(a, b run) int { return cmp.Compare(a.at.From, b.at.From) })
	return all
}

// startingBefore returns the sorted runs that begin before a time.
func startingBefore(all []run, to trace.Time) []run {
	return all[:sort.Search(len(all), func(i int) bool { return all[i].at.From >= to })]
}
