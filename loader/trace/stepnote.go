package trace

import (
	"profstation/model"
	"profstation/model/trace"
)

// note takes an event that changes no state: of the collector, of a program's
// own, or a figure.
func (o *order) note(c *cursor, on here) outcome {
	switch c.kind {
	case evMarkActive, evMarkBegin, evMarkEnd:
		return o.mark(c, on)
	case evSweepActive, evSweepBegin, evSweepEnd:
		return o.sweep(c, on)
	case evStopBegin, evStopEnd, evAssistActive, evAssistBegin, evAssistEnd:
		return o.goRange(c, on)
	}
	if c.kind >= evFirstExperimental && c.kind <= evLastExperimental {
		if _, ok := o.happens(c.time, on); !ok || on.m < 0 {
			return unusual
		}
		return advanced
	}
	allocator := c.kind == evHeapAlloc || c.kind == evHeapGoal // which may run on no goroutine
	if on.m < 0 || on.p < 0 || on.g < 0 && !allocator {
		return unusual
	}
	switch c.kind {
	case evProcsChange:
		return o.metric(c, on, "/sched/gomaxprocs:threads", c.args[1])
	case evHeapAlloc:
		return o.metric(c, on, "/memory/classes/heap/objects:bytes", 0)
	case evHeapGoal:
		return o.metric(c, on, "/gc/heap/goal:bytes", 0)
	case evGoLabel:
		return o.keep(c, on, noteRow{kind: labelNote, scope: on.g, text: o.text(c.args[0])}, 0)
	case evTaskBegin, evTaskEnd:
		return o.task(c, on)
	case evRegionBegin, evRegionEnd:
		return o.region(c, on)
	case evLog:
		return o.keep(c, on, noteRow{
			kind: logNote, scope: on.g, number: c.args[0],
			text: o.text(c.args[1]), message: o.text(c.args[2]), stack: o.stack(c.args[3]),
		}, 0)
	}
	return unusual
}

// keep adds a row to the others, unless something that it names is not known.
// stack is the stack of an event whose row has none.
func (o *order) keep(c *cursor, on here, row noteRow, stack uint64) outcome {
	s, ok := o.happens(c.time, on)
	if !ok || o.bad || !knows(&o.t.stacks, stack) {
		return unusual
	}
	if row.phase != goesOn {
		row.at = s.at
	}
	o.d.notes = append(o.d.notes, row)
	return advanced
}

// text and stack take in what an event names. If it is not known, the order is
// bad.
func (o *order) text(id uint64) model.StringID {
	text, ok := o.t.text(id)
	o.bad = o.bad || !ok
	return text
}

func (o *order) stack(id uint64) trace.StackIndex {
	stack, ok := o.t.stack(id)
	o.bad = o.bad || !ok
	return stack
}

// metric takes a figure. Names are the reader's.
func (o *order) metric(c *cursor, on here, name string, stack uint64) outcome {
	return o.keep(c, on, noteRow{kind: metricNote, scope: none, text: o.d.texts.id(name), number: c.args[0]}, stack)
}

// mark begins or ends a mark phase, which may be on different threads.
func (o *order) mark(c *cursor, on here) outcome {
	row, stack := noteRow{kind: markNote, scope: none}, uint64(0)
	switch {
	case c.kind == evMarkActive && o.marks != marksUnknown:
		return unusual
	case c.kind == evMarkActive:
		row.phase = goesOn
	case c.kind == evMarkEnd:
		row.phase = ends
	default:
		stack = c.args[1]
	}
	if c.kind == evMarkEnd || o.marks != marksUnknown {
		if c.args[0] != o.markCount+1 {
			return waits
		}
		if runs := o.marks == marksRun; runs != (c.kind == evMarkEnd) || on.m < 0 || on.p < 0 || on.g < 0 {
			return unusual
		}
	}
	o.markCount, o.marks = c.args[0], marksRun
	if c.kind == evMarkEnd {
		o.marks = marksNot
	}
	return o.keep(c, on, row, stack)
}

func (o *order) sweep(c *cursor, on here) outcome {
	row, i, stack := noteRow{kind: sweepNote}, on.p, uint64(0)
	r := openRange{kind: evSweepBegin}
	var out outcome
	if c.kind == evSweepActive {
		if i = o.procOf.find(int64(c.args[0])); i < 0 {
			return unusual
		}
		row.phase, out = goesOn, o.procs[i].ranges.begin(r)
	} else if on.m < 0 || on.p < 0 {
		return unusual
	} else if c.kind == evSweepBegin {
		stack, out = c.args[0], o.procs[i].ranges.begin(r)
	} else {
		row.phase, row.number, row.more = ends, c.args[0], c.args[1]
		_, out = o.procs[i].ranges.end(r.kind)
	}
	if out != advanced {
		return out
	}
	p, ok := o.proc(i)
	if !ok {
		return unusual
	}
	row.scope = lane32(p)
	return o.keep(c, on, row, stack)
}

// goRange begins or ends a stop of the world or an assist of the collector.
func (o *order) goRange(c *cursor, on here) outcome {
	row, stack := noteRow{kind: assistNote, scope: on.g}, uint64(0)
	if c.kind == evAssistActive {
		row.scope = o.goOf(c.args[0])
	} else if on.m < 0 || on.p < 0 {
		return unusual
	}
	g := o.known(row.scope)
	if g == nil {
		return unusual
	}
	var out outcome
	text, ranges := uint64(0), &g.inside().ranges
	switch c.kind {
	case evStopBegin:
		text, stack = c.args[0], c.args[1]
		out = ranges.begin(openRange{evStopBegin, text})
	case evStopEnd:
		row.phase = ends
		text, out = ranges.end(evStopBegin)
	case evAssistActive:
		row.phase = goesOn
		out = ranges.begin(openRange{kind: evAssistBegin})
	case evAssistBegin:
		stack = c.args[0]
		out = ranges.begin(openRange{kind: evAssistBegin})
	case evAssistEnd:
		row.phase = ends
		_, out = ranges.end(evAssistBegin)
	}
	if out != advanced {
		return out
	}
	if c.kind == evStopBegin || c.kind == evStopEnd {
		row.kind, row.text = stopNote, o.text(text)
	}
	return o.keep(c, on, row, stack)
}

func (o *order) task(c *cursor, on here) outcome {
	id := c.args[0]
	row := noteRow{kind: taskNote, number: id, more: noTask, scope: on.g}
	active, begun := o.tasks[id]
	if c.kind == evTaskBegin {
		if begun {
			return unusual
		}
		if c.args[1] != backgroundTask {
			row.more = c.args[1]
		}
		row.text, row.stack = o.text(c.args[2]), o.stack(c.args[3])
		if o.tasks == nil {
			o.tasks = map[uint64]taskOrder{}
		}
		o.tasks[id] = taskOrder{row.text, row.more}
		return o.keep(c, on, row, 0)
	}
	row.phase, row.stack = ends, o.stack(c.args[1])
	if begun {
		row.more, row.text = active.parent, active.name
		delete(o.tasks, id)
	}
	return o.keep(c, on, row, 0)
}

func (o *order) region(c *cursor, on here) outcome {
	g := o.known(on.g)
	if g == nil {
		return unusual
	}
	row := noteRow{kind: regionNote, number: c.args[0], scope: on.g, text: o.text(c.args[1]), stack: o.stack(c.args[2])}
	r := openRegion{row.number, row.text}
	open := &g.inside().regions
	if c.kind == evRegionBegin {
		*open = append(*open, r)
	} else {
		row.phase = ends
		if n := len(*open); n > 0 { // else it began before
			if (*open)[n-1] != r {
				return unusual
			}
			*open = (*open)[:n-1]
		}
	}
	return o.keep(c, on, row, 0)
}
