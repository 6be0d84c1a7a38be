package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// TaskType are the tasks of one type that lie at least in part in an interval.
// Tasks that are only named by others are not among them.
type TaskType struct {
	Named
	Tasks    []trace.TaskIndex // in the order of the trace
	NoParent int               // have a parent of which the trace tells nothing else
}

// TaskTypes lists the types of tasks, the one with the longest time together
// first.
func (a *Analysis) TaskTypes(ctx context.Context, iv Interval) ([]TaskType, error) {
	iv = a.Within(iv)
	all := a.t.Tasks
	return byType(ctx, len(all),
		func(i int) (model.StringID, bool) {
			return all[i].Type, all[i].Seen && a.touches(iv, all[i].Start, all[i].End)
		},
		func(n Named) TaskType { return TaskType{Named: n} },
		func(t *TaskType, i int) {
			t.Tasks = append(t.Tasks, trace.TaskIndex(i))
			if parent := all[i].Parent; parent != trace.NoTask && !all[parent].Seen {
				t.NoParent++
			}
			t.add(all[i].Start, all[i].End)
		},
		func(t *TaskType) *Named { return &t.Named })
}

// Select lists the tasks of which both ends are known and whose duration is in
// a range, the longest first.
func (t *TaskType) Select(a *Analysis, d Durations) []trace.TaskIndex {
	return lasting(t.Tasks, d, func(i trace.TaskIndex) (start, end trace.Time) {
		return a.t.Tasks[i].Start, a.t.Tasks[i].End
	})
}

// TaskDetail is one task, or one with its descendants, and where its time
// went.
type TaskDetail struct {
	Task     trace.TaskIndex
	Family   []trace.TaskIndex // the task, and its descendants where asked for
	Children []trace.TaskIndex
	Interval Interval // within the trace, where it began or ended outside
	NoParent bool     // it has a parent of which the trace tells nothing else
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
	At []Interval
}

// Len is how long they are together.
func (p *Part) Len() (sum trace.Time) {
	for _, iv := range p.At {
		sum += iv.Len()
	}
	return sum
}

// Task tells about one task. A goroutine works for a task while it is in one of
// its regions; all its life if it was made while its creator's innermost region
// was one of them (Go: internal/trace/summary.go); and from the task's
// beginning to its end if it is the one that did both.
func (a *Analysis) Task(ctx context.Context, task trace.TaskIndex, descendants bool) (*TaskDetail, error) {
	x, err := a.taskIndex(ctx)
	if err != nil {
		return nil, err
	}
	t := a.t
	r := &t.Tasks[task]
	d := &TaskDetail{Task: task, Family: []trace.TaskIndex{task}}
	d.Interval.From, d.Interval.To = a.span(r.Start, r.End)
	d.NoParent = r.Parent != trace.NoTask && !t.Tasks[r.Parent].Seen
	for _, c := range x.children.of(int(task)) {
		d.Children = append(d.Children, trace.TaskIndex(c))
	}
	if descendants {
		d.Family = x.family(task, map[trace.TaskIndex]bool{})
	}
	for _, i := range d.Family {
		for _, k := range x.regions.of(int(i)) {
			d.Regions = append(d.Regions, trace.RegionIndex(k))
		}
		for _, k := range x.logs.of(int(i)) {
			d.Logs = append(d.Logs, int(k))
		}
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
	d.Columns = sums.Columns
	total := make([]trace.Time, sums.width)
	for i := range d.Parts {
		d.Sums = append(d.Sums, sums.Row(i))
		for c, v := range sums.row(i) {
			total[c] += v
		}
	}
	d.Sum = sums.breakdown(total)
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
				from, to := a.span(r.Start, r.End)
				all = append(all, goTime{r.Go, Interval{from, to}})
			}
		}
		for _, g := range x.heirs.of(int(i)) {
			life, _ := a.life(a.Whole(), trace.GoIndex(g))
			all = append(all, goTime{trace.GoIndex(g), life})
		}
		if r := &t.Tasks[i]; r.StartGo != trace.NoGo && r.StartGo == r.EndGo && r.Start != trace.NoTime && r.End != trace.NoTime {
			all = append(all, goTime{r.StartGo, Interval{r.Start, r.End}})
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
		for len(all) > 0 && all[0].g == p.Go {
			life, _ := a.life(a.Whole(), p.Go)
			if from, to := life.clip(all[0].at.From, all[0].at.To); from < to {
				p.At = append(p.At, Interval{from, to})
			}
			all = all[1:]
		}
		if p.At = union(p.At); len(p.At) > 0 {
			parts = append(parts, p)
		}
	}
	return parts
}

// partSums says where the time of parts went, a row for each.
func (a *Analysis) partSums(ctx context.Context, parts []Part) (*Goroutines, error) {
	x, err := a.timeIndex(ctx)
	if err != nil {
		return nil, err
	}
	ranges, err := a.rangeIndex(ctx)
	if err != nil {
		return nil, err
	}
	t := &Goroutines{Columns: x.columns.columns, width: len(x.columns.columns) + otherTimes}
	t.rows = make([]trace.Time, len(parts)*t.width)
	err = inParallel(ctx, len(parts), func(_, i int) {
		row := t.row(i)
		for _, iv := range parts[i].At {
			x.add(iv, parts[i].Go, row)
			more := row[len(t.Columns):]
			more[totalTime] += iv.Len()
			more[assistTime] += ranges.assists.overlap(iv, parts[i].Go)
			more[sweepTime] += ranges.sweeps.overlap(iv, parts[i].Go)
			more[stwTime] += ranges.stops.overlap(iv, parts[i].Go)
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
					worst.add(iv.overlap(a.t.Spans.Start.At(int(s)), a.t.SpanEnd(p.Go, s)), s)
				}
			}
		}
	}
	return worst.sorted()
}
