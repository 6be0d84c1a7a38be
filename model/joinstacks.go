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
	first, err := renumber(ctx, a, locs[0])
	if err != nil {
		return nil, [2][]StackID{}, err
	}
	second, err := renumber(ctx, b, locs[1])
	if err != nil {
		return nil, [2][]StackID{}, err
	}
	return mergeStacks(ctx, [2]*renumbered{first, second})
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
		for i := range t.Len() {
			if steps.Over(1 + len(t.Locs(StackID(i)))) {
				return nil, [2][]StackID{}, ctx.Err()
			}
			for _, l := range t.Locs(StackID(i)) {
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

// renumbered is a table whose locations have new numbers, in the order that follows from them.
type renumbered struct {
	t      *Stacks
	loc    []LocID // new numbers
	order  []StackID
	common []int32 // per place in order: locations shared with the one before
}

func renumber(ctx context.Context, t *Stacks, loc []LocID) (*renumbered, error) {
	r := &renumbered{t: t, loc: loc, order: make([]StackID, t.Len()), common: t.common}
	for i := range r.order {
		r.order[i] = StackID(i)
	}
	if slices.IsSorted(loc) {
		return r, nil // the order stays
	}
	steps := StepsUntil(ctx)
	least := newRangeMinimum(steps, t.common)
	if steps.Over(1) {
		return nil, ctx.Err()
	}
	shared := func(i, j StackID) int32 { // of two different stacks
		return least.of(int(min(i, j))+1, int(max(i, j)))
	}
	SortSteps(steps, false, r.order, func(i, j StackID) int {
		if i == j {
			return 0
		}
		c := shared(i, j)
		x, y := t.start[i]+c, t.start[j]+c
		switch {
		case x == t.end[i]: // i begins j
			return -1
		case y == t.end[j]:
			return 1
		}
		return cmp.Compare(loc[t.locs[x]], loc[t.locs[y]])
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r.common = make([]int32, t.Len())
	for k := 1; k < len(r.order); k++ {
		r.common[k] = shared(r.order[k-1], r.order[k])
	}
	return r, nil
}

func (r *renumbered) len(place int) int32 {
	s := r.order[place]
	return r.t.end[s] - r.t.start[s]
}

func (r *renumbered) at(place int, depth int32) LocID {
	return r.loc[r.t.locs[r.t.start[r.order[place]]+depth]]
}

// mergeStacks merges two sorted tables. Of each of the two next stacks it knows
// how much it shares with the last one taken; the one that shares more comes
// first, and only where both share the same is there anything to compare.
func mergeStacks(ctx context.Context, in [2]*renumbered) (*Stacks, [2][]StackID, error) {
	steps := StepsUntil(ctx)
	a, b := in[0], in[1]
	n, m := len(a.order), len(b.order)
	at := [2][]StackID{make([]StackID, n), make([]StackID, m)}
	out := &Stacks{}
	type source struct{ table, place int32 }
	from := make([]source, 0, max(n, m))
	length := int32(0)
	var next [2]int     // the next stack of each table
	var common [2]int32 // what that shares with the last one taken
	pass := func(table int) {
		at[table][in[table].order[next[table]]] = StackID(len(from) - 1)
		if next[table]++; next[table] < len(in[table].order) {
			common[table] = in[table].common[next[table]]
		}
	}
	for next[0] < n || next[1] < m {
		if steps.Over(1) {
			return nil, at, ctx.Err()
		}
		i, j := next[0], next[1]
		take, equal := 0, false
		shared := common[0]
		switch {
		case i == n || j < m && common[1] > common[0]:
			take, shared = 1, common[1]
		case j == m || common[0] > common[1]:
		default:
			d := shared
			la, lb := a.len(i), b.len(j)
			for d < la && d < lb && a.at(i, d) == b.at(j, d) {
				d++
			}
			steps.Over(int(d - shared))
			equal = d == la && d == lb
			if !equal && (d == lb || d < la && a.at(i, d) > b.at(j, d)) {
				take = 1
			}
			common[1-take] = d // the one that is not taken shares d with the one that is
		}
		from = append(from, source{int32(take), int32(next[take])})
		out.common = append(out.common, shared)
		out.start = append(out.start, length)
		length += in[take].len(next[take])
		out.end = append(out.end, length)
		pass(take)
		if equal {
			pass(1)
		}
	}
	out.locs = make([]LocID, length)
	inParallel(len(from), func(lo, hi int) {
		steps := StepsUntil(ctx)
		for k := lo; k < hi && !steps.Over(int(out.end[k]-out.start[k])); k++ {
			r := in[from[k].table]
			s := r.order[from[k].place]
			to := out.locs[out.start[k]:out.end[k]]
			for d, l := range r.t.locs[r.t.start[s]:r.t.end[s]] {
				to[d] = r.loc[l]
			}
		}
	})
	return out, at, ctx.Err()
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
