package model

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"

	"profstation/model/work"
)

// mergeRuns merges runs. Several processors each merge a part: the stacks between two stacks in the largest
// run. Its only error is the context's.
func mergeRuns(ctx context.Context, runs []*stackRun) (*runMerge, error) {
	at := make([][]StackID, len(runs))
	largest, all := runs[0], 0
	for i, r := range runs {
		at[i] = make([]StackID, r.len())
		all += r.len()
		if r.len() > largest.len() {
			largest = r
		}
	}
	n := work.PartsOf(all)
	if n > 1 {
		n *= 2 // a processor that still decodes tables when this begins can take a part later
	}
	parts := make([]*stackMerge, n)
	for p := range parts {
		parts[p] = newStackMerge(runs, at)
	}
	work.InParts(len(parts), len(parts), func(p, _, _ int) {
		if p > 0 {
			parts[p].begin(work.StepsUntil(ctx), largest.whole(int32(largest.len()*p/len(parts))))
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	m := mergedStacks{make([]mergeSource, 0, all), make([]int32, 0, all), make([]int32, 0, all)}
	lo := 0
	for p, part := range parts {
		hi := lo
		for i := range part.heads {
			h := &part.heads[i]
			if p+1 < len(parts) {
				h.end = parts[p+1].heads[i].begin
			}
			hi += int(h.end - h.begin)
		}
		part.mergedStacks = m.part(lo, hi)
		lo = hi
	}
	work.InParts(len(parts), len(parts), func(p, _, _ int) { parts[p].merge(work.StepsUntil(ctx)) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for p, part := range parts {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if p > 0 {
			part.follow(parts[p-1], StackID(len(m.from)))
		}
		part.first = len(m.from)
		m.append(&part.mergedStacks)
	}
	if len(m.common) < all-all/8 {
		m.common = slices.Clone(m.common) // the table keeps it
	}
	return &runMerge{m, parts, at}, nil
}

// runMerge is the result of merging runs.
type runMerge struct {
	mergedStacks
	parts []*stackMerge
	at    [][]StackID // for each run, the places of its stacks
}

// table returns the table of the stacks, with other location numbers that leave the order unchanged, or with
// the same numbers if number is nil. It returns the context's error, or an error that there are too many
// stacks or that a location has no number.
func (m *runMerge) table(ctx context.Context, number []LocID) (*Stacks, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	t, err := emptyTable(ctx, m.common, m.depth)
	if err != nil {
		return nil, err
	}
	errs := make([]error, len(m.parts))
	work.InParts(len(m.parts), len(m.parts), func(p, _, _ int) { errs[p] = m.parts[p].write(work.StepsUntil(ctx), t, number) })
	return t, cmp.Or(errs...)
}

// mergedStacks holds different stacks in order: where each comes from, what it shares with the one before it,
// and how many locations it has.
type mergedStacks struct {
	from          []mergeSource
	common, depth []int32
}

type mergeSource struct{ run, stack int32 }

// part returns the memory for some of the stacks.
func (m *mergedStacks) part(lo, hi int) mergedStacks {
	return mergedStacks{m.from[lo:lo:hi], m.common[lo:lo:hi], m.depth[lo:lo:hi]}
}

// append moves a part to the end of the others. That may be before its present place.
func (m *mergedStacks) append(p *mergedStacks) {
	n := len(m.from)
	m.from = append(m.from, p.from...)
	m.common, m.depth = append(m.common, p.common...), append(m.depth, p.depth...)
	*p = mergedStacks{m.from[n:], m.common[n:], m.depth[n:]}
}

// stackMerge merges parts of runs. It is a tournament between their next stacks. Each has lost to one other,
// except for the winner, which comes next (Bingmann and Eberle, "Parallel string sorting", 2013). When the
// winner is taken, only those that lost to stacks in its run play again: one in each round.
//
// For each loser it knows how many words it shares with its winner, and so with the last stack taken when it
// plays again. The stack that shares more comes first, then the one with the smaller word behind that. Stacks
// need comparing only if both are equal.
type stackMerge struct {
	heads []mergeHead
	lost  []mergePlayer // the loser in each match; the matches before match i are 2i and 2i+1
	at    [][]StackID   // for each run, the places of its stacks
	last  []uint64      // the words of the last stack taken

	mergedStacks
	first int // where the first one stands in the table
}

// mergeHead is a run's next stack, and its words behind those that it shares with the stack it lost to.
type mergeHead struct {
	*stackRun
	begin, end, next int32    // indices in the part
	whole            []uint64 // all words of the first stack
	shared           int32
	rest             []uint64
}

// mergePlayer is a head in the tournament. Stacks with lower keys come first.
type mergePlayer struct{ shared, word, head uint64 }

// over is the key for a run that has no stacks left.
const over = math.MaxUint64

func newStackMerge(runs []*stackRun, at [][]StackID) *stackMerge {
	n := len(runs)
	m := &stackMerge{heads: make([]mergeHead, n), lost: make([]mergePlayer, n), at: at}
	for i, r := range runs {
		h := mergeHead{stackRun: r, end: int32(r.len())}
		if h.end > 0 {
			h.whole = r.rest(0)
		}
		m.heads[i] = h
	}
	return m
}

// begin sets the stack at which the part begins, unless the steps are over.
func (m *stackMerge) begin(steps *work.Steps, first []uint64) {
	for i := range m.heads {
		h := &m.heads[i]
		h.begin, h.whole = h.search(steps, first)
	}
}

// merge takes all stacks, unless the steps are over.
func (m *stackMerge) merge(steps *work.Steps) {
	n := len(m.heads)
	winners := make([]mergePlayer, 2*n)
	for i := 2*n - 1; i > 0; i-- {
		if i < n {
			winners[i], m.lost[i] = m.match(steps, winners[2*i], winners[2*i+1])
			continue
		}
		h := &m.heads[i-n]
		h.next, h.rest = h.begin, h.whole
		winners[i] = h.player(uint64(i - n))
	}
	for first := winners[1]; first.shared != over && !steps.Over(1); {
		h := &m.heads[first.head]
		if len(h.rest) > 0 { // else it is equal
			m.take(h, int32(first.head))
		}
		m.at[first.head][h.next] = StackID(len(m.from) - 1)
		if h.next++; h.next < h.end {
			h.shared, h.rest = h.stackRun.shared[h.next], h.stackRun.rest(h.next)
		}
		first = h.player(first.head)
		for i := (uint(n) + uint(first.head)) / 2; i > 0; i /= 2 {
			if other := m.lost[i]; first.shared != other.shared || first.word != other.word {
				first, m.lost[i] = play(first, other)
			} else {
				first, m.lost[i] = m.compare(steps, first, other)
			}
		}
	}
}

// take takes a head's stack.
func (m *stackMerge) take(h *mergeHead, run int32) {
	common := int32(0)
	if len(m.from) > 0 {
		common = h.shared*int32(h.piece) + h.same(m.last[h.shared], h.rest[0])
	}
	m.last = append(m.last[:h.shared], h.rest...)
	m.from = append(m.from, mergeSource{run, h.next})
	m.common, m.depth = append(m.common, common), append(m.depth, h.depth(m.last))
}

// player returns a head's keys for the next match.
func (h *mergeHead) player(head uint64) mergePlayer {
	switch {
	case h.next == h.end:
		return mergePlayer{over, 0, head}
	case len(h.rest) == 0:
		return mergePlayer{math.MaxUint32 - uint64(h.shared), 0, head}
	}
	return mergePlayer{math.MaxUint32 - uint64(h.shared), h.rest[0], head}
}

// match plays two heads that were compared with the same stack.
func (m *stackMerge) match(steps *work.Steps, a, b mergePlayer) (winner, loser mergePlayer) {
	if a.shared != b.shared || a.word != b.word {
		return play(a, b)
	}
	return m.compare(steps, a, b)
}

// play plays two heads with different keys. The winner is unpredictable, so the code has no branch.
func play(a, b mergePlayer) (winner, loser mergePlayer) {
	_, less := bits.Sub64(b.word, a.word, 0)
	_, less = bits.Sub64(b.shared, a.shared, less)
	shared, word, head := (a.shared^b.shared)&-less, (a.word^b.word)&-less, (a.head^b.head)&-less
	a.shared, a.word, a.head = a.shared^shared, a.word^word, a.head^head
	b.shared, b.word, b.head = b.shared^shared, b.word^word, b.head^head
	return a, b
}

// compare plays two heads with the same keys. After it the loser has been compared with the winner.
func (m *stackMerge) compare(steps *work.Steps, a, b mergePlayer) (winner, loser mergePlayer) {
	x, y := &m.heads[a.head], &m.heads[b.head]
	if a.shared == over || len(x.rest) == 0 {
		return a, b // both are over, or equal to the last stack taken
	}
	n := commonPrefix(x.rest, y.rest)
	steps.Over(n)
	if n < len(x.rest) && y.rest[n] < x.rest[n] {
		a, b, y = b, a, x
	}
	y.shared, y.rest = y.shared+int32(n), y.rest[n:]
	return a, y.player(b.head)
}

// follow places a part behind another one, at a place in the table.
func (m *stackMerge) follow(before *stackMerge, place StackID) {
	for i, h := range m.heads {
		for s := h.begin; s < h.end; s++ {
			m.at[i][s] += place
		}
	}
	if place > 0 && len(m.from) > 0 {
		// If a part has taken none, the stack before it comes from an earlier part.
		a, b := before.last, m.wholeOf(m.from[0])
		n := commonPrefix(a, b)
		m.common[0] = int32(n*m.heads[0].piece) + m.heads[0].same(a[n], b[n])
	}
	if len(m.last) == 0 {
		m.last = before.last
	}
}

// wholeOf returns all words of a part's first stack.
func (m *stackMerge) wholeOf(s mergeSource) []uint64 { return m.heads[s.run].whole }

// write writes a part's stacks into the table, with other numbers unless number is nil. It returns the
// context's error, or an error that a location has no number.
func (m *stackMerge) write(steps *work.Steps, t *Stacks, number []LocID) error {
	var stack []uint64
	for k, s := range m.from {
		h := &m.heads[s.run]
		shared, rest := h.stackRun.shared[s.stack], h.stackRun.rest(s.stack)
		if s.stack == h.begin {
			shared, rest = 0, h.whole
		}
		stack = append(stack[:shared], rest...)
		i := m.first + k
		to := t.locs[t.start[i]:t.start[i+1]]
		if steps.Over(1 + len(to)) {
			return steps.Err()
		}
		h.unpack(to, stack, t.held(int32(i)))
		if number != nil && !renumber(to, number) {
			return errNoNumber
		}
	}
	return nil
}

// renumber gives locations other numbers. It reports whether all have one that is not below 0.
func renumber(locs, number []LocID) bool {
	all := LocID(0)
	for i, l := range locs {
		if int(l) >= len(number) {
			return false
		}
		locs[i] = number[l]
		all |= number[l]
	}
	return all >= 0
}

var errNoNumber = errors.New("a stack has a location without a number")
