package trace

import "profstation/model/trace"

// notes are what a program told of itself, and what the collector did: pairs
// of a beginning and an end, which may stand in different generations.
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
}

type rangeKey struct {
	kind  rangeKind
	scope int32
}

func newNotes() notes {
	return notes{open: map[rangeKey]int{}, taskOf: map[uint64]trace.TaskIndex{}, nested: map[trace.GoIndex][]trace.RegionIndex{}}
}

func (n *notes) add(s *stitcher, c *joined, d *decoded) {
	for i := range d.ranges {
		n.rangeRow(c, &d.ranges[i])
	}
	for i := range d.tasks {
		n.task(c, &d.tasks[i])
	}
	for i := range d.regions {
		n.region(c, &d.regions[i])
	}
	for i := range d.logs {
		r := &d.logs[i]
		n.logs = append(n.logs, trace.Log{
			Time: trace.Time(c.base + r.at), Go: c.goOf(r.g), Task: n.named(r.task),
			Category: r.category, Message: r.message, Stack: c.stacks[r.stack],
		})
	}
}

// rangeRow begins or ends a range. One that is told to go on begins here only
// if it is not known.
func (n *notes) rangeRow(c *joined, r *rangeRow) {
	key := rangeKey{r.kind, -1}
	switch {
	case r.kind == sweepRange && r.scope >= 0:
		key.scope = int32(c.procs[r.scope])
	case r.kind != markRange && r.scope >= 0:
		key.scope = c.gos[r.scope]
	}
	at := trace.Time(c.base + r.at)
	i, open := n.open[key]
	switch {
	case r.phase == goesOn && open:
		return
	case r.phase != ends:
		n.open[key] = n.begin(key, r, at, trace.NoTime)
		return
	case !open: // its beginning was not told
		i = n.begin(key, r, 0, at)
	}
	delete(n.open, key)
	n.end(key, i, at, r)
}

func (n *notes) begin(key rangeKey, r *rangeRow, start, end trace.Time) int {
	switch key.kind {
	case markRange:
		n.marks = append(n.marks, trace.Mark{Start: start, End: end})
		return len(n.marks) - 1
	case stopRange:
		n.stops = append(n.stops, trace.Stop{Start: start, End: end, Go: trace.GoIndex(key.scope), Reason: r.reason})
		return len(n.stops) - 1
	case assistRange:
		n.assists = append(n.assists, trace.Assist{Start: start, End: end, Go: trace.GoIndex(key.scope)})
		return len(n.assists) - 1
	default:
		n.sweeps = append(n.sweeps, trace.Sweep{Start: start, End: end, Proc: trace.ProcIndex(key.scope)})
		return len(n.sweeps) - 1
	}
}

func (n *notes) end(key rangeKey, i int, at trace.Time, r *rangeRow) {
	switch key.kind {
	case markRange:
		n.marks[i].End = at
	case stopRange:
		n.stops[i].End = at
	case assistRange:
		n.assists[i].End = at
	default:
		n.sweeps[i].End = at
		if r != nil {
			n.sweeps[i].Swept, n.sweeps[i].Reclaimed = r.swept, r.reclaimed
		}
	}
}

// gap ends all ranges: whether they go on is told again behind it.
func (n *notes) gap(at trace.Time) {
	for key, i := range n.open {
		n.end(key, i, at, nil)
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

func (n *notes) task(c *joined, r *taskRow) {
	parent := trace.NoTask
	if r.phase == begins {
		parent = n.named(r.parent)
		// A number may be used again for a new task.
		if t, ok := n.taskOf[r.id]; ok && (n.tasks[t].Start != trace.NoTime || n.tasks[t].End != trace.NoTime) {
			delete(n.taskOf, r.id)
		}
	}
	i := n.named(r.id)
	if i == trace.NoTask {
		return
	}
	t := &n.tasks[i]
	t.Seen = true
	at := trace.Time(c.base + r.at)
	if r.phase == begins {
		t.Parent, t.Type, t.Start, t.StartGo, t.StartStack = parent, r.typ, at, c.goOf(r.g), c.stacks[r.stack]
		return
	}
	if t.End == trace.NoTime { // later ends of the same task change nothing
		t.End, t.EndGo, t.EndStack = at, c.goOf(r.g), c.stacks[r.stack]
	}
}

func (n *notes) region(c *joined, r *regionRow) {
	g, task, at := c.goOf(r.g), n.named(r.task), trace.Time(c.base+r.at)
	open := n.nested[g]
	if r.phase == ends {
		for k := len(open) - 1; k >= 0; k-- {
			if region := &n.regions[open[k]]; region.Task == task && region.Type == r.typ {
				region.End, region.EndStack = at, c.stacks[r.stack]
				n.nested[g] = open[:k]
				return
			}
		}
	}
	region := trace.Region{Go: g, Task: task, Type: r.typ, Start: at, End: trace.NoTime, StartStack: c.stacks[r.stack], Parent: trace.NoRegion}
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
