package model

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// joinStacks merges two tables of stacks whose locations get new numbers. It
// returns the joint table and where each stack of the two stands in it.
//
// Both tables are sorted, but by the old numbers. Sorting all stacks anew would look at every
// location again. Instead each table is sorted by what it already knows: the first location that
// two of its stacks do not share is found by a range minimum over [Stacks.Common], so comparing two
// costs one look at each; and then the two are merged by the lengths of shared prefixes, which
// looks at each location about once.
func joinStacks(ctx context.Context, a, b *Stacks, locs [2][]LocID, locations int) (*Stacks, [2][]StackID, error) {
	if !injective(locs[0], locations) || !injective(locs[1], locations) {
		// Locations that were two become one, and so may stacks.
		return joinByValue(ctx, [2]*Stacks{a, b}, locs)
	}
	var tables [2]*Stacks
	var at [2][]StackID
	for i, t := range []*Stacks{a, b} {
		var err error
		if tables[i], at[i], err = t.renumbered(ctx, locs[i]); err != nil {
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

func injective(ids []LocID, n int) bool {
	seen := make([]bool, n)
	for _, id := range ids {
		if seen[id] {
			return false
		}
		seen[id] = true
	}
	return true
}

// joinByValue is the slow, obvious way, for locations of which some became one.
func joinByValue(ctx context.Context, tables [2]*Stacks, locs [2][]LocID) (*Stacks, [2][]StackID, error) {
	steps := StepsUntil(ctx)
	var all []LocID
	start := []int32{0}
	for k, t := range tables {
		read := t.Reader()
		for i := range t.Len() {
			stack := read.Locs(StackID(i))
			if steps.Over(1 + len(stack)) {
				return nil, [2][]StackID{}, ctx.Err()
			}
			for _, l := range stack {
				all = append(all, locs[k][l])
			}
			start = append(start, int32(len(all)))
		}
	}
	t, ids, err := newStacks(ctx, all, start)
	if err != nil {
		return nil, [2][]StackID{}, err
	}
	n := tables[0].Len()
	return t, [2][]StackID{ids[:n:n], ids[n:]}, nil
}

// renumbered is the table of the same stacks with other numbers of locations, no two of which are
// the same, and where each stack stands in it. Its only error is the context's.
func (t *Stacks) renumbered(ctx context.Context, loc []LocID) (*Stacks, []StackID, error) {
	order, common := make([]StackID, t.Len()), t.common
	for i := range order {
		order[i] = StackID(i)
	}
	if !slices.IsSorted(loc) {
		steps := StepsUntil(ctx)
		least := newRangeMinimum(steps, t.common)
		if steps.Over(1) {
			return nil, nil, ctx.Err()
		}
		shared := func(i, j StackID) int32 { // of two different stacks
			return least.of(int(min(i, j))+1, int(max(i, j)))
		}
		SortSteps(steps, false, order, func(i, j StackID) int {
			if i == j {
				return 0
			}
			c := shared(i, j)
			switch c {
			case t.depth(int32(i)): // i begins j
				return -1
			case t.depth(int32(j)):
				return 1
			}
			return cmp.Compare(loc[t.at(int32(i), c)], loc[t.at(int32(j), c)])
		})
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		common = make([]int32, t.Len())
		for k := 1; k < len(order); k++ {
			common[k] = shared(order[k-1], order[k])
		}
	}
	depth := make([]int32, t.Len())
	for k, s := range order {
		depth[k] = t.depth(int32(s))
	}
	out, err := newTable(ctx, common, depth, func(to []LocID, k int, from int32) {
		t.read(to, order[k], from)
		for i, l := range to {
			to[i] = loc[l]
		}
	})
	at := make([]StackID, t.Len())
	for k, s := range order {
		at[s] = StackID(k)
	}
	return out, at, err
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
