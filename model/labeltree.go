package model

import (
	"context"
	"slices"
)

// TreeLabels says of each branch of a [CallTree] which value of a label key
// weighs most in it, so that a picture can be coloured by it.
type TreeLabels struct {
	Axis     LabelAxis
	Heads    []PivotHead // the values, the heaviest first, and at the end the one for samples without any
	Dominant []int32     // per branch, the value that weighs most: an index into Heads; −1 if merged
	Share    []float32   // per branch, that value's part of all: from 0 to 1
}

// LabelTree finds the labels of the branches of a tree that [Result.CallTree]
// made with the same options. Its only error is the context's.
func (r *Result) LabelTree(ctx context.Context, t *CallTree, o TreeOptions, a LabelAxis) (*TreeLabels, error) {
	p := r.Profile
	w := &labelTree{t: t, o: o, kids: t.Index(), weight: make([]map[int32]int64, t.Len())}
	numbers := p.numbered(a)
	var heads []PivotHead
	// The samples of each stack: the first and, per sample, the next; −1 ends.
	first, next := slices.Repeat([]int32{-1}, p.Stacks.Len()), make([]int32, p.Samples.Len())
	for i, v := range p.Samples.Values[r.Column] {
		if v == 0 || !r.passes(i) {
			continue
		}
		heads = addHeads(heads, numbers.onceOf(p.Samples.LabelSet(i)), v)
		s := p.Samples.Stack[i]
		next[i], first[s] = first[s], int32(i)
	}
	give := func(b int32, s StackID) {
		if w.weight[b] == nil {
			w.weight[b] = map[int32]int64{}
		}
		for i := first[s]; i >= 0; i = next[i] {
			for _, j := range numbers.onceOf(p.Samples.LabelSet(int(i))) {
				w.weight[b][j] += Magnitude(p.Samples.Values[r.Column][i])
			}
		}
		first[s] = -1
	}
	err := r.Paths(ctx, func(s StackID, path []Step, common int, _ int64) {
		if b := w.branchOf(path, common); b >= 0 {
			give(b, s)
		}
	})
	if err != nil {
		return nil, err
	}
	if o.Pivot == NoNode { // stacks without a node are in the root too
		for s := range first {
			if first[s] >= 0 {
				give(0, StackID(s))
			}
		}
	}
	at := settleHeads(&heads, a, numbers)
	out := &TreeLabels{Axis: a, Heads: heads, Dominant: make([]int32, t.Len()), Share: make([]float32, t.Len())}
	for b := t.Len() - 1; b >= 0; b-- {
		out.Dominant[b] = -1
		var all, most int64
		for j, v := range w.weight[b] {
			head := at[j+1]
			if all += v; v > most || v == most && head < out.Dominant[b] {
				most, out.Dominant[b] = v, head
			}
		}
		if all > 0 {
			out.Share[b] = float32(float64(most) / float64(all))
		}
		if up := t.Parent[b]; up >= 0 {
			w.giveTo(up, int32(b))
		}
	}
	return out, nil
}

// labelTree finds the deepest branch of a tree on each path.
type labelTree struct {
	t      *CallTree
	o      TreeOptions
	kids   map[Child]int32
	weight []map[int32]int64 // per branch: what ends in it, by value

	branches []int32 // of the path so far, from its beginning; −1 beyond the tree
}

// giveTo adds what lies in a branch to its parent; the lighter map goes into the heavier.
func (w *labelTree) giveTo(up, b int32) {
	from, to := w.weight[b], w.weight[up]
	if len(from) > len(to) {
		from, to = to, from
	}
	for j, v := range from {
		to[j] += v
	}
	w.weight[up], w.weight[b] = to, nil
}

// branchOf is the deepest branch of the tree on a path, −1 where the path is
// not in the tree at all. The first common steps have not changed since the last call.
func (w *labelTree) branchOf(path []Step, common int) int32 {
	if w.o.Pivot != NoNode {
		i := slices.IndexFunc(path, func(s Step) bool { return s.Node == w.o.Pivot })
		if i < 0 {
			return -1
		}
		b := int32(0)
		if w.o.Callers {
			for ; i > 0 && b >= 0; i-- {
				b = w.down(b, path[i-1].Node)
			}
		} else {
			for _, s := range path[i+1:] {
				b = w.down(b, s.Node)
			}
		}
		return deepest(b)
	}
	w.branches = w.branches[:min(common, len(w.branches))]
	b := int32(0)
	if n := len(w.branches); n > 0 {
		b = w.branches[n-1]
	}
	for _, s := range path[len(w.branches):] {
		b = w.down(b, s.Node)
		w.branches = append(w.branches, b)
	}
	return deepest(b)
}

// down is the child of a branch. Where the tree ends it is the branch itself, marked as beyond it.
func (w *labelTree) down(b int32, n NodeID) int32 {
	if b < 0 {
		return b
	}
	if w.o.Recursion && w.t.Node[b] == n {
		return b
	}
	if c, ok := w.kids[Child{b, n}]; ok {
		return c
	}
	return ^b
}

// deepest takes the mark of [labelTree.down] away.
func deepest(b int32) int32 { return max(b, ^b) }
