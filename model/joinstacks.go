package model

import (
	"context"
	"math/bits"
	"sync/atomic"
)

// joinStacks merges two tables of stacks whose locations get new numbers. It
// returns the joint table and where each stack of the two stands in it.
func joinStacks(ctx context.Context, a, b *Stacks, locs [2][]LocID) (*Stacks, [2][]StackID, error) {
	var tables [2]*Stacks
	var at [2][]StackID
	for i, t := range []*Stacks{a, b} {
		var err error
		if tables[i], at[i], err = t.Renumbered(ctx, locs[i]); err != nil {
			return nil, at, err
		}
	}
	t, merged, err := mergeStacks(ctx, tables[:])
	if err != nil {
		return nil, at, err
	}
	for i := range at {
		for s, place := range at[i] {
			at[i][s] = merged[i][place]
		}
	}
	return t, at, nil
}

// Renumbered is the table of the same stacks with other numbers of locations, and where each stack
// stands in it. Locations that were two may become one, and so may stacks.
func (t *Stacks) Renumbered(ctx context.Context, number []LocID) (*Stacks, []StackID, error) {
	var list StackList
	steps := StepsUntil(ctx)
	if inOrder(number) { // then the stacks stay in theirs
		locs := make([]LocID, len(t.locs))
		inParallel(len(locs), func(lo, hi int) {
			for i, l := range t.locs[lo:hi] {
				locs[lo+i] = number[l]
			}
		})
		list.addTable(&Stacks{locs: locs, start: t.start, common: t.common})
		return list.Table(ctx)
	}
	read, stack := t.Reader(), []LocID(nil)
	for i := range t.Len() {
		stack = append(stack[:0], read.Locs(StackID(i))...)
		if steps.Over(1 + len(stack)) {
			return nil, nil, ctx.Err()
		}
		for d, l := range stack {
			stack[d] = number[l]
		}
		list.Add(stack)
	}
	return list.Table(ctx)
}

// Renumber gives the locations other numbers, or changes nothing and returns false if the stacks
// would stand in another order.
func (t *Stacks) Renumber(number []LocID) bool {
	if !inOrder(number) {
		return false
	}
	inParallel(len(t.locs), func(lo, hi int) {
		for i, l := range t.locs[lo:hi] {
			t.locs[lo+i] = number[l]
		}
	})
	return true
}

// Numbered reports whether all locations have other numbers: none is below 0.
func (t *Stacks) Numbered(number []LocID) bool {
	var lacks atomic.Bool
	inParallel(len(t.locs), func(lo, hi int) {
		for _, l := range t.locs[lo:hi] {
			if int(l) >= len(number) || number[l] < 0 {
				lacks.Store(true)
				return
			}
		}
	})
	return !lacks.Load()
}

// inOrder reports whether each number is larger than those before it. Those below 0 do not count.
func inOrder(number []LocID) bool {
	last := LocID(-1)
	for _, l := range number {
		if l >= 0 {
			if l <= last {
				return false
			}
			last = l
		}
	}
	return true
}

// rangeMinimum answers for the least of a range in constant time: level k holds
// the least of each 2^k values.
type rangeMinimum [][]int32

// newRangeMinimum makes the levels; not all of them once the steps are over.
func newRangeMinimum(steps *Steps, v []int32) rangeMinimum {
	r := rangeMinimum{v}
	for w := 1; 2*w <= len(v) && !steps.Over(1+len(v)/8); w *= 2 {
		below := r[len(r)-1]
		level := make([]int32, len(v)-2*w+1)
		for i := range level {
			level[i] = min(below[i], below[i+w])
		}
		r = append(r, level)
	}
	return r
}

// of is the least of v[lo:hi+1], which must not be empty.
func (r rangeMinimum) of(lo, hi int) int32 {
	k := bits.Len(uint(hi-lo+1)) - 1
	return min(r[k][lo], r[k][hi-1<<k+1])
}
