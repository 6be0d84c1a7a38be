package labels

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// TreeLabels says for each branch in a [query.CallTree] which value of a label key weighs most in it, so that
// a picture can be coloured by it.
type TreeLabels struct {
	Axis     model.LabelAxis
	Heads    []PivotHead // the values, the heaviest first, and finally the one for samples without any
	Dominant []int32     // per branch, the value that weighs most, an index into Heads; −1 if merged
	Share    []float32   // per branch, that value's share in the branch: from 0 to 1
	// Places is, for each head, its rank among the values in the whole profile, whatever filters leave: the
	// heaviest has 0. Samples without any value come last.
	Places []int32
}

// OfTree finds the labels for the branches in a tree that [query.Result.CallTree] made with the same options.
// Its only error is the context's.
func OfTree(ctx context.Context, r *query.Result, t *query.CallTree, o query.TreeOptions, a model.LabelAxis) (*TreeLabels, error) {
	p := r.Profile
	count := work.StepsUntil(ctx)
	kids, err := t.Children(ctx)
	if err != nil {
		return nil, err
	}
	w := &labelTree{t: t, o: o, kids: kids, in: make([]*branchLabels, t.Len()), count: count}
	numbers := p.Numbered(a)
	var heads, whole []PivotHead
	weighing := 0 // samples
	// The samples with each stack: first has the first one and next, per sample, the following one; −1 ends.
	first, next := slices.Repeat([]int32{-1}, p.Stacks.Len()), make([]int32, p.Samples.Len())
	for i, v := range p.Samples.Values[r.Column] {
		if count.Over(1) {
			return nil, ctx.Err()
		}
		if v == 0 {
			continue
		}
		values := numbers.OnceOf(p.Samples.LabelSet(i))
		whole = addHeads(whole, values, v)
		if !r.Passes(i) {
			continue
		}
		weighing++
		heads = addHeads(heads, values, v)
		s := p.Samples.Stack[i]
		next[i], first[s] = first[s], int32(i)
	}
	w.given = make([]given, 0, weighing)
	give := func(b int32, s model.StackID) {
		for i := first[s]; i >= 0; i = next[i] {
			count.Over(1)
			w.given = append(w.given, given{b, i})
		}
		first[s] = -1
	}
	err = r.Paths(count, func(s model.StackID, path []query.Step, common int, _ int64) {
		if b := w.branchOf(path, common); b >= 0 {
			give(b, s)
		}
	})
	if err != nil {
		return nil, err
	}
	if o.Pivot == query.NoNode { // stacks without a node are in the root, too
		for s := range first {
			if first[s] >= 0 {
				give(0, model.StackID(s))
			}
		}
	}
	w.head = settleHeads(count, &heads, a, numbers)
	for _, g := range w.given {
		values := numbers.OnceOf(p.Samples.LabelSet(int(g.sample)))
		if count.Over(1 + len(values)) {
			return nil, ctx.Err()
		}
		in := w.in[g.branch]
		if in == nil {
			in = &branchLabels{by: map[int32]int64{}}
			w.in[g.branch] = in
		}
		for _, j := range values {
			in.add(w.head[j+1], units.Magnitude(p.Samples.Values[r.Column][g.sample]))
		}
	}
	out := &TreeLabels{Axis: a, Heads: heads, Dominant: make([]int32, t.Len()), Share: make([]float32, t.Len()),
		Places: make([]int32, len(heads))}
	for value, place := range settleHeads(count, &whole, a, numbers) {
		if value < len(w.head) && w.head[value] >= 0 {
			out.Places[w.head[value]] = place
		}
	}
	for b := t.Len() - 1; b >= 0; b-- {
		out.Dominant[b] = -1
		if in := w.in[b]; in != nil && in.all > 0 {
			out.Dominant[b], out.Share[b] = in.best, float32(float64(in.max)/float64(in.all))
		}
		if up := t.Parent[b]; up >= 0 {
			if count.Over(1 + w.giveTo(up, int32(b))) {
				return nil, ctx.Err()
			}
		}
	}
	return out, nil
}

// labelTree finds a tree's deepest branch on each path.
type labelTree struct {
	t     *query.CallTree
	o     query.TreeOptions
	kids  *query.Children
	count *work.Steps
	given []given
	head  []int32         // see settleHeads
	in    []*branchLabels // per branch; nil: nothing

	branches []int32 // for the path so far, from its beginning; −1 beyond the tree
}

// given is a sample whose weight goes to the branch in which it ends, for each of its values.
type given struct{ branch, sample int32 }

// branchLabels is what has been added to a branch so far, by head. The heaviest is known at any time because
// weights only grow.
type branchLabels struct {
	by       map[int32]int64
	all, max int64
	best     int32 // the head with the most weight, the first if there are several
}

func (l *branchLabels) add(head int32, weight int64) {
	v := l.by[head] + weight
	l.by[head] = v
	l.all += weight
	if v > l.max || v == l.max && head < l.best {
		l.max, l.best = v, head
	}
}

// giveTo adds a branch's contents to its parent. It returns how many heads it went through: the shorter list
// is added to the longer one.
func (w *labelTree) giveTo(up, b int32) int {
	from, to := w.in[b], w.in[up]
	w.in[b] = nil
	if from == nil || to == nil {
		w.in[up] = cmp.Or(from, to)
		return 0
	}
	if len(from.by) > len(to.by) {
		from, to = to, from
	}
	for head, v := range from.by {
		to.add(head, v)
	}
	w.in[up] = to
	return len(from.by)
}

// branchOf returns the tree's deepest branch on a path, or −1 if the path is not in the tree at all. The
// first common steps have not changed since the last call.
func (w *labelTree) branchOf(path []query.Step, common int) int32 {
	if w.o.Pivot != query.NoNode {
		w.count.Over(len(path))
		i := slices.IndexFunc(path, func(s query.Step) bool { return s.Node == w.o.Pivot })
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
	w.count.Over(len(path) - common)
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

// down returns a branch's child for a node. Where the tree ends it returns the branch itself, marked as
// beyond the tree.
func (w *labelTree) down(b int32, n query.NodeID) int32 {
	if b < 0 {
		return b
	}
	if w.o.Recursion && w.t.Node[b] == n {
		return b
	}
	if c := w.kids.Of(b, n); c >= 0 {
		return c
	}
	return ^b
}

// deepest removes the mark set by [labelTree.down].
func deepest(b int32) int32 { return max(b, ^b) }
