package series

import (
	"encoding/binary"
	"slices"
)

// names numbers the names of a series, each once per group.
type names struct {
	ids  map[group]map[string]uint32
	text map[group][]string
	held int // bytes of all names
}

// What a series knows of names at most, one group and all together: label values
// and stacks may be without end. What comes later counts to the rest.
const (
	maxNames     = 50_000
	maxNameBytes = 32 << 20
)

func newNames() names {
	return names{ids: map[group]map[string]uint32{}, text: map[group][]string{}}
}

func (n *names) id(g group, name string) (uint32, bool) {
	ids := n.ids[g]
	if ids == nil {
		ids = map[string]uint32{}
		n.ids[g] = ids
	}
	id, ok := ids[name]
	if !ok {
		if len(ids) == maxNames || n.held+len(name) > maxNameBytes {
			return 0, false
		}
		n.held += len(name)
		id = uint32(len(ids))
		ids[name] = id
		n.text[g] = append(n.text[g], name)
	}
	return id, true
}

// figures are the figures of one sample type of one profile, packed: per group
// the ids in order, each as a difference to the one before, with flat and cum,
// all as varints.
type figures struct {
	weight int64
	packed map[group][]byte
}

// row is one name's figures.
type row struct {
	id        uint32
	flat, cum int64
}

func (n *names) pack(s *sums) figures {
	f := figures{weight: s.weight, packed: map[group][]byte{}}
	for g, values := range s.groups {
		rows := make([]row, 0, len(values))
		for _, v := range values {
			if id, ok := n.id(g, v.name); ok {
				rows = append(rows, row{id, v.flat, v.cum})
			}
		}
		slices.SortFunc(rows, func(a, b row) int { return int(a.id) - int(b.id) })
		if len(rows) > 0 {
			f.packed[g] = packRows(rows)
		}
	}
	return f
}

func packRows(rows []row) []byte {
	var b []byte
	last := uint32(0)
	for _, r := range rows {
		b = binary.AppendUvarint(b, uint64(r.id-last))
		b = binary.AppendVarint(b, r.flat)
		b = binary.AppendVarint(b, r.cum-r.flat) // most leaves have both the same
		last = r.id
	}
	return slices.Clip(b)
}

// each calls f for the figures of a group, in the order of ids.
func (f *figures) each(g group, do func(row)) {
	b := f.packed[g]
	id := uint32(0)
	for len(b) > 0 {
		d, n := binary.Uvarint(b)
		b = b[n:]
		flat, n := binary.Varint(b)
		b = b[n:]
		rest, n := binary.Varint(b)
		b = b[n:]
		id += uint32(d)
		do(row{id, flat, flat + rest})
	}
}

// thin drops what is below a share of the total.
func (f *figures) thin(share float64) {
	cut := share * float64(f.weight)
	for g := range f.packed {
		var rows []row
		f.each(g, func(r row) {
			if float64(magnitude(r.flat)) >= cut || float64(magnitude(r.cum)) >= cut {
				rows = append(rows, r)
			}
		})
		if len(rows) == 0 {
			delete(f.packed, g)
		} else {
			f.packed[g] = packRows(rows)
		}
	}
}

// size is about what the figures take in memory.
func (f *figures) size() int {
	n := 0
	for _, b := range f.packed {
		n += len(b) + 64 // and the entry of the map
	}
	return n
}
