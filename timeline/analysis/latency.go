package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// Latency is how long goroutines waited for a P, from runnable to running: of all that began to
// run in the interval, each wait in its full length.
type Latency struct {
	All     LatencyOf
	ByFunc  []LatencyOf // by start functions, the longest time together first
	ByProc  []LatencyOf // by the P that took them, by its number
	Longest []Gap       // the longest first
}

// LatencyOf is the latency of one group.
type LatencyOf struct {
	Func model.StringID  // of ByFunc
	Proc trace.ProcIndex // of ByProc; NoProc if not recorded
	Distribution
	Histogram Histogram
}

// Gap is one wait for a P: a runnable span, and the goroutine that made it so.
type Gap struct {
	Go     trace.GoIndex
	Span   trace.SpanIndex
	Length trace.Time
	By     trace.GoIndex // NoGo: the runtime, or not recorded
}

// Latency makes the distributions, with up to n gaps. It leaves out waits that began before the
// trace, since nobody knows how long they were, and those that had not ended.
func (a *Analysis) Latency(ctx context.Context, iv trace.Interval, n int) (*Latency, error) {
	w := newLatencyWalk(a, a.Within(iv))
	// A tally for each pair of a function and a P; functions, Ps and all are their sums.
	gaps := make([]longest[trace.SpanIndex], parallel.Workers())
	tallies := make([][]*tally, parallel.Workers())
	for k := range tallies {
		gaps[k].most = n
		tallies[k] = make([]*tally, w.pairs())
	}
	err := w.each(ctx, func(worker, pair int, s trace.SpanIndex, length trace.Time) {
		t := tallies[worker][pair]
		if t == nil {
			t = &tally{}
			tallies[worker][pair] = t
		}
		t.count(length)
		gaps[worker].add(length, s)
	})
	if err != nil {
		return nil, err
	}
	sums := make([]*exactly, w.groups())
	for k := range sums {
		sums[k] = &exactly{tally: &tally{}}
	}
	for _, ts := range tallies {
		for pair, t := range ts {
			if t != nil {
				for _, k := range w.groupsOf(pair) {
					sums[k].join(t)
				}
			}
		}
	}
	for k := range sums {
		sums[k] = newExactly(sums[k].tally)
	}
	if err := w.keep(ctx, sums); err != nil {
		return nil, err
	}
	for k := range gaps[1:] {
		gaps[0].join(&gaps[k+1])
	}
	l := &Latency{}
	w.fill(l, sums)
	for _, s := range gaps[0].sorted() {
		g := a.t.GoOf(s)
		l.Longest = append(l.Longest, Gap{g, s, a.t.SpanTime(g, s).Len(), a.t.WokenBy(s)})
	}
	return l, nil
}

// latencyWalk goes over all waits for a P in an interval.
type latencyWalk struct {
	a      *Analysis
	iv     trace.Interval
	funcs  []model.StringID
	funcOf []int // of each goroutine, an index of funcs
	procs  int   // with one for a P that is not recorded
}

func newLatencyWalk(a *Analysis, iv trace.Interval) *latencyWalk {
	w := &latencyWalk{a: a, iv: iv, funcOf: make([]int, len(a.t.Goroutines)), procs: len(a.t.Procs) + 1}
	funcs := numbering[model.StringID]{of: map[model.StringID]int{}}
	for g := range a.t.Goroutines {
		w.funcOf[g] = funcs.number(a.t.Goroutines[g].Func)
	}
	w.funcs = funcs.keys
	return w
}

func (w *latencyWalk) pairs() int { return len(w.funcs) * w.procs }

// groups are functions, then Ps, then all.
func (w *latencyWalk) groups() int { return len(w.funcs) + w.procs + 1 }

func (w *latencyWalk) groupsOf(pair int) [3]int {
	return [...]int{pair / w.procs, len(w.funcs) + pair%w.procs, w.groups() - 1}
}

// each calls f for every wait: a runnable span before one that runs and begins in the interval.
func (w *latencyWalk) each(ctx context.Context, f func(worker, pair int, s trace.SpanIndex, length trace.Time)) error {
	t := w.a.t
	kinds := w.a.kinds
	ready := make([]bool, len(kinds))
	for i, k := range kinds {
		ready[i] = k == trace.RunnableTime && !t.Spans.Conditions[i].Told
	}
	return w.a.eachRun(ctx, w.iv, func(worker int, g trace.GoIndex, lo, hi trace.SpanIndex) {
		first := w.funcOf[g] * w.procs
		for s := max(lo, t.Goroutines[g].First+1); s < hi; s++ {
			if !ready[t.Spans.Cond[s-1]] || kinds[t.Spans.Cond[s]] != trace.RunningTime {
				continue
			}
			at := t.Spans.Start.At(int(s))
			if !w.a.holds(w.iv, at) {
				continue
			}
			p := w.procs - 1
			if i := t.Spans.Proc(s); i != trace.NoProc {
				p = int(i)
			}
			f(worker, first+p, s-1, at-t.Spans.Start.At(int(s)-1))
		}
	})
}

// keep goes over the waits again, for those among which the percentiles are.
func (w *latencyWalk) keep(ctx context.Context, sums []*exactly) error {
	// For each pair, which of its bins any of its groups wants.
	type want struct {
		wanted [bins]bool
		values []trace.Time
	}
	pairs := make([][]*want, parallel.Workers())
	for k := range pairs {
		pairs[k] = make([]*want, w.pairs())
	}
	err := w.each(ctx, func(worker, pair int, _ trace.SpanIndex, length trace.Time) {
		p := pairs[worker][pair]
		if p == nil {
			p = &want{}
			for _, k := range w.groupsOf(pair) {
				for _, b := range sums[k].wants {
					p.wanted[b] = true
				}
			}
			pairs[worker][pair] = p
		}
		if p.wanted[bin(length)] {
			p.values = append(p.values, length)
		}
	})
	if err != nil {
		return err
	}
	for _, ps := range pairs {
		for pair, p := range ps {
			if p == nil {
				continue
			}
			for _, k := range w.groupsOf(pair) {
				for _, v := range p.values {
					if i := sums[k].wanted(bin(v)); i >= 0 {
						sums[k].near[i] = append(sums[k].near[i], v)
					}
				}
			}
		}
	}
	return nil
}

func (w *latencyWalk) fill(l *Latency, sums []*exactly) {
	for k, x := range sums {
		row := LatencyOf{Proc: trace.NoProc, Distribution: x.finish(), Histogram: x.hist}
		switch p := k - len(w.funcs); {
		case k == len(sums)-1:
			l.All = row
		case row.Count == 0:
		case p < 0:
			row.Func = w.funcs[k]
			l.ByFunc = append(l.ByFunc, row)
		default:
			if p < w.procs-1 {
				row.Proc = trace.ProcIndex(p)
			}
			l.ByProc = append(l.ByProc, row)
		}
	}
	slices.SortStableFunc(l.ByFunc, func(a, b LatencyOf) int { return cmp.Compare(b.Sum, a.Sum) })
	slices.SortStableFunc(l.ByProc, func(a, b LatencyOf) int { return cmp.Compare(w.procID(a.Proc), w.procID(b.Proc)) })
}

// procID is a P's number, behind all others where it is not known.
func (w *latencyWalk) procID(p trace.ProcIndex) int64 {
	if p == trace.NoProc {
		return 1<<63 - 1
	}
	return w.a.t.Procs[p].ID
}
