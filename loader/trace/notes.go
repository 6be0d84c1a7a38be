package trace

import (
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// notes holds what the collector and the program did, much of it across generations.
type notes struct {
	ranges []gcRange
	open   map[rangeKey]int // indices into ranges

	tasks   []trace.Task
	taskOf  map[uint64]trace.TaskIndex // the last task with each number
	regions regions
	logs    []trace.Log
	labels  []trace.GoLabel
	metrics []metric

	whole   trace.Time                 // since when no generations were lost
	created func(g trace.GoIndex) bool // reports whether the trace saw a goroutine begin, since then
}

// gcRange is a mark phase, a stop of the world, an assist or a sweep.
type gcRange struct {
	rangeKey
	start, end       trace.Time
	reason           model.StringID // for a stop
	swept, reclaimed uint64         // for a sweep
}

// rangeKey identifies a range: no two with the same key are open at the same time.
type rangeKey struct {
	kind  noteKind
	scope int32 // a goroutine, or a P for sweeps; −1: none
}

type metric struct {
	name model.StringID
	rows []metricRow
}

type metricRow struct {
	at    trace.Time
	value uint64
}

func newNotes(created func(g trace.GoIndex) bool) notes {
	return notes{
		open:    map[rangeKey]int{},
		taskOf:  map[uint64]trace.TaskIndex{},
		regions: newRegions(),
		created: created,
	}
}

// add takes a row whose indices and time already belong to the model.
func (n *notes) add(r *noteRow) {
	at, g := trace.Time(r.at), trace.GoIndex(r.scope)
	switch r.kind {
	case taskNote:
		n.task(r, at, g)
	case regionNote:
		n.region(r, at, g)
	case logNote:
		n.logs = append(n.logs, trace.Log{
			Time: at, Go: g, Task: n.named(r.number), Category: r.text, Message: r.message, Stack: r.stack,
		})
	case labelNote:
		n.labels = append(n.labels, trace.GoLabel{Time: at, Go: g, Label: r.text})
	case metricNote:
		i := slices.IndexFunc(n.metrics, func(m metric) bool { return m.name == r.text })
		if i < 0 {
			i = len(n.metrics)
			n.metrics = append(n.metrics, metric{name: r.text})
		}
		n.metrics[i].rows = append(n.metrics[i].rows, metricRow{at, r.number})
	default:
		n.collector(r, at)
	}
}

// collector begins or ends a range. A range that goes on begins here if its beginning was not seen.
func (n *notes) collector(r *noteRow, at trace.Time) {
	key := rangeKey{r.kind, r.scope}
	i, open := n.open[key]
	if r.phase == goesOn && open {
		return
	}
	if r.phase != ends || !open {
		start := at
		if r.phase == ends {
			start = 0
		}
		i = len(n.ranges)
		n.ranges = append(n.ranges, gcRange{rangeKey: key, start: start, end: trace.NoTime, reason: r.text})
		n.open[key] = i
	}
	if r.phase == ends {
		x := &n.ranges[i]
		x.end, x.swept, x.reclaimed = at, r.number, r.more
		delete(n.open, key)
	}
}

// gap ends all ranges; the next generation says which of them go on.
func (n *notes) gap(at trace.Time) {
	for _, i := range n.open {
		n.ranges[i].end = at
	}
	clear(n.open)
	n.whole, n.regions.whole = at, trace.RegionIndex(len(n.regions.all))
}

// Numbers in golang.org/x/exp/trace that stand for no task.
const (
	noTask         = ^uint64(0)
	backgroundTask = 0
)

// named returns the task with a number, adding it if the trace has not named it before.
func (n *notes) named(id uint64) trace.TaskIndex {
	if id == noTask || id == backgroundTask {
		return trace.NoTask
	}
	t, ok := n.taskOf[id]
	if !ok {
		t = trace.TaskIndex(len(n.tasks))
		n.taskOf[id] = t
		n.tasks = append(n.tasks, trace.Task{
			ID: id, Parent: trace.NoTask, Start: trace.NoTime, End: trace.NoTime, StartGo: trace.NoGo, EndGo: trace.NoGo,
		})
	}
	return t
}

func (n *notes) task(r *noteRow, at trace.Time, g trace.GoIndex) {
	parent := trace.NoTask
	if r.phase == begins {
		parent = n.named(r.more)
		// A number may be used again for a new task.
		if i, ok := n.taskOf[r.number]; ok && n.tasks[i].Within() {
			if t := &n.tasks[i]; t.End == trace.NoTime && t.Start >= n.whole {
				n.regions.misuse.tasks.add(mistake{g: g, task: i, stack: r.stack})
			}
			delete(n.taskOf, r.number)
		}
	}
	i := n.named(r.number)
	if i == trace.NoTask {
		return
	}
	t := &n.tasks[i]
	if r.phase == begins {
		t.Parent, t.Type, t.Start, t.StartGo, t.StartStack = parent, r.text, at, g, r.stack
	} else if t.End == trace.NoTime { // later ends of the same task change nothing
		t.End, t.EndGo = at, g
	}
}

func (n *notes) region(r *noteRow, at trace.Time, g trace.GoIndex) {
	region := trace.Region{
		Go: g, Task: n.named(r.number), Type: r.text, Start: at, End: trace.NoTime, StartStack: r.stack, Parent: trace.NoRegion,
	}
	if r.phase != ends {
		n.regions.begin(region)
		return
	}
	region.StartStack = trace.NoStack
	n.regions.end(region, at, r.stack, n.beganHere(g, region.Task))
}

// beganHere reports whether a goroutine or task began within the trace, after generations were last lost.
func (n *notes) beganHere(g trace.GoIndex, task trace.TaskIndex) bool {
	if task != trace.NoTask && n.tasks[task].Start != trace.NoTime && n.tasks[task].Start >= n.whole {
		return true
	}
	return g != trace.NoGo && n.created(g)
}
