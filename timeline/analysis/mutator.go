package analysis

import (
	"cmp"
	"context"
	"strings"

	"profstation/model/trace"
	"profstation/model/work"
)

// GCWork says which of the collector's work counts as taken from the program.
type GCWork uint8

// The kinds of work, to be combined with |, as on cmd/trace's MMU page.
const (
	GCSTW        GCWork = 1 << iota // stops of the world for the collector
	GCBackground                    // the collector's own goroutines
	GCAssist                        // goroutines that mark before they may allocate
	GCSweep                         // sweeping
	// PerGoroutine asks what single goroutines feel instead of the whole program: a P with such work has nothing left
	// for other work. Dedicated workers do not count, since they push goroutines to other Ps.
	PerGoroutine

	DefaultGCWork = GCSTW | GCBackground | GCAssist // cmd/trace's default
)

// step is the mutator utilisation from a time on: the program's share of the processors, from 0 to 1.
type step struct {
	at   trace.Time
	util float64
}

// series is one function over time. The last step is its end.
type series []step

// change is a moment at which something begins (+1) or ends (−1) on a P, or on all.
type change struct {
	at    trace.Time
	p     trace.ProcIndex
	kind  changeKind
	delta int32
}

type changeKind uint8

const (
	procsChange changeKind = iota // delta is the new number of Ps
	workChange
	stopChange
)

// mutatorUtilisation returns how the program's share of the processors changed.
//
// It computes the same function as Go's internal/trace/gc.go (MutatorUtilizationV2), from the first value for
// GOMAXPROCS to the trace's last event, but without its faults, which the test names. The worst: when a collector
// worker runs for the second time, Go counts it twice, as a worker and for its label, but only subtracts it once. Its
// P then never belongs to the program again.
func (a *Analysis) mutatorUtilisation(ctx context.Context, of GCWork) ([]series, error) {
	return a.mutator[of].get(ctx, func(ctx context.Context) ([]series, error) {
		x := &steps{ctx: ctx}
		changes, err := a.workChanges(x, of)
		if err != nil {
			return nil, err
		}
		return utilisations(x, a.t, changes, of&PerGoroutine != 0)
	})
}

func (a *Analysis) workChanges(x *steps, of GCWork) ([]change, error) {
	t := a.t
	var all []change
	add := func(kind changeKind, p trace.ProcIndex, at trace.Interval) {
		if at.Empty() || p == trace.NoProc && kind != stopChange {
			return
		}
		all = append(all, change{at.From, p, kind, 1})
		if at.To < t.End {
			all = append(all, change{at.To, p, kind, -1})
		}
	}
	if of&GCSTW != 0 {
		for _, s := range t.Stops {
			if strings.Contains(t.Strings.Raw(s.Reason), "GC") {
				add(stopChange, trace.NoProc, t.Between(s.Start, s.End))
			}
		}
	}
	if of&GCBackground != 0 {
		runs, err := labelRuns(x, t, func(label string) bool {
			return strings.HasPrefix(label, "GC ") && label != "GC (idle)" && (of&PerGoroutine == 0 || label != "GC (dedicated)")
		})
		if err != nil {
			return nil, err
		}
		for _, r := range runs {
			add(workChange, r.p, r.at)
		}
	}
	if of&GCAssist != 0 {
		runs, err := assistRuns(x, t)
		if err != nil {
			return nil, err
		}
		for _, r := range runs {
			add(workChange, r.p, r.at)
		}
	}
	if of&GCSweep != 0 {
		for _, s := range t.Sweeps {
			add(workChange, s.Proc, t.Between(s.Start, s.End))
		}
	}
	if m := t.Metric(trace.GoMaxProcs); m != nil && m.Time.Len() > 0 {
		for i, n := range m.Value {
			all = append(all, change{m.Time.At(i), trace.NoProc, procsChange, int32(min(n, uint64(trace.MaxLanes)))})
		}
	} else {
		// Traces from Go 1.21 and older record GOMAXPROCS only when it changes. It is then the number of Ps.
		all = append(all, change{0, trace.NoProc, procsChange, int32(max(len(t.Procs), 1))})
	}
	work.SortSteps(work.StepsUntil(x.ctx), true, all, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.kind, b.kind))
	})
	if err := x.ctx.Err(); err != nil {
		return nil, err
	}
	return all, x.take(len(all))
}

func (s series) put(at trace.Time, util float64) series {
	n := len(s)
	if n > 0 && s[n-1].at == at {
		s[n-1].util = util
		if n > 1 && s[n-2].util == util {
			s = s[:n-1]
		}
		return s
	}
	if n > 0 && s[n-1].util == util {
		return s
	}
	return append(s, step{at, util})
}

func (s series) end(at trace.Time) series { return append(s, step{at, 0}) }

// utilisations computes the functions from the changes: one for all Ps, or one for each P for as long as GOMAXPROCS
// allows it.
func utilisations(x *steps, t *trace.Trace, changes []change, perProc bool) ([]series, error) {
	var ended, open []series     // open is indexed by P number
	working := map[int64]int32{} // by P number
	var procs, busy, stops int32
	for i, c := range changes {
		switch c.kind {
		case procsChange:
			procs = c.delta
			functions := 1
			if perProc {
				functions = int(procs)
			}
			for _, s := range open[min(functions, len(open)):] {
				ended = append(ended, s.end(c.at))
			}
			open = open[:min(functions, len(open))]
			if err := x.take(functions); err != nil {
				return nil, err
			}
			open = append(open, make([]series, functions-len(open))...)
		case stopChange:
			stops += c.delta
		case workChange:
			id := t.Procs[c.p].ID
			was := working[id] > 0
			working[id] += c.delta
			if is := working[id] > 0; is != was {
				busy += c.delta
			}
		}
		if procs == 0 || i+1 < len(changes) && changes[i+1].at == c.at {
			continue
		}
		if err := x.take(len(open)); err != nil {
			return nil, err
		}
		for id := range open {
			util := 1.0
			switch {
			case stops > 0 || perProc && working[int64(id)] > 0:
				util = 0
			case !perProc:
				util -= float64(min(busy, procs)) / float64(procs)
			}
			open[id] = open[id].put(c.at, util)
		}
	}
	for _, s := range open {
		ended = append(ended, s.end(t.End))
	}
	return ended, nil
}
