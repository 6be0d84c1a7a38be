package model

import (
	"context"
	"math"
	"slices"
	"sort"
)

// mergeStacks merges tables of stacks, and returns where the stacks of each stand in the result.
// Several processors merge a part each: the stacks between two of the largest table. An error is the
// context's, or says that there are too many.
func mergeStacks(ctx context.Context, tables []*Stacks) (*Stacks, [][]StackID, error) {
	at := make([][]StackID, len(tables))
	largest, all := tables[0], 0
	for i, t := range tables {
		at[i] = make([]StackID, t.Len())
		all += t.Len()
		if t.Len() > largest.Len() {
			largest = t
		}
	}
	parts := make([]*stackMerge, partsOf(all))
	begin := make([]int32, len(tables))
	for p := range parts {
		end := make([]int32, len(tables))
		for i, t := range tables {
			end[i] = int32(t.Len())
			if p+1 < len(parts) {
				end[i] = t.search(largest, StackID(largest.Len()*(p+1)/len(parts)))
			}
		}
		parts[p] = newStackMerge(tables, begin, end, at)
		begin = end
	}
	inParts(len(parts), len(parts), func(p, _, _ int) { parts[p].merge(StepsUntil(ctx)) })
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	m := parts[0]
	for _, next := range parts[1:] {
		m.append(next)
	}
	t, err := newTable(ctx, m.common, m.depth, func(to []LocID, k int, from int32) {
		tables[m.from[k].table].read(to, StackID(m.from[k].stack), from)
	})
	return t, at, err
}

// search is how many stacks come before stack id of another table.
func (t *Stacks) search(other *Stacks, id StackID) int32 {
	stack, read := other.Reader().Locs(id), t.Reader()
	return int32(sort.Search(t.Len(), func(i int) bool { return slices.Compare(read.Locs(StackID(i)), stack) >= 0 }))
}

// stackMerge merges parts of tables. Of the next stack of each it knows how much it shares with the
// last one taken. The one that shares most comes first, and only where several share the same is
// there anything to compare: the locations behind that, which each table holds with the stack.
type stackMerge struct {
	heads []mergeHead
	keys  []uint64 // of each head; less comes first
	first []int32  // see least

	at            [][]StackID   // of each table, where its stacks stand
	from          []mergeSource // of each stack taken
	common, depth []int32
}

// mergeHead is the next stack of a table, and its locations below those that it shares with the last
// one taken.
type mergeHead struct {
	*Stacks
	begin, end   int32 // of the part
	next, shared int32
	rest         []LocID
}

type mergeSource struct{ table, stack int32 }

func newStackMerge(tables []*Stacks, begin, end []int32, at [][]StackID) *stackMerge {
	m := &stackMerge{heads: make([]mergeHead, len(tables)), keys: make([]uint64, len(tables)), at: at}
	all := int32(0)
	for i, t := range tables {
		m.heads[i] = mergeHead{Stacks: t, begin: begin[i], end: end[i], next: begin[i] - 1}
		all += end[i] - begin[i]
		m.pass(int32(i))
	}
	m.from, m.common, m.depth = make([]mergeSource, 0, all), make([]int32, 0, all), make([]int32, 0, all)
	return m
}

// merge takes all stacks, unless the steps are over.
func (m *stackMerge) merge(steps *Steps) {
	for first := m.least(); len(first) > 0; first = m.least() {
		h := &m.heads[first[0]]
		shared := h.shared
		for len(first) > 1 && len(h.rest) > 0 {
			steps.Over(m.compare(first))
			first = m.least()
			h = &m.heads[first[0]]
		}
		if steps.Over(1) {
			return
		}
		m.common, m.depth = append(m.common, shared), append(m.depth, h.Stacks.depth(h.next))
		m.from = append(m.from, mergeSource{first[0], h.next})
		for _, i := range first { // which are equal
			m.at[i][m.heads[i].next] = StackID(len(m.from) - 1)
			m.pass(i)
		}
	}
}

// append adds what another part has taken, whose stacks follow.
func (m *stackMerge) append(next *stackMerge) {
	n := len(m.from)
	for i, h := range next.heads {
		for s := h.begin; s < h.end; s++ {
			m.at[i][s] += StackID(n)
		}
	}
	if n > 0 && len(next.from) > 0 {
		next.common[0] = int32(commonPrefix(m.locs(m.from[n-1]), m.locs(next.from[0])))
	}
	m.from = append(m.from, next.from...)
	m.common, m.depth = append(m.common, next.common...), append(m.depth, next.depth...)
}

func (m *stackMerge) locs(s mergeSource) []LocID {
	return m.heads[s.table].Reader().Locs(StackID(s.stack))
}

// over is the key of a table without another stack.
const over = math.MaxUint64

// pass goes to the next stack of a table.
func (m *stackMerge) pass(i int32) {
	h := &m.heads[i]
	h.next++
	switch h.next {
	case h.end:
		m.keys[i] = over
		return
	case h.begin:
		h.shared, h.rest = 0, h.Reader().Locs(StackID(h.next))
	default:
		h.shared = h.common[h.next]
		h.rest = h.locs[h.start[h.next]+h.shared-h.held(h.next) : h.start[h.next+1]]
	}
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
