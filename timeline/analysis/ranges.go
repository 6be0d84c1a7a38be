package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"profstation/model/trace"
)

// goRanges are the times of one kind that belong to goroutines: those of
// goroutine g are at[first[g]:first[g+1]], joined and in order; before[i] is
// how long those before number i of the same goroutine are together.
type goRanges struct {
	first  []int32
	at     []Interval
	before []trace.Time
}

type goTime struct {
	g  trace.GoIndex
	at Interval
}

func newGoRanges(t *trace.Trace, all []goTime) goRanges {
	slices.SortFunc(all, func(a, b goTime) int {
		return cmp.Or(cmp.Compare(a.g, b.g), cmp.Compare(a.at.From, b.at.From), cmp.Compare(a.at.To, b.at.To))
	})
	r := goRanges{first: make([]int32, len(t.Goroutines)+1)}
	k := 0
	for g := range t.Goroutines {
		r.first[g] = int32(len(r.at))
		var sum trace.Time
		for ; k < len(all) && all[k].g == trace.GoIndex(g); k++ {
			iv := all[k].at
			if n := len(r.at); n > int(r.first[g]) && iv.From <= r.at[n-1].To {
				grown := max(iv.To-r.at[n-1].To, 0)
				r.at[n-1].To += grown
				sum += grown
				continue
			}
			r.at, r.before = append(r.at, iv), append(r.before, sum)
			sum += iv.Len()
		}
	}
	r.first[len(t.Goroutines)] = int32(len(r.at))
	return r
}

// of are the times of one goroutine. They must not be changed.
func (r *goRanges) of(g trace.GoIndex) []Interval { return r.at[r.first[g]:r.first[g+1]] }

// overlap is for how long a goroutine was in one within an interval.
func (r *goRanges) overlap(iv Interval, g trace.GoIndex) trace.Time {
	all := r.of(g)
	lo := sort.Search(len(all), func(i int) bool { return all[i].To > iv.From })
	hi := lo + sort.Search(len(all)-lo, func(i int) bool { return all[lo+i].From >= iv.To })
	if lo >= hi {
		return 0
	}
	first := int(r.first[g])
	sum := r.before[first+hi-1] - r.before[first+lo] + all[hi-1].Len()
	return sum - max(iv.From-all[lo].From, 0) - max(all[hi-1].To-iv.To, 0)
}

// rangeIndex are the ranges of goroutines.
type rangeIndex struct {
	assists goRanges // marking for the collector before it may allocate
	stops   goRanges // stopping the world, which is another's time too
	sweeps  goRanges // sweeping: what its P swept while it ran on it
}

func (a *Analysis) rangeIndex(ctx context.Context) (*rangeIndex, error) {
	return a.ranges.get(ctx, func(ctx context.Context) (*rangeIndex, error) {
		t := a.t
		var assists, stops []goTime
		add := func(all []goTime, g trace.GoIndex, start, end trace.Time) []goTime {
			if from, to := a.span(start, end); g != trace.NoGo && from < to {
				all = append(all, goTime{g, Interval{from, to}})
			}
			return all
		}
		for i := range t.Assists {
			assists = add(assists, t.Assists[i].Go, t.Assists[i].Start, t.Assists[i].End)
		}
		for i := range t.Stops {
			stops = add(stops, t.Stops[i].Go, t.Stops[i].Start, t.Stops[i].End)
		}
		sweeps, err := a.sweptBy(ctx)
		if err != nil {
			return nil, err
		}
		return &rangeIndex{newGoRanges(t, assists), newGoRanges(t, stops), newGoRanges(t, sweeps)}, nil
	})
}

// sweptBy gives the time that each P swept to the goroutines that ran on it
// meanwhile. (Go's summary.go gives it to one goroutine, and only where the
// same is there at both ends.)
func (a *Analysis) sweptBy(ctx context.Context) ([]goTime, error) {
	t := a.t
	byProc := make([][]Interval, len(t.Procs))
	for i := range t.Sweeps {
		s := &t.Sweeps[i]
		if from, to := a.span(s.Start, s.End); s.Proc != trace.NoProc && from < to {
			byProc[s.Proc] = append(byProc[s.Proc], Interval{from, to})
		}
	}
	found := make([][]goTime, len(t.Procs))
	err := inParallel(ctx, len(t.Procs), func(_, p int) {
		lane := t.ProcLanes.Lane(p)
		start := func(i int) trace.Time { return t.Spans.Start.At(int(lane[i])) }
		for _, sweep := range union(byProc[p]) {
			i := max(sort.Search(len(lane), func(i int) bool { return start(i) > sweep.From })-1, 0)
			for ; i < len(lane) && start(i) < sweep.To; i++ {
				if t.Spans.State(lane[i]) != trace.GoRunning {
					continue
				}
				g := t.GoOf(lane[i])
				from, to := sweep.clip(start(i), t.SpanEnd(g, lane[i]))
				if from < to {
					found[p] = append(found[p], goTime{g, Interval{from, to}})
				}
			}
		}
	})
	return slices.Concat(found...), err
}
