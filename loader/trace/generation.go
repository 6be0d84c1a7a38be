package trace

import (
	"cmp"
	"errors"
	"math/bits"
	"slices"

	xtrace "golang.org/x/exp/trace"

	"profstation/model/trace"
)

// generation decodes a generation since Go 1.22 into the same columns as the reader, but much faster. It
// panics with errUnusual if anything is not as it should be; the generation is then left to the reader.
func (d *decoder) generation(version int, c *content) *decoded {
	d.start()
	t := &tables{d: d, version: version}
	d.tables = t
	t.read(c)
	again := &replay{from: c, perUnit: t.perUnit, turns: newTurns(len(t.threads)), open: -1}
	d.spans.again = again
	o := &order{d: d, t: t, tasks: map[uint64]taskOrder{}, left: d.searches + searchesPerByte*int(c.size)}
	o.run(begin(o, c))
	again.turns.read()
	for i := range o.gos {
		d.rows[i].spans, d.rows[i].state = o.gos[i].spans, o.gos[i].last()
	}
	for i := range o.threads {
		again.lanes = append(again.lanes, o.threads[i].lane)
	}
	again.gos, again.procs, again.entries, again.conditions = d.gos, d.procs, t.entries, d.conditions
	return d.end()
}

// begin takes the Sync and returns a cursor for each thread that has events.
func begin(o *order, from *content) front {
	t := o.t
	f := make(front, 0, len(t.threads))
	o.cursors = make([]cursor, len(t.threads))
	for i := range t.threads {
		c := &o.cursors[i]
		*c = cursor{batches: t.threads[i].batches, thread: none}
		if t.threads[i].id != none {
			c.thread = o.threadAt(t.threads[i].id)
		}
		o.d.spans.again.cursors = append(o.d.spans.again.cursors, *c)
		if c.from = from; c.next(t.perUnit) {
			f.push(waiting{c.time, int32(i)})
		}
	}
	o.d.base = max(nanoseconds(t.first, t.perUnit), 1) // the reader's clock begins at 1
	if t.snapshot {
		o.d.wall, o.d.wallAt = t.wall, nanoseconds(t.wallAt, t.perUnit)
	}
	_, err := o.d.happens(o.d.base)
	check(err == nil)
	return f
}

// run takes all events, and the CPU profiler's samples between them.
func (o *order) run(f front) {
	samples := o.t.samples
	for len(f) > 0 || len(samples) > 0 {
		if len(samples) > 0 && (len(f) == 0 || samples[0].at < f[0].time) {
			o.sample(&samples[0])
			o.d.spans.again.sample(samples[0].at)
			samples = samples[1:]
			continue
		}
		until := f.second()
		if len(samples) > 0 {
			until = min(until, samples[0].at)
		}
		i, more := o.turn(f, until)
		if more {
			f.moved(i, o.cursors[f[i].cursor].time)
		} else {
			f.remove(i)
		}
	}
}

// turn takes events from the first thread up to a time, as long as it need not wait for another
// thread. Threads therefore take turns much less often than there are events. turn returns the index
// of the thread that had the last event and whether that thread has more.
func (o *order) turn(f front, until int64) (i int, more bool) {
	k, turns := int(f[0].cursor), &o.d.spans.again.turns
	c := &o.cursors[k]
	n := uint64(0)
	for o.step(c) {
		n++
		if more = c.next(o.t.perUnit); !more || c.time > until {
			turns.add(k, n)
			return 0, more
		}
	}
	turns.add(k, n)
	// Clocks differ, so another thread has the next event.
	o.search(len(f) * bits.Len(uint(len(f))))
	f[0].time = c.time
	slices.SortFunc(f, func(a, b waiting) int { return cmp.Compare(a.time, b.time) })
	i = slices.IndexFunc(f[1:], func(w waiting) bool { return o.step(&o.cursors[w.cursor]) }) + 1
	check(i > 0)
	k = int(f[i].cursor)
	turns.add(k, 1)
	return i, o.cursors[k].next(o.t.perUnit)
}

// Search steps allowed when ordering a generation: a fixed number, and more for each byte of its
// events. Real events need a few steps each, about a thousandth of what they are allowed.
const fewSearches, searchesPerByte = 1 << 26, 1 << 8

// errTangled is the error for a generation in which most events wait for another thread. It is not
// left to the reader, which would search just as long.
var errTangled = errors.New("its threads wait for each other so often that the order of their events cannot be determined")

// search counts n search steps taken for one event, over all threads or ranges.
func (o *order) search(n int) {
	if o.left -= n; o.left < 0 {
		panic(errTangled)
	}
}

// sample takes a CPU profiler sample. It changes no state.
func (o *order) sample(s *tableSample) {
	m, noThread := lane(&o.d.threads, s.m)
	p, noProc := lane(&o.d.procs, s.p)
	check(noThread == nil && noProc == nil)
	at, _ := o.happens(s.at, none)
	o.d.samples = append(o.d.samples, sampleRow{trace.CPUSample{
		Time: trace.Time(at), Go: trace.GoIndex(o.d.goroutine(xtrace.GoID(s.g))), Proc: trace.ProcIndex(lane32(p)),
		Thread: trace.ThreadIndex(lane32(m)), Stack: o.t.stack(s.stack),
	}, o.d.event()})
}
