package pprof

import (
	"fmt"
	"slices"
)

// idTable maps a file's ids to indices in our tables. Nearly all writers number from 1 upwards, so
// a slice is enough. Ids above twice the number of entries go into a map.
type idTable struct {
	what   string
	dense  []int32 // by id; −1: no such id
	sparse map[uint64]int32
}

func newIDTable(what string, n int) *idTable {
	return &idTable{what: what, dense: slices.Repeat([]int32{-1}, 2*n+1), sparse: map[uint64]int32{}}
}

// put enters an id. Like profile.CheckValid, it refuses the id 0 and an id that is taken.
func (t *idTable) put(id uint64, index int32) error {
	if id == 0 {
		return fmt.Errorf("a %s has the id 0, which means none", t.what)
	}
	if t.index(id) >= 0 {
		return fmt.Errorf("two %ss have the id %d", t.what, id)
	}
	if id < uint64(len(t.dense)) {
		t.dense[id] = index
	} else {
		t.sparse[id] = index
	}
	return nil
}

// index returns the index for an id, or −1.
func (t *idTable) index(id uint64) int32 {
	if id < uint64(len(t.dense)) {
		return t.dense[id]
	}
	if i, ok := t.sparse[id]; ok {
		return i
	}
	return -1
}
