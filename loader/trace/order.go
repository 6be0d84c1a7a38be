package trace

import (
	xtrace "golang.org/x/exp/trace"

	"profstation/model"
	"profstation/model/trace"
)

// none is no goroutine, P or thread: as a number of the runtime, and as an
// index.
const none = -1

// outcome is what became of an event that was to be the next.
type outcome uint8

const (
	advanced outcome = iota
	waits            // another thread's event must come first
	unusual          // it cannot be; see errUnusual
)

// order brings the events of a generation's threads into one order: one that
// the scheduler can have made, by the states of all goroutines and Ps and by the
// numbers that events have. Times alone do not decide, for clocks of processors
// differ.
//
// It is the reader's own order (golang.org/x/exp/trace, order.go), for one
// generation and straight into the decoder's columns: no event is made, none is
// queued. An event that the reader would refuse is refused here too; nothing
// is said about why, for the reader is asked then.
type order struct {
	d    *decoder
	t    *tables
	last int64 // the time of the last event, in nanoseconds

	gos     []goOrder // by the decoder's index; those at the end may be missing
	procs   []procOrder
	procOf  numberTable
	threads []threadOrder
	thread  numberTable

	tasks     map[uint64]taskOrder
	marks     markState
	markCount uint64
	change    goChange
	bad       bool // an event named something unknown; see errUnusual
}

// goOrder is the state of a goroutine.
type goOrder struct {
	count  uint64        // of what happened to it, as events number it
	state  trace.GoState // GoUnknown: it does not exist
	around *around       // nil: nothing
}

// around is what a goroutine is in the midst of.
type around struct {
	ranges  openRanges
	regions []openRegion
}

// inside is what a goroutine is in the midst of, to be changed.
func (g *goOrder) inside() *around {
	if g.around == nil {
		g.around = &around{}
	}
	return g.around
}

type openRegion struct {
	task uint64
	name model.StringID
}

// procOrder is the state of a P.
type procOrder struct {
	id     int64
	count  uint64
	lane   uint16 // the decoder's; noLane: not named yet
	state  uint8  // 0: not known yet
	ranges openRanges
}

// threadOrder is what is bound to a thread: indices, or none.
type threadOrder struct {
	id   int64
	lane uint16 // the decoder's; noLane: not named yet
	seen bool
	g, p int32
}

type taskOrder struct {
	name   model.StringID
	parent uint64
}

// openRange is a range that has begun: the event that begins ones of its kind,
// and its text.
type openRange struct {
	kind byte
	text uint64
}

type openRanges []openRange

func (o *openRanges) begin(r openRange) outcome {
	for _, x := range *o {
		if x == r {
			return unusual
		}
	}
	*o = append(*o, r)
	return advanced
}

// end ends a range of a kind. A goroutine may be in one only.
func (o *openRanges) end(kind byte) (text uint64, out outcome) {
	all := *o
	for i, x := range all {
		if x.kind == kind {
			all[i] = all[len(all)-1]
			*o = all[:len(all)-1]
			return x.text, advanced
		}
	}
	return 0, unusual
}

// markState says whether the collector marks.
type markState uint8

const (
	marksUnknown markState = iota
	marksNot
	marksRun
)

// goAt is the index of a goroutine that is named.
func (o *order) goAt(id int64) int32 {
	i := o.d.goroutine(xtrace.GoID(id))
	for int(i) >= len(o.gos) {
		o.gos = append(o.gos, goOrder{})
	}
	return i
}

// goOf is the index of a goroutine, none where it does not exist.
func (o *order) goOf(id uint64) int32 {
	i := o.d.gos.find(int64(id))
	if i < 0 || int(i) >= len(o.gos) || o.gos[i].state == trace.GoUnknown {
		return none
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

// known is the state of a goroutine that exists, nil for others.
func (o *order) known(i int32) *goOrder {
	if i < 0 || o.gos[i].state == trace.GoUnknown {
		return nil
	}
	return &o.gos[i]
}

// begins makes a goroutine exist. ok is false if it does already.
func (o *order) begins(id uint64, state trace.GoState) (i int32, ok bool) {
	if int64(id) == none {
		return none, false
	}
	i = o.goAt(int64(id))
	g := &o.gos[i]
	if g.state != trace.GoUnknown {
		return i, false
	}
	g.state, g.count, g.around = state, 0, nil
	return i, true
}

// here is what an event happens on: indices, or none. A goroutine's is the
// decoder's, all others are the order's own.
type here struct{ g, p, m int32 }

// proc and lane are the decoder's indices of a P and of a thread, which get
// theirs when they are first named.
func (o *order) proc(i int32) (uint16, bool) {
	if i < 0 {
		return noLane, true
	}
	p := &o.procs[i]
	if p.lane == noLane {
		lane, err := o.d.proc(xtrace.ProcID(p.id))
		if err != nil || lane == noLane {
			return noLane, false
		}
		p.lane = lane
	}
	return p.lane, true
}

func (o *order) lane(i int32) (uint16, bool) {
	if i < 0 {
		return noLane, true
	}
	m := &o.threads[i]
	if m.lane == noLane {
		k := o.d.threads.index(m.id)
		if k >= int32(trace.MostLanes) {
			return noLane, false
		}
		m.lane = uint16(k)
	}
	return m.lane, true
}

// stamp is an event that happened: its time since the generation's Sync, and
// the lanes it happened on.
type stamp struct {
	at   int64
	p, m uint16
}

// happens takes note of an event. No two have the same time.
func (o *order) happens(time int64, on here) (s stamp, ok bool) {
	if time <= o.last {
		time = o.last + 1
	}
	o.last = time
	if s.m, ok = o.lane(on.m); !ok {
		return s, false
	}
	s.at, ok = o.d.happens(time)
	return s, ok
}

// located is happens for events that say where they were.
func (o *order) located(time int64, on here) (s stamp, ok bool) {
	if s, ok = o.happens(time, on); ok {
		s.p, ok = o.proc(on.p)
	}
	return s, ok
}
