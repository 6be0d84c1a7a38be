package trace

import (
	"fmt"
	"strings"

	xtrace "golang.org/x/exp/trace"

	"profstation/model/trace"
)

// event takes one event, at a time since the generation's Sync.
func (d *decoder) event(e *xtrace.Event, at int64) error {
	if m := e.Thread(); m != d.lastM && m != xtrace.NoThread {
		d.lastM, d.lastMIdx = m, d.threads.index(int64(m))
		if d.lastMIdx >= int32(trace.MostLanes) {
			return fmt.Errorf("more than %d threads", trace.MostLanes)
		}
	}
	if d.old { // some of the Ps that stand for timers and the like are named here only
		if _, err := d.proc(e.Proc()); err != nil {
			return err
		}
	}
	switch e.Kind() {
	case xtrace.EventStateTransition:
		st := e.StateTransition()
		switch st.Resource.Kind {
		case xtrace.ResourceGoroutine:
			return d.goTransition(e, &st, at)
		case xtrace.ResourceProc:
			return d.procTransition(e, &st, at)
		}
	case xtrace.EventRangeBegin, xtrace.EventRangeActive, xtrace.EventRangeEnd:
		return d.rangeEvent(e, at)
	case xtrace.EventMetric:
		m := e.Metric()
		d.metrics = append(d.metrics, metricRow{at, d.texts.id(m.Name), m.Value.Uint64()})
	case xtrace.EventStackSample:
		p, err := d.proc(e.Proc())
		if err != nil {
			return err
		}
		d.samples = append(d.samples, sampleRow{at, d.goroutine(e.Goroutine()), lane32(p), lane32(d.thread(e)), d.stack(e.Stack())})
	case xtrace.EventLabel:
		l := e.Label()
		d.labels = append(d.labels, labelRow{at, d.goroutine(e.Goroutine()), d.texts.id(l.Label)})
	case xtrace.EventTaskBegin, xtrace.EventTaskEnd:
		t := e.Task()
		row := taskRow{at: at, id: uint64(t.ID), parent: uint64(t.Parent), g: d.goroutine(e.Goroutine()), typ: d.texts.id(t.Type), stack: d.stack(e.Stack())}
		if e.Kind() == xtrace.EventTaskEnd {
			row.phase = ends
		}
		d.tasks = append(d.tasks, row)
	case xtrace.EventRegionBegin, xtrace.EventRegionEnd:
		r := e.Region()
		row := regionRow{at: at, task: uint64(r.Task), g: d.goroutine(e.Goroutine()), typ: d.texts.id(r.Type), stack: d.stack(e.Stack())}
		if e.Kind() == xtrace.EventRegionEnd {
			row.phase = ends
		}
		d.regions = append(d.regions, row)
	case xtrace.EventLog:
		l := e.Log()
		d.logs = append(d.logs, logRow{at, uint64(l.Task), d.goroutine(e.Goroutine()), d.texts.id(l.Category), d.texts.id(l.Message), d.stack(e.Stack())})
	}
	return nil
}

// goStates are the reader's states in the model's words.
var goStates = [...]trace.GoState{
	xtrace.GoUndetermined: trace.GoUnknown,
	xtrace.GoNotExist:     trace.GoNotExist,
	xtrace.GoRunnable:     trace.GoRunnable,
	xtrace.GoRunning:      trace.GoRunning,
	xtrace.GoWaiting:      trace.GoWaiting,
	xtrace.GoSyscall:      trace.GoSyscall,
}

// goTransition is a goroutine's transition of the reader's.
func (d *decoder) goTransition(e *xtrace.Event, st *xtrace.StateTransition, at int64) error {
	from, to := st.Goroutine()
	if int(from) >= len(goStates) || int(to) >= len(goStates) {
		return fmt.Errorf("a goroutine goes from the state %v to %v", from, to)
	}
	p, err := d.proc(e.Proc())
	if err != nil {
		return err
	}
	c := &goChange{at: at, g: d.goroutine(st.Resource.Goroutine()), p: p, m: d.thread(e), from: goStates[from], to: goStates[to], by: none}
	was := d.rows[c.g].state
	told := (from == xtrace.GoUndetermined || from == to) && (was == trace.GoUnknown || was == c.to)
	if !told && (from == xtrace.GoNotExist || d.old && to == xtrace.GoRunnable && c.m != noLane) {
		c.by = d.goroutine(e.Goroutine())
	}
	c.reason = d.texts.id(st.Reason)
	c.own, c.stack = d.stack(st.Stack), d.stack(e.Stack())
	return d.change(c)
}

func (d *decoder) procTransition(e *xtrace.Event, st *xtrace.StateTransition, at int64) error {
	from, to := st.Proc()
	p, err := d.proc(st.Resource.Proc())
	if err != nil {
		return err
	}
	if p == noLane || int(from) >= len(procStates) || int(to) >= len(procStates) {
		return fmt.Errorf("the P %d goes from the state %v to %v", st.Resource.Proc(), from, to)
	}
	d.procChange(at, p, d.thread(e), procStates[from], procStates[to])
	return nil
}

// procStates are the reader's states in the model's words.
var procStates = [...]trace.ProcState{
	xtrace.ProcUndetermined: trace.ProcUnknown,
	xtrace.ProcNotExist:     trace.ProcIdle,
	xtrace.ProcRunning:      trace.ProcRunning,
	xtrace.ProcIdle:         trace.ProcIdle,
}

func (d *decoder) rangeEvent(e *xtrace.Event, at int64) error {
	r := e.Range()
	row := rangeRow{at: at, scope: -1}
	switch e.Kind() {
	case xtrace.EventRangeActive:
		row.phase, row.at = goesOn, 0
	case xtrace.EventRangeEnd:
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
	case xtrace.ResourceGoroutine:
		row.scope = d.goroutine(r.Scope.Goroutine())
	case xtrace.ResourceProc:
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

// thread is the index of the thread of the event.
func (d *decoder) thread(e *xtrace.Event) uint16 {
	if e.Thread() == xtrace.NoThread {
		return noLane
	}
	return uint16(d.lastMIdx)
}

// stack is the index of a stack. The reader's stacks can be told from another
// within one generation, so each is taken in once.
func (d *decoder) stack(s xtrace.Stack) trace.StackIndex {
	if s == xtrace.NoStack {
		return trace.NoStack
	}
	i, ok := d.stackOf[s]
	if !ok {
		i = d.stacks.add(s, d.texts)
		d.stackOf[s] = i
	}
	return i
}
