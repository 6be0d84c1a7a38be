package trace

import "profstation/model/trace"

// procGoes hands the decoder a P that goes to another state; from ProcUnknown if
// the event is only its status.
func (o *order) procGoes(time int64, on here, p int32, from, to trace.ProcState) outcome {
	s, ok := o.happens(time, on)
	if !ok {
		return unusual
	}
	lane, ok := o.proc(p)
	if !ok {
		return unusual
	}
	o.d.procChange(s.at, lane, s.m, from, to)
	return advanced
}

func (o *order) procStart(c *cursor, on here, bound *here) outcome {
	i := o.procOf.find(int64(c.args[0]))
	if i < 0 || o.procs[i].state != procIdle || c.args[1] != o.procs[i].count+1 || on.p >= 0 {
		return waits
	}
	if on.m < 0 {
		return unusual
	}
	o.procs[i].state, o.procs[i].count = procRunning, c.args[1]
	bound.p = i
	return o.procGoes(c.time, on, i, trace.ProcIdle, trace.ProcRunning)
}

func (o *order) procStop(c *cursor, on here, bound *here) outcome {
	if on.m < 0 || on.p < 0 {
		return unusual
	}
	if p := &o.procs[on.p]; p.state == procRunning || p.state == procSyscall {
		p.state = procIdle
		bound.p = none
		return o.procGoes(c.time, on, on.p, trace.ProcRunning, trace.ProcIdle)
	}
	return unusual
}

// procSteal takes a P away from a thread in a system call.
func (o *order) procSteal(c *cursor, on here, bound *here) outcome {
	i := o.procOf.find(int64(c.args[0]))
	if i < 0 || o.procs[i].state != procSyscall && o.procs[i].state != procAbandoned || c.args[1] != o.procs[i].count+1 {
		return waits
	}
	if on.m < 0 {
		return unusual
	}
	p := &o.procs[i]
	was := p.state
	p.state, p.count = procIdle, c.args[1]
	if was == procAbandoned {
		return o.procGoes(c.time, on, i, trace.ProcIdle, trace.ProcIdle)
	}
	if from := int64(c.args[2]); from == o.threads[on.m].id {
		if on.p != i {
			return unusual
		}
		bound.p = none
	} else {
		k := o.thread.find(from)
		if k < 0 || !o.threads[k].seen || o.threads[k].p != i {
			return unusual
		}
		o.threads[k].p = none
	}
	return o.procGoes(c.time, on, i, trace.ProcRunning, trace.ProcIdle)
}

// procStatus is the state of a P when the generation began.
func (o *order) procStatus(c *cursor, on here, bound *here) outcome {
	if int64(c.args[0]) == none || c.args[1] == 0 || c.args[1] > procAbandoned {
		return unusual
	}
	state := uint8(c.args[1])
	to := trace.ProcIdle
	if state == procRunning || state == procSyscall {
		to = trace.ProcRunning
	}
	i := o.procOf.index(int64(c.args[0]))
	if int(i) == len(o.procs) {
		o.procs = append(o.procs, procOrder{id: int64(c.args[0]), lane: noLane, state: state})
		if to == trace.ProcRunning {
			bound.p = i
		}
		return o.procGoes(c.time, on, i, trace.ProcUnknown, to)
	}
	p := &o.procs[i]
	p.count = 0
	switch {
	case state == procAbandoned && p.state == procSyscall:
		// Which thread has it is known all the same: it happened there.
		on.m = none
		for k := range o.threads {
			if o.threads[k].seen && o.threads[k].p == i {
				on = here{o.threads[k].g, i, int32(k)}
			}
		}
		if on.m < 0 {
			return unusual
		}
		return o.procGoes(c.time, on, i, trace.ProcRunning, trace.ProcRunning)
	case state != p.state:
		return unusual
	case to == trace.ProcRunning:
		bound.p = i
	}
	return o.procGoes(c.time, on, i, to, to)
}
