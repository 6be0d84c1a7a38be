package trace

import (
	"math/bits"
	"math/rand/v2"

	"profstation/model"
)

// numberTable gives the runtime's numbers an index each, in the order in which they come: of
// goroutines, Ps, threads, stacks and texts. Every event looks up several of them. The runtime counts
// most of them from 1, so the indices of small numbers stand in an array. The others, such as those
// of the goroutines of a server that has run for long, are in a table with open addressing.
type numberTable struct {
	ids   []int64 // by index
	small []int32 // an index + 1, by number; 0: none
	slots []int32 // an index + 1; 0: free
	shift uint    // leaves as many bits of a hash as number the slots
}

// factor multiplies what is hashed. No file can know it and have all its numbers in one slot.
var factor = rand.Uint64() | 1

// slot returns the slot of a number, or the free one where it would be.
func (t *numberTable) slot(id int64) *int32 {
	mask := uint64(len(t.slots) - 1)
	// Knuth's multiplicative hashing.
	for h := uint64(id) * factor >> t.shift; ; h = (h + 1) & mask {
		if s := t.slots[h]; s == 0 || t.ids[s-1] == id {
			return &t.slots[h]
		}
	}
}

// index returns the index of a number, a new one for a new number.
func (t *numberTable) index(id int64) int32 {
	if i := t.find(id); i >= 0 {
		return i
	}
	t.ids = append(t.ids, id)
	n := len(t.ids)
	switch {
	case uint64(id) < uint64(len(t.small)):
		t.small[id] = int32(n)
	case uint64(id) < uint64(2*n+32): // so the array is not much longer than there are numbers
		t.lengthen(int(id) + n + 32)
	default:
		if 2*n > len(t.slots) {
			t.grow()
		}
		*t.slot(id) = int32(n)
	}
	return int32(n - 1)
}

// find returns the index of a number, or −1.
func (t *numberTable) find(id int64) int32 {
	if uint64(id) < uint64(len(t.small)) {
		return t.small[id] - 1
	}
	return t.findLarge(id)
}

//go:noinline
func (t *numberTable) findLarge(id int64) int32 {
	if len(t.slots) == 0 {
		return -1
	}
	return *t.slot(id) - 1
}

// lengthen makes the array hold all numbers below n. Some may be among the slots, too.
func (t *numberTable) lengthen(n int) {
	t.small = make([]int32, n)
	for i, id := range t.ids {
		if uint64(id) < uint64(n) {
			t.small[id] = int32(i + 1)
		}
	}
}

func (t *numberTable) grow() {
	n := max(64, 4*len(t.ids))
	n = 1 << bits.Len(uint(n-1))
	t.slots, t.shift = make([]int32, n), uint(bits.LeadingZeros64(uint64(n-1)))
	for i, id := range t.ids {
		if uint64(id) >= uint64(len(t.small)) {
			*t.slot(id) = int32(i + 1)
		}
	}
}

// interner gives each key an index, in the order in which they come.
type interner[K comparable, N ~int32 | ~uint16] struct {
	all   []K
	known map[K]N
}

func newInterner[K comparable, N ~int32 | ~uint16](first ...K) *interner[K, N] {
	t := &interner[K, N]{known: map[K]N{}}
	for _, k := range first {
		t.id(k)
	}
	return t
}

func (t *interner[K, N]) id(k K) N {
	n, ok := t.known[k]
	if !ok {
		n = N(len(t.all))
		t.known[k] = n
		t.all = append(t.all, k)
	}
	return n
}

// stringTable gives each text an index; "" is 0.
type stringTable = interner[string, model.StringID]

// textID returns the index of a text. Only a new one is copied.
func textID(t *stringTable, b []byte) model.StringID {
	if id, ok := t.known[string(b)]; ok {
		return id
	}
	return t.id(string(b))
}

// names are the tables that give indices: those of one generation, or those of the model.
type names struct {
	gos, procs, threads numberTable
	texts               *stringTable
	stacks              *stackTable
}

func newNames() names {
	return names{texts: newInterner[string, model.StringID](""), stacks: newStackTable()}
}
