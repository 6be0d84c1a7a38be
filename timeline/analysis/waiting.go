package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// WaitPlace is where and why a goroutine waits.
type WaitPlace struct {
	Func   model.StringID // with which it began
	State  trace.GoState  // waiting, runnable, or in a system call
	Reason model.StringID
	Stack  trace.StackIndex // where it entered the state; NoStack if not recorded
}

// WaitGroup are the goroutines that wait at one place.
type WaitGroup struct {
	WaitPlace
	Go    []trace.GoIndex // the one that has waited longest first
	Since trace.Time      // when that one began
	Told  bool            // some have waited since before the trace
}

// WaitingAtEnd groups the goroutines that do not run where the interval ends, the largest first.
func (a *Analysis) WaitingAtEnd(ctx context.Context, iv trace.Interval) ([]WaitGroup, error) {
	t := a.t
	at := a.Within(iv).To
	places := numbering[WaitPlace]{of: map[WaitPlace]int{}}
	var groups []WaitGroup
	for g := range t.Goroutines {
		if g%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s, ok := t.SpanAt(trace.GoIndex(g), at)
		if !ok {
			continue
		}
		c := &t.Spans.Conditions[t.Spans.Cond[s]]
		if c.State != trace.GoWaiting && c.State != trace.GoRunnable && c.State != trace.GoSyscall {
			continue
		}
		place := WaitPlace{t.Goroutines[g].Func, c.State, c.Reason, t.Spans.Stack.At(int(s))}
		i := places.number(place)
		if i == len(groups) {
			groups = append(groups, WaitGroup{WaitPlace: place})
		}
		w := &groups[i]
		w.Go = append(w.Go, trace.GoIndex(g))
		w.Told = w.Told || c.Told
	}
	for i := range groups {
		w := &groups[i]
		since := func(g trace.GoIndex) trace.Time {
			s, _ := t.SpanAt(g, at)
			return t.Spans.Start.At(int(s))
		}
		slices.SortStableFunc(w.Go, func(a, b trace.GoIndex) int { return cmp.Compare(since(a), since(b)) })
		w.Since = since(w.Go[0])
	}
	slices.SortStableFunc(groups, func(a, b WaitGroup) int { return cmp.Compare(len(b.Go), len(a.Go)) })
	return groups, nil
}
