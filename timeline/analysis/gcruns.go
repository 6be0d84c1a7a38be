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
	at    Interval
	g     trace.GoIndex
	p     trace.ProcIndex
	label model.StringID
}

// executed calls f for the parts of an interval in which a goroutine ran or
// was in a system call, as internal/trace's GoState.Executing has it.
func (a *Analysis) executed(g trace.GoIndex, iv Interval, f func(at Interval, s trace.SpanIndex)) {
	r := &a.t.Goroutines[g]
	lo, hi := a.within(iv, r.First, r.End, r.End)
	for s := lo; s < hi; s++ {
		if st := a.t.Spans.State(s); st == trace.GoRunning || st == trace.GoSyscall {
			from, to := iv.clip(a.t.Spans.Start.At(int(s)), a.t.SpanEnd(g, s))
			f(Interval{from, to}, s)
		}
	}
}

// assistRuns are the times in which assists executed: an assist that waits or
// was preempted marks nothing.
func (a *Analysis) assistRuns() []run {
	var all []run
	for i := range a.t.Assists {
		s := &a.t.Assists[i]
		if s.Go == trace.NoGo {
			continue
		}
		from, to := a.span(s.Start, s.End)
		a.executed(s.Go, Interval{from, to}, func(at Interval, span trace.SpanIndex) {
			all = append(all, run{at: at, g: s.Go, p: a.t.Spans.Proc(span)})
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
		r := run{g: l.Go, p: a.t.Spans.Proc(s), label: l.Label, at: Interval{l.Time, l.Time}}
		for ; s < a.t.Goroutines[l.Go].End; s++ {
			if st := a.t.Spans.State(s); st != trace.GoRunning && st != trace.GoSyscall {
				break
			}
			r.at.To = a.t.SpanEnd(l.Go, s)
		}
		if r.at.From < r.at.To {
			all = append(all, r)
		}
	}
	return sortRuns(all)
}

func sortRuns(all []run) []run {
	slices.SortStableFunc(all, func(a, b run) int { return cmp.Compare(a.at.From, b.at.From) })
	return all
}

// within leaves the runs, sorted by their beginnings, that may lie in an
// interval.
func within(all []run, iv Interval) []run {
	return all[:sort.Search(len(all), func(i int) bool { return all[i].at.From >= iv.To })]
}
