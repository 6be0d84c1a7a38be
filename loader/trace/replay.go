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
	r.open, o.changed = o.d.decoded.events, on.m
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
	block  []byte   // the last of blocks when they are written, the first when they are read
	at     int      // how many bytes of block were written or read
	bits   uint     // how many bits the number of a cursor takes, fewer than 64
	cursor int
	events uint64
}

func newTurns(cursors int) turns { return turns{bits: uint(bits.Len(uint(cursors)))} }

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
	if t.at+binary.MaxVarintLen64 > len(t.block) {
		t.end()
		t.block, t.at = large.Make[byte](min(max(2*len(t.block), 1<<10), 4<<20)), 0
	}
	t.at += binary.PutUvarint(t.block[t.at:], t.events<<(t.bits%64)|uint64(t.cursor))
	t.events = 0
}

// end ends the block being written. After the last one, next reads the first.
func (t *turns) end() {
	if t.at > 0 {
		t.blocks = append(t.blocks, t.block[:t.at])
	}
}

// read makes next begin with the first turn.
func (t *turns) read() {
	t.flush()
	t.end()
	t.block, t.at = nil, 0
}

// next takes the first turn off. It returns 0 events after the last one.
func (t *turns) next() (cursor int, events uint64) {
	if t.at == len(t.block) {
		if len(t.blocks) == 0 {
			return 0, 0
		}
		t.block, t.blocks, t.at = t.blocks[0], t.blocks[1:], 0
	}
	v := uint64(t.block[t.at])
	t.at++
	if v >= 0x80 {
		long, n := binary.Uvarint(t.block[t.at-1:])
		v, t.at = long, t.at-1+n
	}
	return int(v & (1<<(t.bits%64) - 1)), v >> (t.bits % 64)
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
	on      []bound                 // what each of order.threads has
	stacks  found[trace.StackIndex] // as foundStack, but in the model
	conds   []conditionOf           // by their keys
	echoAt  int                     // how many echoes and rows of echoes were taken
	rowAt   int
	origin  int64
	last    int64 // when the last event was, on the file's clock in nanoseconds
}

// bound is what is bound to a thread, and the thread itself.
type bound struct {
	g            int32
	proc, thread *seat
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
	p := &replaying{replay: r, to: to, origin: origin, last: origin + sync, cursors: slices.Clone(r.cursors)}
	for i := range p.cursors {
		p.cursors[i].from = r.from
	}
	for _, lane := range r.lanes {
		p.on = append(p.on, bound{none, &to.procs[0], &to.threads[lane+1]})
	}
	for i, c := range r.conditions {
		k := conditionKey(c.State, c.Reason, c.BeganBefore)
		for int(k) >= len(p.conds) {
			p.conds = append(p.conds, conditionOf{told: true}) // no event had it in the first pass
		}
		p.conds[k] = to.conds[i]
	}
	p.stacks = slices.Clone(r.foundStack)
	for i, stack := range p.stacks {
		if stack >= 0 {
			p.stacks[i] = to.stacks[stack]
		}
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
	c, to, last := &p.cursors[k], p.to, p.last
	on := &bound{none, &to.procs[0], &to.threads[0]}
	if c.thread >= 0 {
		on = &p.on[c.thread]
	}
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
			if stack = p.stacks.at(id); stack < 0 {
				stack = p.stack(id)
			}
		}
		if e.reason > 0 {
			id := c.args[e.reason-1]
			if reason = p.foundText.at(id); reason < 0 {
				reason = p.text(id)
			}
		}
		cd := p.conds[conditionKey(e.to, reason, false)]
		check(!cd.told)
		to.place(last-p.origin, g, cd, stack, on.proc, on.thread)
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
func (p *replaying) rare(c *cursor, on *bound) {
	e := &effects[c.kind]
	if !e.known() && steps[c.kind] != nil {
		p.echo(c.time)
		return
	}
	p.last = max(c.time, p.last+1)
	switch e.proc {
	case takes:
		on.proc = &p.to.procs[p.procs.find(int64(c.args[0]))+1]
	case leaves:
		on.proc = &p.to.procs[0]
	}
}

// stack returns the model's stack for an id that is not small.
func (p *replaying) stack(id uint64) trace.StackIndex {
	return p.to.stacks[p.stackIndex[p.replay.stacks.find(int64(id))]]
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
		p.on[e.thread].g, p.on[e.thread].proc = e.g, &p.to.procs[e.p+1]
	}
}
