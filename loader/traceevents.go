package loader

import (
	"fmt"
	"strings"

	"golang.org/x/exp/trace"

	"profstation/model"
)

// event takes one event, at a time since the generation's Sync.
func (d *decoder) event(e *trace.Event, at int64) error {
	if m := e.Thread(); m != d.lastM && m != trace.NoThread {
		d.lastM, d.lastMIdx = m, d.threads.index(int64(m))
		if d.lastMIdx >= int32(model.MostLanes) {
			return fmt.Errorf("more than %d threads", model.MostLanes)
		}
	}
	if d.old { // some of the Ps that stand for timers and the like are named here only
		if _, err := d.proc(e.Proc()); err != nil {
			return err
		}
	}
	switch e.Kind() {
	case trace.EventStateTransition:
		st := e.StateTransition()
		switch st.Resource.Kind {
		case trace.ResourceGoroutine:
			return d.goTransition(e, &st, at)
		case trace.ResourceProc:
			return d.procTransition(e, &st, at)
		}
	case trace.EventRangeBegin, trace.EventRangeActive, trace.EventRangeEnd:
		return d.rangeEvent(e, at)
	case trace.EventMetric:
		m := e.Metric()
		d.metrics = append(d.metrics, metricRow{at, d.texts.id(m.Name), m.Value.Uint64()})
	case trace.EventStackSample:
		p, err := d.proc(e.Proc())
		if err != nil {
			return err
		}
		d.samples = append(d.samples, sampleRow{at, d.goroutine(e.Goroutine()), lane32(p), lane32(d.thread(e)), d.stack(e.Stack())})
	case trace.EventLabel:
		l := e.Label()
		d.labels = append(d.labels, labelRow{at, d.goroutine(e.Goroutine()), d.texts.id(l.Label)})
	case trace.EventTaskBegin, trace.EventTaskEnd:
		t := e.Task()
		row := taskRow{at: at, id: uint64(t.ID), parent: uint64(t.Parent), g: d.goroutine(e.Goroutine()), typ: d.texts.id(t.Type), stack: d.stack(e.Stack())}
		if e.Kind() == trace.EventTaskEnd {
			row.phase = ends
		}
		d.tasks = append(d.tasks, row)
	case trace.EventRegionBegin, trace.EventRegionEnd:
		r := e.Region()
		row := regionRow{at: at, task: uint64(r.Task), g: d.goroutine(e.Goroutine()), typ: d.texts.id(r.Type), stack: d.stack(e.Stack())}
		if e.Kind() == trace.EventRegionEnd {
			row.phase = ends
		}
		d.regions = append(d.regions, row)
	case trace.EventLog:
		l := e.Log()
		d.logs = append(d.logs, logRow{at, uint64(l.Task), d.goroutine(e.Goroutine()), d.texts.id(l.Category), d.texts.id(l.Message), d.stack(e.Stack())})
	}
	return nil
}

// goStates are the reader's states in the model's words.
var goStates = [...]model.GoState{
	trace.GoUndetermined: model.GoUnknown,
	trace.GoNotExist:     model.GoNotExist,
	trace.GoRunnable:     model.GoRunnable,
	trace.GoRunning:      model.GoRunning,
	trace.GoWaiting:      model.GoWaiting,
	trace.GoSyscall:      model.GoSyscall,
}

// goTransition begins a span of a goroutine.
func (d *decoder) goTransition(e *trace.Event, st *trace.StateTransition, at int64) error {
	from, to := st.Goroutine()
	if int(to) >= len(goStates) || to == trace.GoUndetermined {
		return fmt.Errorf("a goroutine goes to the state %v", to)
	}
	p, err := d.proc(e.Proc())
	if err != nil {
		return err
	}
	row := spanRow{at: at, g: d.goroutine(st.Resource.Goroutine()), p: p, m: d.thread(e)}
	state := goStates[to]
	told := from == trace.GoUndetermined || from == to
	if was := d.rows[row.g].state; told && was != model.GoUnknown {
		if was == state {
			return nil // told a second time
		}
		told = false
	}
	switch {
	case told:
		// It is so since the Sync. Who tells it has nothing to do with it,
		// except that a running goroutine tells it itself, and that of one in
		// a system call the thread is known.
		row.at = 0
		row.stack = d.stack(st.Stack)
		if to != trace.GoRunning {
			row.p = noLane
		}
		if to != trace.GoRunning && to != trace.GoSyscall {
			row.m = noLane
		}
	case from == trace.GoNotExist:
		creator := d.goroutine(e.Goroutine()) // may move the rows
		g := &d.rows[row.g]
		g.created, g.creator, g.start = true, creator, d.stack(st.Stack)
		row.stack = d.stack(e.Stack())
		if g.start != model.NoStack {
			g.root = d.root(g.start)
		}
	case to == trace.GoRunnable: // by whoever executes, which may be itself
		row.stack = d.stack(e.Stack())
	default:
		row.stack = d.stack(st.Stack)
	}
	if d.old {
		by := int32(-1)
		if to == trace.GoRunnable && !told && row.m != noLane {
			by = d.goroutine(e.Goroutine())
		}
		d.by = append(d.by, by)
	}
	g := &d.rows[row.g]
	g.state = state
	if g.root == 0 && st.Stack != trace.NoStack {
		g.root = d.root(d.stack(st.Stack))
	}
	if row.cond, err = d.condition(state, st.Reason, told); err != nil {
		return err
	}
	g.spans++
	d.push(&row)
	return nil
}

// cachedCondition is a condition that was asked for lately.
type cachedCondition struct {
	reason string
	told   bool
	known  bool
	cond   uint16
}

// condition is the index of a condition. The same few come again and again, so
// the last ones of each state are looked at before the table.
func (d *decoder) condition(state model.GoState, reason string, told bool) (uint16, error) {
	recent := &d.recent[state]
	for i := range recent {
		if r := &recent[i]; r.known && r.told == told && r.reason == reason {
			return r.cond, nil
		}
	}
	c := model.Condition{State: state, Reason: d.texts.id(reason), Told: told}
	cond, ok := d.condOf[c]
	if !ok {
		if len(d.conditions) == 1<<16 {
			return 0, fmt.Errorf("more than %d reasons to block", 1<<16)
		}
		cond = uint16(len(d.conditions))
		d.conditions = append(d.conditions, c)
		d.condOf[c] = cond
	}
	copy(recent[1:], recent[:])
	recent[0] = cachedCondition{reason, told, true, cond}
	return cond, nil
}

// root is the name of a stack's outermost function.
func (d *decoder) root(s model.StackIndex) model.StringID {
	f := d.stacks.of(s)
	if len(f) == 0 {
		return 0
	}
	return d.stacks.frames[f[len(f)-1]].Func
}

func (d *decoder) procTransition(e *trace.Event, st *trace.StateTransition, at int64) error {
	from, to := st.Proc()
	p, err := d.proc(st.Resource.Proc())
	if err != nil {
		return err
	}
	row := procRow{at: at, p: p, m: noLane, state: model.ProcIdle, told: from == trace.ProcUndetermined}
	if to == trace.ProcRunning {
		row.state, row.m = model.ProcRunning, d.thread(e)
	}
	if row.told {
		row.at = 0
	}
	d.procOf = append(d.procOf, row)
	return nil
}

func (d *decoder) rangeEvent(e *trace.Event, at int64) error {
	r := e.Range()
	row := rangeRow{at: at, scope: -1}
	switch e.Kind() {
	case trace.EventRangeActive:
		row.phase, row.at = goesOn, 0
	case trace.EventRangeEnd:
		row.phase = ends
	}
	const stop = "stop-the-world ("
	switch {
	case r.Name == "GC concurrent mark phase":
		row.kind = markRange
	case r.Name == "GC incremental sweep":
		row.kind = sweepRange
	case r.Name == "GC mark assist":
		row.kind = assistRange
	case strings.HasPrefix(r.Name, stop):
		row.kind, row.reason = stopRange, d.texts.id(strings.TrimSuffix(r.Name[len(stop):], ")"))
	default:
		return nil // of a Go to come
	}
	switch r.Scope.Kind {
	case trace.ResourceGoroutine:
		row.scope = d.goroutine(r.Scope.Goroutine())
	case trace.ResourceProc:
		p, err := d.proc(r.Scope.Proc())
		if err != nil {
			return err
		}
		row.scope = lane32(p)
	}
	if row.kind == sweepRange && row.phase == ends {
		for _, a := range e.RangeAttributes() {
			switch a.Name {
			case "bytes swept":
				row.swept = a.Value.Uint64()
			case "bytes reclaimed":
				row.reclaimed = a.Value.Uint64()
			}
		}
	}
	d.ranges = append(d.ranges, row)
	return nil
}

// goroutine is the index of a goroutine, −1 for none.
func (d *decoder) goroutine(id trace.GoID) int32 {
	if id == trace.NoGoroutine {
		return -1
	}
	i := d.gos.index(int64(id))
	if int(i) == len(d.rows) {
		d.rows = append(d.rows, goRow{creator: -1})
	}
	return i
}

func (d *decoder) proc(id trace.ProcID) (uint16, error) {
	if id == trace.NoProc {
		return noLane, nil
	}
	if id == d.lastP {
		return d.lastPIdx, nil
	}
	i := d.procs.index(int64(id))
	if i >= int32(model.MostLanes) {
		return noLane, fmt.Errorf("more than %d Ps", model.MostLanes)
	}
	d.lastP, d.lastPIdx = id, uint16(i)
	return uint16(i), nil
}

// thread is the index of the thread of the event.
func (d *decoder) thread(e *trace.Event) uint16 {
	if e.Thread() == trace.NoThread {
		return noLane
	}
	return uint16(d.lastMIdx)
}

// lane32 widens an index of a P or thread; −1 is none.
func lane32(i uint16) int32 {
	if i == noLane {
		return -1
	}
	return int32(i)
}

// stack is the index of a stack. The reader's stacks can be told from another
// within one generation, so each is taken in once.
func (d *decoder) stack(s trace.Stack) model.StackIndex {
	if s == trace.NoStack {
		return model.NoStack
	}
	i, ok := d.stackOf[s]
	if !ok {
		i = d.stacks.add(s, d.texts)
		d.stackOf[s] = i
	}
	return i
}

// push adds a row behind the others.
func (d *decoder) push(row *spanRow) {
	if len(d.block) == cap(d.block) {
		d.turn()
	}
	d.block = append(d.block, *row)
}

// turn puts the block that is full to the others and takes a free one.
func (d *decoder) turn() {
	if len(d.block) > 0 {
		d.blocks = append(d.blocks, d.block)
	}
	if f := len(d.free); f > 0 {
		d.block, d.free = d.free[f-1][:0], d.free[:f-1]
	} else {
		d.block = make([]spanRow, 0, blockRows)
	}
}
