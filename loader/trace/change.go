package trace

import (
	"fmt"
	"math"

	xtrace "golang.org/x/exp/trace"

	"profstation/model"
	"profstation/model/trace"
)

// goChange is a goroutine that goes from one state to another.
type goChange struct {
	at       int64 // since the Sync
	g        int32
	by       int32         // for beginnings, who did it; none: nobody, or not asked
	from, to trace.GoState // from GoUnknown: the event is only its status
	p, m     uint16
	own      trace.StackIndex // where the goroutine was
	stack    trace.StackIndex // where whoever did it was
	reason   model.StringID
}

// change begins a span of a goroutine.
func (d *decoder) change(c *goChange) error {
	if c.to == trace.GoUnknown {
		return fmt.Errorf("a goroutine goes to the state %v", c.to)
	}
	g := &d.rows[c.g]
	row := spanRow{g: c.g, p: c.p, m: c.m}
	status := c.from == trace.GoUnknown || c.from == c.to
	if status && g.state != trace.GoUnknown {
		if g.state == c.to {
			return nil // it is known
		}
		status = false
	}
	switch {
	case status:
		// It is so since the Sync. The goroutine that the event is on has
		// nothing to do with it, unless it is the running one itself; for one
		// in a system call the thread is known.
		row.stack = c.own
		if c.to != trace.GoRunning {
			row.p = noLane
		}
		if c.to != trace.GoRunning && c.to != trace.GoSyscall {
			row.m = noLane
		}
	case c.from == trace.GoNotExist:
		g.created, g.creator, g.start = true, c.by, c.own
		row.stack = c.stack
		if g.start != trace.NoStack {
			g.root = d.root(g.start)
		}
	case c.to == trace.GoRunnable: // by whoever executes, which may be itself
		row.stack = c.stack
	default:
		row.stack = c.own
	}
	if d.old {
		by := int32(none)
		if c.to == trace.GoRunnable && !status && row.m != noLane {
			by = c.by
		}
		d.by = append(d.by, by)
	}
	g.state = c.to
	if g.root == 0 && c.own != trace.NoStack {
		g.root = d.root(c.own)
	}
	var err error
	if row.cond, err = d.condition(c.to, c.reason, status); err != nil {
		return err
	}
	g.spans++
	d.push(&row, c.at)
	return nil
}

// procChange begins a span of a P; from ProcUnknown if the event is only its
// status.
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

// condition is the index of a condition.
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

// root is the name of a stack's outermost function.
func (d *decoder) root(s trace.StackIndex) model.StringID {
	f := d.stacks.of(s)
	if len(f) == 0 {
		return 0
	}
	return d.stacks.frames.all[f[len(f)-1]].Func
}

// goroutine is the index of a goroutine, −1 for none.
func (d *decoder) goroutine(id xtrace.GoID) int32 {
	if id == xtrace.NoGoroutine {
		return -1
	}
	i := d.gos.index(int64(id))
	if int(i) == len(d.rows) {
		d.rows = append(d.rows, goRow{creator: -1})
	}
	return i
}

func (d *decoder) proc(id xtrace.ProcID) (uint16, error) {
	if id == xtrace.NoProc {
		return noLane, nil
	}
	if id == d.lastP {
		return d.lastPIdx, nil
	}
	i := d.procs.index(int64(id))
	if i >= int32(trace.MostLanes) {
		return noLane, fmt.Errorf("more than %d Ps", trace.MostLanes)
	}
	d.lastP, d.lastPIdx = id, uint16(i)
	return uint16(i), nil
}

// lane32 widens an index of a P or thread; −1 is none.
func lane32(i uint16) int32 {
	if i == noLane {
		return -1
	}
	return int32(i)
}

// push adds a row behind the others.
func (d *decoder) push(row *spanRow, at int64) {
	if len(d.block.rows) == cap(d.block.rows) || at-d.block.base > math.MaxUint32 {
		d.turn(at)
	}
	row.at = uint32(at - d.block.base)
	d.block.rows = append(d.block.rows, *row)
}

// turn puts the block that is full to the others and takes a free one.
func (d *decoder) turn(base int64) {
	if len(d.block.rows) > 0 {
		d.blocks = append(d.blocks, d.block)
	} else if cap(d.block.rows) > 0 {
		d.free.rows.give(d.block.rows)
	}
	d.block = spanBlock{base, d.free.rows.take()}
}
