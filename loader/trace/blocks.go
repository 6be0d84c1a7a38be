package trace

import (
	"math"
	"sort"
	"sync"
)

const blockRows = 1 << 14

// blocks is a pool of memory blocks shared by all decoders of a trace, because only the largest
// generations need many. It avoids copies and leaves little garbage.
type blocks[T any] struct {
	mu   sync.Mutex
	free []*T
	made int
}

// take returns a block. Its old contents are still in it.
func (b *blocks[T]) take() *T {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.free) - 1; n >= 0 {
		block := b.free[n]
		b.free = b.free[:n]
		return block
	}
	// When there are many blocks, several are allocated as one array, so they return to the system together.
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

// scratch is the memory shared by all decoders of one trace.
type scratch struct {
	rows  blocks[narrowRows]
	wide  blocks[wideRows]
	times blocks[[blockRows]uint32]
}

// drop lets free memory become garbage.
func (s *scratch) drop() {
	s.rows.drop()
	s.wide.drop()
	s.times.drop()
}

// eventTimes are event times since a generation's Sync, in order.
type eventTimes struct {
	n      int
	blocks []timeBlock
	last   timeBlock // the last one in blocks
}

// timeBlock is a run of times that lie within four seconds.
type timeBlock struct {
	first int // index of its first time
	base  int64
	since *[blockRows]uint32
}

func (e *eventTimes) at(i int) int64 {
	// All blocks are full unless events are rare.
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

// begin makes room for the next times, from v on, and returns the latest time that they may have.
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
