package model

import (
	"context"
	"math"
)

// mergeStacks merges tables of stacks, and returns where the stacks of each stand in the result. Of
// the next stack of each table it knows how much it shares with the last one taken. The one that
// shares most comes first, and only where several share the same is there anything to compare: the
// locations behind that, which each table holds with the stack.
func mergeStacks(ctx context.Context, tables []*Stacks) (*Stacks, [][]StackID, error) {
	m := &stackMerge{heads: make([]mergeHead, len(tables)), keys: make([]uint64, len(tables))}
	at := make([][]StackID, len(tables))
	all := 0
	for i, t := range tables {
		all += t.Len()
		at[i] = make([]StackID, t.Len())
		m.heads[i] = mergeHead{Stacks: t, next: -1}
		m.pass(int32(i))
	}
	type source struct{ table, stack int32 }
	from, common, depth := make([]source, 0, all), make([]int32, 0, all), make([]int32, 0, all)
	steps := StepsUntil(ctx)
	for first := m.least(); len(first) > 0; first = m.least() {
		h := &m.heads[first[0]]
		common = append(common, h.shared)
		for len(first) > 1 && len(h.rest) > 0 {
			steps.Over(m.compare(first))
			first = m.least()
			h = &m.heads[first[0]]
		}
		if steps.Over(1) {
			return nil, nil, ctx.Err()
		}
		depth = append(depth, h.depth(h.next))
		from = append(from, source{first[0], h.next})
		for _, i := range first { // which are equal
			at[i][m.heads[i].next] = StackID(len(from) - 1)
			m.pass(i)
		}
	}
	t, err := newTable(ctx, common, depth, func(to []LocID, k int, depth int32) {
		tables[from[k].table].read(to, StackID(from[k].stack), depth)
	})
	return t, at, err
}

// stackMerge is where a merge stands.
type stackMerge struct {
	heads []mergeHead
	keys  []uint64 // of each head; less comes first
	first []int32  // see least
}

// mergeHead is the next stack of a table, and its locations below those that it shares with the last
// one taken.
type mergeHead struct {
	*Stacks
	next, shared int32
	rest         []LocID
}

// over is the key of a table without another stack.
const over = math.MaxUint64

// pass goes to the next stack of a table.
func (m *stackMerge) pass(i int32) {
	h := &m.heads[i]
	if h.next++; int(h.next) == h.Len() {
		m.keys[i] = over
		return
	}
	h.shared = h.common[h.next]
	h.rest = h.locs[h.start[h.next]+h.shared-h.held(h.next) : h.start[h.next+1]]
	m.rank(i)
}

// rank sets the key of a head: who shares more comes first, then who ends or has the smaller location.
func (m *stackMerge) rank(i int32) {
	h := &m.heads[i]
	m.keys[i] = uint64(math.MaxUint32-uint32(h.shared)) << 32
	if len(h.rest) > 0 {
		m.keys[i] |= uint64(h.rest[0]) + 1
	}
}

// compare goes on in heads with the same key for as long as all are equal, and returns how far.
func (m *stackMerge) compare(heads []int32) int {
	rest := m.heads[heads[0]].rest
	for _, i := range heads[1:] {
		rest = rest[:commonPrefix(rest, m.heads[i].rest)]
	}
	n := len(rest)
	for _, i := range heads {
		h := &m.heads[i]
		h.shared, h.rest = h.shared+int32(n), h.rest[n:]
		m.rank(i)
	}
	return n
}

// least returns the heads that come first as far as they were compared; none at the end.
func (m *stackMerge) least() []int32 {
	least := uint64(over)
	for _, k := range m.keys {
		least = min(least, k)
	}
	m.first = m.first[:0]
	for i, k := range m.keys {
		if k == least && k != over {
			m.first = append(m.first, int32(i))
		}
	}
	return m.first
}
