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

// find returns the index of a number, −1 where it has none.
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

// stringTable gives texts an index each; "" is 0.
type stringTable struct {
	texts []string
	ids   map[string]model.StringID
}

func newStringTable() *stringTable {
	return &stringTable{texts: []string{""}, ids: map[string]model.StringID{"": 0}}
}

func (t *stringTable) id(s string) model.StringID {
	if id, ok := t.ids[s]; ok {
		return id
	}
	id := model.StringID(len(t.texts))
	t.ids[s] = id
	t.texts = append(t.texts, s)
	return id
}

// idOf is [stringTable.id] of bytes, which are copied if the text is new.
func (t *stringTable) idOf(b []byte) model.StringID {
	if id, ok := t.ids[string(b)]; ok {
		return id
	}
	return t.id(string(b))
}
