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
//
// Reading the stacks in their order is what costs time, because each is elsewhere in memory. So
// they are read as words, compared and copied at once, and each processor copies to where its stacks would stand
// if there were no duplicates; then the parts are moved together.
func newStacks(ctx context.Context, locs []LocID, start []int32) (*Stacks, []StackID, error) {
	words := newStackWords(StepsUntil(ctx), locs, start)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	order, err := sortedStacks(ctx, words)
	if err != nil {
		return nil, nil, err
	}
	n := len(order)
	at := make([]int32, n+1) // of each in the order, if there were no duplicates
	for k, i := range order {
		at[k+1] = at[k] + start[i.stack+1] - start[i.stack]
	}
	sorted := make([]LocID, at[n])
	common := make([]int32, n) // what each shares with the one before it, −1 where they are equal
	const atOnce = 32
	parts := partsOf(n)
	type extent struct {
		lo, stacks, from, locs int
		fetched                uint64
	}
	used := make([]extent, parts)
	inParts(n, parts, func(part, lo, hi int) {
		u := extent{lo: lo, from: int(at[lo])}
		end := u.from
		steps := StepsUntil(ctx)
		for k := lo; k < hi; k++ {
			if (k-lo)%atOnce == 0 {
				u.fetched ^= words.fetch(order[k:min(k+atOnce, hi)])
			}
			n := int(at[k+1] - at[k])
			if steps.Over(1 + n) {
				return
			}
			if k > 0 {
				common[k] = words.common(order[k-1].at, order[k].at)
			}
			if common[k] < 0 {
				continue
			}
			words.locs(sorted[end:end+n], order[k].at)
			end += n
			u.stacks++
		}
		u.locs = end - u.from
		used[part] = u
	})
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	stacks, all := 0, 0
	first, base := make([]int, parts), make([]int, parts) // stack and location of each part in the table
	for i, u := range used {
		first[i], base[i] = stacks, all
		stacks += u.stacks
		all += u.locs
	}
	t := &Stacks{start: make([]int32, stacks), end: make([]int32, stacks), common: make([]int32, stacks)}
	to := sorted[:all]
	if all < len(sorted)/2 {
		to = make([]LocID, all) // what was not copied to has taken no memory yet
	}
	for i, u := range used {
		copy(to[base[i]:], sorted[u.from:u.from+u.locs])
	}
	t.locs = to
	ids := make([]StackID, n)
	inParts(n, parts, func(part, lo, hi int) {
		id, end := first[part]-1, int32(base[part])
		for k := lo; k < hi; k++ {
			if common[k] >= 0 {
				id++
				t.start[id], t.common[id] = end, common[k]
				end += at[k+1] - at[k]
				t.end[id] = end
			}
			ids[order[k].stack] = StackID(id)
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
