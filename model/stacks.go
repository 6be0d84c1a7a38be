package model

import "context"

// StackID is an index into a profile's [Stacks].
type StackID int32

// Stacks is the table of all stacks, each once, in the order of their
// locations from the root: a prefix tree without nodes.
//
// Stack i is locs[start[i]:end[i]], root first. common[i] is how many locations it shares, from the
// root, with stack i−1 (common[0] is 0). So the stacks that begin with the same n locations stand
// together, the subtree of a tree node is a range of stacks, its weight a difference of two prefix
// sums, and a walk over the tree is one pass over the table: leave down to common[i], enter the
// rest of stack i. Each stack holds all its locations, so the
// table is built by a sort instead of millions of look-ups, and a stack is read in a row.
type Stacks struct {
	locs       []LocID
	start, end []int32
	common     []int32
}

// Len is the number of distinct stacks.
func (t *Stacks) Len() int { return len(t.start) }

// Locs returns the locations of a stack, root first. It may be empty.
func (t *Stacks) Locs(id StackID) []LocID { return t.locs[t.start[id]:t.end[id]] }

// Common is how many locations stack id shares from the root with the one before it.
func (t *Stacks) Common(id StackID) int { return int(t.common[id]) }

// newStacks sorts the stacks locs[start[i]:start[i+1]], drops duplicates and
// returns the table together with the StackID of each. The locations are
// copied into the table's order, so that walks over it read memory in a row. Its
// only error is the context's.
func newStacks(ctx context.Context, locs []LocID, start []int32) (*Stacks, []StackID, error) {
	order, err := sortedStacks(ctx, locs, start)
	if err != nil {
		return nil, nil, err
	}
	stack := func(k int) []LocID { return locs[start[order[k]]:start[order[k]+1]] }
	// What each shares with the one before it, −1 where they are equal.
	common := make([]int32, len(order))
	inParallel(len(order), func(lo, hi int) {
		steps := StepsUntil(ctx)
		for k := max(lo, 1); k < hi; k++ {
			prev, cur := stack(k-1), stack(k)
			if steps.Over(1 + len(cur)) {
				return
			}
			if common[k] = int32(commonPrefix(prev, cur)); int(common[k]) == len(cur) && len(cur) == len(prev) {
				common[k] = -1
			}
		}
	})
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	t := &Stacks{}
	ids := make([]StackID, len(order))
	var from []int32 // of each stack of the table, its place in order
	at := int32(0)
	for k, s := range order {
		if common[k] >= 0 {
			n := start[s+1] - start[s]
			from = append(from, int32(k))
			t.start = append(t.start, at)
			t.end = append(t.end, at+n)
			t.common = append(t.common, common[k])
			at += n
		}
		ids[s] = StackID(len(t.start) - 1)
	}
	t.locs = make([]LocID, at)
	inParallel(len(from), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(t.locs[t.start[i]:t.end[i]], stack(int(from[i])))
		}
	})
	return t, ids, nil
}

func commonPrefix(a, b []LocID) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
