package model

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"profstation/model/work"
)

// joinStacks merges two tables of stacks whose locations get new numbers. It returns the joint table and the
// place of each table's stacks in it.
func joinStacks(ctx context.Context, a, b *Stacks, locs [2][]LocID) (*Stacks, [2][]StackID, error) {
	var list StackList
	var at [2][]StackID
	for i, t := range []*Stacks{a, b} {
		if err := list.addTable(ctx, t, locs[i]); err != nil {
			return nil, at, err
		}
	}
	t, ids, err := list.Table(ctx)
	if err != nil {
		return nil, at, err
	}
	return t, [2][]StackID{ids[:a.Len():a.Len()], ids[a.Len():]}, nil
}

// Renumbered returns a table of the same stacks with other location numbers, and each stack's place in it.
// Different locations may become the same, and so may stacks. It returns the context's error, or an error
// that there are too many stacks.
func (t *Stacks) Renumbered(ctx context.Context, number []LocID) (*Stacks, []StackID, error) {
	var list StackList
	if err := list.addTable(ctx, t, number); err != nil {
		return nil, nil, err
	}
	return list.Table(ctx)
}

// distinct reports whether no two numbers are the same. Numbers below 0 do not count.
func distinct(number []LocID) bool {
	seen := make([]bool, len(number))
	for _, l := range number {
		for int(l) >= len(seen) {
			seen = append(seen, make([]bool, len(seen)+1)...)
		}
		if l >= 0 && seen[l] {
			return false
		}
		if l >= 0 {
			seen[l] = true
		}
	}
	return true
}

// reordered returns the order of the stacks if their locations had other numbers, all different, and what
// each stack then shares with the one before it.
//
// The table is a tree: stacks that part are branches at a node. Only each node's branches are sorted, so
// stacks need not be compared.
func (t *Stacks) reordered(steps *work.Steps, number []LocID) (order, common []int32) {
	n := int32(t.Len())
	type node struct {
		depth int32
		first int // index of its first branch
	}
	type branch struct {
		key        LocID // number of the location that distinguishes it, −1 if it ends
		stack      int32 // its first stack in the table
		head, tail int32 // its first and last stack in the new order
	}
	var open []node
	var branches []branch // the branches at open nodes
	next := make([]int32, n)
	common = make([]int32, n)
	add := func(b branch) {
		b.key = -1
		if d := open[len(open)-1].depth; d < t.depth(b.stack) {
			b.key = number[t.At(StackID(b.stack), d)]
		}
		branches = append(branches, b)
	}
	head := int32(0)
	for i := int32(1); i <= n; i++ {
		shared := int32(-1)
		if i < n {
			shared = t.common[i]
		}
		b := branch{stack: i - 1, head: i - 1, tail: i - 1}
		for len(open) > 0 && open[len(open)-1].depth > shared {
			add(b)
			at := open[len(open)-1]
			all := branches[at.first:]
			work.SortSteps(steps, false, all, func(a, b branch) int { return cmp.Compare(a.key, b.key) })
			if steps.Over(len(all)) {
				return nil, nil
			}
			b = branch{stack: all[0].stack, head: all[0].head, tail: all[0].tail}
			for _, o := range all[1:] {
				b.stack = min(b.stack, o.stack)
				next[b.tail], common[o.head], b.tail = o.head, at.depth, o.tail
			}
			open, branches = open[:len(open)-1], branches[:at.first]
		}
		head = b.head
		if i < n {
			if len(open) == 0 || open[len(open)-1].depth < shared {
				open = append(open, node{shared, len(branches)})
			}
			add(b)
		}
	}
	order = make([]int32, n)
	for k := range order {
		order[k] = head
		head = next[head]
	}
	if n > 0 {
		common[order[0]] = 0
	}
	inOrder := make([]int32, n)
	for k, s := range order {
		inOrder[k] = common[s]
	}
	return order, inOrder
}

// numbered reports whether all locations have a new number that is not below 0.
func (t *Stacks) numbered(number []LocID) bool {
	lacks := func(l LocID) bool { return int(l) >= len(number) || number[l] < 0 }
	return !slices.ContainsFunc(t.locs, lacks)
}

// inOrder reports whether each number is larger than those before it. Numbers below 0 do not count.
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

// rangeMinimum finds the least value in a range in constant time. Level k holds the least of each 2^k values.
type rangeMinimum [][]int32

// newRangeMinimum makes the levels. It stops early when the steps are over.
func newRangeMinimum(steps *work.Steps, v []int32) rangeMinimum {
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

// of returns the least of v[lo:hi+1], which must not be empty.
func (r rangeMinimum) of(lo, hi int) int32 {
	k := bits.Len(uint(hi-lo+1)) - 1
	return min(r[k][lo], r[k][hi-1<<k+1])
}
