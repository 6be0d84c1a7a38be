package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
)

// goRanges holds one kind of time ranges for each goroutine. A goroutine's ranges are joined and in order. before[i]
// is the total length of the same goroutine's ranges before range i in the list.
type goRanges struct {
	at     rows[trace.Interval]
	before []trace.Time
}

type goTime struct {
	g  trace.GoIndex
	at trace.Interval
}

// compare sorts by goroutine, then by time. So trace.Union gets ranges that are already in order.
func (x goTime) compare(y goTime) int {
	return cmp.Or(cmp.Compare(x.g, y.g), cmp.Compare(x.at.From, y.at.From), cmp.Compare(x.at.To, y.at.To))
}

// newGoRanges joins the ranges. Some are missing once the steps have run out.
func newGoRanges(steps *work.Steps, t *trace.Trace, all []goTime) goRanges {
	work.SortSteps(steps, true, all, goTime.compare)
	r := goRanges{}
	r.at.first = make([]int32, 1, len(t.Goroutines)+1)
	for g := range trace.GoIndex(len(t.Goroutines)) {
		if steps.Over(1) {
			break
		}
		own := make([]trace.Interval, 0, 8)
		for ; len(all) > 0 && all[0].g == g; all = all[1:] {
			own = append(own, all[0].at)
		}
		var sum trace.Time
		for _, iv := range trace.Union(own) {
			r.at.list, r.before = append(r.at.list, iv), append(r.before, sum)
			sum += iv.Len()
		}
		r.at.first = append(r.at.first, int32(len(r.at.list)))
	}
	return r
}

// overlap returns how long a goroutine was in one of its ranges within an interval.
func (r *goRanges) overlap(iv trace.Interval, g trace.GoIndex) trace.Time {
	all := r.at.of(int(g))
	lo := sort.Search(len(all), func(i int) bool { return all[i].To > iv.From })
	hi := lo + sort.Search(len(all)-lo, func(i int) bool { return all[lo+i].From >= iv.To })
	if lo >= hi {
		return 0
	}
	first := int(r.at.first[g])
	sum := r.before[first+hi-1] - r.before[first+lo] + all[hi-1].Len()
	return sum - max(iv.From-all[lo].From, 0) - max(all[hi-1].To-iv.To, 0)
}

// rangeIndex holds the goroutines' ranges.
type rangeIndex struct {
	assists goRanges // marking for the collector before it may allocate
	stops   goRanges // stopping the world, which is also time in which others are stopped
	sweeps  goRanges // sweeping: what its P swept while the goroutine ran on it
}

func (a *Analysis) rangeIndex(ctx context.Context) (*rangeIndex, error) {
	return a.ranges.get(ctx, func(ctx context.Context) (*rangeIndex, error) {
		t := a.t
		var assists, stops []goTime
		steps := work.StepsUntil(ctx)
		for _, x := range t.Assists {
			if steps.Over(1) {
				return nil, steps.Err()
			}
			assists = addTime(assists, x.Go, t.Between(x.Start, x.End))
		}
		for _, x := range t.Stops {
			if steps.Over(1) {
				return nil, steps.Err()
			}
			stops = addTime(stops, x.Go, t.Between(x.Start, x.End))
		}
		sweeps, err := sweptBy(ctx, t)
		if err != nil {
			return nil, err
		}
		return &rangeIndex{newGoRanges(steps, t, assists), newGoRanges(steps, t, stops), newGoRanges(steps, t, sweeps)}, ctx.Err()
	})
}

// addTime adds a goroutine's time, unless it is empty or there is no goroutine.
func addTime(all []goTime, g trace.GoIndex, at trace.Interval) []goTime {
	if g == trace.NoGo || at.Empty() {
		return all
	}
	return append(all, goTime{g, at})
}

// sweptBy assigns the time in which a P swept to the goroutines that ran on it meanwhile. (Go's summary.go assigns it
// to one goroutine, and only if that is there at both ends.)
func sweptBy(ctx context.Context, t *trace.Trace) ([]goTime, error) {
	byProc := make([][]trace.Interval, len(t.Procs))
	for _, s := range t.Sweeps {
		if at := t.Between(s.Start, s.End); s.Proc != trace.NoProc && !at.Empty() {
			byProc[s.Proc] = append(byProc[s.Proc], at)
		}
	}
	found := make([][]goTime, len(t.Procs))
	err := parallel.For(ctx, len(t.Procs), func(_, p int) {
		lane := t.ProcLanes.Lane(p)
		start := func(i int) trace.Time { return t.Spans.Start(lane[i]) }
		for _, sweep := range trace.Union(byProc[p]) {
			i := max(sort.Search(len(lane), func(i int) bool { return start(i) > sweep.From })-1, 0)
			for ; i < len(lane) && start(i) < sweep.To; i++ {
				if t.Spans.State(lane[i]) == trace.GoRunning {
					g := t.GoOf(lane[i])
					found[p] = addTime(found[p], g, sweep.Clip(t.SpanTime(g, lane[i])))
				}
			}
		}
	})
	return slices.Concat(found...), err
}
