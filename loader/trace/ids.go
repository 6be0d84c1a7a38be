package trace

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"profstation/model"
)

// numberTable maps the runtime's numbers to indices in the order in which they come. It is used for
// goroutines, Ps, threads, stacks and texts. Every event looks up several numbers. The runtime counts
// most of them from 1, so an array holds the indices of small numbers. All others, such as the
// goroutines in a server that has run for long, are in a hash table with open addressing.
type numberTable struct {
	ids   []int64 // by index
	small []int32 // index + 1, by number; 0: none
	slots []int32 // index + 1; 0: free
	shift uint    // shifts a hash right so that it fits the number of slots
}

// factor multiplies what is hashed. It is random, so no file can put all its numbers into one slot.
var factor = rand.Uint64() | 1

// slot returns the slot that holds a number, or the free slot where it would go.
func (t *numberTable) slot(id int64) *int32 {
	mask := uint64(len(t.slots) - 1)
	// This is Knuth's multiplicative hashing.
	for h := uint64(id) * factor >> t.shift; ; h = (h + 1) & mask {
		if s := t.slots[h]; s == 0 || t.ids[s-1] == id {
			return &t.slots[h]
		}
	}
}

// index returns the index of a number and adds the number if it is new.
func (t *numberTable) index(id int64) int32 {
	if i := t.find(id); i >= 0 {
		return i
	}
	t.ids = append(t.ids, id)
	n := len(t.ids)
	switch {
	case uint64(id) < uint64(len(t.small)):
		t.small[id] = int32(n)
	case uint64(id) < uint64(2*n+32): // keeps the array not much longer than there are numbers
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

// lengthen makes the array cover all numbers below n. Some of them may have slots, too.
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

// found holds the index for each small number that events have named; −1: none has. So an index is found in one step.
// Where there is none, callers ask the table themselves: at is short enough to be inlined, and would not be with that.
type found[I ~int32] []I

// newFound returns a table for the small numbers in t. The number 0 stands for no entry, which has the index 0.
func newFound[I ~int32](t *numberTable) found[I] {
	f := slices.Repeat(found[I]{-1}, max(len(t.small), 1))
	f[0] = 0
	return f
}

// at returns a number's index, or −1.
func (f found[I]) at(id uint64) I {
	if id < uint64(len(f)) {
		return f[id]
	}
	return -1
}

func (f found[I]) set(id uint64, index I) {
	if id < uint64(len(f)) {
		f[id] = index
	}
}

// interner gives each key an index in the order in which they come.
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

// stringTable gives each text an index; "" has index 0.
type stringTable = interner[string, model.StringID]

// textID returns the index of a text. It copies only a new one.
func textID(t *stringTable, b []byte) model.StringID {
	if id, ok := t.known[string(b)]; ok {
		return id
	}
	return t.id(string(b))
}

// names are the tables that give indices, for one generation or for the model.
type names struct {
	gos, procs, threads numberTable
	texts               *stringTable
	stacks              *stackTable
}

func newNames() names {
	return names{texts: newInterner[string, model.StringID](""), stacks: newStackTable()}
}
