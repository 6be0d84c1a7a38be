package trace

import (
	"math"
	"sort"
	"sync"
)

const blockRows = 1 << 14

// blocks are free pieces of memory, for all decoders of a trace: only its largest generations need
// many. Nothing need be copied, and little becomes garbage.
type blocks[T any] struct {
	mu   sync.Mutex
	free []*T
	made int
}

// take returns a piece, which has in it what it had before.
func (b *blocks[T]) take() *T {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.free) - 1; n >= 0 {
		block := b.free[n]
		b.free = b.free[:n]
		return block
	}
	// Of many pieces, some in a row are made at once: so they go back to the system at once.
	const many, inRow = 64, 8
	if b.made++; b.made <= many {
		return new(T)
	}
	b.made += inRow - 1
	row := new([inRow]T)
	for i := range row[1:] {
		b.free = append(b.free, &row[inRow-1-i])
	}
	return &row[0]
}

func (b *blocks[T]) give(block *T) {
	if block == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free = append(b.free, block)
}

func (b *blocks[T]) drop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free = nil
}

// scratch is the memory that the decoders of one trace share.
type scratch struct {
	rows  blocks[narrowRows]
	wide  blocks[wideRows]
	times blocks[[blockRows]uint32]
}

// drop makes garbage of what is free.
func (s *scratch) drop() {
	s.rows.drop()
	s.wide.drop()
	s.times.drop()
}

// eventTimes are times since a generation's Sync, in their order.
type eventTimes struct {
	n      int
	blocks []timeBlock
	last   timeBlock // of blocks
}

// timeBlock is some times, from four seconds at most.
type timeBlock struct {
	first int // the index of the first
	base  int64
	since *[blockRows]uint32
}

func (e *eventTimes) at(i int) int64 {
	// All blocks are full, unless events are rare.
	k := min(i/blockRows, len(e.blocks)-1)
	if b := &e.blocks[k]; i < b.first || k+1 < len(e.blocks) && i >= e.blocks[k+1].first {
		k = sort.Search(len(e.blocks), func(k int) bool { return e.blocks[k].first > i }) - 1
	}
	b := &e.blocks[k]
	return b.base + int64(b.since[i-b.first])
}

// add adds a time for which begin has made room.
func (e *eventTimes) add(v int64) {
	e.last.since[uint(e.n-e.last.first)%blockRows] = uint32(v - e.last.base)
	e.n++
}

// begin makes room for some times from v on, the next one, and returns what they may be at most.
func (e *eventTimes) begin(v int64, from *blocks[[blockRows]uint32]) (max int64) {
	if e.last.since == nil || e.n-e.last.first+look > blockRows || v-e.last.base > math.MaxUint32 {
		e.last = timeBlock{e.n, v, from.take()}
		e.last.since[0] = 0 // see spanRows.add
		e.blocks = append(e.blocks, e.last)
	}
	return e.last.base + math.MaxUint32
}

func (e *eventTimes) release(to *blocks[[blockRows]uint32]) {
	for _, b := range e.blocks {
		to.give(b.since)
	}
	*e = eventTimes{}
}
