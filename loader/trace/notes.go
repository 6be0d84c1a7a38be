package trace

import (
	"profstation/model"
	"profstation/model/trace"
)

// notes are what a program said of itself, and what the collector did. Most are
// pairs of a beginning and an end, which may stand in different generations.
type notes struct {
	marks   []trace.Mark
	stops   []trace.Stop
	assists []trace.Assist
	sweeps  []trace.Sweep
	open    map[rangeKey]int // index into the table of its kind

	tasks   []trace.Task
	taskOf  map[uint64]trace.TaskIndex // the last with that number
	regions []trace.Region
	nested  map[trace.GoIndex][]trace.RegionIndex // open ones, outermost first
	logs    []trace.Log
	labels  []trace.GoLabel

	metrics  []metricRows
	metricOf map[model.StringID]int
}

type metricRows struct {
	name model.StringID
	rows []metricRow
}

type metricRow struct {
	at    trace.Time
	value uint64
}

type rangeKey struct {
	kind  noteKind
	scope int32
}

func newNotes() notes {
	return notes{
		open: map[rangeKey]int{}, taskOf: map[uint64]trace.TaskIndex{},
		nested: map[trace.GoIndex][]trace.RegionIndex{}, metricOf: map[model.StringID]int{},
	}
}

// add takes a row of a generation.
func (n *notes) add(c *joined, r *noteRow) {
	at := trace.Time(c.base + r.at)
	switch r.kind {
	case taskNote:
		n.task(c, r, at)
	case regionNote:
		n.region(c, r, at)
	case logNote:
		n.logs = append(n.logs, trace.Log{
			Time: at, Go: c.goOf(r.scope), Task: n.named(r.number),
			Category: r.text, Message: r.message, Stack: c.stacks[r.stack],
		})
	case labelNote:
		n.labels = append(n.labels, trace.GoLabel{Time: at, Go: c.goOf(r.scope), Label: r.text})
	case metricNote:
		n.metric(r.text, metricRow{at, r.number})
	default:
		n.rangeRow(c, r, at)
	}
}

func (n *notes) metric(name model.StringID, row metricRow) {
	i, ok := n.metricOf[name]
	if !ok {
		i = len(n.metrics)
		n.metricOf[name] = i
		n.metrics = append(n.metrics, metricRows{name: name})
	}
	n.metrics[i].rows = append(n.metrics[i].rows, row)
}

// rangeRow begins or ends a range. One that goes on from before begins here only
// if it is not known.
func (n *notes) rangeRow(c *joined, r *noteRow, at trace.Time) {
	key := rangeKey{r.kind, -1}
	switch {
	case r.kind == sweepNote && r.scope >= 0:
		key.scope = int32(c.procs[r.scope])
	case r.kind != markNote && r.scope >= 0:
		key.scope = c.gos[r.scope]
	}
	i, open := n.open[key]
	switch {
	case r.phase == goesOn && open:
		return
	case r.phase != ends:
		n.open[key] = n.begin(key, r, at)
		return
	case !open: // nothing said when it began
		i = n.begin(key, r, 0)
	}
	delete(n.open, key)
	*n.endOf(key, i) = at
	if r.kind == sweepNote {
		n.sweeps[i].Swept, n.sweeps[i].Reclaimed = r.number, r.more
	}
}

// begin adds a range that does not end yet to the table of its kind.
func (n *notes) begin(key rangeKey, r *noteRow, start trace.Time) int {
	g := trace.GoIndex(key.scope)
	switch key.kind {
	case markNote:
		n.marks = append(n.marks, trace.Mark{Start: start, End: trace.NoTime})
		return len(n.marks) - 1
	case stopNote:
		n.stops = append(n.stops, trace.Stop{Start: start, End: trace.NoTime, Go: g, Reason: r.text})
		return len(n.stops) - 1
	case assistNote:
		n.assists = append(n.assists, trace.Assist{Start: start, End: trace.NoTime, Go: g})
		return len(n.assists) - 1
	}
	n.sweeps = append(n.sweeps, trace.Sweep{Start: start, End: trace.NoTime, Proc: trace.ProcIndex(key.scope)})
	return len(n.sweeps) - 1
}

// endOf is the end of a range.
func (n *notes) endOf(key rangeKey, i int) *trace.Time {
	switch key.kind {
	case markNote:
		return &n.marks[i].End
	case stopNote:
		return &n.stops[i].End
	case assistNote:
		return &n.assists[i].End
	}
	return &n.sweeps[i].End
}

// gap ends all ranges: the generation behind it says which of them go on.
func (n *notes) gap(at trace.Time) {
	for key, i := range n.open {
		*n.endOf(key, i) = at
	}
	clear(n.open)
}

// Numbers of tasks that are none, of golang.org/x/exp/trace.
const (
	noTask         = ^uint64(0)
	backgroundTask = 0
)

// named is the task of a number, a new one where the trace has not named it.
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

func (n *notes) task(c *joined, r *noteRow, at trace.Time) {
	parent := trace.NoTask
	if r.phase == begins {
		parent = n.named(r.more)
		// A number may be used again for a new task.
		if t, ok := n.taskOf[r.number]; ok && (n.tasks[t].Start != trace.NoTime || n.tasks[t].End != trace.NoTime) {
			delete(n.taskOf, r.number)
		}
	}
	i := n.named(r.number)
	if i == trace.NoTask {
		return
	}
	t := &n.tasks[i]
	t.Seen = true
	if r.phase == begins {
		t.Parent, t.Type, t.Start, t.StartGo, t.StartStack = parent, r.text, at, c.goOf(r.scope), c.stacks[r.stack]
		return
	}
	if t.End == trace.NoTime { // later ends of the same task change nothing
		t.End, t.EndGo, t.EndStack = at, c.goOf(r.scope), c.stacks[r.stack]
	}
}

func (n *notes) region(c *joined, r *noteRow, at trace.Time) {
	g, task := c.goOf(r.scope), n.named(r.number)
	open := n.nested[g]
	if r.phase == ends {
		for k := len(open) - 1; k >= 0; k-- {
			if region := &n.regions[open[k]]; region.Task == task && region.Type == r.text {
				region.End, region.EndStack = at, c.stacks[r.stack]
				n.nested[g] = open[:k]
				return
			}
		}
	}
	region := trace.Region{Go: g, Task: task, Type: r.text, Start: at, End: trace.NoTime, StartStack: c.stacks[r.stack], Parent: trace.NoRegion}
	if len(open) > 0 {
		region.Parent = open[len(open)-1]
	}
	if r.phase == ends { // it began before the trace
		region.Start, region.End, region.Parent = trace.NoTime, at, trace.NoRegion
		region.StartStack, region.EndStack = trace.NoStack, region.StartStack
	} else {
		n.nested[g] = append(open, trace.RegionIndex(len(n.regions)))
	}
	n.regions = append(n.regions, region)
}
