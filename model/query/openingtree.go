package query

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/units"
	"profstation/model/work"
)

// OpeningTree shows the callers or the callees of some nodes as a tree that is expanded one branch at a time.
//
// The first branches are the nodes asked for. A branch stands for a chain of calls from its root to itself,
// wherever it lies in a stack. It weighs as much as all stacks that contain the chain, each counted once. So
// the first level has the same figures as pprof's peek, and with recursion a branch's children may add up to
// more than the branch.
type OpeningTree struct {
	Branches []OpeningBranch
	r        *Result
	callers  bool
	spots    [][]spot
}

// OpeningBranch is one branch. Branches that were opened together are sorted by weight.
type OpeningBranch struct {
	Node   NodeID
	Parent int32 // −1 for the nodes asked for
	Depth  int32 // 0 for the nodes asked for
	Net    int64 // Σvalue over the stacks that contain the chain
	Inline bool  // all calls between it and its parent were inlined
	Open   bool  // its children are known: Branches[First:First+Count]
	First  int32
	Count  int32
}

// OpeningTree begins a tree with the callers or the callees of nodes, each given once. Its only error is the
// context's.
func (r *Result) OpeningTree(ctx context.Context, callers bool, nodes ...NodeID) (*OpeningTree, error) {
	t := &OpeningTree{r: r, callers: callers, spots: make([][]spot, len(nodes))}
	at := make([]int, r.Nodes.Len()) // for each wanted node, its branch + 1
	for i, n := range nodes {
		at[n] = i + 1
	}
	steps := work.StepsUntil(ctx)
	all, err := r.below(ctx, false, func(n NodeID) bool { return at[n] > 0 })
	for _, s := range all {
		if steps.Over(int(s.hi - s.lo)) {
			return nil, ctx.Err()
		}
		i := at[s.Node] - 1
		t.spots[i] = append(t.spots[i], r.spotOf(s.lo, s.hi, s.depth+1, s.line+1))
	}
	if err != nil {
		return nil, err
	}
	for i, n := range nodes {
		net, _ := r.weightOf(t.spots[i])
		t.Branches = append(t.Branches, OpeningBranch{Node: n, Parent: -1, Net: net})
	}
	return t, nil
}

// Expand finds a branch's children, if they are not known yet. There may be none. Its only error is the
// context's, after which the branch is unchanged.
func (t *OpeningTree) Expand(ctx context.Context, branch int32) error {
	at := &t.Branches[branch]
	if at.Open {
		return nil
	}
	b := &treeBuilder{
		r: t.r, o: TreeOptions{Callers: t.callers}, t: &CallTree{}, steps: work.StepsUntil(ctx),
		slot: slices.Repeat([]int32{-1}, t.r.Nodes.Len()),
	}
	b.add(group{node: at.Node}, -1, 0, 0)
	// A node that calls itself is not its own neighbour. At a root, the place where it calls
	// itself is one of the root's own. Other branches look through such a place.
	b.through = NoNode
	if at.Parent >= 0 {
		b.through = at.Node
	}
	for _, s := range t.spots[branch] {
		b.gather(0, s)
	}
	spots, plain := make([][]spot, len(b.groups)), make([]bool, len(b.groups))
	for _, p := range b.found {
		inline := p.spot.line > 1
		if t.callers {
			// The callee is the next node in the stack.
			st := t.r.Profile.Stacks
			loc := st.At(model.StackID(p.spot.lo), p.spot.depth-1)
			inline = int(p.spot.line) < len(t.r.nodesOf(loc))
		}
		plain[p.group] = plain[p.group] || !inline
		spots[p.group] = append(spots[p.group], p.spot)
	}
	type child struct {
		OpeningBranch
		spots []spot
	}
	var children []child
	for i, g := range b.groups {
		net, abs := t.r.weightOf(spots[i])
		if abs == 0 || g.node == at.Node {
			continue
		}
		children = append(children, child{OpeningBranch{
			Node: g.node, Parent: branch, Depth: at.Depth + 1, Net: net, Inline: !plain[i],
		}, spots[i]})
	}
	if b.steps.Over(1) {
		return ctx.Err()
	}
	name := t.r.names(len(children))
	work.SortSteps(b.steps, false, children, func(x, y child) int {
		if c := cmp.Compare(units.Magnitude(y.Net), units.Magnitude(x.Net)); c != 0 {
			return c
		}
		return cmp.Or(strings.Compare(name(x.Node), name(y.Node)), cmp.Compare(x.Node, y.Node))
	})
	if b.steps.Over(1) {
		return ctx.Err()
	}
	at.Open, at.First, at.Count = true, int32(len(t.Branches)), int32(len(children))
	for _, c := range children {
		t.Branches = append(t.Branches, c.OpeningBranch)
		t.spots = append(t.spots, c.spots)
	}
	return nil
}

// weightOf sums the stacks at places that are nested or disjoint. It counts each stack once.
func (r *Result) weightOf(spots []spot) (net, abs int64) {
	sorted := slices.Clone(spots)
	slices.SortFunc(sorted, func(a, b spot) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(b.hi, a.hi)) })
	end := int32(0)
	for _, s := range sorted {
		if s.lo < end {
			continue
		}
		net += r.net[s.hi] - r.net[s.lo]
		abs += r.abs[s.hi] - r.abs[s.lo]
		end = s.hi
	}
	return net, abs
}
