package work

import (
	"math/rand/v2"
)

// Pairs numbers pairs of indexes in the order in which they are first met. Its zero value is empty. It is a
// hash table with open addressing: a walk looks up every step in every path, and Go's map takes three times
// as long for that.
type Pairs struct {
	// Until, if not nil, stops growth to a larger table, which takes long with millions of pairs. Once it is
	// over, numbers are meaningless.
	Until *Steps
	slots []int32 // numbers + 1; 0: free
	keys  []uint64
}

// Room allocates memory for that many pairs, in an empty table.
func (t *Pairs) Room(n int) {
	size := 1024
	for size <= 4*n {
		size *= 2
	}
	t.slots, t.keys = make([]int32, size), make([]uint64, 0, n)
}

// Number returns a pair's number. It adds the pair if it is new.
func (t *Pairs) Number(a, b int32) int32 {
	if 4*len(t.keys) >= len(t.slots) {
		t.grow()
	}
	k := key(a, b)
	for i := t.place(k); ; i = (i + 1) & (len(t.slots) - 1) {
		switch n := t.slots[i]; {
		case n == 0:
			t.keys = append(t.keys, k)
			t.slots[i] = int32(len(t.keys))
			return int32(len(t.keys) - 1)
		case t.keys[n-1] == k:
			return n - 1
		}
	}
}

// Find returns a pair's number, or −1 if it has none.
func (t *Pairs) Find(a, b int32) int32 {
	if len(t.keys) == 0 {
		return -1
	}
	k := key(a, b)
	for i := t.place(k); ; i = (i + 1) & (len(t.slots) - 1) {
		switch n := t.slots[i]; {
		case n == 0:
			return -1
		case t.keys[n-1] == k:
			return n - 1
		}
	}
}

func key(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }

// At returns the pair with a number.
func (t *Pairs) At(n int32) (a, b int32) { return int32(t.keys[n] >> 32), int32(t.keys[n]) }

// spread differs from run to run, so no file can choose pairs that all begin at one place.
var spread = rand.Uint64() | 1

// place returns where the search for a key begins (Fibonacci hashing; Knuth, The Art of Computer Programming,
// volume 3, 6.4).
func (t *Pairs) place(k uint64) int {
	return int((k*spread)>>32) & (len(t.slots) - 1)
}

func (t *Pairs) grow() {
	t.slots = make([]int32, max(1024, 2*len(t.slots)))
	for n, k := range t.keys {
		if t.Until != nil && t.Until.Over(1) {
			return
		}
		i := t.place(k)
		for t.slots[i] != 0 {
			i = (i + 1) & (len(t.slots) - 1)
		}
		t.slots[i] = int32(n + 1)
	}
}

// Number returns a key's number, and gives it the number next if it has none yet.
func Number[K comparable, N ~int32](known map[K]N, k K, next int) (n N, fresh bool) {
	n, ok := known[k]
	if !ok {
		n = N(next)
		known[k] = n
	}
	return n, !ok
}
