package trace

import "profstation/model/trace"

// note takes an event that changes no state: by the collector, by the program itself, or a metric.
func (o *order) note(c *cursor, on here) bool {
	if e := &rangeEvents[c.kind]; e.of {
		if e.kind == markNote {
			return o.mark(c, on, e)
		}
		return o.collector(c, on, e)
	}
	if c.kind >= evFirstExperimental && c.kind <= evLastExperimental {
		check(on.m >= 0)
		o.happens(c.time, on.m)
		o.d.lives++
		return true
	}
	allocator := c.kind == evHeapAlloc || c.kind == evHeapGoal // may run on no goroutine
	check(on.m >= 0 && on.p >= 0 && (on.g >= 0 || allocator))
	switch c.kind {
	case evProcsChange:
		return o.metric(c, on, trace.GoMaxProcs, c.args[1])
	case evHeapAlloc:
		return o.metric(c, on, trace.HeapObjects, 0)
	case evHeapGoal:
		return o.metric(c, on, trace.HeapGoal, 0)
	case evGoLabel:
		return o.keep(c, on, noteRow{kind: labelNote, scope: on.g, text: o.t.text(c.args[0])}, 0)
	case evTaskBegin, evTaskEnd:
		return o.task(c, on)
	case evRegionBegin, evRegionEnd:
		return o.region(c, on)
	case evLog:
		return o.keep(c, on, noteRow{
			kind: logNote, scope: on.g, number: c.args[0],
			text: o.t.text(c.args[1]), message: o.t.text(c.args[2]), stack: o.t.stack(c.args[3]),
		}, 0)
	}
	panic(errUnusual)
}

// keep adds a row. stack is the event's stack if the row has none. It returns true, as steps do.
func (o *order) keep(c *cursor, on here, row noteRow, stack uint64) bool {
	at, _ := o.happens(c.time, on.m)
	check(knows(&o.t.stacks, stack))
	if row.phase != goesOn {
		row.at, row.event = at, o.d.event()
	}
	o.d.notes = append(o.d.notes, row)
	return true
}

func (o *order) metric(c *cursor, on here, name string, stack uint64) bool {
	return o.keep(c, on, noteRow{kind: metricNote, scope: none, text: o.d.texts.id(name), number: c.args[0]}, stack)
}

// rangeEvent describes an event in a range of the collector.
type rangeEvent struct {
	of    bool // set if the event belongs to a range
	kind  noteKind
	phase phase
	stack uint8 // when a range begins, which argument is its stack
}

var rangeEvents = [256]rangeEvent{
	evMarkActive:   {true, markNote, goesOn, 0},
	evMarkBegin:    {true, markNote, begins, 1},
	evMarkEnd:      {true, markNote, ends, 0},
	evSweepActive:  {true, sweepNote, goesOn, 0},
	evSweepBegin:   {true, sweepNote, begins, 0},
	evSweepEnd:     {true, sweepNote, ends, 0},
	evStopBegin:    {true, stopNote, begins, 1},
	evStopEnd:      {true, stopNote, ends, 0},
	evAssistActive: {true, assistNote, goesOn, 0},
	evAssistBegin:  {true, assistNote, begins, 0},
	evAssistEnd:    {true, assistNote, ends, 0},
}

// mark begins or ends a mark phase; the two may be on different threads.
func (o *order) mark(c *cursor, on here, e *rangeEvent) bool {
	known := o.marks != marksUnknown
	check(e.phase != goesOn || !known)
	if e.phase == ends || known {
		if c.args[0] != o.markCount+1 {
			return false
		}
		runs := o.marks == marksRun
		check(runs == (e.phase == ends) && on.m >= 0 && on.p >= 0 && on.g >= 0)
	}
	o.markCount, o.marks = c.args[0], marksRun
	stack := uint64(0)
	switch e.phase {
	case begins:
		stack = c.args[e.stack]
	case ends:
		o.marks = marksNot
	}
	return o.keep(c, on, noteRow{kind: markNote, phase: e.phase, scope: none}, stack)
}

// collector begins or ends a sweep, a stop of the world or an assist.
func (o *order) collector(c *cursor, on here, e *rangeEvent) bool {
	if e.phase == goesOn { // its first argument is a P or a goroutine
		on.p = o.procOf(c.args[0])
		on.g = o.d.gos.find(int64(c.args[0]))
		if o.known(on.g) == nil {
			on.g = none
		}
	} else {
		check(on.m >= 0 && on.p >= 0)
	}
	row := noteRow{kind: e.kind, phase: e.phase}
	var ranges *openRanges
	if e.kind == sweepNote {
		check(on.p >= 0)
		row.scope, ranges = on.p, &o.procs[on.p].ranges
	} else {
		g := o.known(on.g)
		check(g != nil)
		row.scope, ranges = on.g, g.inside()
	}
	text, stack := uint64(0), uint64(0)
	if c.kind == evStopBegin {
		text = c.args[0]
	}
	if e.phase == ends {
		text = o.endRange(ranges, e.kind)
	} else {
		o.beginRange(ranges, openRange{e.kind, text})
	}
	if e.phase == begins {
		stack = c.args[e.stack]
	}
	switch c.kind {
	case evStopBegin, evStopEnd:
		row.text = o.t.text(text)
	case evSweepEnd:
		row.number, row.more = c.args[0], c.args[1]
	}
	return o.keep(c, on, row, stack)
}

func (o *order) task(c *cursor, on here) bool {
	row := noteRow{kind: taskNote, number: c.args[0], more: noTask, scope: on.g}
	begun, active := o.tasks[row.number]
	if c.kind == evTaskBegin {
		if c.args[1] != backgroundTask {
			row.more = c.args[1]
		}
		row.text, row.stack = o.t.text(c.args[2]), o.t.stack(c.args[3])
		o.tasks[row.number] = taskOrder{row.text, row.more}
	} else {
		row.phase, row.stack = ends, o.t.stack(c.args[1])
		row.text = begun.name
		if active {
			row.more = begun.parent
			delete(o.tasks, row.number)
		}
	}
	return o.keep(c, on, row, 0)
}

func (o *order) region(c *cursor, on here) bool {
	check(o.known(on.g) != nil)
	row := noteRow{kind: regionNote, number: c.args[0], scope: on.g, text: o.t.text(c.args[1]), stack: o.t.stack(c.args[2])}
	if c.kind == evRegionEnd {
		row.phase = ends
	}
	return o.keep(c, on, row, 0)
}
