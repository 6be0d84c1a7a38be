package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
)

// Latency is how long goroutines waited for a P, from runnable to running: of
// all that began to run in the interval, each wait in its full length.
type Latency struct {
	All     LatencyOf
	ByFunc  []LatencyOf // by start functions, the longest time together first
	ByProc  []LatencyOf // by the P that took them, by its number
	Longest []Gap       // the longest first
}

// LatencyOf is the latency of one group.
type LatencyOf struct {
	Func model.StringID  // of ByFunc
	Proc model.ProcIndex // of ByProc; NoProc where it was not told
	Distribution
	Histogram Histogram
}

// Gap is one wait for a P: a runnable span, and the goroutine that made it so.
type Gap struct {
	Go     model.GoIndex
	Span   model.SpanIndex
	Length model.TraceTime
	By     model.GoIndex // NoGo: the runtime, or the trace does not tell
}

// Latency makes the distributions, with up to n gaps. A wait that was only
// told at the trace's beginning is not among them: nobody knows how long it
// had lasted; nor is one that had not ended.
func (a *Analysis) Latency(ctx context.Context, iv Interval, n int) (*Latency, error) {
	t := a.t
	iv = a.Within(iv)
	// Groups: all, then functions, then Ps and no P.
	funcs := map[model.StringID]int{}
	var names []model.StringID
	funcOf := make([]int32, len(t.Goroutines))
	for g := range t.Goroutines {
		f := t.Goroutines[g].Func
		k, ok := funcs[f]
		if !ok {
			k = len(names)
			funcs[f] = k
			names = append(names, f)
		}
		funcOf[g] = int32(k)
	}
	procs := len(names)
	groups := procs + len(t.Procs) + 1
	gaps := make([]longest[model.SpanIndex], workers())
	each := func(f func(worker int, g model.GoIndex, s model.SpanIndex, by int, length model.TraceTime)) error {
		return a.eachRun(ctx, iv, func(worker int, g model.GoIndex, lo, hi model.SpanIndex) {
			r := &t.Goroutines[g]
			for s := lo; s < hi; s++ {
				// The wait is that of the span which it ends.
				if a.kinds[t.Spans.Cond[s]] != model.RunningTime || s == r.First {
					continue
				}
				if c := &t.Spans.Conditions[t.Spans.Cond[s-1]]; c.State != model.GoRunnable || c.Told {
					continue
				}
				at := t.Spans.Start.At(int(s))
				if !a.holds(iv, at) {
					continue
				}
				by := groups - 1
				if p := t.Spans.Proc(s); p != model.NoProc {
					by = procs + int(p)
				}
				f(worker, g, s-1, by, at-t.Spans.Start.At(int(s)-1))
			}
		})
	}
	tallies := make([][]*tally, workers())
	for w := range tallies {
		tallies[w] = make([]*tally, groups+1) // the last: all
		gaps[w].most = n
	}
	of := func(worker, group int) *tally {
		if tallies[worker][group] == nil {
			tallies[worker][group] = &tally{}
		}
		return tallies[worker][group]
	}
	err := each(func(worker int, g model.GoIndex, s model.SpanIndex, by int, length model.TraceTime) {
		of(worker, int(funcOf[g])).count(length)
		of(worker, by).count(length)
		gaps[worker].add(length, s)
	})
	if err != nil {
		return nil, err
	}
	sums := make([]tally, groups+1)
	for _, ts := range tallies {
		for k, x := range ts {
			if x == nil {
				continue
			}
			sums[k].join(x)
			if k < procs {
				sums[groups].join(x)
			}
		}
	}
	for k := range sums {
		sums[k].look()
	}
	err = each(func(worker int, g model.GoIndex, _ model.SpanIndex, by int, length model.TraceTime) {
		k := int(funcOf[g])
		of(worker, k).keep(&sums[k].wants, length)
		of(worker, by).keep(&sums[by].wants, length)
		of(worker, groups).keep(&sums[groups].wants, length)
	})
	if err != nil {
		return nil, err
	}
	for _, ts := range tallies {
		for k, x := range ts {
			if x != nil {
				for i := range x.kept {
					sums[k].kept[i] = append(sums[k].kept[i], x.kept[i]...)
				}
			}
		}
	}
	l := &Latency{}
	for k := range sums {
		x := &sums[k]
		if x.d.Count == 0 && k < groups {
			continue
		}
		row := LatencyOf{Proc: model.NoProc, Distribution: x.finish(), Histogram: x.hist}
		switch {
		case k == groups:
			l.All = row
		case k < procs:
			row.Func = names[k]
			l.ByFunc = append(l.ByFunc, row)
		default:
			if k < groups-1 {
				row.Proc = model.ProcIndex(k - procs)
			}
			l.ByProc = append(l.ByProc, row)
		}
	}
	slices.SortStableFunc(l.ByFunc, func(a, b LatencyOf) int { return cmp.Compare(b.Sum, a.Sum) })
	slices.SortStableFunc(l.ByProc, func(x, y LatencyOf) int { return cmp.Compare(a.procID(x.Proc), a.procID(y.Proc)) })
	for w := range gaps[1:] {
		gaps[0].join(&gaps[w+1])
	}
	for _, s := range gaps[0].sorted() {
		g := t.GoOf(s)
		l.Longest = append(l.Longest, Gap{g, s, t.SpanEnd(g, s) - t.Spans.Start.At(int(s)), t.WokenBy(s)})
	}
	return l, nil
}

// procID is a P's number, behind all others where it is not known.
func (a *Analysis) procID(p model.ProcIndex) int64 {
	if p == model.NoProc {
		return 1<<63 - 1
	}
	return a.t.Procs[p].ID
}
