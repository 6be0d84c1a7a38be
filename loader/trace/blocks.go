package trace

import "sync"

const blockRows = 1 << 14

// blocks are free pieces of memory, for all decoders of a trace: only its largest generations need
// many. Nothing need be copied, and little becomes garbage.
type blocks[T any] struct {
	mu   sync.Mutex
	free []*T
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
	return new(T)
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
	blocks []*[blockRows]uint32
}

func (e *eventTimes) at(i int) uint32 { return e.blocks[i/blockRows][i%blockRows] }

func (e *eventTimes) add(v uint32, from *blocks[[blockRows]uint32]) {
	if e.n%blockRows == 0 {
		e.blocks = append(e.blocks, from.take())
	}
	e.blocks[e.n/blockRows][e.n%blockRows] = v
	e.n++
}

func (e *eventTimes) release(to *blocks[[blockRows]uint32]) {
	for _, b := range e.blocks {
		to.give(b)
	}
	*e = eventTimes{}
}
