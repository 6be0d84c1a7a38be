package trace

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/large"
	"profstation/model/trace"
)

// replay is what a second pass over a generation needs to make its rows again, in the same order and without
// checking anything.
//
// Rows go into columns that are sorted by goroutine, and nobody knows where a goroutine's spans begin before the
// last generation was read. Keeping all rows until then would take as much memory as the columns. So the first
// pass only counts them. It records which thread took how many events in a row, and what rare events did; the
// bytes of the events themselves are read again.
type replay struct {
	from    *content // the generation's bytes
	perUnit float64  // nanoseconds per unit of its clock
	cursors []cursor // at the beginning of each thread's events, without their bytes
	lanes   []uint16 // of order.threads
	samples []int64  // when the CPU profiler's samples are, on the file's clock in nanoseconds
	turns   turns
	done    []echo
	rows    []echoRow
	open    int64 // the number of the event whose echo is being recorded; −1: none is

	// These map the file's numbers to the generation's indices.
	gos, procs numberTable
	entries
	conditions []trace.Condition
}

// echo is what an event did that is not in effects: how many events it stands for, how many rows it made, and
// what one thread had when it was over.
type echo struct {
	events, rows uint8
	thread       int32 // index into order.threads; none: no thread changed
	g, p         int32
}

// echoRow is a row that such an event made, at the given one of its events.
type echoRow struct {
	event uint8
	spanRow
}

func (r *replay) echoes() bool { return r.open >= 0 }

func (r *replay) echo(event int64, row spanRow) {
	r.rows = append(r.rows, echoRow{uint8(event - r.open), row})
}

// recorded takes an event that is not in effects, and records what it did.
func (r *replay) recorded(o *order, take func(*order, *cursor, here) bool, c *cursor, on here) bool {
	rows := len(r.rows)
	r.open, o.changed = o.d.decoded.events, c.thread
	ok := take(o, c, on)
	if ok {
		e := echo{events: uint8(o.d.decoded.events - r.open), rows: uint8(len(r.rows) - rows), thread: o.changed}
		if e.thread >= 0 {
			e.g, e.p = o.threads[e.thread].g, o.threads[e.thread].p
		}
		r.done = append(r.done, e)
		o.d.loose += echoWeight
	}
	r.open = -1
	return ok
}

// turns records which cursor took how many events in a row. Cursor n, if there are n, stands for samples.
type turns struct {
	blocks [][]byte // a slice that grows would leave copies behind, together twice as large as itself
	used   int      // bytes of the last block; zeros follow
	rest   []byte   // what next has not read of the block before blocks[0]
	bits   int      // how many bits the number of a cursor takes
	cursor int
	events uint64
}

func newTurns(cursors int) turns { return turns{bits: bits.Len(uint(cursors))} }

func (t *turns) add(cursor int, events uint64) {
	if cursor != t.cursor {
		t.flush()
		t.cursor = cursor
	}
	t.events += events
}

func (t *turns) flush() {
	if t.events == 0 {
		return
	}
	last := len(t.blocks) - 1
	if last < 0 || t.used > len(t.blocks[last])-binary.MaxVarintLen64 {
		size := 1 << 10
		if last >= 0 {
			size = min(2*len(t.blocks[last]), 4<<20)
			t.blocks[last] = t.blocks[last][:t.used]
		}
		t.blocks, t.used = append(t.blocks, large.Make[byte](size)), 0
		last++
	}
	t.used += binary.PutUvarint(t.blocks[last][t.used:], t.events<<t.bits|uint64(t.cursor))
	t.events = 0
}

// next takes the first turn off. It returns 0 events after the last one.
func (t *turns) next() (cursor int, events uint64) {
	if len(t.rest) == 0 {
		if len(t.blocks) == 0 {
			return 0, 0
		}
		t.rest, t.blocks = t.blocks[0], t.blocks[1:]
	}
	v, n := binary.Uvarint(t.rest)
	t.rest = t.rest[max(n, 1):]
	return int(v & (1<<t.bits - 1)), v >> t.bits
}

// errChanged is the error for a file whose bytes were others in the second pass.
func errChanged() error {
	return &input.Error{Found: lang.L("a Go execution trace that changed while it was read"),
		Advice: lang.L("open it again when it is complete")}
}

// sample records a sample at a time on the file's clock.
func (r *replay) sample(at int64) {
	r.turns.add(len(r.cursors), 1)
	r.samples = append(r.samples, at)
}

// replaying is a second pass that goes on.
type replaying struct {
	*replay
	to      *placing
	cursors []cursor
	on      []here         // what each of order.threads has; m is its lane in the generation
	conds   conditionTable // of the generation
	echoAt  int            // how many echoes and rows of echoes were taken
	rowAt   int
	origin  int64
	last    int64 // when the last event was, on the file's clock in nanoseconds
}

// run makes all rows of a generation again. Its Sync was at a time since origin, the clock at the trace's first
// Sync. The bytes are not trusted: run returns errChanged if they are not those of the first pass. Now and
// then it passes the number of events since to stop, and ends if that returns true.
func (r *replay) run(sync, origin int64, to *placing, stop func(events int) bool) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case unreadable:
			err = p.error
		default:
			err = errChanged()
		}
	}()
	p := &replaying{replay: r, to: to, origin: origin, last: origin + sync, cursors: slices.Clone(r.cursors), on: make([]here, len(r.lanes))}
	for i := range p.cursors {
		p.cursors[i].from = r.from
	}
	for i, lane := range r.lanes {
		p.on[i] = here{none, none, int32(lane)}
	}
	for i := range r.conditions {
		p.conds.set(&r.conditions[i], i)
	}
	samples := r.samples
	for left, n := r.turns, 0; ; {
		k, events := left.next()
		if events == 0 {
			if len(samples) > 0 || p.echoAt < len(r.done) {
				return errChanged()
			}
			return nil
		}
		if k == len(p.cursors) {
			for _, at := range samples[:events] {
				p.last = max(at, p.last+1)
			}
			samples = samples[events:]
			continue
		}
		p.turn(k, events)
		if n += int(events); n >= look {
			if stop(n) {
				return nil
			}
			n = 0
		}
	}
}

// turn takes events of one thread.
func (p *replaying) turn(k int, events uint64) {
	c, on := &p.cursors[k], &here{none, none, none}
	if c.thread >= 0 {
		on = &p.on[c.thread]
	}
	last, to := p.last, p.to
	for range events {
		check(c.next(p.perUnit))
		e := &effects[c.kind]
		if e.to == trace.GoUnknown {
			p.last = last
			p.rare(c, on)
			last = p.last
			continue
		}
		last = max(c.time, last+1)
		g := on.g
		if e.named {
			g = p.gos.find(int64(c.args[0]))
		}
		stack, reason := trace.NoStack, model.StringID(0)
		if e.stack > 0 {
			id := c.args[e.stack-1]
			if stack = p.foundStack.at(id); stack < 0 {
				stack = p.stack(id)
			}
		}
		if e.reason > 0 {
			id := c.args[e.reason-1]
			if reason = p.foundText.at(id); reason < 0 {
				reason = p.text(id)
			}
		}
		cd := to.conds[uint16(p.conds.at(conditionKey(e.to, reason, false))-1)]
		to.place(last-p.origin, g, cd, stack, lane16(on.p), uint16(on.m))
		switch e.goes {
		case takes:
			on.g = g
		case leaves:
			on.g = none
		}
	}
	p.last = last
}

// rare takes an event that begins no span by itself.
func (p *replaying) rare(c *cursor, on *here) {
	e := &effects[c.kind]
	if !e.known() && steps[c.kind] != nil {
		p.echo(c.time)
		return
	}
	p.last = max(c.time, p.last+1)
	switch e.proc {
	case takes:
		on.p = p.procs.find(int64(c.args[0]))
	case leaves:
		on.p = none
	}
}

func (r *replay) stack(id uint64) trace.StackIndex {
	return r.stackIndex[r.stacks.find(int64(id))]
}

func (r *replay) text(id uint64) model.StringID {
	return r.textIndex[r.texts.find(int64(id))]
}

// echo does what a rare event did.
func (p *replaying) echo(time int64) {
	e := p.done[p.echoAt]
	p.echoAt++
	rows := p.rows[p.rowAt:][:e.rows]
	p.rowAt += len(rows)
	for i := range e.events {
		p.last = max(time, p.last+1)
		for len(rows) > 0 && rows[0].event == i {
			p.to.put(p.last-p.origin, rows[0].spanRow, none)
			rows = rows[1:]
		}
	}
	if e.thread >= 0 {
		p.on[e.thread].g, p.on[e.thread].p = e.g, e.p
	}
}
