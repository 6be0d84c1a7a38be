package trace

import (
	"math/bits"
	"math/rand/v2"

	"profstation/model"
)

// numberTable gives the runtime's numbers of goroutines, Ps or threads an index each, in the order
// in which they come. Every event looks up several of them, so it is a table with open addressing.
type numberTable struct {
	ids   []int64 // by index
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
	if len(t.ids)*2 >= len(t.slots) {
		t.grow()
	}
	s := t.slot(id)
	if *s == 0 {
		t.ids = append(t.ids, id)
		*s = int32(len(t.ids))
	}
	return *s - 1
}

// find returns the index of a number, or −1.
func (t *numberTable) find(id int64) int32 {
	if len(t.slots) == 0 {
		return -1
	}
	return *t.slot(id) - 1
}

func (t *numberTable) grow() {
	n := max(64, 2*len(t.slots))
	t.slots, t.shift = make([]int32, n), uint(bits.LeadingZeros64(uint64(n-1)))
	for i, id := range t.ids {
		*t.slot(id) = int32(i + 1)
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
