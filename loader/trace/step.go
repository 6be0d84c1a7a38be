package trace

import (
	"profstation/model"
	"profstation/model/trace"
)

// steps take the events that change a state, following the runtime's protocol; the reader's order.go
// explains it. A step returns false if an event from another thread must come first.
var steps = [256]func(o *order, c *cursor, on here) bool{
	evGoStart:             (*order).goStart,
	evGoStop:              (*order).goStop,
	evGoBlock:             (*order).goStop,
	evGoDestroy:           (*order).goStop,
	evGoUnblock:           (*order).goUnblock,
	evGoSyscallBegin:      (*order).goSyscall,
	evGoSyscallEnd:        (*order).goSyscall,
	evGoSyscallEndBlocked: (*order).goSyscallEndBlocked,
	evGoCreate:            (*order).goCreate,
	evGoCreateBlocked:     (*order).goCreate,
	evGoStatus:            (*order).goStatus,
	evGoStatusStack:       (*order).goStatus,
	evGoSwitch:            (*order).goSwitch,
	evGoSwitchDestroy:     (*order).goSwitch,
	evGoCreateSyscall:     (*order).goCreateSyscall,
	evGoDestroySyscall:    (*order).goDestroySyscall,
	evProcStart:           (*order).procStart,
	evProcStop:            (*order).procStop,
	evProcSteal:           (*order).procSteal,
	evProcStatus:          (*order).procStatus,
}

// step takes the next event of a thread. It returns false if one from another thread must come first.
func (o *order) step(c *cursor) bool {
	on := here{none, none, c.thread}
	if c.thread >= 0 {
		m := &o.threads[c.thread]
		m.seen = true
		on.g, on.p = m.g, m.p
	}
	switch take := steps[c.kind]; {
	case effects[c.kind].known():
		return take(o, c, on)
	case take != nil:
		return o.d.spans.again.recorded(o, take, c, on)
	}
	return o.note(c, on)
}

// goes begins a span in a new state for a goroutine, at the stack of whoever changed the state. It
// returns true, as steps do.
func (o *order) goes(time int64, on here, g int32, to trace.GoState, reason model.StringID, stack trace.StackIndex) bool {
	at, m := o.happens(time, on.m)
	row := spanRow{g, stack, o.condition(to, reason), lane16(on.p), m}
	is := &o.gos[g]
	if is.spans == 0 {
		o.d.rows[g].first = row
	}
	is.spans++
	o.d.spans.add(at, o.d.event(), row, running(to))
	return true
}

// condition returns the index of a state and a reason.
func (o *order) condition(to trace.GoState, reason model.StringID) uint16 {
	i, err := o.d.condition(trace.Condition{State: to, Reason: reason})
	check(err == nil)
	return i
}

// acts takes an event that is in effects. It returns true, as steps do. Nearly all events come here, so it does what
// goes does in one piece: it calls nothing and makes no row unless it has to.
func (o *order) acts(c *cursor, on here, g int32) bool {
	e, d, is := &effects[c.kind], o.d, &o.gos[g]
	reason, stack := model.StringID(0), trace.NoStack
	if e.reason > 0 {
		id := c.args[e.reason-1]
		if reason = o.t.foundText.at(id); reason < 0 {
			reason = o.t.text(id)
		}
	}
	if e.stack > 0 {
		id := c.args[e.stack-1]
		if stack = o.t.foundStack.at(id); stack < 0 {
			stack = o.t.stack(id)
		}
		if !e.named && !is.rooted {
			d.stands(g, stack)
			is.rooted = d.rows[g].root != 0
		}
	}
	m := noLane
	if on.m >= 0 {
		thread := &o.threads[on.m]
		switch e.goes {
		case takes:
			thread.g = g
		case leaves:
			thread.g = none
		}
		if m = thread.lane; m == noLane {
			m = thread.named(d)
		}
	}
	if at, due := d.tick(max(c.time, d.last+1)); due {
		passes(d.pause(at))
	}
	cond := d.condAt.at(conditionKey(e.to, reason, false))
	if cond == 0 {
		cond = int32(o.condition(e.to, reason)) + 1
	}
	if is.spans == 0 {
		d.rows[g].first = spanRow{g, stack, uint16(cond - 1), lane16(on.p), m}
	}
	is.spans++
	spans := &d.spans
	if spans.n++; running(e.to) {
		spans.onProc.add(lane16(on.p))
		spans.onThread.add(m)
	}
	return true
}

// appears records a goroutine that begins, or whose state an event only repeats. It returns true, as steps do.
func (o *order) appears(time int64, on here, g int32, from, to trace.GoState, own, stack uint64) bool {
	at, m := o.happens(time, on.m)
	c := goChange{at: at, g: g, by: none, from: from, to: to, p: lane16(on.p), m: m}
	if from == trace.GoNotExist {
		c.by = on.g
	}
	c.own, c.stack = o.t.stack(own), o.t.stack(stack)
	is, row := &o.gos[g], &o.d.rows[g]
	row.spans = is.spans
	check(o.d.change(&c) == nil)
	is.spans = row.spans
	return true
}

func (o *order) goStart(c *cursor, on here) bool {
	i := o.d.gos.find(int64(c.args[0]))
	g := o.known(i)
	if g == nil || g.state != trace.GoRunnable || c.args[1] != g.count+1 {
		return false
	}
	check(on.m >= 0 && on.p >= 0 && on.g < 0)
	g.state, g.count = trace.GoRunning, c.args[1]
	return o.acts(c, on, i)
}

// running returns the goroutine that runs on a P and thread.
func (o *order) running(on here) *goOrder {
	g := o.known(on.g)
	check(on.m >= 0 && on.p >= 0 && g != nil && g.state == trace.GoRunning)
	return g
}

func (o *order) goStop(c *cursor, on here) bool {
	g := o.running(on)
	if g.state = effects[c.kind].to; g.state == trace.GoNotExist {
		g.state = trace.GoUnknown
	}
	return o.acts(c, on, on.g)
}

func (o *order) goUnblock(c *cursor, on here) bool {
	i := o.d.gos.find(int64(c.args[0]))
	g := o.known(i)
	if g == nil || g.state != trace.GoWaiting || c.args[1] != g.count+1 {
		return false
	}
	g.state, g.count = trace.GoRunnable, c.args[1]
	return o.acts(c, on, i)
}

func (o *order) goCreate(c *cursor, on here) bool {
	g := o.known(on.g)
	check(on.m >= 0 && on.p >= 0 && (g == nil || g.state == trace.GoRunning))
	state := effects[c.kind].to
	i := o.begins(c.args[0], state)
	return o.appears(c.time, on, i, trace.GoNotExist, state, c.args[1], c.args[2])
}

// goSyscall begins or ends a system call by the running goroutine.
func (o *order) goSyscall(c *cursor, on here) bool {
	g := o.known(on.g)
	check(on.m >= 0 && on.p >= 0 && g != nil)
	p := &o.procs[on.p]
	if c.kind == evGoSyscallEnd {
		check(g.state == trace.GoSyscall && p.state == procSyscall)
		g.state, p.state = trace.GoRunning, procRunning
		return o.acts(c, on, on.g)
	}
	check(g.state == trace.GoRunning && c.args[0] == p.count+1)
	g.state, p.state, p.count = trace.GoSyscall, procSyscall, c.args[0]
	return o.acts(c, on, on.g)
}

// goSyscallEndBlocked ends a system call after the P was taken away or given up.
func (o *order) goSyscallEndBlocked(c *cursor, on here) bool {
	if on.p >= 0 && o.procs[on.p].state == procSyscall {
		return false
	}
	g := o.known(on.g)
	check(on.m >= 0 && g != nil && g.state == trace.GoSyscall)
	g.state = trace.GoRunnable
	return o.acts(c, on, on.g)
}

// goCreateSyscall begins a goroutine for a thread that came from C.
func (o *order) goCreateSyscall(c *cursor, on here) bool {
	check(on.m >= 0 && on.g < 0)
	i := o.begins(c.args[0], trace.GoSyscall)
	o.threads[on.m].g = i
	return o.appears(c.time, on, i, trace.GoNotExist, trace.GoSyscall, 0, 0)
}

func (o *order) goDestroySyscall(c *cursor, on here) bool {
	g := o.known(on.g)
	check(on.m >= 0 && g != nil && g.state == trace.GoSyscall)
	g.state = trace.GoUnknown
	o.threads[on.m].g = none
	if on.p >= 0 { // the P is lost too: the thread's number may be used again
		p := &o.procs[on.p]
		check(p.state == procSyscall)
		p.state = procAbandoned
		o.threads[on.m].p = none
		o.procGoes(c.time, on, on.p, trace.ProcRunning, trace.ProcIdle)
	}
	return o.goes(c.time, on, on.g, trace.GoNotExist, 0, trace.NoStack)
}

// goSwitch makes another goroutine runnable, blocks or ends this one, and runs the other in its place.
func (o *order) goSwitch(c *cursor, on here) bool {
	g := o.running(on)
	i := o.d.gos.find(int64(c.args[0]))
	next := o.known(i)
	if next == nil || next.state != trace.GoWaiting || c.args[1] != next.count+1 {
		return false
	}
	to := trace.GoWaiting
	g.state = trace.GoWaiting
	if c.kind == evGoSwitchDestroy {
		to, g.state = trace.GoNotExist, trace.GoUnknown
	}
	next.state, next.count = trace.GoRunning, c.args[1]
	o.threads[on.m].g = i
	o.goes(c.time, on, i, trace.GoRunnable, 0, trace.NoStack)
	o.goes(c.time, on, on.g, to, 0, trace.NoStack)
	return o.goes(c.time, on, i, trace.GoRunning, 0, trace.NoStack)
}

// fileGoStates are the goroutine states as numbered in a file.
var fileGoStates = [...]trace.GoState{trace.GoUnknown, trace.GoRunnable, trace.GoRunning, trace.GoSyscall, trace.GoWaiting}

// goStatus takes the state that a goroutine had when the generation began.
func (o *order) goStatus(c *cursor, on here) bool {
	check(c.args[2] > 0 && c.args[2] < uint64(len(fileGoStates)) && int64(c.args[0]) != none)
	state, own := fileGoStates[c.args[2]], uint64(0)
	if c.kind == evGoStatusStack {
		own = c.args[3]
	}
	i, from := o.goAt(int64(c.args[0])), state
	switch g := &o.gos[i]; g.state {
	case state:
		o.d.rows[i].state, g.count = g.last(), 0
	case trace.GoUnknown:
		exists(o, i, state)
		from = trace.GoUnknown
	default:
		panic(errUnusual)
	}
	m := int64(c.args[1])
	switch {
	case state == trace.GoRunning, state == trace.GoSyscall && on.m >= 0 && o.threads[on.m].id == m:
		if on.m >= 0 {
			o.threads[on.m].g = i
		}
	case state == trace.GoSyscall: // in a call on another thread, since before the generation
		check(m != none)
		on.m = o.threadAt(m)
		o.changed = on.m
		thread := &o.threads[on.m]
		if !thread.seen {
			thread.seen, thread.g = true, i
		} else {
			check(thread.g == i)
			on.g = i
		}
	}
	return o.appears(c.time, on, i, from, state, own, own)
}
