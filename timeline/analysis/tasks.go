package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// TaskDetail is one task, with its descendants if asked for, and where its time
// went.
type TaskDetail struct {
	Task     trace.TaskIndex
	Family   []trace.TaskIndex // the task, and its descendants where asked for
	Children []trace.TaskIndex
	Interval trace.Interval // within the trace, where it began or ended outside
	NoParent bool           // it has a parent that the trace only names
	Columns  []Column
	// Parts are the times in which goroutines worked for it, and Sums where
	// these went, a row for each.
	Parts   []Part
	Sums    []Breakdown
	Sum     Breakdown // of all parts
	Regions []trace.RegionIndex
	Logs    []int // indices into Trace.Logs
	GC      GCOverlap
	Waits   []trace.SpanIndex // the longest of its parts, the longest first
}

// Part are times of a goroutine, in order and without overlap.
type Part struct {
	Go trace.GoIndex
	At []trace.Interval
}

// Len is how long they are together.
func (p *Part) Len() (sum trace.Time) {
	for _, iv := range p.At {
		sum += iv.Len()
	}
	return sum
}

// Task analyses one task. A goroutine works for a task while it is in one of
// its regions; all its life if it was made while its creator's innermost region
// was one of them (Go: internal/trace/summary.go); and from the task's
// beginning to its end if it did both.
func (a *Analysis) Task(ctx context.Context, task trace.TaskIndex, descendants bool) (*TaskDetail, error) {
	x, err := a.taskIndex(ctx)
	if err != nil {
		return nil, err
	}
	t := a.t
	r := &t.Tasks[task]
	d := &TaskDetail{
		Task: task, Family: []trace.TaskIndex{task}, Children: x.children.of(int(task)), Interval: t.Between(r.Start, r.End),
		NoParent: r.Parent != trace.NoTask && !t.Tasks[r.Parent].Seen,
	}
	if descendants {
		d.Family = x.family(task)
	}
	for _, i := range d.Family {
		d.Regions = append(d.Regions, x.regions.of(int(i))...)
		d.Logs = append(d.Logs, x.logs.of(int(i))...)
	}
	slices.Sort(d.Regions)
	slices.Sort(d.Logs)
	d.GC = a.gcOverlap(d.Interval)
	if d.Parts, err = a.taskParts(ctx, d.Family); err != nil {
		return nil, err
	}
	sums, err := a.partSums(ctx, d.Parts)
	if err != nil {
		return nil, err
	}
	d.Columns, d.Sum = sums.Columns, sums.sum(0, len(d.Parts))
	for i := range d.Parts {
		d.Sums = append(d.Sums, sums.Row(i))
	}
	d.Waits = a.longestWaits(d.Parts)
	return d, nil
}

// taskParts are the times in which goroutines worked for one of some tasks.
func (a *Analysis) taskParts(ctx context.Context, tasks []trace.TaskIndex) ([]Part, error) {
	x, err := a.taskIndex(ctx)
	if err != nil {
		return nil, err
	}
	t := a.t
	var all []goTime
	for _, i := range tasks {
		for _, k := range x.regions.of(int(i)) {
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
	return a.parts(all), nil
}

// parts joins times of goroutines.
func (a *Analysis) parts(all []goTime) []Part {
	slices.SortStableFunc(all, func(a, b goTime) int { return cmp.Compare(a.g, b.g) })
	var parts []Part
	for len(all) > 0 {
		p := Part{Go: all[0].g}
		life := a.t.Life(p.Go)
		for ; len(all) > 0 && all[0].g == p.Go; all = all[1:] {
			if iv := life.Clip(all[0].at); !iv.Empty() {
				p.At = append(p.At, iv)
			}
		}
		if p.At = trace.Union(p.At); len(p.At) > 0 {
			parts = append(parts, p)
		}
	}
	return parts
}

// partSums finds where the time of parts went, a row for each.
func (a *Analysis) partSums(ctx context.Context, parts []Part) (*Goroutines, error) {
	f, err := a.rowFiller(ctx)
	if err != nil {
		return nil, err
	}
	t := f.table(len(parts))
	err = parallel.For(ctx, len(parts), func(_, i int) {
		for _, iv := range parts[i].At {
			f.add(t, i, parts[i].Go, iv, iv.Len())
		}
	})
	return t, err
}

// mostWaits is how many waits a detail lists.
const mostWaits = 20

// longestWaits are the longest spans within parts in which the goroutine
// neither ran nor was in a system call.
func (a *Analysis) longestWaits(parts []Part) []trace.SpanIndex {
	worst := longest[trace.SpanIndex]{most: mostWaits}
	for _, p := range parts {
		r := &a.t.Goroutines[p.Go]
		for _, iv := range p.At {
			lo, hi := a.within(iv, r.First, r.End, r.End)
			for s := lo; s < hi; s++ {
				if k := a.kinds[a.t.Spans.Cond[s]]; k.Waiting() || k == trace.RunnableTime {
					worst.add(iv.Overlap(a.t.SpanTime(p.Go, s)), s)
				}
			}
		}
	}
	return worst.sorted()
}
