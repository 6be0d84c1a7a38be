package trace

import "profstation/model/trace"

// step takes the next event of a thread, if it can be the next of all. What
// each event needs and does is the runtime's protocol; order.go of the reader
// says why.
func (o *order) step(c *cursor) outcome {
	on := here{none, none, c.thread}
	if c.thread >= 0 {
		m := &o.threads[c.thread]
		m.seen = true
		on.g, on.p = m.g, m.p
	}
	bound := on
	var out outcome
	switch c.kind {
	case evGoStart:
		out = o.goStart(c, on, &bound)
	case evGoStop, evGoBlock, evGoDestroy:
		out = o.goStop(c, on, &bound)
	case evGoUnblock:
		out = o.goUnblock(c, on)
	case evGoSyscallBegin, evGoSyscallEnd:
		out = o.goSyscall(c, on)
	case evGoSyscallEndBlocked:
		out = o.goSyscallEndBlocked(c, on, &bound)
	case evGoCreate, evGoCreateBlocked:
		out = o.goCreate(c, on)
	case evGoStatus, evGoStatusStack:
		out = o.goStatus(c, on, &bound)
	case evGoSwitch, evGoSwitchDestroy:
		out = o.goSwitch(c, on, &bound)
	case evGoCreateSyscall:
		out = o.goCreateSyscall(c, on, &bound)
	case evGoDestroySyscall:
		out = o.goDestroySyscall(c, on, &bound)
	case evProcStart:
		out = o.procStart(c, on, &bound)
	case evProcStop:
		out = o.procStop(c, on, &bound)
	case evProcSteal:
		out = o.procSteal(c, on, &bound)
	case evProcStatus:
		out = o.procStatus(c, on, &bound)
	default:
		out = o.note(c, on)
	}
	if out == advanced && c.thread >= 0 {
		m := &o.threads[c.thread]
		m.g, m.p = bound.g, bound.p
	}
	return out
}

// running is the goroutine that runs on a P and thread, nil where none does.
func (o *order) running(on here) *goOrder {
	if on.m < 0 || on.p < 0 {
		return nil
	}
	if g := o.known(on.g); g != nil && g.state == trace.GoRunning {
		return g
	}
	return nil
}

// goes hands the decoder a goroutine that goes from one state to another.
func (o *order) goes(time int64, on here, g int32, from, to trace.GoState, own, stack uint64) outcome {
	s, ok := o.located(time, on)
	if !ok {
		return unusual
	}
	c := &o.change
	c.at, c.p, c.m = s.at, s.p, s.m
	c.g, c.from, c.to, c.by = g, from, to, none
	if from == trace.GoNotExist {
		c.by = on.g
	}
	c.own, c.stack = o.stack(own), o.stack(stack)
	if o.bad || o.d.change(c) != nil {
		return unusual
	}
	c.reason = 0
	return advanced
}

func (o *order) goStart(c *cursor, on here, bound *here) outcome {
	i := o.goOf(c.args[0])
	g := o.known(i)
	if g == nil || g.state != trace.GoRunnable || c.args[1] != g.count+1 {
		return waits
	}
	if on.m < 0 || on.p < 0 || on.g >= 0 {
		return unusual
	}
	g.state, g.count = trace.GoRunning, c.args[1]
	bound.g = i
	return o.goes(c.time, on, i, trace.GoRunnable, trace.GoRunning, 0, 0)
}

func (o *order) goStop(c *cursor, on here, bound *here) outcome {
	g := o.running(on)
	if g == nil {
		return unusual
	}
	bound.g = none
	if c.kind == evGoDestroy {
		g.state = trace.GoUnknown
		return o.goes(c.time, on, on.g, trace.GoRunning, trace.GoNotExist, 0, 0)
	}
	g.state = trace.GoRunnable
	if c.kind == evGoBlock {
		g.state = trace.GoWaiting
	}
	o.change.reason = o.text(c.args[0])
	return o.goes(c.time, on, on.g, trace.GoRunning, g.state, c.args[1], c.args[1])
}

func (o *order) goUnblock(c *cursor, on here) outcome {
	i := o.goOf(c.args[0])
	g := o.known(i)
	if g == nil || g.state != trace.GoWaiting || c.args[1] != g.count+1 {
		return waits
	}
	g.state, g.count = trace.GoRunnable, c.args[1]
	return o.goes(c.time, on, i, trace.GoWaiting, trace.GoRunnable, 0, c.args[2])
}

func (o *order) goCreate(c *cursor, on here) outcome {
	if on.m < 0 || on.p < 0 {
		return unusual
	}
	if g := o.known(on.g); g != nil && g.state != trace.GoRunning {
		return unusual
	}
	state := trace.GoRunnable
	if c.kind == evGoCreateBlocked {
		state = trace.GoWaiting
	}
	i, ok := o.begins(c.args[0], state)
	if !ok {
		return unusual
	}
	return o.goes(c.time, on, i, trace.GoNotExist, state, c.args[1], c.args[2])
}

// goSyscall begins or ends a system call of the running goroutine.
func (o *order) goSyscall(c *cursor, on here) outcome {
	g := o.known(on.g)
	if on.m < 0 || on.p < 0 || g == nil {
		return unusual
	}
	p := &o.procs[on.p]
	if c.kind == evGoSyscallEnd {
		if g.state != trace.GoSyscall || p.state != procSyscall {
			return unusual
		}
		g.state, p.state = trace.GoRunning, procRunning
		return o.goes(c.time, on, on.g, trace.GoSyscall, trace.GoRunning, 0, 0)
	}
	if g.state != trace.GoRunning || c.args[0] != p.count+1 {
		return unusual
	}
	g.state, p.state, p.count = trace.GoSyscall, procSyscall, c.args[0]
	return o.goes(c.time, on, on.g, trace.GoRunning, trace.GoSyscall, c.args[1], c.args[1])
}

// goSyscallEndBlocked comes after the P was taken away or given up.
func (o *order) goSyscallEndBlocked(c *cursor, on here, bound *here) outcome {
	if on.p >= 0 && o.procs[on.p].state == procSyscall {
		return waits
	}
	g := o.known(on.g)
	if on.m < 0 || g == nil || g.state != trace.GoSyscall {
		return unusual
	}
	g.state = trace.GoRunnable
	bound.g = none
	return o.goes(c.time, on, on.g, trace.GoSyscall, trace.GoRunnable, 0, 0)
}

// goCreateSyscall is a goroutine of a thread that came from C.
func (o *order) goCreateSyscall(c *cursor, on here, bound *here) outcome {
	if on.m < 0 || on.g >= 0 {
		return unusual
	}
	i, ok := o.begins(c.args[0], trace.GoSyscall)
	if !ok {
		return unusual
	}
	bound.g = i
	return o.goes(c.time, on, i, trace.GoNotExist, trace.GoSyscall, 0, 0)
}

func (o *order) goDestroySyscall(c *cursor, on here, bound *here) outcome {
	g := o.known(on.g)
	if on.m < 0 || g == nil || g.state != trace.GoSyscall {
		return unusual
	}
	g.state = trace.GoUnknown
	bound.g = none
	if on.p >= 0 { // it is lost too: the thread's number may come again
		p := &o.procs[on.p]
		if p.state != procSyscall {
			return unusual
		}
		p.state = procAbandoned
		bound.p = none
		if out := o.procGoes(c.time, on, on.p, trace.ProcRunning, trace.ProcIdle); out != advanced {
			return out
		}
	}
	return o.goes(c.time, on, on.g, trace.GoSyscall, trace.GoNotExist, 0, 0)
}

// goSwitch is three events: another goroutine is made runnable, this one
// blocks or ends, and the other runs in its place.
func (o *order) goSwitch(c *cursor, on here, bound *here) outcome {
	g := o.running(on)
	if g == nil {
		return unusual
	}
	i := o.goOf(c.args[0])
	next := o.known(i)
	if next == nil || next.state != trace.GoWaiting || c.args[1] != next.count+1 {
		return waits
	}
	to := trace.GoWaiting
	g.state = trace.GoWaiting
	if c.kind == evGoSwitchDestroy {
		to, g.state = trace.GoNotExist, trace.GoUnknown
	}
	next.state, next.count = trace.GoRunning, c.args[1]
	bound.g = i
	if out := o.goes(c.time, on, i, trace.GoWaiting, trace.GoRunnable, 0, 0); out != advanced {
		return out
	}
	if out := o.goes(c.time, on, on.g, trace.GoRunning, to, 0, 0); out != advanced {
		return out
	}
	return o.goes(c.time, here{none, on.p, on.m}, i, trace.GoRunnable, trace.GoRunning, 0, 0)
}

// fileGoStates are the states of goroutines as a file numbers them.
var fileGoStates = [...]trace.GoState{trace.GoUnknown, trace.GoRunnable, trace.GoRunning, trace.GoSyscall, trace.GoWaiting}

// goStatus is the state of a goroutine when the generation began.
func (o *order) goStatus(c *cursor, on here, bound *here) outcome {
	if c.args[2] == 0 || c.args[2] >= uint64(len(fileGoStates)) || int64(c.args[0]) == none {
		return unusual
	}
	state, own := fileGoStates[c.args[2]], uint64(0)
	if c.kind == evGoStatusStack {
		own = c.args[3]
	}
	i, from := o.goAt(int64(c.args[0])), state
	switch g := &o.gos[i]; g.state {
	case state:
		g.count = 0
	case trace.GoUnknown:
		g.state, g.count, g.around = state, 0, nil
		from = trace.GoUnknown
	default:
		return unusual
	}
	switch {
	case state == trace.GoRunning:
		bound.g = i
	case state != trace.GoSyscall:
	case int64(c.args[1]) == none:
		return unusual
	case on.m >= 0 && o.threads[on.m].id == int64(c.args[1]):
		bound.g = i
	default: // it has been in the call since before, on another thread
		k := o.threadAt(int64(c.args[1]))
		m := &o.threads[k]
		switch {
		case !m.seen:
			m.seen, m.g = true, i
		case m.g != i:
			return unusual
		default:
			on.g = i
		}
		on.m = k
	}
	return o.goes(c.time, on, i, from, state, own, own)
}
