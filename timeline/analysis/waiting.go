package analysis

import (
	"cmp"
	"context"

	"profstation/model"
	"profstation/model/trace"
	"profstation/model/work"
)

// WaitPlace is where and why a goroutine waits.
type WaitPlace struct {
	Func   model.StringID // the goroutine's start function
	State  trace.GoState  // waiting, runnable, or in a system call
	Reason model.StringID
	Stack  trace.StackIndex // where it entered the state; NoStack if not recorded
}

// WaitGroup holds the goroutines that wait at one place.
type WaitGroup struct {
	WaitPlace
	Go    []trace.GoIndex // the one that has waited longest first
	Since trace.Time      // since when the first one has waited
	Told  bool            // whether some have waited since before the trace
}

// WaitingAtEnd groups the goroutines that are not running at the interval's end, the largest group first.
func (a *Analysis) WaitingAtEnd(ctx context.Context, iv trace.Interval) ([]WaitGroup, error) {
	t := a.t
	at := a.Within(iv).To
	places := numbering[WaitPlace]{of: map[WaitPlace]int{}}
	var groups []WaitGroup
	var since [][]waiting // for each group
	for g := range t.Goroutines {
		if g%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s, ok := t.SpanAt(trace.GoIndex(g), at)
		if !ok {
			continue
		}
		c := t.Spans.Condition(s)
		if c.State != trace.GoWaiting && c.State != trace.GoRunnable && c.State != trace.GoSyscall {
			continue
		}
		place := WaitPlace{t.Goroutines[g].Func, c.State, c.Reason, t.Spans.Stack(s)}
		i := places.number(place)
		if i == len(groups) {
			groups, since = append(groups, WaitGroup{WaitPlace: place}), append(since, nil)
		}
		w := &groups[i]
		since[i] = append(since[i], waiting{trace.GoIndex(g), t.Spans.Start(s)})
		w.Told = w.Told || c.BeganBefore
	}
	steps := work.StepsUntil(ctx)
	for i, all := range since {
		if steps.Over(1 + len(all)) {
			return nil, steps.Err()
		}
		work.SortSteps(steps, true, all, func(a, b waiting) int { return cmp.Compare(a.since, b.since) })
		w := &groups[i]
		w.Since, w.Go = all[0].since, make([]trace.GoIndex, len(all))
		for k := range all {
			w.Go[k] = all[k].g
		}
	}
	work.SortSteps(steps, true, groups, func(a, b WaitGroup) int { return cmp.Compare(len(b.Go), len(a.Go)) })
	return groups, ctx.Err()
}

// waiting is a goroutine that waits, and since when.
type waiting struct {
	g     trace.GoIndex
	since trace.Time
}
