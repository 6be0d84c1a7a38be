package model

import (
	"context"
	"slices"
)

// frames stand before and after a stack. Those of one table are equally many before all stacks, and
// after all, and none of them stands in a stack itself: their numbers are larger.
type frames struct{ root, leaf []LocID }

// framed returns the table of the stacks of samples with frames of each before and after it, and
// where the stack of each sample stands there. of is the number of a sample's frames.
//
// The order follows from that of t, so nothing has to be compared along stacks: first by the frames
// before, then as the stacks stand in t, then by the frames after. But a stack with a frame after
// it follows all that begin with it, as the frame has a larger number than what they go on with.
// The only error is the context's.
func (t *Stacks) framed(ctx context.Context, samples []StackID, of func(sample int32) int32, all []frames) (*Stacks, []StackID, error) {
	steps := StepsUntil(ctx)
	roots := ranks(steps, all, func(f *frames) []LocID { return f.root })
	leaves := ranks(steps, all, func(f *frames) []LocID { return f.leaf })
	place := t.places(steps, len(all) > 0 && len(all[0].leaf) > 0)
	order := make([]int32, len(samples))
	for i := range order {
		order[i] = int32(i)
	}
	order = sortBy(steps, order, len(all), func(i int32) int32 { return leaves[of(i)] })
	order = sortBy(steps, order, t.Len(), func(i int32) int32 { return place[samples[i]] })
	order = sortBy(steps, order, len(all), func(i int32) int32 { return roots[of(i)] })
	least := newRangeMinimum(steps, t.common)
	if steps.Over(1) {
		return nil, nil, ctx.Err()
	}

	out, ids := &Stacks{}, make([]StackID, len(samples))
	var from []int32 // of each stack of the table, a sample
	end := int32(0)
	for k, i := range order {
		if steps.Over(1) {
			return nil, nil, ctx.Err()
		}
		f, s, common := &all[of(i)], samples[i], 0
		if k > 0 {
			before := order[k-1]
			g, b := &all[of(before)], samples[before]
			switch common = commonPrefix(g.root, f.root); {
			case common < len(f.root):
			case s != b:
				common += int(least.of(int(min(s, b))+1, int(max(s, b))))
			default:
				leaf := commonPrefix(g.leaf, f.leaf)
				if common += len(t.Locs(s)) + leaf; leaf == len(f.leaf) {
					ids[i] = ids[before]
					continue
				}
			}
		}
		from = append(from, i)
		out.common, out.start = append(out.common, int32(common)), append(out.start, end)
		end += int32(len(f.root) + len(t.Locs(s)) + len(f.leaf))
		out.end = append(out.end, end)
		ids[i] = StackID(len(from) - 1)
	}
	out.locs = make([]LocID, end)
	inParallel(len(from), func(lo, hi int) {
		steps := StepsUntil(ctx)
		for k := lo; k < hi && !steps.Over(1+int(out.end[k]-out.start[k])/8); k++ {
			f, to := &all[of(from[k])], out.locs[out.start[k]:out.start[k]:out.end[k]]
			to = append(to, f.root...)
			to = append(to, t.Locs(samples[from[k]])...)
			_ = append(to, f.leaf...)
		}
	})
	return out, ids, ctx.Err()
}

// places returns the place of each stack in the order of the table or, if what begins a stack is to
// follow it, in the order with longer ones first.
func (t *Stacks) places(steps *Steps, longerFirst bool) []int32 {
	place := make([]int32, t.Len())
	var open []StackID // each begins the next
	next := int32(0)
	leave := func(common int) {
		for len(open) > 0 && (!longerFirst || len(t.Locs(open[len(open)-1])) > common) {
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

// ranks numbers lists in their order, equal ones the same.
func ranks(steps *Steps, all []frames, list func(*frames) []LocID) []int32 {
	order, rank := make([]int32, len(all)), make([]int32, len(all))
	for i := range order {
		order[i] = int32(i)
	}
	SortSteps(steps, false, order, func(a, b int32) int { return slices.Compare(list(&all[a]), list(&all[b])) })
	for k, i := range order[min(1, len(order)):] {
		before := order[k]
		rank[i] = rank[before]
		if !slices.Equal(list(&all[before]), list(&all[i])) {
			rank[i]++
		}
	}
	return rank
}

// sortBy sorts by a key below keys, without changing the order of equal ones (Knuth, The Art of
// Computer Programming, volume 3, 5.2, distribution counting).
func sortBy(steps *Steps, list []int32, keys int, key func(int32) int32) []int32 {
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
