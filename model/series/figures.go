package series

import (
	"encoding/binary"
	"slices"

	"profstation/model/units"
)

// figures holds the packed figures for one sample type in one profile.
type figures struct {
	weight int64
	groups []packed
}

// packed holds the figures in one group: the ids in order, each as a difference from the one before, with
// flat and cum, all as varints.
type packed struct {
	group
	rows []byte
}

// row holds one name's figures.
type row struct {
	id        uint32
	flat, cum int64
}

func (n *names) pack(s *sums) figures {
	f := figures{weight: s.weight, groups: make([]packed, 0, len(s.groups))}
	for g, values := range s.groups {
		rows := make([]row, 0, len(values))
		for _, v := range values {
			if id, ok := n.id(g, v.name); ok {
				rows = append(rows, row{id, v.flat, v.cum})
			}
		}
		slices.SortFunc(rows, func(a, b row) int { return int(a.id) - int(b.id) })
		if len(rows) > 0 {
			f.groups = append(f.groups, packed{g, packRows(rows)})
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
		b = binary.AppendVarint(b, r.cum-r.flat) // most leaves have equal flat and cum
		last = r.id
	}
	return slices.Clone(b) // a copy without spare capacity, since it is kept
}

func (f *figures) each(g group, do func(row)) {
	for _, p := range f.groups {
		if p.group == g {
			p.each(do)
			return
		}
	}
}

func (p *packed) each(do func(row)) {
	id := uint32(0)
	for b := p.rows; len(b) > 0; {
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

func (f *figures) thin(share float64) {
	cut := share * float64(f.weight)
	groups := make([]packed, 0, len(f.groups))
	for _, p := range f.groups {
		var rows []row
		p.each(func(r row) {
			if float64(units.Magnitude(r.flat)) >= cut || float64(units.Magnitude(r.cum)) >= cut {
				rows = append(rows, r)
			}
		})
		if len(rows) > 0 {
			groups = append(groups, packed{p.group, packRows(rows)})
		}
	}
	f.groups = slices.Clone(groups) // a copy without spare capacity
}

// packedSize is the memory for a packed besides its rows: two strings and a slice.
const packedSize = 2*16 + 24

// size returns the figures' size in memory, in bytes.
func (f *figures) size() int {
	n := cap(f.groups) * packedSize
	for _, p := range f.groups {
		n += len(p.rows)
	}
	return n
}

// names numbers the names in a series, each once per group.
type names struct {
	ids  map[group]map[string]uint32
	text map[group][]string
	held int // total bytes in all names
}

// The most names that a series keeps, in one group and in total, because label values and stacks may be
// endless. Names that come later count as the rest.
const (
	maxNames     = 50_000
	maxNameBytes = 32 << 20
)

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
