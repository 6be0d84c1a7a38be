package trace

import "sync"

// blockRows is how many rows a block holds.
const blockRows = 1 << 14

// blocks are pieces of memory of blockRows rows each that nobody uses, for all
// decoders of a trace: generations differ in size, and only the largest need
// many. Nothing that grows has to be copied, and little becomes garbage.
type blocks[T any] struct {
	mu   sync.Mutex
	free [][]T
}

// take returns an empty block.
func (b *blocks[T]) take() []T {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := len(b.free)
	if n == 0 {
		return make([]T, 0, blockRows)
	}
	block := b.free[n-1]
	b.free = b.free[:n-1]
	return block[:0]
}

// give takes back a block that is not used any more.
func (b *blocks[T]) give(block []T) {
	if cap(block) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free = append(b.free, block)
}

// drop lets go of all blocks.
func (b *blocks[T]) drop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free = nil
}

// scratch is the memory that the decoders of one trace share.
type scratch struct {
	rows  blocks[spanRow]
	times blocks[uint32]
}

// eventTimes are times since a generation's Sync, in their order.
type eventTimes struct {
	n      int
	blocks [][]uint32
}

func (e *eventTimes) at(i int) uint32 { return e.blocks[i/blockRows][i%blockRows] }

func (e *eventTimes) add(v uint32, from *blocks[uint32]) {
	if e.n%blockRows == 0 {
		e.blocks = append(e.blocks, from.take())
	}
	last := len(e.blocks) - 1
	e.blocks[last] = append(e.blocks[last], v)
	e.n++
}

// release gives their memory back.
func (e *eventTimes) release(to *blocks[uint32]) {
	for _, b := range e.blocks {
		to.give(b)
	}
	*e = eventTimes{}
}
