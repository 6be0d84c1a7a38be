package query

import (
	"context"
	"slices"

	"profstation/model/work"
)

// CallTree is the merged tree of a result's stacks: calls of the same node
// from the same path are one branch. It is what a flame graph draws.
//
// Branch 0 is the root. A parent precedes its children, and the children of a branch stand
// together, in the order asked for. Widths are sums of magnitudes, so children fit into their
// parent whatever their signs; what a branch does not pass on lies at its right end.
type CallTree struct {
	Node   []NodeID  // NoNode for the root of all stacks, and where Merged is set
	Parent []int32   // −1 for the root
	First  []int32   // the first child, meaningless where Count is 0
	Count  []int32   // number of children
	Depth  []int32   // 0 for the root
	X      []int64   // left edge, in units of the sample type from the root's
	Abs    []int64   // width: Σ|value| of the samples below
	Net    []int64   // Σvalue of the samples below
	Self   []int64   // Σvalue of the samples that end here; 0 if not expanded
	Inline []bool    // every call was inlined into its caller; not for trees of callers
	Merged []int32   // how many small neighbours this branch stands for, or 0
	Also   [][]int64 // Σvalue of the samples below in each of TreeOptions.Also
}

// Len is the number of branches.
func (t *CallTree) Len() int { return len(t.Node) }

// Path returns the branches from the root to b, b included.
func (t *CallTree) Path(b int32) []int32 {
	var path []int32
	for ; b >= 0; b = t.Parent[b] {
		path = append(path, b)
	}
	slices.Reverse(path)
	return path
}

// Find follows nodes down from the root as far as it finds them, and returns
// the last branch and how many nodes were found.
func (t *CallTree) Find(nodes []NodeID) (branch int32, found int) {
	for _, n := range nodes {
		first := t.First[branch]
		i := slices.Index(t.Node[first:first+t.Count[branch]], n)
		if i < 0 {
			break
		}
		branch, found = first+int32(i), found+1
	}
	return branch, found
}

// Children finds branches by their parents and nodes. Merged branches are left out.
type Children struct {
	known  work.Pairs
	branch []int32 // by number
}

// Children are those of all branches. Its only error is the context's.
func (t *CallTree) Children(ctx context.Context) (*Children, error) {
	c, count := &Children{}, work.StepsUntil(ctx)
	c.known.Room(t.Len())
	c.branch = make([]int32, 0, t.Len()-1)
	for b := 1; b < t.Len(); b++ {
		if count.Over(4) {
			return nil, ctx.Err()
		}
		if t.Merged[b] == 0 {
			c.known.Number(t.Parent[b], int32(t.Node[b]))
			c.branch = append(c.branch, int32(b))
		}
	}
	return c, nil
}

// Of is the child of a branch that is a call of a node, −1 if it has none.
func (c *Children) Of(parent int32, n NodeID) int32 {
	if i := c.known.Find(parent, int32(n)); i >= 0 {
		return c.branch[i]
	}
	return -1
}

// TreeOptions say which tree is wanted.
type TreeOptions struct {
	Pivot     NodeID    // what one node calls, from its outermost place in each stack; NoNode: everything
	Callers   bool      // of a pivot: the tree is turned round, children are callers
	Recursion bool      // a node that calls itself directly is collapsed into one branch
	ByName    bool      // order of children: by name instead of by weight, downwards
	Least     int64     // narrower neighbours are merged into one branch without children; 0: none
	From, To  int64     // the part that is expanded: branches beside it have no children; To 0: everything
	Most      int       // number of branches past which nothing is expanded; 0: no bound
	Also      []*Result // answers to the same query on the same stacks, whose sums are wanted too
}

// CallTree builds the merged tree from the top and stops at small branches, so the cost grows with
// what will be seen, not with the profile. Its only error is the context's.
func (r *Result) CallTree(ctx context.Context, o TreeOptions) (*CallTree, error) {
	b, err := r.newTreeBuilder(ctx, o)
	if err != nil {
		return nil, err
	}
	for len(b.work) > 0 {
		job := b.pop()
		b.expand(job)
		b.place(job)
		if b.steps.Over(1) {
			return nil, ctx.Err()
		}
	}
	b.t.fit(b.steps)
	return b.t, nil
}

// Locate follows nodes down from the root of the tree that CallTree would build, without building
// the rest. It returns the left edge and the width of the last branch, and how many nodes it found.
// Its only error is the context's.
func (r *Result) Locate(ctx context.Context, o TreeOptions, path []NodeID) (x, width int64, found int, err error) {
	b, err := r.newTreeBuilder(ctx, o)
	if err != nil {
		return 0, 0, 0, err
	}
	x, width = 0, b.t.Abs[0]
	for _, n := range path {
		job := b.pop()
		b.expand(job)
		if b.steps.Over(1) {
			return 0, 0, 0, ctx.Err()
		}
		i := slices.IndexFunc(b.order, func(g int32) bool { return b.groups[g].node == n })
		if i < 0 {
			break
		}
		for _, g := range b.order[:i] {
			x += b.groups[g].abs
		}
		b.order = b.order[i : i+1]
		width, found = b.groups[b.order[0]].abs, found+1
		b.place(job)
	}
	return x, width, found, nil
}
