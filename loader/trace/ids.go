package trace

import "profstation/model"

// numberTable gives the runtime's numbers of goroutines, Ps or threads an index
// each, in the order in which they come. It is asked several times for every
// event of a trace, so it is a plain table with open addressing.
type numberTable struct {
	ids   []int64 // by index
	slots []int32 // an index + 1; 0: free
	shift uint
}

func (t *numberTable) home(id int64) uint64 {
	return uint64(id) * 0x9e3779b97f4a7c15 >> t.shift // Knuth's multiplicative hashing
}

// index returns the index of a number, a new one for a new number.
func (t *numberTable) index(id int64) int32 {
	if len(t.ids)*2 >= len(t.slots) {
		t.grow()
	}
	mask := uint64(len(t.slots) - 1)
	for h := t.home(id); ; h = (h + 1) & mask {
		s := t.slots[h]
		if s == 0 {
			t.ids = append(t.ids, id)
			t.slots[h] = int32(len(t.ids))
			return int32(len(t.ids) - 1)
		}
		if t.ids[s-1] == id {
			return s - 1
		}
	}
}

// find returns the index of a number, −1 if it has none.
func (t *numberTable) find(id int64) int32 {
	if len(t.slots) == 0 {
		return -1
	}
	mask := uint64(len(t.slots) - 1)
	for h := t.home(id); ; h = (h + 1) & mask {
		s := t.slots[h]
		if s == 0 || t.ids[s-1] == id {
			return s - 1
		}
	}
}

func (t *numberTable) grow() {
	n := max(64, 2*len(t.slots))
	t.slots, t.shift = make([]int32, n), 64
	for 1<<(64-t.shift) < n {
		t.shift--
	}
	mask := uint64(n - 1)
	for i, id := range t.ids {
		h := t.home(id)
		for t.slots[h] != 0 {
			h = (h + 1) & mask
		}
		t.slots[h] = int32(i + 1)
	}
}

// interner gives keys an index each, in the order in which they come.
type interner[K comparable, N ~int32] struct {
	all   []K
	known map[K]N
}

func newInterner[K comparable, N ~int32](first ...K) *interner[K, N] {
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

// stringTable gives texts an index each; "" is 0.
type stringTable = interner[string, model.StringID]

func newStringTable() *stringTable { return newInterner[string, model.StringID]("") }

// textID is the index of bytes, which are copied if the text is new.
func textID(t *stringTable, b []byte) model.StringID {
	if id, ok := t.known[string(b)]; ok {
		return id
	}
	return t.id(string(b))
}
