package model

import (
	"context"

	"profstation/model/work"
)

// Around holds frames to put before and after a stack.
type Around struct{ Root, Leaf []LocID }

// Framing says which frames to put around all stacks in a table: Roots before each and Leaves after each.
// None of them occurs in the stacks themselves: their Many numbers start at First, above those in the stacks.
type Framing struct {
	Roots, Leaves int
	First         LocID
	Many          int
	All           []Around
	Of            func(sample int32) int32 // the index in All for a sample
}

// Framed returns a table with the stacks of samples, each with its frames before and after it, and the place
// of each sample's stack in that table.
//
// The order follows from the order in t, so stacks need not be compared: first by the frames before them,
// then as the stacks stand in t, then by the frames after them. But a stack with a frame after it follows all
// stacks that begin with it, because the frame's number is larger than what they continue with. The only
// error is the context's.
func (t *Stacks) Framed(ctx context.Context, samples []StackID, f *Framing) (*Stacks, []StackID, error) {
	steps := work.StepsUntil(ctx)
	order := make([]int32, len(samples))
	for i := range order {
		order[i] = int32(i)
	}
	frames := func(i int32) *Around { return &f.All[f.Of(i)] }
	for d := f.Leaves - 1; d >= 0; d-- {
		order = sortBy(steps, order, f.Many, func(i int32) int32 { return int32(frames(i).Leaf[d] - f.First) })
	}
	place := t.places(steps, f.Leaves > 0)
	order = sortBy(steps, order, t.Len(), func(i int32) int32 { return place[samples[i]] })
	for d := f.Roots - 1; d >= 0; d-- {
		order = sortBy(steps, order, f.Many, func(i int32) int32 { return int32(frames(i).Root[d] - f.First) })
	}
	lowest := newRangeMinimum(steps, t.common)
	if steps.Over(1) {
		return nil, nil, ctx.Err()
	}

	ids := make([]StackID, len(samples))
	var made, shared, depth []int32 // for each stack in the table, a sample, and the arguments of [newTable]
	for k, i := range order {
		if steps.Over(1) {
			return nil, nil, ctx.Err()
		}
		with, s, common := frames(i), samples[i], 0
		if k > 0 {
			before := order[k-1]
			other, b := frames(before), samples[before]
			switch common = commonPrefix(other.Root, with.Root); {
			case common < f.Roots:
			case s != b:
				common += int(lowest.of(int(min(s, b))+1, int(max(s, b))))
			default:
				leaf := commonPrefix(other.Leaf, with.Leaf)
				if common += t.Depth(s) + leaf; leaf == f.Leaves {
					ids[i] = ids[before]
					continue
				}
			}
		}
		made = append(made, i)
		shared, depth = append(shared, int32(common)), append(depth, int32(f.Roots+t.Depth(s)+f.Leaves))
		ids[i] = StackID(len(made) - 1)
	}
	out, err := newTable(ctx, shared, depth, func(to []LocID, k int, from int32) {
		with, s := frames(made[k]), samples[made[k]]
		roots, leaf := int32(f.Roots), int32(f.Roots)+t.depth(int32(s))
		if from < roots {
			to = to[copy(to, with.Root[from:]):]
		}
		if from < leaf {
			from = max(from, roots)
			t.read(to[:leaf-from], s, from-roots)
			to = to[leaf-from:]
		}
		copy(to, with.Leaf[max(from-leaf, 0):])
	})
	return out, ids, err
}

// places returns each stack's place in the table's order. With longerFirst, a stack follows all longer stacks
// that begin with it.
func (t *Stacks) places(steps *work.Steps, longerFirst bool) []int32 {
	place := make([]int32, t.Len())
	var open []StackID // each begins the next
	next := int32(0)
	leave := func(common int) {
		for len(open) > 0 && (!longerFirst || t.Depth(open[len(open)-1]) > common) {
			place[open[len(open)-1]] = next
			open = open[:len(open)-1]
			next++
		}
	}
	for i := range StackID(t.Len()) {
		if steps.Over(1) {
			return place
		}
		leave(t.Common(i))
		open = append(open, i)
	}
	leave(-1)
	return place
}

// sortBy sorts by key, which is at least 0 and less than keys, and keeps the order of equal ones (Knuth, The
// Art of Computer Programming, volume 3, 5.2, distribution counting).
func sortBy(steps *work.Steps, list []int32, keys int, key func(int32) int32) []int32 {
	if keys < 2 {
		return list
	}
	start, out := make([]int32, keys+1), make([]int32, len(list))
	for _, i := range list {
		if steps.Over(1) {
			return out
		}
		start[key(i)+1]++
	}
	for k := range keys {
		start[k+1] += start[k]
	}
	for _, i := range list {
		if steps.Over(1) {
			return out
		}
		k := key(i)
		out[start[k]] = i
		start[k]++
	}
	return out
}
