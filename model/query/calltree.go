package query

import (
	"context"
	"slices"

	"profstation/model/work"
)

// CallTree is the merged tree of a result's stacks: calls to the same node on the same path are one branch. A
// flame graph draws it.
//
// Branch 0 is the root. A parent precedes its children, and a branch's children are consecutive, in the order
// asked for. Widths are sums of magnitudes, so children fit into their parent whatever their signs. What a
// branch does not pass on to its children lies at its right end.
type CallTree struct {
	Node   []NodeID  // NoNode for a root that covers all stacks, and where Merged is set
	Parent []int32   // −1 for the root
	First  []int32   // the first child, meaningless where Count is 0
	Count  []int32   // number of children
	Depth  []int32   // 0 for the root
	X      []int64   // left edge, counted from the root's, in the sample type's unit
	Abs    []int64   // width: Σ|value| over the samples below
	Net    []int64   // Σvalue over the samples below
	Self   []int64   // Σvalue over the samples that end here; 0 if not expanded
	Inline []bool    // all calls were inlined into their caller; not set in trees of callers
	Merged []int32   // how many small neighbours this branch stands for, or 0
	Also   [][]int64 // Σvalue over the samples below, for each entry in TreeOptions.Also
}

// Len returns the number of branches.
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

// Find follows nodes down from the root as far as it finds them. It returns the last branch and how many
// nodes it found.
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

// Children indexes the children of all branches. Its only error is the context's.
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

// Of returns the parent's child that calls node n, or −1 if it has none.
func (c *Children) Of(parent int32, n NodeID) int32 {
	if i := c.known.Find(parent, int32(n)); i >= 0 {
		return c.branch[i]
	}
	return -1
}

// TreeOptions say which tree to build.
type TreeOptions struct {
	Pivot     NodeID    // show only what this node calls, from its outermost place in each stack; NoNode: everything
	Callers   bool      // with a pivot: the tree is turned round, children are callers
	Recursion bool      // direct recursion is collapsed into one branch, as calls within a package or module are in any case
	ByName    bool      // children are ordered by name rather than by falling weight
	Min       int64     // narrower neighbours are merged into one branch without children; 0: none
	From, To  int64     // the range to expand: branches outside it have no children; To 0: everything
	Max       int       // once there are this many branches, nothing more is expanded; 0: no bound
	Also      []*Result // answers to the same query on the same stacks, which are summed too
}

// CallTree builds the merged tree from the top and stops at small branches, so the cost grows with what will
// be seen, not with the profile. Its only error is the context's.
func (r *Result) CallTree(ctx context.Context, o TreeOptions) (*CallTree, error) {
	b, err := r.newTreeBuilder(ctx, o)
	if err != nil {
		return nil, err
	}
	if o.Pivot == NoNode && o.Min == 0 && o.To == 0 && o.Max == 0 { // nothing is left out
		if b.t.reserve(b.steps, 1+b.branches()); b.steps.Over(0) {
			return nil, ctx.Err()
		}
	}
	for len(b.work) > 0 {
		job := b.pop()
		if !b.follow(&job) {
			b.expand(job)
			b.place(job)
		}
		if b.steps.Over(1) {
			return nil, ctx.Err()
		}
	}
	b.t.resize(b.t.Len())
	b.t.fit(b.steps)
	return b.t, nil
}

// Locate follows nodes down from the root of the tree that CallTree would build, without building the rest.
// It returns the last branch's left edge and width, and how many nodes it found. Its only error is the
// context's.
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
