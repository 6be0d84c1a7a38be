package trace

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
	case evHeapAlloc, evHeapGoal:
		if on.m < 0 || on.p < 0 {
			return unusual
		}
		return o.metric(c, on, 0)
	}
	if c.kind >= evFirstExperimental && c.kind <= evLastExperimental {
		if _, ok := o.happens(c.time, on); !ok || on.m < 0 {
			return unusual
		}
		return advanced
	}
	if on.m < 0 || on.p < 0 || on.g < 0 {
		return unusual
	}
	switch c.kind {
	case evProcsChange:
		return o.metric(c, on, c.args[1])
	case evGoLabel:
		s, ok := o.happens(c.time, on)
		text, known := o.t.text(c.args[0])
		if !ok || !known {
			return unusual
		}
		o.d.labels = append(o.d.labels, labelRow{s.at, on.g, text})
		return advanced
	case evTaskBegin, evTaskEnd:
		return o.task(c, on)
	case evRegionBegin, evRegionEnd:
		return o.region(c, on)
	case evLog:
		s, ok := o.happens(c.time, on)
		category, known := o.t.text(c.args[1])
		message, known2 := o.t.text(c.args[2])
		stack, known3 := o.t.stack(c.args[3])
		if !ok || !known || !known2 || !known3 {
			return unusual
		}
		o.d.logs = append(o.d.logs, logRow{s.at, c.args[0], on.g, category, message, stack})
		return advanced
	}
	return unusual
}

// metricNames are the reader's, by order.metrics.
var metricNames = [...]string{"/sched/gomaxprocs:threads", "/memory/classes/heap/objects:bytes", "/gc/heap/goal:bytes"}

func (o *order) metric(c *cursor, on here, stack uint64) outcome {
	s, ok := o.happens(c.time, on)
	if !ok || !o.t.stacks.has(stack) {
		return unusual
	}
	which := 0
	switch c.kind {
	case evHeapAlloc:
		which = 1
	case evHeapGoal:
		which = 2
	}
	if o.metrics[which] == 0 {
		o.metrics[which] = o.d.texts.id(metricNames[which])
	}
	o.d.metrics = append(o.d.metrics, metricRow{s.at, o.metrics[which], c.args[0]})
	return advanced
}

// mark begins or ends a mark phase, which may be on different threads.
func (o *order) mark(c *cursor, on here) outcome {
	row, stack := rangeRow{kind: markRange, scope: none}, uint64(0)
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
	return o.rangeIs(c, on, row, stack)
}

func (o *order) sweep(c *cursor, on here) outcome {
	row, i, stack := rangeRow{kind: sweepRange}, on.p, uint64(0)
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
		row.phase, row.swept, row.reclaimed = ends, c.args[0], c.args[1]
		_, out = o.procs[i].ranges.end(r.kind)
	}
	row.scope = i
	if out != advanced {
		return out
	}
	return o.rangeIs(c, on, row, stack)
}

// goRange begins or ends a stop of the world or an assist of the collector.
func (o *order) goRange(c *cursor, on here) outcome {
	i, row, stack := on.g, rangeRow{kind: assistRange}, uint64(0)
	if c.kind == evAssistActive {
		i = o.goOf(c.args[0])
	} else if on.m < 0 || on.p < 0 {
		return unusual
	}
	g := o.known(i)
	if g == nil {
		return unusual
	}
	if g.around == nil {
		g.around = &around{}
	}
	var out outcome
	text, ranges := uint64(0), &g.around.ranges
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
		var ok bool
		row.kind = stopRange
		if row.reason, ok = o.t.text(text); !ok {
			return unusual
		}
	}
	row.scope = i
	return o.rangeIs(c, on, row, stack)
}

// rangeIs keeps a range whose scope is an index of the order's.
func (o *order) rangeIs(c *cursor, on here, row rangeRow, stack uint64) outcome {
	s, ok := o.happens(c.time, on)
	if !ok || !o.t.stacks.has(stack) {
		return unusual
	}
	if row.kind == sweepRange {
		p, ok := o.proc(row.scope)
		if !ok {
			return unusual
		}
		row.scope = lane32(p)
	}
	if row.phase != goesOn {
		row.at = s.at
	}
	o.d.ranges = append(o.d.ranges, row)
	return advanced
}

func (o *order) task(c *cursor, on here) outcome {
	s, ok := o.happens(c.time, on)
	if !ok {
		return unusual
	}
	id := c.args[0]
	row := taskRow{at: s.at, id: id, parent: noTask, g: on.g}
	stack := c.args[1]
	active, begun := o.tasks[id]
	if c.kind == evTaskBegin {
		if begun {
			return unusual
		}
		if c.args[1] != backgroundTask {
			row.parent = c.args[1]
		}
		stack = c.args[3]
		if row.typ, ok = o.t.text(c.args[2]); !ok {
			return unusual
		}
		if o.tasks == nil {
			o.tasks = map[uint64]taskOrder{}
		}
		o.tasks[id] = taskOrder{row.typ, row.parent}
	} else {
		row.phase = ends
		if begun {
			row.parent, row.typ = active.parent, active.name
			delete(o.tasks, id)
		}
	}
	if row.stack, ok = o.t.stack(stack); !ok {
		return unusual
	}
	o.d.tasks = append(o.d.tasks, row)
	return advanced
}

func (o *order) region(c *cursor, on here) outcome {
	g := o.known(on.g)
	s, ok := o.happens(c.time, on)
	if g == nil || !ok {
		return unusual
	}
	if g.around == nil {
		g.around = &around{}
	}
	name, ok := o.t.text(c.args[1])
	stack, known := o.t.stack(c.args[2])
	if !ok || !known {
		return unusual
	}
	row := regionRow{at: s.at, task: c.args[0], g: on.g, typ: name, stack: stack}
	r := openRegion{c.args[0], name}
	open := &g.around.regions
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
	o.d.regions = append(o.d.regions, row)
	return advanced
}
