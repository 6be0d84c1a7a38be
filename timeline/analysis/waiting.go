package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
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

// WaitSum is how long goroutines waited for one reason, in waits that began and ended in the trace.
type WaitSum struct {
	Condition uint16 // an index into Spans.Conditions
	Count     int64
	Total     trace.Time
	Longest   Gap
}

// Waits sums up the waits by their reasons, each wait in full length, the largest sum first.
func (a *Analysis) Waits(ctx context.Context, iv trace.Interval) ([]WaitSum, error) {
	t := a.t
	sums := make([][]WaitSum, parallel.Workers())
	waits := make([]bool, len(t.Spans.Conditions))
	for i, c := range t.Spans.Conditions {
		waits[i] = c.State == trace.GoWaiting && !c.BeganBefore
	}
	err := a.eachRun(ctx, a.Within(iv), func(worker int, g trace.GoIndex, lo, hi trace.SpanIndex) {
		if sums[worker] == nil {
			sums[worker] = make([]WaitSum, len(waits))
		}
		for s := lo; s < min(hi, t.Goroutines[g].End-1); s++ {
			c := t.Spans.Cond(s)
			if !waits[c] {
				continue
			}
			w := &sums[worker][c]
			long := t.Spans.Start(s+1) - t.Spans.Start(s)
			w.Count++
			w.Total += long
			if long > w.Longest.Length {
				w.Longest = Gap{Go: g, Span: s, Length: long, By: trace.NoGo}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var all []WaitSum
	for c := range waits {
		sum := WaitSum{Condition: uint16(c)}
		for _, of := range sums {
			if of == nil {
				continue
			}
			sum.Count += of[c].Count
			sum.Total += of[c].Total
			if of[c].Longest.Length > sum.Longest.Length {
				sum.Longest = of[c].Longest
			}
		}
		if sum.Count > 0 {
			all = append(all, sum)
		}
	}
	slices.SortStableFunc(all, func(a, b WaitSum) int { return cmp.Compare(b.Total, a.Total) })
	return all, nil
}
