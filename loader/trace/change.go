package trace

import (
	"errors"
	"fmt"

	xtrace "golang.org/x/exp/trace"

	"profstation/model"
	"profstation/model/trace"
)

// goChange is a goroutine going from one state to another.
type goChange struct {
	at       int64 // since the Sync
	g        int32
	by       int32         // the goroutine that made it begin or, in the old format, runnable; none: not known
	from, to trace.GoState // GoUnknown in from: the event only repeats the state
	p, m     uint16
	own      trace.StackIndex // the goroutine's own stack
	stack    trace.StackIndex // stack of the goroutine that changed it
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
		return nil // the state is known already
	}
	status = status && g.state == trace.GoUnknown
	switch {
	case status:
		// The goroutine has had the state since the Sync. The event is on the goroutine's own P if
		// it runs, and on its own thread if it runs or is in a system call.
		if c.to != trace.GoRunning {
			p = noLane
		}
		if c.to != trace.GoRunning && c.to != trace.GoSyscall {
			m = noLane
		}
		// If another goroutine ran there before, this one cannot have run there since the Sync. No
		// sound file says so.
		if d.spans.onProc.has(p) || d.spans.onThread.has(m) {
			p, m = noLane, noLane
		}
	case c.from == trace.GoNotExist:
		g.created, g.creator, g.start = true, c.by, c.own
		stack = c.stack
		if g.start != trace.NoStack {
			g.root = d.root(g.start)
		}
	case c.to == trace.GoRunnable: // changed by whoever executes, which may be itself
		stack = c.stack
	}
	if d.old {
		by := int32(none)
		if c.to == trace.GoRunnable && !status && m != noLane {
			by = c.by
		}
		d.spans.by = append(d.spans.by, by)
	}
	d.stands(c.g, c.own)
	cond, err := d.condition(trace.Condition{State: c.to, Reason: c.reason, BeganBefore: status})
	if err != nil {
		return err
	}
	row := spanRow{c.g, stack, cond, p, m}
	g.enters(c.to, row)
	d.spans.add(c.at, d.event(), row, running(c.to))
	return nil
}

// stands learns the name of a goroutine's outermost function from one of its stacks. It is rare, as named is.
//
//go:noinline
func (d *decoder) stands(g int32, own trace.StackIndex) {
	if row := &d.rows[g]; row.root == 0 && own != trace.NoStack {
		row.root = d.root(own)
	}
}

// enters notes that a span of the goroutine begins.
func (r *goRow) enters(to trace.GoState, s spanRow) {
	r.state = to
	if r.spans == 0 {
		r.first = s
	}
	r.spans++
}

// procChange begins a span of a P. If from is ProcUnknown, the event only repeats the state.
func (d *decoder) procChange(at int64, p, m uint16, from, to trace.ProcState) {
	row := procRow{at: at, event: d.event(), p: p, m: noLane, state: trace.ProcIdle, status: from == trace.ProcUnknown}
	if to == trace.ProcRunning {
		row.state, row.m = trace.ProcRunning, m
	}
	if row.status {
		row.at, row.event = 0, 0
	}
	d.procOf = append(d.procOf, row)
}

// conditionTable holds index + 1 for each condition, by reason and state.
type conditionTable []int32

func conditionKey(state trace.GoState, reason model.StringID, told bool) uint {
	const states = 8
	k := (uint(reason)*states + uint(state)) * 2
	if told {
		k++
	}
	return k
}

// at returns index + 1, or 0 if there is none.
func (t conditionTable) at(key uint) int32 {
	if key < uint(len(t)) {
		return t[key]
	}
	return 0
}

func (t *conditionTable) set(c *trace.Condition, index int) {
	k := conditionKey(c.State, c.Reason, c.BeganBefore)
	if k >= uint(len(*t)) {
		*t = append(*t, make([]int32, k+1)...)
	}
	(*t)[k] = int32(index + 1)
}

// condition returns the index of a condition.
func (d *decoder) condition(c trace.Condition) (uint16, error) {
	k := conditionKey(c.State, c.Reason, c.BeganBefore)
	if i := d.condAt.at(k); i > 0 {
		return uint16(i - 1), nil
	}
	if len(d.conditions) == 1<<16 {
		return 0, fmt.Errorf("more than %d reasons to block", 1<<16)
	}
	d.conditions = append(d.conditions, c)
	d.condAt.set(&c, len(d.conditions)-1)
	return uint16(len(d.conditions) - 1), nil
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
	if i >= int32(trace.MaxLanes) {
		return noLane, errors.New("more than 65,535 Ps or threads")
	}
	return uint16(i), nil
}

// lane16 and lane32 turn none into noLane, and back.
func lane16(i int32) uint16 {
	if i < 0 {
		return noLane
	}
	return uint16(i)
}

func lane32(i uint16) int32 {
	if i == noLane {
		return none
	}
	return int32(i)
}
