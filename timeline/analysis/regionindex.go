package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"

	"profstation/model/trace"
)

// regionIndex tells in which region, and for which task, a goroutine is at a
// time.
type regionIndex struct {
	a *Analysis
	// The regions of goroutine g are list[first[g]:first[g+1]], by their start.
	first []int32
	list  []trace.RegionIndex
	// The innermost region of goroutine g from one step to the next is told
	// by steps[stepFirst[g]:stepFirst[g+1]].
	stepFirst []int32
	steps     []regionStep
	// inherited is the task that each goroutine was made for: nil where the
	// trace has no regions.
	inherited []trace.TaskIndex
}

type regionStep struct {
	at     trace.Time
	region trace.RegionIndex
}

func (a *Analysis) regionIndex(ctx context.Context) (*regionIndex, error) {
	return a.regions.get(ctx, func(ctx context.Context) (*regionIndex, error) {
		x := &regionIndex{a: a}
		t := a.t
		x.first = make([]int32, len(t.Goroutines)+1)
		x.stepFirst = make([]int32, len(t.Goroutines)+1)
		for i := range t.Regions {
			if g := t.Regions[i].Go; g != trace.NoGo {
				x.list = append(x.list, trace.RegionIndex(i))
			}
		}
		start := func(i trace.RegionIndex) trace.Time {
			from, _ := a.span(t.Regions[i].Start, t.Regions[i].End)
			return from
		}
		// Of those that began before the trace, the one that ends last is the
		// outermost.
		slices.SortFunc(x.list, func(i, j trace.RegionIndex) int {
			p, q := &t.Regions[i], &t.Regions[j]
			if p.Start == trace.NoTime && q.Start == trace.NoTime {
				return cmp.Or(cmp.Compare(p.Go, q.Go), cmp.Compare(q.End, p.End), cmp.Compare(i, j))
			}
			if (p.Start == trace.NoTime) != (q.Start == trace.NoTime) && p.Go == q.Go && start(i) == start(j) {
				if p.Start == trace.NoTime {
					return -1
				}
				return 1
			}
			return cmp.Or(cmp.Compare(p.Go, q.Go), cmp.Compare(start(i), start(j)), cmp.Compare(i, j))
		})
		k := 0
		for g := range t.Goroutines {
			x.first[g], x.stepFirst[g] = int32(k), int32(len(x.steps))
			from := k
			for k < len(x.list) && t.Regions[x.list[k]].Go == trace.GoIndex(g) {
				k++
			}
			x.step(x.list[from:k])
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		x.first[len(t.Goroutines)], x.stepFirst[len(t.Goroutines)] = int32(k), int32(len(x.steps))
		if len(t.Regions) > 0 {
			x.inherit()
		}
		return x, nil
	})
}

// step adds the steps of one goroutine's regions.
func (x *regionIndex) step(regions []trace.RegionIndex) {
	var open []trace.RegionIndex
	end := func(i trace.RegionIndex) trace.Time {
		_, to := x.a.span(x.a.t.Regions[i].Start, x.a.t.Regions[i].End)
		return to
	}
	first := len(x.steps)
	to := func(at trace.Time) {
		top := trace.NoRegion
		if n := len(open); n > 0 {
			top = open[n-1]
		}
		if n := len(x.steps); n > first && x.steps[n-1].at == at {
			x.steps[n-1].region = top
			return
		}
		x.steps = append(x.steps, regionStep{at, top})
	}
	leave := func(until trace.Time) {
		for n := len(open); n > 0 && end(open[n-1]) <= until; n = len(open) {
			at := end(open[n-1])
			open = open[:n-1]
			if k := len(x.steps); k > first && x.steps[k-1].at > at {
				at = x.steps[k-1].at // it does not nest
			}
			to(at)
		}
	}
	for _, r := range regions {
		from, _ := x.a.span(x.a.t.Regions[r].Start, x.a.t.Regions[r].End)
		leave(from)
		open = append(open, r)
		to(from)
	}
	leave(trace.NoTime)
}

// of are the regions of a goroutine, by their start.
func (x *regionIndex) of(g trace.GoIndex) []trace.RegionIndex {
	return x.list[x.first[g]:x.first[g+1]]
}

func (x *regionIndex) stepsOf(g trace.GoIndex) []regionStep {
	return x.steps[x.stepFirst[g]:x.stepFirst[g+1]]
}

// at is the innermost region of a goroutine at a time.
func (x *regionIndex) at(g trace.GoIndex, at trace.Time) trace.RegionIndex {
	s := x.stepsOf(g)
	i := sort.Search(len(s), func(i int) bool { return s[i].at > at })
	if i == 0 {
		return trace.NoRegion
	}
	return s[i-1].region
}

// task is the task that a goroutine works for at a time: that of its innermost
// region, or else the one that it inherited.
func (x *regionIndex) task(g trace.GoIndex, at trace.Time) trace.TaskIndex {
	if r := x.at(g, at); r != trace.NoRegion {
		return x.a.t.Regions[r].Task
	}
	if x.inherited == nil {
		return trace.NoTask
	}
	return x.inherited[g]
}

// inherit gives each goroutine the task for which its creator worked when it
// made it, unless it is one of the runtime's own (Go:
// internal/trace/summary.go).
func (x *regionIndex) inherit() {
	t := x.a.t
	const unknown = trace.NoTask - 1
	x.inherited = make([]trace.TaskIndex, len(t.Goroutines))
	for g := range x.inherited {
		x.inherited[g] = unknown
	}
	var path []trace.GoIndex
	for g := range t.Goroutines {
		// Creators first: a chain of them may be long.
		path = append(path[:0], trace.GoIndex(g))
		for n := 1; n > 0; n = len(path) {
			g := path[n-1]
			r := &t.Goroutines[g]
			switch {
			case x.inherited[g] != unknown:
				path = path[:n-1]
			case r.Creator == trace.NoGo || systemGoroutine(t.Strings.Raw(r.Func)):
				x.inherited[g] = trace.NoTask
			case x.inherited[r.Creator] == unknown && n <= len(t.Goroutines):
				path = append(path, r.Creator)
			default:
				x.inherited[g] = max(x.task(r.Creator, t.Spans.Start.At(int(r.First))), trace.NoTask)
			}
		}
	}
}

// systemGoroutine tells the runtime's own goroutines by their function (Go:
// internal/trace/summary.go, IsSystemGoroutine).
func systemGoroutine(f string) bool {
	return f == "" || f != "runtime.main" && strings.HasPrefix(f, "runtime.")
}
