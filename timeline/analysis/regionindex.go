package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"

	"profstation/model/trace"
	"profstation/model/work"
)

// regionIndex finds a goroutine's region and task at a time.
type regionIndex struct {
	t         *trace.Trace
	regions   rows[trace.RegionIndex] // each goroutine's regions, by start
	steps     rows[regionStep]        // when each goroutine's innermost region changes
	inherited []trace.TaskIndex       // the task that each goroutine was made for; nil if the trace has no regions
}

type regionStep struct {
	at     trace.Time
	region trace.RegionIndex
}

func (x *regionIndex) time(i trace.RegionIndex) trace.Interval {
	return x.t.Between(x.t.Regions[i].Start, x.t.Regions[i].End)
}

func (a *Analysis) regionIndex(ctx context.Context) (*regionIndex, error) {
	return a.regions.get(ctx, func(ctx context.Context) (*regionIndex, error) {
		t := a.t
		x, steps := &regionIndex{t: t}, work.StepsUntil(ctx)
		x.regions = newRows[trace.RegionIndex](steps, len(t.Goroutines), len(t.Regions), func(i int) int { return int(t.Regions[i].Go) })
		x.steps.first = make([]int32, 1, len(t.Goroutines)+1)
		for g := range t.Goroutines {
			regions := x.regions.of(g)
			work.SortSteps(steps, false, regions, x.compare)
			x.step(steps, regions)
			x.steps.first = append(x.steps.first, int32(len(x.steps.list)))
			if steps.Over(1) {
				return nil, steps.Err()
			}
		}
		if len(t.Regions) > 0 {
			x.inherit(steps)
		}
		return x, ctx.Err()
	})
}

// compare sorts a goroutine's regions by start. Regions from before the trace come first. Among them the one that
// ends last comes first, since it is the outermost.
func (x *regionIndex) compare(i, j trace.RegionIndex) int {
	p, q := &x.t.Regions[i], &x.t.Regions[j]
	order := cmp.Or(cmp.Compare(x.time(i).From, x.time(j).From), cmp.Compare(q.Start, p.Start)) // NoTime is the latest
	if order == 0 && p.Start == trace.NoTime {
		order = cmp.Compare(q.End, p.End)
	}
	return cmp.Or(order, cmp.Compare(i, j))
}

// step records when the innermost region changes. Some changes are missing once the steps have run out.
func (x *regionIndex) step(steps *work.Steps, regions []trace.RegionIndex) {
	open := make([]trace.RegionIndex, 0, 8)
	first := len(x.steps.list)
	to := func(at trace.Time) {
		top := trace.NoRegion
		if n := len(open); n > 0 {
			top = open[n-1]
		}
		if n := len(x.steps.list); n > first && x.steps.list[n-1].at == at {
			x.steps.list[n-1].region = top
			return
		}
		x.steps.list = append(x.steps.list, regionStep{at, top})
	}
	leave := func(until trace.Time) {
		for n := len(open); n > 0 && x.time(open[n-1]).To <= until; n = len(open) {
			at := x.time(open[n-1]).To
			open = open[:n-1]
			if k := len(x.steps.list); k > first {
				at = max(at, x.steps.list[k-1].at) // the regions do not nest
			}
			to(at)
		}
	}
	for _, r := range regions {
		if steps.Over(1) {
			return
		}
		from := x.time(r).From
		leave(from)
		open = append(open, r)
		to(from)
	}
	leave(trace.NoTime)
}

func (x *regionIndex) at(g trace.GoIndex, at trace.Time) trace.RegionIndex {
	s := x.steps.of(int(g))
	i := sort.Search(len(s), func(i int) bool { return s[i].at > at })
	if i == 0 {
		return trace.NoRegion
	}
	return s[i-1].region
}

// task returns the task that a goroutine works for at a time: its innermost region's, or else the inherited one.
func (x *regionIndex) task(g trace.GoIndex, at trace.Time) trace.TaskIndex {
	if r := x.at(g, at); r != trace.NoRegion {
		return x.t.Regions[r].Task
	}
	if x.inherited == nil {
		return trace.NoTask
	}
	return x.inherited[g]
}

// StandsIn returns the innermost region that a span's goroutine is in when the span begins, and the task that it works
// for there, as [Analysis.Task] counts it. Of a span that begins in none it returns the first that begins during it.
func (a *Analysis) StandsIn(ctx context.Context, span trace.SpanIndex) (trace.RegionIndex, trace.TaskIndex, error) {
	x, err := a.regionIndex(ctx)
	if err != nil {
		return trace.NoRegion, trace.NoTask, err
	}
	g := a.t.GoOf(span)
	during := a.t.SpanTime(g, span)
	region := x.first(g, during)
	for r := region; r != trace.NoRegion; r = a.t.Regions[r].Parent {
		if task := a.t.Regions[r].Task; task != trace.NoTask && x.time(r).Meets(during) {
			return region, task, nil
		}
	}
	steps := work.StepsUntil(ctx)
	if task := ownTask(steps, a.t, g, during); task != trace.NoTask || x.inherited == nil {
		return region, task, steps.Err()
	}
	return region, x.inherited[g], steps.Err()
}

// first returns the innermost region at the beginning of a time, or else the first that begins in it.
func (x *regionIndex) first(g trace.GoIndex, during trace.Interval) trace.RegionIndex {
	region := x.at(g, during.From)
	s := x.steps.of(int(g))
	for i := sort.Search(len(s), func(i int) bool { return s[i].at > during.From }); region == trace.NoRegion && i < len(s) && s[i].at < during.To; i++ {
		region = s[i].region
	}
	return region
}

// ownTask returns the task that a goroutine both began and ended around the beginning of a time, the last one that it
// began; or else the first that it began during that time. It may be missing once the steps have run out.
func ownTask(steps *work.Steps, t *trace.Trace, g trace.GoIndex, during trace.Interval) trace.TaskIndex {
	best, at := trace.NoTask, trace.NoTime
	for i := range t.Tasks {
		if steps.Over(1) {
			break
		}
		r := &t.Tasks[i]
		if r.StartGo != g || r.EndGo != g || r.Start == trace.NoTime || r.End == trace.NoTime || !during.Meets(trace.Interval{From: r.Start, To: r.End}) {
			continue
		}
		if around := at <= during.From; r.Start <= during.From && (!around || r.Start > at) || !around && r.Start < at {
			best, at = trace.TaskIndex(i), r.Start
		}
	}
	return best
}

// inherit gives each goroutine, except the runtime's own, the task that its creator was working for when it made the
// goroutine (Go: internal/trace/summary.go).
func (x *regionIndex) inherit(steps *work.Steps) {
	t := x.t
	x.inherited = slices.Repeat([]trace.TaskIndex{trace.NoTask}, len(t.Goroutines))
	for _, g := range creatorsFirst(steps, t) {
		if steps.Over(1) {
			return
		}
		if r := &t.Goroutines[g]; r.Creator != trace.NoGo && !systemGoroutine(t.Strings.Raw(r.Root)) {
			x.inherited[g] = x.task(r.Creator, t.Spans.Start(r.First))
		}
	}
}

// creatorsFirst lists all goroutines, each after the one that made it, and otherwise in the trace's order. If
// creators form a circle, which no sound trace has, any of them may come first. Some are missing once the steps have
// run out.
func creatorsFirst(steps *work.Steps, t *trace.Trace) []trace.GoIndex {
	all := make([]trace.GoIndex, 0, len(t.Goroutines))
	seen := make([]bool, len(t.Goroutines))
	var path []trace.GoIndex
	for g := range t.Goroutines {
		// A chain of creators may be long, so this does not recurse.
		for g := trace.GoIndex(g); g != trace.NoGo && !seen[g]; g = t.Goroutines[g].Creator {
			seen[g] = true
			path = append(path, g)
		}
		if steps.Over(1 + len(path)) {
			break
		}
		slices.Reverse(path)
		all, path = append(all, path...), path[:0]
	}
	return all
}

// systemGoroutine reports whether a function starts one of the runtime's own goroutines (Go:
// internal/trace/summary.go, IsSystemGoroutine).
func systemGoroutine(f string) bool {
	return f == "" || f != "runtime.main" && strings.HasPrefix(f, "runtime.")
}
