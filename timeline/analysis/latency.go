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

// Latency is how long goroutines waited for a P, from runnable to running. It covers all goroutines that began to run
// in the interval, each wait in full length.
type Latency struct {
	All     LatencyOf
	ByFunc  []LatencyOf // by start function, the largest sum first; at most 1,000
	ByProc  []LatencyOf // by the P that ran them, in the order of its number; at most 1,000
	Longest []Gap       // the longest first
}

// LatencyOf is one group's latency.
type LatencyOf struct {
	Func model.StringID  // in ByFunc
	Proc trace.ProcIndex // in ByProc; NoProc if not recorded
	Distribution
	Histogram Histogram
}

// Gap is one wait for a P: a runnable span, and the goroutine that made its goroutine runnable.
type Gap struct {
	Go     trace.GoIndex
	Span   trace.SpanIndex
	Length trace.Time
	By     trace.GoIndex // NoGo: the runtime, or not recorded
}

// Latency makes the distributions, with up to n gaps. It leaves out waits that began before the trace, since their
// length is unknown, and waits that had not ended.
func (a *Analysis) Latency(ctx context.Context, iv trace.Interval, n int) (*Latency, error) {
	w, err := newLatencyWalk(ctx, a, a.Within(iv))
	if err != nil {
		return nil, err
	}
	// There is a tally for each cell. Groups are sums over cells.
	gaps := make([]longest[trace.SpanIndex], parallel.Workers())
	tallies := make([][]*tally, parallel.Workers())
	for k := range tallies {
		gaps[k].max = n
		tallies[k] = make([]*tally, w.cells())
	}
	err = w.each(ctx, func(worker, cell int, s trace.SpanIndex, length trace.Time) {
		t := tallies[worker][cell]
		if t == nil {
			t = &tally{}
			tallies[worker][cell] = t
		}
		t.count(length)
		if w.last(cell) {
			gaps[worker].add(length, s)
		}
	})
	if err != nil {
		return nil, err
	}
	sums := make([]*exactly, w.groups())
	for k := range sums {
		sums[k] = &exactly{tally: &tally{}}
	}
	for _, ts := range tallies {
		for cell, t := range ts {
			if t != nil {
				for _, k := range w.groupsOf(cell) {
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

// LatencyReaches reports whether the P99 over all goroutines that [Analysis.Latency] returns is at least a time. It only counts, so
// it takes less time, and no memory.
func LatencyReaches(ctx context.Context, a *Analysis, iv trace.Interval, p99 trace.Time) (bool, error) {
	w := &latencyWalk{a: a, iv: a.Within(iv)}
	type counted struct {
		all, long int64
		_         [48]byte // workers write to cache lines of their own
	}
	counts := make([]counted, parallel.Workers())
	err := w.waits(ctx, func(worker int, _ trace.GoIndex, s trace.SpanIndex) {
		counts[worker].all++
		if a.t.Spans.Start(s)-a.t.Spans.Start(s-1) >= p99 {
			counts[worker].long++
		}
	})
	var sum counted
	for _, c := range counts {
		sum.all, sum.long = sum.all+c.all, sum.long+c.long
	}
	return sum.long > 0 && rank(percentiles[len(percentiles)-1], sum.all) >= sum.all-sum.long, err
}

// latencyWalk goes over all waits for a P in an interval.
//
// Each wait belongs to three groups: its function, its P, and all. It is counted once, in the cell for its function
// and P. If there are too many such pairs, the groups themselves are the cells, and the wait is counted three times.
type latencyWalk struct {
	a      *Analysis
	iv     trace.Interval
	funcs  []model.StringID
	funcOf []int32 // for each goroutine an index in funcs, or −1
	procs  int     // including one for a P that is not recorded
	pairs  bool
}

// How many functions and Ps have their own distribution, which takes some kB, and how many pairs of them are counted
// separately.
const maxApart, maxPairs = 1000, 1 << 12

func newLatencyWalk(ctx context.Context, a *Analysis, iv trace.Interval) (*latencyWalk, error) {
	w := &latencyWalk{a: a, iv: iv, funcOf: make([]int32, len(a.t.Goroutines)), procs: min(len(a.t.Procs), maxApart) + 1}
	funcs := numbering[model.StringID]{of: map[model.StringID]int{}}
	for g := range a.t.Goroutines {
		if g%stepsPerLook == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w.funcOf[g] = int32(funcs.number(a.t.Goroutines[g].Func))
	}
	w.funcs = funcs.keys
	w.pairs = len(w.funcs)*w.procs <= maxPairs && w.procs <= maxApart
	if len(w.funcs) > maxApart {
		w.pairs = false
		if err := w.choose(ctx); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// choose keeps only the functions with the most waits.
func (w *latencyWalk) choose(ctx context.Context) error {
	counts := make([][]int32, parallel.Workers())
	for k := range counts {
		counts[k] = make([]int32, len(w.funcs))
	}
	err := w.waits(ctx, func(worker int, g trace.GoIndex, _ trace.SpanIndex) { counts[worker][w.funcOf[g]]++ })
	if err != nil {
		return err
	}
	order := make([]int32, len(w.funcs))
	for f := range order {
		order[f] = int32(f)
		for _, c := range counts[1:] {
			counts[0][f] += c[f]
		}
	}
	work.SortSteps(work.StepsUntil(ctx), true, order, func(a, b int32) int { return cmp.Compare(counts[0][b], counts[0][a]) })
	place, funcs := slices.Repeat([]int32{-1}, len(order)), make([]model.StringID, maxApart)
	for i, f := range order[:maxApart] {
		place[f], funcs[i] = int32(i), w.funcs[f]
	}
	for g, f := range w.funcOf {
		w.funcOf[g] = place[f]
	}
	w.funcs = funcs
	return nil
}

func (w *latencyWalk) cells() int {
	if w.pairs {
		return len(w.funcs) * w.procs
	}
	return w.groups()
}

// groups returns the number of groups: functions, then Ps, then all.
func (w *latencyWalk) groups() int { return len(w.funcs) + w.procs + 1 }

func (w *latencyWalk) groupsOf(cell int) []int {
	if w.pairs {
		return []int{cell / w.procs, len(w.funcs) + cell%w.procs, w.groups() - 1}
	}
	return []int{cell}
}

// last reports whether a cell is the last in which its waits are counted. Every wait has exactly one such cell.
func (w *latencyWalk) last(cell int) bool { return w.pairs || cell == w.groups()-1 }

// waits calls f for every wait. The wait is the runnable span before s; s is a running span that begins in the
// interval.
func (w *latencyWalk) waits(ctx context.Context, f func(worker int, g trace.GoIndex, s trace.SpanIndex)) error {
	t := w.a.t
	kinds := w.a.kinds
	ready := make([]bool, len(kinds))
	for i, k := range kinds {
		ready[i] = k == trace.RunnableTime && !t.Spans.Conditions[i].BeganBefore
	}
	return w.a.eachRun(ctx, w.iv, func(worker int, g trace.GoIndex, lo, hi trace.SpanIndex) {
		for s := max(lo, t.Goroutines[g].First+1); s < hi; s++ {
			if ready[t.Spans.Cond(s-1)] && kinds[t.Spans.Cond(s)] == trace.RunningTime && w.a.holds(w.iv, t.Spans.Start(s)) {
				f(worker, g, s)
			}
		}
	})
}

// each calls f for each cell that a wait is counted in.
func (w *latencyWalk) each(ctx context.Context, f func(worker, cell int, s trace.SpanIndex, length trace.Time)) error {
	t := w.a.t
	return w.waits(ctx, func(worker int, g trace.GoIndex, s trace.SpanIndex) {
		length := t.Spans.Start(s) - t.Spans.Start(s-1)
		p := w.procs - 1
		if i := t.Spans.Proc(s); i != trace.NoProc {
			p = int(i)
		}
		of := int(w.funcOf[g])
		if w.pairs {
			f(worker, of*w.procs+p, s-1, length)
			return
		}
		if of >= 0 {
			f(worker, of, s-1, length)
		}
		if p < w.procs-1 || t.Spans.Proc(s) == trace.NoProc {
			f(worker, len(w.funcs)+p, s-1, length)
		}
		f(worker, w.groups()-1, s-1, length)
	})
}

// keep goes over the waits again, and keeps those in the bins with the percentiles.
func (w *latencyWalk) keep(ctx context.Context, sums []*exactly) error {
	// For each cell: which bins any of its groups wants.
	type want struct {
		wanted [bins]bool
		values []trace.Time
	}
	cells := make([][]*want, parallel.Workers())
	for k := range cells {
		cells[k] = make([]*want, w.cells())
	}
	err := w.each(ctx, func(worker, cell int, _ trace.SpanIndex, length trace.Time) {
		p := cells[worker][cell]
		if p == nil {
			p = &want{}
			for _, k := range w.groupsOf(cell) {
				for _, b := range sums[k].wants {
					p.wanted[b] = true
				}
			}
			cells[worker][cell] = p
		}
		if p.wanted[bin(length)] {
			p.values = append(p.values, length)
		}
	})
	if err != nil {
		return err
	}
	for _, ps := range cells {
		for cell, p := range ps {
			if p == nil {
				continue
			}
			for _, k := range w.groupsOf(cell) {
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

// procID returns a P's number, or the largest number if the P is not known.
func (w *latencyWalk) procID(p trace.ProcIndex) int64 {
	if p == trace.NoProc {
		return 1<<63 - 1
	}
	return w.a.t.Procs[p].ID
}
