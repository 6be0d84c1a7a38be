package timeline

import (
	"cmp"
	"context"

	"profstation/model/trace"
	"profstation/model/work"
)

// Events are what happened, in the order in which it began: a whole table of the
// trace, or the rows that are listed.
type Events struct {
	N    int
	list []int32 // nil: all
	of   func(index int32) trace.Interval
}

// Index returns where an event stands in its table.
func (e *Events) Index(i int) int32 {
	if e.list != nil {
		return e.list[i]
	}
	return int32(i)
}

func (e *Events) Time(i int) trace.Interval { return e.of(e.Index(i)) }

func listed(list []int32, of func(int32) trace.Interval) Events { return Events{len(list), list, of} }

// Events returns what happened in a row, for rows that show such: on a P sweeps, and
// for a goroutine mark assists.
func (t *Timeline) Events(r *Row) Events {
	tr := t.Trace
	switch g := trace.GoIndex(r.Index); r.Kind {
	case MarkRow:
		return Events{N: len(tr.Marks), of: func(i int32) trace.Interval { return tr.Between(tr.Marks[i].Start, tr.Marks[i].End) }}
	case StopRow:
		return Events{N: len(tr.Stops), of: func(i int32) trace.Interval { return tr.Between(tr.Stops[i].Start, tr.Stops[i].End) }}
	case TaskRow:
		return listed([]int32{r.Index}, func(i int32) trace.Interval { return tr.Between(tr.Tasks[i].Start, tr.Tasks[i].End) })
	case RegionRow:
		if rows := t.tracksOf(g).regions; int(r.Level) >= 0 && int(r.Level) < len(rows) {
			return listed(rows[r.Level], t.regionTime)
		}
	case LogRow:
		return listed(t.tracksOf(g).logs, func(i int32) trace.Interval { return moment(tr.Logs[i].Time) })
	case SampleRow:
		return listed(t.tracksOf(g).samples, func(i int32) trace.Interval { return moment(tr.Samples[i].Time) })
	case ProcRow:
		return listed(t.notes.sweeps.of(r.Index), func(i int32) trace.Interval { return tr.Between(tr.Sweeps[i].Start, tr.Sweeps[i].End) })
	case GoroutineRow:
		return listed(t.notes.assists.of(r.Index), func(i int32) trace.Interval { return tr.Between(tr.Assists[i].Start, tr.Assists[i].End) })
	}
	return Events{}
}

func moment(at trace.Time) trace.Interval { return trace.Interval{From: at, To: at} }

func (t *Timeline) regionTime(i int32) trace.Interval {
	return t.Trace.Between(t.Trace.Regions[i].Start, t.Trace.Regions[i].End)
}

// notes are events by their goroutines or Ps.
type notes struct {
	regions, logs, samples, assists, sweeps owned
}

// owned sorts a table's rows by the goroutine or P that they belong to: owner i has
// list[first[i]:first[i+1]], in the table's order. If the table has no rows, first is nil.
type owned struct {
	first, list []int32
}

// newOwned sorts n rows by their owners, and leaves out rows with a negative owner. It counts
// them first: nothing is compared. Once the steps are over, the order
// means nothing.
func newOwned(steps *work.Steps, owners, n int, owner func(i int32) int32) (o owned) {
	if n == 0 {
		return o
	}
	o.first = make([]int32, owners+2)
	next := o.first[1:] // where each owner's next row goes; at the end, where its rows end
	for i := range int32(n) {
		if k := owner(i); k >= 0 {
			next[k+1]++
		}
		if steps.Over(1) {
			return o
		}
	}
	for k := range owners {
		next[k+1] += next[k]
	}
	o.list = make([]int32, next[owners])
	for i := range int32(n) {
		if k := owner(i); k >= 0 {
			o.list[next[k]] = i
			next[k]++
		}
		if steps.Over(1) {
			return o
		}
	}
	return o
}

// of returns an owner's rows, in the table's order.
func (o *owned) of(owner int32) []int32 {
	if o.first == nil {
		return nil
	}
	return o.list[o.first[owner]:o.first[owner+1]]
}

func newNotes(steps *work.Steps, tr *trace.Trace) *notes {
	gos := len(tr.Goroutines)
	return &notes{
		regions: newOwned(steps, gos, len(tr.Regions), func(i int32) int32 { return int32(tr.Regions[i].Go) }),
		logs:    newOwned(steps, gos, len(tr.Logs), func(i int32) int32 { return int32(tr.Logs[i].Go) }),
		samples: newOwned(steps, gos, len(tr.Samples), func(i int32) int32 { return int32(tr.Samples[i].Go) }),
		assists: newOwned(steps, gos, len(tr.Assists), func(i int32) int32 { return int32(tr.Assists[i].Go) }),
		sweeps:  newOwned(steps, len(tr.Procs), len(tr.Sweeps), func(i int32) int32 { return int32(tr.Sweeps[i].Proc) }),
	}
}

// tracks are the rows below an open goroutine.
type tracks struct {
	regions    [][]int32 // for each depth, in the order in which they begin: indices into Trace.Regions
	logs       []int32   // indices into Trace.Logs
	samples    []int32   // indices into Trace.Samples
	stackDepth int       // how many frames its deepest stack has, at most maxFrames
}

// maxRegions bounds the rows for a goroutine's regions: those nested deeper have none.
const maxRegions = 64

const maxFrames = 128 // bounds the rows for a goroutine's stacks: the runtime records up to 128 frames

// tracksOf returns a goroutine's tracks, made when they are first asked for.
func (t *Timeline) tracksOf(g trace.GoIndex) *tracks {
	k, _ := t.tracksUntil(work.StepsUntil(context.Background()), g)
	return k
}

// tracksUntil is tracksOf within steps, whose error is its only one.
func (t *Timeline) tracksUntil(steps *work.Steps, g trace.GoIndex) (*tracks, error) {
	return t.tracks.try(g, func() (*tracks, error) { return newTracks(steps, t, g) })
}

func newTracks(steps *work.Steps, t *Timeline, g trace.GoIndex) (*tracks, error) {
	tr := t.Trace
	n := t.notes
	k := &tracks{logs: n.logs.of(int32(g)), samples: n.samples.of(int32(g))}
	depth := map[trace.RegionIndex]int{}
	for _, i := range n.regions.of(int32(g)) {
		if steps.Over(1) {
			return nil, steps.Err()
		}
		d := 0
		for p := tr.Regions[i].Parent; p != trace.NoRegion && d < maxRegions; p = tr.Regions[p].Parent {
			if known, ok := depth[p]; ok {
				d += known + 1
				break
			}
			d++
		}
		depth[trace.RegionIndex(i)] = d
		if d >= maxRegions {
			continue
		}
		for len(k.regions) <= d {
			k.regions = append(k.regions, nil)
		}
		k.regions[d] = append(k.regions[d], i)
	}
	for _, row := range k.regions {
		work.SortSteps(steps, true, row, func(a, b int32) int {
			return cmp.Compare(t.regionTime(a).From, t.regionTime(b).From)
		})
	}
	r := &tr.Goroutines[g]
	for s := r.First; s < r.End; s++ {
		if k.stackDepth = max(k.stackDepth, len(t.OwnStack(s))); steps.Over(1) {
			return nil, steps.Err()
		}
	}
	k.stackDepth = min(k.stackDepth, maxFrames)
	if steps.Over(0) {
		return nil, steps.Err()
	}
	return k, nil
}

func (t *Timeline) FrameAt(span trace.SpanIndex, level int) (trace.FrameIndex, bool) {
	stack := t.OwnStack(span)
	if len(stack) <= level {
		return 0, false
	}
	return stack[len(stack)-1-level], true
}

// OwnStack returns where a goroutine is in a span, leaf first; nil if the trace does not record it.
func (t *Timeline) OwnStack(span trace.SpanIndex) []trace.FrameIndex {
	return t.Trace.Stacks.Stack(t.Trace.OwnStack(span))
}
