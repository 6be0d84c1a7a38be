package trace

import (
	"errors"
	"fmt"

	xtrace "golang.org/x/exp/trace"

	"profstation/model"
	"profstation/model/trace"
)

// goChange is a goroutine that goes from one state to another.
type goChange struct {
	at       int64 // since the Sync
	g        int32
	by       int32         // the goroutine that made it begin, or, in the old format, runnable; none: not known
	from, to trace.GoState // from GoUnknown: the event only repeats the state
	p, m     uint16
	own      trace.StackIndex // of the goroutine
	stack    trace.StackIndex // of the goroutine that changed it
	reason   model.StringID
}

func (d *decoder) change(c *goChange) error {
	if c.to == trace.GoUnknown {
		return fmt.Errorf("a goroutine goes to the state %v", c.to)
	}
	g := &d.rows[c.g]
	p, m, stack := c.p, c.m, c.own
	status := c.from == trace.GoUnknown || c.from == c.to
	if status && g.state == c.to {
		return nil // it is known
	}
	status = status && g.state == trace.GoUnknown
	switch {
	case status:
		// The goroutine has the state since the Sync. The event is on its own P
		// if it runs, and on its own thread if it runs or is in a system call.
		if c.to != trace.GoRunning {
			p = noLane
		}
		if c.to != trace.GoRunning && c.to != trace.GoSyscall {
			m = noLane
		}
	case c.from == trace.GoNotExist:
		g.created, g.creator, g.start = true, c.by, c.own
		stack = c.stack
		if g.start != trace.NoStack {
			g.root = d.root(g.start)
		}
	case c.to == trace.GoRunnable: // by whoever executes, which may be itself
		stack = c.stack
	}
	if d.old {
		by := int32(none)
		if c.to == trace.GoRunnable && !status && m != noLane {
			by = c.by
		}
		d.spans.by = append(d.spans.by, by)
	}
	g.state = c.to
	if g.root == 0 && c.own != trace.NoStack {
		g.root = d.root(c.own)
	}
	cond, err := d.condition(c.to, c.reason, status)
	if err != nil {
		return err
	}
	row := spanRow{c.g, stack, cond, p, m}
	if g.spans == 0 {
		g.first = row
	}
	g.spans++
	d.spans.add(c.at, row, running(c.to), d.free)
	return nil
}

// procChange begins a span of a P. If it is from ProcUnknown, the event only repeats the state.
func (d *decoder) procChange(at int64, p, m uint16, from, to trace.ProcState) {
	row := procRow{at: at, p: p, m: noLane, state: trace.ProcIdle, status: from == trace.ProcUnknown}
	if to == trace.ProcRunning {
		row.state, row.m = trace.ProcRunning, m
	}
	if row.status {
		row.at = 0
	}
	d.procOf = append(d.procOf, row)
}

func (d *decoder) condition(state trace.GoState, reason model.StringID, status bool) (uint16, error) {
	const states = 8
	k := int(reason)*2*states + int(state)*2
	if status {
		k++
	}
	if k >= len(d.condAt) {
		d.condAt = append(d.condAt, make([]int32, k+1)...)
	}
	if d.condAt[k] == 0 {
		if len(d.conditions) == 1<<16 {
			return 0, fmt.Errorf("more than %d reasons to block", 1<<16)
		}
		d.conditions = append(d.conditions, trace.Condition{State: state, Reason: reason, Told: status})
		d.condAt[k] = int32(len(d.conditions))
	}
	return uint16(d.condAt[k] - 1), nil
}

// root returns the name of a stack's outermost function.
func (d *decoder) root(s trace.StackIndex) model.StringID {
	f := d.stacks.of(s)
	if len(f) == 0 {
		return 0
	}
	return d.stacks.frames.all[f[len(f)-1]].Func
}

func (d *decoder) goroutine(id xtrace.GoID) int32 {
	if id == xtrace.NoGoroutine {
		return none
	}
	i := d.gos.index(int64(id))
	if int(i) == len(d.rows) {
		d.rows = append(d.rows, goRow{creator: none})
	}
	return i
}

func lane(of *numberTable, id int64) (uint16, error) {
	if id == none {
		return noLane, nil
	}
	i := of.index(id)
	if i >= int32(trace.MostLanes) {
		return noLane, errors.New("more than 65,535 Ps or threads")
	}
	return uint16(i), nil
}

func lane32(i uint16) int32 {
	if i == noLane {
		return none
	}
	return int32(i)
}
