package trace

import "profstation/model/trace"

// steps take the events that change a state, by the runtime's protocol; the reader's order.go says
// why. A step returns false if the event of another thread must come first.
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

// step takes the next event of a thread. It returns false if another thread's must come first.
func (o *order) step(c *cursor) bool {
	on := here{none, none, c.thread}
	if c.thread >= 0 {
		m := &o.threads[c.thread]
		m.seen = true
		on.g, on.p = m.g, m.p
	}
	o.bound = on
	take := steps[c.kind]
	if take == nil {
		take = (*order).note
	}
	if !take(o, c, on) {
		return false
	}
	if c.thread >= 0 {
		m := &o.threads[c.thread]
		m.g, m.p = o.bound.g, o.bound.p
	}
	return true
}

// goes reports a goroutine's new state to the decoder. It returns true, as steps do.
func (o *order) goes(time int64, on here, g int32, from, to trace.GoState, own, stack uint64) bool {
	c := &o.change
	c.at, c.m = o.happens(time, on.m)
	c.p = noLane
	if on.p >= 0 {
		c.p = uint16(on.p)
	}
	c.g, c.from, c.to, c.by = g, from, to, none
	if from == trace.GoNotExist {
		c.by = on.g
	}
	c.own, c.stack = o.t.stack(own), o.t.stack(stack)
	check(o.d.change(c) == nil)
	c.reason = 0
	return true
}

func (o *order) goStart(c *cursor, on here) bool {
	i := o.goOf(c.args[0])
	g := o.known(i)
	if g == nil || g.state != trace.GoRunnable || c.args[1] != g.count+1 {
		return false
	}
	check(on.m >= 0 && on.p >= 0 && on.g < 0)
	g.state, g.count = trace.GoRunning, c.args[1]
	o.bound.g = i
	return o.goes(c.time, on, i, trace.GoRunnable, trace.GoRunning, 0, 0)
}

// running returns the goroutine that runs on a P and thread.
func (o *order) running(on here) *goOrder {
	g := o.known(on.g)
	check(on.m >= 0 && on.p >= 0 && g != nil && g.state == trace.GoRunning)
	return g
}

func (o *order) goStop(c *cursor, on here) bool {
	g := o.running(on)
	o.bound.g = none
	if c.kind == evGoDestroy {
		g.state = trace.GoUnknown
		return o.goes(c.time, on, on.g, trace.GoRunning, trace.GoNotExist, 0, 0)
	}
	g.state = trace.GoRunnable
	if c.kind == evGoBlock {
		g.state = trace.GoWaiting
	}
	o.change.reason = o.t.text(c.args[0])
	return o.goes(c.time, on, on.g, trace.GoRunning, g.state, c.args[1], c.args[1])
}

func (o *order) goUnblock(c *cursor, on here) bool {
	i := o.goOf(c.args[0])
	g := o.known(i)
	if g == nil || g.state != trace.GoWaiting || c.args[1] != g.count+1 {
		return false
	}
	g.state, g.count = trace.GoRunnable, c.args[1]
	return o.goes(c.time, on, i, trace.GoWaiting, trace.GoRunnable, 0, c.args[2])
}

func (o *order) goCreate(c *cursor, on here) bool {
	g := o.known(on.g)
	check(on.m >= 0 && on.p >= 0 && (g == nil || g.state == trace.GoRunning))
	state := trace.GoRunnable
	if c.kind == evGoCreateBlocked {
		state = trace.GoWaiting
	}
	i := o.begins(c.args[0], state)
	return o.goes(c.time, on, i, trace.GoNotExist, state, c.args[1], c.args[2])
}

// goSyscall begins or ends a system call of the running goroutine.
func (o *order) goSyscall(c *cursor, on here) bool {
	g := o.known(on.g)
	check(on.m >= 0 && on.p >= 0 && g != nil)
	p := &o.procs[on.p]
	if c.kind == evGoSyscallEnd {
		check(g.state == trace.GoSyscall && p.state == procSyscall)
		g.state, p.state = trace.GoRunning, procRunning
		return o.goes(c.time, on, on.g, trace.GoSyscall, trace.GoRunning, 0, 0)
	}
	check(g.state == trace.GoRunning && c.args[0] == p.count+1)
	g.state, p.state, p.count = trace.GoSyscall, procSyscall, c.args[0]
	return o.goes(c.time, on, on.g, trace.GoRunning, trace.GoSyscall, c.args[1], c.args[1])
}

// goSyscallEndBlocked comes after the P was taken away or given up.
func (o *order) goSyscallEndBlocked(c *cursor, on here) bool {
	if on.p >= 0 && o.procs[on.p].state == procSyscall {
		return false
	}
	g := o.known(on.g)
	check(on.m >= 0 && g != nil && g.state == trace.GoSyscall)
	g.state = trace.GoRunnable
	o.bound.g = none
	return o.goes(c.time, on, on.g, trace.GoSyscall, trace.GoRunnable, 0, 0)
}

// goCreateSyscall begins a goroutine of a thread that came from C.
func (o *order) goCreateSyscall(c *cursor, on here) bool {
	check(on.m >= 0 && on.g < 0)
	o.bound.g = o.begins(c.args[0], trace.GoSyscall)
	return o.goes(c.time, on, o.bound.g, trace.GoNotExist, trace.GoSyscall, 0, 0)
}

func (o *order) goDestroySyscall(c *cursor, on here) bool {
	g := o.known(on.g)
	check(on.m >= 0 && g != nil && g.state == trace.GoSyscall)
	g.state = trace.GoUnknown
	o.bound.g = none
	if on.p >= 0 { // it is lost too: the thread's number may come again
		p := &o.procs[on.p]
		check(p.state == procSyscall)
		p.state = procAbandoned
		o.bound.p = none
		o.procGoes(c.time, on, on.p, trace.ProcRunning, trace.ProcIdle)
	}
	return o.goes(c.time, on, on.g, trace.GoSyscall, trace.GoNotExist, 0, 0)
}

// goSwitch makes another goroutine runnable, blocks or ends this one, and runs the other instead.
func (o *order) goSwitch(c *cursor, on here) bool {
	g := o.running(on)
	i := o.goOf(c.args[0])
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
	o.bound.g = i
	o.goes(c.time, on, i, trace.GoWaiting, trace.GoRunnable, 0, 0)
	o.goes(c.time, on, on.g, trace.GoRunning, to, 0, 0)
	return o.goes(c.time, here{none, on.p, on.m}, i, trace.GoRunnable, trace.GoRunning, 0, 0)
}

// fileGoStates are the states of goroutines as a file numbers them.
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
		g.count = 0
	case trace.GoUnknown:
		*g = goOrder{state: state}
		from = trace.GoUnknown
	default:
		panic(errUnusual)
	}
	m := int64(c.args[1])
	switch {
	case state == trace.GoRunning, state == trace.GoSyscall && on.m >= 0 && o.threads[on.m].id == m:
		o.bound.g = i
	case state == trace.GoSyscall: // in a call on another thread, since before
		check(m != none)
		on.m = o.threadAt(m)
		thread := &o.threads[on.m]
		if !thread.seen {
			thread.seen, thread.g = true, i
		} else {
			check(thread.g == i)
			on.g = i
		}
	}
	return o.goes(c.time, on, i, from, state, own, own)
}
