package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// WaitGroup are goroutines that wait at the same place for the same reason.
type WaitGroup struct {
	Func   model.StringID // with which they began
	State  trace.GoState  // waiting, runnable, or in a system call
	Reason model.StringID
	Kind   trace.WaitKind
	Stack  trace.StackIndex // where they entered the state; NoStack if not recorded
	// Go are the goroutines, the one that has waited longest first, and Since
	// when each has.
	Go    []trace.GoIndex
	Since []trace.Time
	Told  bool // some have waited since before the trace
}

// WaitingAtEnd are the goroutines that do not run where the interval ends, in
// groups, the largest first: of the whole trace, those that waited when it was
// over.
func (a *Analysis) WaitingAtEnd(ctx context.Context, iv trace.Interval) ([]WaitGroup, error) {
	t := a.t
	at := a.Within(iv).To
	type key struct {
		f, reason model.StringID
		state     trace.GoState
		stack     trace.StackIndex
	}
	var keys numbering[key]
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
		k := key{t.Goroutines[g].Func, c.Reason, c.State, t.Spans.Stack.At(int(s))}
		i := keys.number(k)
		if i == len(groups) {
			groups = append(groups, WaitGroup{Func: k.f, State: k.state, Reason: k.reason, Stack: k.stack, Kind: a.kinds[t.Spans.Cond[s]]})
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
		for _, g := range w.Go {
			w.Since = append(w.Since, since(g))
		}
	}
	slices.SortStableFunc(groups, func(a, b WaitGroup) int { return cmp.Compare(len(b.Go), len(a.Go)) })
	return groups, nil
}
