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

// Detail is where a task's or a region's time went, and what belongs to it.
type Detail struct {
	Interval trace.Interval // limited to the trace
	Columns  []Column
	Sum      Breakdown
	GC       GCOverlap
	Waits    []trace.SpanIndex   // the longest waits while a goroutine worked for it, the longest first
	Regions  []trace.RegionIndex // a task's regions, or those directly in a region
	Logs     []int               // indices into Trace.Logs; for a region, its goroutine's logs
	// Stops are the stops of the world in Interval, and Assists the mark assists of its goroutines while they worked
	// for it: what GC.STW and the measure Assist add up. They are indices into Trace.Stops and Trace.Assists.
	Stops, Assists []int
	// The others are set for a task only: the task with its descendants, if they were asked for, its children, and
	// the times in which goroutines worked for it.
	Family, Children []trace.TaskIndex
	Parts            []Part
}

func (a *Analysis) detail(ctx context.Context, iv trace.Interval, parts []Part) (*Detail, error) {
	sums, err := a.partSums(ctx, parts)
	if err != nil {
		return nil, err
	}
	steps := work.StepsUntil(ctx)
	return &Detail{
		Interval: iv, Columns: sums.Columns, Sum: sums.sum(0, len(parts)), GC: gcOverlap(a.t, iv),
		Waits: longestWaits(steps, a, parts), Stops: stopsIn(steps, a.t, iv), Assists: assistsOf(steps, a.t, parts),
	}, ctx.Err()
}

// stopsIn returns the stops of the world that meet an interval. Some are missing once the steps have run out.
func stopsIn(steps *work.Steps, t *trace.Trace, iv trace.Interval) (all []int) {
	for i, s := range t.Stops {
		if steps.Over(1) {
			break
		}
		if iv.Meets(t.Between(s.Start, s.End)) {
			all = append(all, i)
		}
	}
	return all
}

// assistsOf returns the mark assists that goroutines did in their parts. Some are missing once the steps have run out.
func assistsOf(steps *work.Steps, t *trace.Trace, parts []Part) (all []int) {
	at := map[trace.GoIndex][]trace.Interval{}
	for _, p := range parts {
		at[p.Go] = p.At
	}
	for i, x := range t.Assists {
		if steps.Over(1) {
			break
		}
		own, assist := at[x.Go], t.Between(x.Start, x.End)
		k := sort.Search(len(own), func(k int) bool { return own[k].To > assist.From })
		if k < len(own) && own[k].Meets(assist) {
			all = append(all, i)
		}
	}
	return all
}

// Part is a goroutine and some of its times, in order and without overlap.
type Part struct {
	Go trace.GoIndex
	At []trace.Interval
}

// Task analyses one task. A goroutine works for the task while it is in one of the task's regions. If it was made
// while its creator's innermost region was such a region, it works for the task all its life (Go:
// internal/trace/summary.go). If it both began and ended the task, it works for it in between.
func (a *Analysis) Task(ctx context.Context, task trace.TaskIndex, descendants bool) (*Detail, error) {
	x, err := a.taskIndex(ctx)
	if err != nil {
		return nil, err
	}
	family, steps := []trace.TaskIndex{task}, work.StepsUntil(ctx)
	if descendants {
		family = x.family(steps, task)
	}
	parts, err := a.taskParts(ctx, family)
	if err != nil {
		return nil, err
	}
	r := &a.t.Tasks[task]
	d, err := a.detail(ctx, a.t.Between(r.Start, r.End), parts)
	if err != nil {
		return nil, err
	}
	d.Family, d.Children, d.Parts = family, x.children.of(int(task)), parts
	for _, i := range family {
		d.Regions = append(d.Regions, x.regions.of(int(i))...)
		d.Logs = append(d.Logs, x.logs.of(int(i))...)
	}
	work.SortSteps(steps, false, d.Regions, cmp.Compare[trace.RegionIndex])
	work.SortSteps(steps, false, d.Logs, cmp.Compare[int])
	return d, ctx.Err()
}

// Region analyses one region.
func (a *Analysis) Region(ctx context.Context, i trace.RegionIndex) (*Detail, error) {
	x, err := a.regionIndex(ctx)
	if err != nil {
		return nil, err
	}
	r, iv := &a.t.Regions[i], x.time(i)
	if r.Go == trace.NoGo {
		return a.detail(ctx, iv, nil)
	}
	d, err := a.detail(ctx, iv, []Part{{r.Go, []trace.Interval{iv}}})
	if err != nil {
		return nil, err
	}
	steps := work.StepsUntil(ctx)
	for _, k := range x.regions.of(int(r.Go)) {
		if steps.Over(1) {
			return nil, steps.Err()
		}
		if a.t.Regions[k].Parent == i {
			d.Regions = append(d.Regions, k)
		}
	}
	for k := range a.t.Logs {
		if steps.Over(1) {
			return nil, steps.Err()
		}
		if l := &a.t.Logs[k]; l.Go == r.Go && l.Time >= iv.From && l.Time <= iv.To {
			d.Logs = append(d.Logs, k)
		}
	}
	return d, nil
}

func (a *Analysis) taskParts(ctx context.Context, tasks []trace.TaskIndex) ([]Part, error) {
	x, err := a.taskIndex(ctx)
	if err != nil {
		return nil, err
	}
	t := a.t
	var all []goTime
	steps := work.StepsUntil(ctx)
	for _, i := range tasks {
		if steps.Over(1 + len(x.heirs.of(int(i)))) {
			return nil, steps.Err()
		}
		for _, k := range x.regions.of(int(i)) {
			if steps.Over(1) {
				return nil, steps.Err()
			}
			if r := &t.Regions[k]; r.Go != trace.NoGo {
				all = append(all, goTime{r.Go, t.Between(r.Start, r.End)})
			}
		}
		for _, g := range x.heirs.of(int(i)) {
			all = append(all, goTime{g, t.Life(g)})
		}
		if r := &t.Tasks[i]; r.StartGo != trace.NoGo && r.StartGo == r.EndGo && r.Start != trace.NoTime && r.End != trace.NoTime {
			all = append(all, goTime{r.StartGo, trace.Interval{From: r.Start, To: r.End}})
		}
	}
	return parts(steps, a.t, all)
}

// parts joins each goroutine's times. The only error is that the steps ran out.
func parts(steps *work.Steps, t *trace.Trace, all []goTime) ([]Part, error) {
	work.SortSteps(steps, true, all, goTime.compare)
	var parts []Part
	for len(all) > 0 {
		if steps.Over(1) {
			return nil, steps.Err()
		}
		p := Part{Go: all[0].g}
		life := t.Life(p.Go)
		for ; len(all) > 0 && all[0].g == p.Go; all = all[1:] {
			if iv := life.Clip(all[0].at); !iv.Empty() {
				p.At = append(p.At, iv)
			}
		}
		if p.At = trace.Union(p.At); len(p.At) > 0 {
			parts = append(parts, p)
		}
	}
	if steps.Over(0) {
		return nil, steps.Err()
	}
	return parts, nil
}

// partSums finds where the parts' time went, with a row for each part.
func (a *Analysis) partSums(ctx context.Context, parts []Part) (*Goroutines, error) {
	f, err := a.rowFiller(ctx)
	if err != nil {
		return nil, err
	}
	t := f.table(len(parts))
	err = parallel.For(ctx, len(parts), func(_, i int) {
		steps := work.StepsUntil(ctx)
		for _, iv := range parts[i].At {
			if steps.Over(few) {
				return
			}
			f.add(t.Row(i), parts[i].Go, iv, iv.Len())
		}
	})
	return t, err
}

const maxWaits = 20

// few is about how many steps it takes to find where a time begins and ends.
const few = 16

// longestWaits returns the longest spans in parts in which the goroutine waited or was runnable. It returns nil once
// the steps have run out.
func longestWaits(steps *work.Steps, a *Analysis, parts []Part) []trace.SpanIndex {
	worst := longest[trace.SpanIndex]{max: maxWaits}
	for _, p := range parts {
		r := &a.t.Goroutines[p.Go]
		for _, iv := range p.At {
			lo, hi := within(a.t, iv, r.First, r.End, r.End)
			for s := lo; s < hi; s++ {
				if steps.Over(1) {
					return nil
				}
				if k := a.kinds[a.t.Spans.Cond(s)]; k.Waiting() || k == trace.RunnableTime {
					worst.add(iv.Overlap(a.t.SpanTime(p.Go, s)), s)
				}
			}
			if steps.Over(few) {
				return nil
			}
		}
	}
	return worst.sorted()
}

// taskIndex finds what belongs to each task.
type taskIndex struct {
	regions  rows[trace.RegionIndex]
	heirs    rows[trace.GoIndex] // the goroutines that inherited it
	logs     rows[int]
	children rows[trace.TaskIndex]
}

// rows groups a table's rows by what they belong to: list[first[i]:first[i+1]] belong to owner i.
type rows[R any] struct {
	first []int32
	list  []R
}

func (r *rows[R]) of(owner int) []R { return r.list[r.first[owner]:r.first[owner+1]] }

// newRows groups the indices of a table with n rows by owner, keeping the table's order. It leaves out rows with a
// negative owner. The order means nothing once the steps have run out.
func newRows[R ~int | ~int32](steps *work.Steps, owners, n int, owner func(row int) int) rows[R] {
	r := rows[R]{first: make([]int32, owners+1)}
	for i := range n {
		if o := owner(i); o >= 0 {
			r.first[o+1]++
		}
		if steps.Over(1) {
			break
		}
	}
	for o := range owners {
		r.first[o+1] += r.first[o]
	}
	r.list = make([]R, r.first[owners])
	next := slices.Clone(r.first)
	for i := range n {
		if o := owner(i); o >= 0 {
			r.list[next[o]] = R(i)
			next[o]++
		}
		if steps.Over(1) {
			break
		}
	}
	return r
}

func (a *Analysis) taskIndex(ctx context.Context) (*taskIndex, error) {
	x, err := a.regionIndex(ctx)
	if err != nil {
		return nil, err
	}
	return a.tasks.get(ctx, func(ctx context.Context) (*taskIndex, error) {
		t, steps := a.t, work.StepsUntil(ctx)
		n := len(t.Tasks)
		return &taskIndex{
			regions:  newRows[trace.RegionIndex](steps, n, len(t.Regions), func(i int) int { return int(t.Regions[i].Task) }),
			heirs:    newRows[trace.GoIndex](steps, n, len(x.inherited), func(g int) int { return int(x.inherited[g]) }),
			logs:     newRows[int](steps, n, len(t.Logs), func(i int) int { return int(t.Logs[i].Task) }),
			children: newRows[trace.TaskIndex](steps, n, n, func(i int) int { return int(t.Tasks[i].Parent) }),
		}, ctx.Err()
	})
}

func (x *taskIndex) family(steps *work.Steps, task trace.TaskIndex) []trace.TaskIndex {
	all := []trace.TaskIndex{task}
	seen := setOf(all)
	for i := 0; i < len(all) && !steps.Over(1); i++ {
		for _, c := range x.children.of(int(all[i])) {
			if !seen[c] {
				seen[c] = true
				all = append(all, c)
			}
		}
	}
	return all
}
