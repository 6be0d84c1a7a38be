package trace

import "profstation/model/trace"

// procGoes records a P's new state, or a repeated one if from is ProcUnknown. It returns true, as steps do.
func (o *order) procGoes(time int64, on here, p int32, from, to trace.ProcState) bool {
	at, m := o.happens(time, on.m)
	o.d.procChange(at, uint16(p), m, from, to)
	return true
}

func (o *order) procStart(c *cursor, on here) bool {
	i := o.procOf(c.args[0])
	if i < 0 || o.procs[i].state != procIdle || c.args[1] != o.procs[i].count+1 || on.p >= 0 {
		return false
	}
	check(on.m >= 0)
	o.procs[i].state, o.procs[i].count = procRunning, c.args[1]
	o.threads[on.m].p = i
	return o.procGoes(c.time, on, i, trace.ProcIdle, trace.ProcRunning)
}

func (o *order) procStop(c *cursor, on here) bool {
	check(on.m >= 0 && on.p >= 0)
	p := &o.procs[on.p]
	check(p.state == procRunning || p.state == procSyscall)
	p.state = procIdle
	o.threads[on.m].p = none
	return o.procGoes(c.time, on, on.p, trace.ProcRunning, trace.ProcIdle)
}

// procSteal takes a P away from a thread in a system call.
func (o *order) procSteal(c *cursor, on here) bool {
	i := o.procOf(c.args[0])
	if i < 0 || o.procs[i].state != procSyscall && o.procs[i].state != procAbandoned || c.args[1] != o.procs[i].count+1 {
		return false
	}
	check(on.m >= 0)
	p := &o.procs[i]
	was := p.state
	p.state, p.count = procIdle, c.args[1]
	if was == procAbandoned {
		return o.procGoes(c.time, on, i, trace.ProcIdle, trace.ProcIdle)
	}
	if from := int64(c.args[2]); from == o.threads[on.m].id {
		check(on.p == i)
		o.threads[on.m].p = none
	} else {
		k := o.thread.find(from)
		check(k >= 0 && o.threads[k].seen && o.threads[k].p == i)
		o.threads[k].p = none
		o.changed = k
	}
	return o.procGoes(c.time, on, i, trace.ProcRunning, trace.ProcIdle)
}

// procStatus takes the state that a P had when the generation began.
func (o *order) procStatus(c *cursor, on here) bool {
	check(int64(c.args[0]) != none && c.args[1] > 0 && c.args[1] <= procAbandoned)
	state := uint8(c.args[1])
	to := trace.ProcIdle
	if state == procRunning || state == procSyscall {
		to = trace.ProcRunning
	}
	p16, err := lane(&o.d.procs, int64(c.args[0]))
	check(err == nil)
	for int(p16) >= len(o.procs) {
		o.procs = append(o.procs, procOrder{})
	}
	i, from := int32(p16), to
	p := &o.procs[i]
	p.count = 0
	switch {
	case p.state == 0:
		p.state, from = state, trace.ProcUnknown
	case state == procAbandoned && p.state == procSyscall:
		// The thread that has it is known all the same; the event belongs to that thread.
		on.m = none
		o.search(len(o.threads))
		for k := range o.threads {
			if o.threads[k].seen && o.threads[k].p == i {
				on.m = int32(k)
			}
		}
		check(on.m >= 0)
		return o.procGoes(c.time, on, i, trace.ProcRunning, trace.ProcRunning)
	default:
		check(state == p.state)
	}
	if to == trace.ProcRunning && on.m >= 0 {
		o.threads[on.m].p = i
	}
	return o.procGoes(c.time, on, i, from, to)
}
