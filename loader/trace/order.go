package trace

import (
	"slices"

	xtrace "golang.org/x/exp/trace"
	"golang.org/x/sys/cpu"

	"profstation/model"
	"profstation/model/trace"
)

// none stands for no goroutine, P or thread, both as the runtime's number and as an index.
const none = -1

// order brings the events of a generation's threads into one order that the scheduler can have
// made. The states of all goroutines and Ps and the numbers in the events decide; times alone do
// not, because the processors' clocks differ.
//
// It is the reader's own order (golang.org/x/exp/trace, order.go), but for one generation and
// straight into the decoder's columns: it makes no events and queues none. It refuses what the
// reader would refuse, and leaves the explanation to the reader. But what a program records about
// its tasks and regions is no reason to refuse a file, because the runtime writes it as it comes.
type order struct {
	d *decoder
	t *tables

	gos     []goOrder   // by the decoder's index; the last goroutines may be missing
	procs   []procOrder // by the decoder's index; the last Ps may be missing
	threads []threadOrder
	thread  numberTable // maps threads to their indices
	cursors []cursor    // one for each thread with events

	tasks     map[uint64]taskOrder
	marks     markState
	markCount uint64
	left      int              // search steps left
	changed   int32            // the thread to which an event gives a goroutine or a P, or takes one; none: no thread
	_         cpu.CacheLinePad // generations are decoded side by side
}

// goOrder is the state of a goroutine.
type goOrder struct {
	count  uint64        // the number in its last event
	ranges *openRanges   // nil: it has begun none
	spans  int32         // how many it has; decoded.rows has it only at the end
	state  trace.GoState // GoUnknown: it does not exist
	rooted bool          // the name of its outermost function is known
}

// last returns the state in which its last span began, as decoded.rows has it.
func (g *goOrder) last() trace.GoState {
	switch {
	case g.spans == 0:
		return trace.GoUnknown
	case g.state == trace.GoUnknown:
		return trace.GoNotExist
	}
	return g.state
}

// inside returns the goroutine's open ranges, which the caller may change.
func (g *goOrder) inside() *openRanges {
	if g.ranges == nil {
		g.ranges = new(openRanges)
	}
	return g.ranges
}

// procOrder is the state of a P.
type procOrder struct {
	count  uint64
	state  uint8 // 0: not known yet
	ranges openRanges
}

// threadOrder is a thread with the goroutine and the P bound to it, as indices or none.
type threadOrder struct {
	id   int64
	lane uint16 // in the decoder; noLane: not named yet
	seen bool
	g, p int32
}

type taskOrder struct {
	name   model.StringID
	parent uint64
}

// openRange is a range that has begun.
type openRange struct {
	kind noteKind
	text uint64
}

type openRanges []openRange

func (o *order) beginRange(in *openRanges, r openRange) {
	o.search(len(*in))
	check(!slices.Contains(*in, r))
	*in = append(*in, r)
}

// endRange ends the first range of a kind and returns its text.
func (o *order) endRange(in *openRanges, kind noteKind) uint64 {
	all := *in
	o.search(len(all))
	i := slices.IndexFunc(all, func(r openRange) bool { return r.kind == kind })
	check(i >= 0)
	text := all[i].text
	all[i] = all[len(all)-1]
	*in = all[:len(all)-1]
	return text
}

// markState says whether the collector marks.
type markState uint8

const (
	marksUnknown markState = iota
	marksNot
	marksRun
)

func (o *order) goAt(id int64) int32 {
	i := o.d.goroutine(xtrace.GoID(id))
	for int(i) >= len(o.gos) {
		o.gos = append(o.gos, goOrder{})
	}
	return i
}

func (o *order) threadAt(id int64) int32 {
	i := o.thread.index(id)
	if int(i) == len(o.threads) {
		o.threads = append(o.threads, threadOrder{id: id, lane: noLane, g: none, p: none})
	}
	return i
}

// known returns the state of a goroutine that exists, or nil.
func (o *order) known(i int32) *goOrder {
	if uint(i) < uint(len(o.gos)) && o.gos[i].state != trace.GoUnknown {
		return &o.gos[i]
	}
	return nil
}

// begins makes a goroutine exist, which must not exist yet.
func (o *order) begins(id uint64, state trace.GoState) int32 {
	check(int64(id) != none)
	i := o.goAt(int64(id))
	check(o.gos[i].state == trace.GoUnknown)
	exists(o, i, state)
	return i
}

// exists makes a goroutine exist that does not.
func exists(o *order, i int32, state trace.GoState) {
	g := &o.gos[i]
	o.d.rows[i].state = g.last()
	g.count, g.ranges, g.state = 0, nil, state
}

// procOf returns the index of a P whose state is known, or none.
func (o *order) procOf(id uint64) int32 {
	i := o.d.procs.find(int64(id))
	if i < 0 || int(i) >= len(o.procs) || o.procs[i].state == 0 {
		return none
	}
	return i
}

// here is where an event happens, as indices or none. The thread's index is the order's, not the decoder's.
type here struct{ g, p, m int32 }

// happens counts an event on a thread. It returns the event's time since the Sync and the decoder's
// index for the thread, which a thread gets with its first event. No two events have the same time.
func (o *order) happens(time int64, thread int32) (at int64, m uint16) {
	m = noLane
	if thread >= 0 {
		if m = o.threads[thread].lane; m == noLane {
			m = o.threads[thread].named(o.d)
		}
	}
	at, due := o.d.tick(max(time, o.d.last+1))
	if due {
		passes(o.d.pause(at))
	}
	return at, m
}

// named gives a thread its index in the decoder. It is rare, and its callers are quicker without its code in them.
//
//go:noinline
func (t *threadOrder) named(d *decoder) uint16 {
	var err error
	t.lane, err = lane(&d.threads, t.id)
	check(err == nil)
	return t.lane
}
