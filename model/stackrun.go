package model

import (
	"context"
	"math/bits"
	"slices"

	"profstation/model/large"
	"profstation/model/work"
)

// stackRun holds different stacks in order. For each stack it holds the words that it does not share with the
// one before it.
type stackRun struct {
	packing
	words  []uint64
	start  []int32   // where each stack's words begin, and where the last one's end
	shared []int32   // how many words each stack shares with the one before it
	ids    []StackID // for each added stack, its place
}

func newRun(p packing, n int) *stackRun {
	return &stackRun{packing: p, start: make([]int32, 1, n+1), shared: make([]int32, 0, n)}
}

func (r *stackRun) len() int { return len(r.shared) }

// rest returns the words that a stack does not share with the one before it. There is at least one.
func (r *stackRun) rest(i int32) []uint64 { return r.words[r.start[i]:r.start[i+1]] }

// ends ends the next stack, whose words were added except for those it shares with the last one.
func (r *stackRun) ends(shared int32) {
	r.shared, r.start = append(r.shared, shared), append(r.start, int32(len(r.words)))
}

// whole returns all words of a stack.
func (r *stackRun) whole(i int32) (stack []uint64) {
	for k := range i + 1 {
		stack = append(stack[:r.shared[k]], r.rest(k)...)
	}
	return stack
}

// search returns how many stacks come before other, and all words of the stack at that place.
func (r *stackRun) search(steps *work.Steps, other []uint64) (n int32, stack []uint64) {
	same := int32(0) // words that the last stack shares with other
	for n = range int32(r.len()) {
		shared := r.shared[n]
		stack = append(stack[:shared], r.rest(n)...)
		if shared < same || steps.Over(1) {
			return n, stack // it parts from the last one before other does, so it is behind other
		}
		if shared > same {
			continue
		}
		same += int32(commonPrefix(stack[same:], other[same:]))
		if int(same) == len(stack) || stack[same] > other[same] {
			return n, stack
		}
	}
	return int32(r.len()), nil
}

// run returns the stacks in order.
func (t *stackWords) run() *stackRun {
	order := t.sorted()
	r := newRun(t.packing, len(order))
	r.ids = make([]StackID, len(order))
	different, words := order[:0], 0
	var last []uint64
	for _, i := range order {
		stack := t.stack(i)
		if n := commonPrefix(last, stack); n < len(stack) {
			r.shared = append(r.shared, int32(n))
			words += len(stack) - n
			different, last = append(different, i), stack
		}
		r.ids[i.stack] = StackID(len(different) - 1)
	}
	r.words = large.Make[uint64](words)[:0]
	for k, i := range different {
		r.words = append(r.words, t.stack(i)[r.shared[k]:]...)
		r.start = append(r.start, int32(len(r.words)))
	}
	return r
}

// run returns the table's stacks in the order they would have with other location numbers, all different, or
// with the same if number is nil. The ids are those in the table. Its only error is the context's.
func (t *Stacks) run(ctx context.Context, number []LocID) (*stackRun, error) {
	order, common := []int32(nil), t.common // nil: the order is unchanged
	if !inOrder(number) {
		steps := work.StepsUntil(ctx)
		if order, common = t.reordered(steps, number); steps.Over(1) {
			return nil, ctx.Err()
		}
	}
	place := func(k int) int32 {
		if order == nil {
			return int32(k)
		}
		return order[k]
	}
	n, any := t.Len(), uint64(0)
	for _, l := range number {
		any |= uint64(l) + 1
	}
	if number == nil {
		for _, l := range t.locs {
			any |= uint64(l) + 1
		}
	}
	r := newRun(packingOf(bits.Len64(any)), n)
	r.ids = make([]StackID, n)
	r.shared, r.start = r.shared[:n], r.start[:n+1]
	words := int32(0)
	for k := range n {
		s := place(k)
		r.ids[s] = StackID(k)
		r.shared[k] = common[k] / int32(r.piece)
		words += t.depth(s)/int32(r.piece) + 1 - r.shared[k]
		r.start[k+1] = words
	}
	r.words = large.MakeUntil[uint64](ctx, int(words))
	work.InParallel(n, func(lo, hi int) {
		steps := work.StepsUntil(ctx)
		var rest []LocID
		for k := lo; k < hi; k++ {
			s, from := place(k), r.shared[k]*int32(r.piece)
			size := int(t.depth(s) - from)
			if steps.Over(1 + size) {
				return
			}
			rest = slices.Grow(rest[:0], size)[:size]
			t.read(rest, StackID(s), from)
			if number != nil {
				for i, l := range rest {
					rest[i] = number[l]
				}
			}
			r.pack(r.words[r.start[k]:r.start[k]:r.start[k+1]], rest)
		}
	})
	return r, ctx.Err()
}

// packed returns the run in another packing.
func (r *stackRun) packed(p packing) *stackRun {
	if r.packing == p {
		return r
	}
	out := newRun(p, r.len())
	out.ids = r.ids
	var last, stack []uint64 // one in each packing
	var locs []LocID
	var packed []uint64
	for i := range int32(r.len()) {
		stack = append(stack[:r.shared[i]], r.rest(i)...)
		locs = append(locs[:0], make([]LocID, r.depth(stack))...)
		r.unpack(locs, stack, 0)
		packed, _ = p.pack(packed[:0], locs)
		n := commonPrefix(last, packed)
		out.words = append(out.words, packed[n:]...)
		out.ends(int32(n))
		last = append(last[:n], packed[n:]...)
	}
	return out
}
