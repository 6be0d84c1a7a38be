package model

import (
	"context"
	"slices"
	"strings"
)

// CallTree is the merged tree of a result's stacks: calls of the same node
// from the same path are one branch. It is what a flame graph draws.
//
// Branch 0 is the root. A parent precedes its children, and the children of a
// branch stand together, in the order asked for. Widths are sums of magnitudes,
// so children fit into their parent whatever their signs; what a branch does
// not pass on lies at its right end.
type CallTree struct {
	Node   []NodeID // NoNode for the root of all stacks, and where Merged is set
	Parent []int32  // −1 for the root
	First  []int32  // the first child, meaningless where Count is 0
	Count  []int32  // number of children
	Depth  []int32  // 0 for the root
	X      []int64  // left edge, in units of the sample type from the root's
	Abs    []int64  // width: Σ|value| of the samples below
	Net    []int64  // Σvalue of the samples below
	Self   []int64  // Σvalue of the samples that end here; 0 where not expanded
	Merged []int32  // how many small neighbours this branch stands for, or 0
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
		next := int32(-1)
		for c := t.First[branch]; c < t.First[branch]+t.Count[branch]; c++ {
			if t.Node[c] == n {
				next = c
				break
			}
		}
		if next < 0 {
			return branch, found
		}
		branch, found = next, found+1
	}
	return branch, found
}

// TreeOptions say which tree is wanted.
type TreeOptions struct {
	// Pivot makes the tree of what one node calls (its outermost occurrence
	// in each stack) instead of the tree of everything. NoNode: everything.
	Pivot NodeID
	// Callers turns the tree of a pivot round: its children are who calls it.
	Callers bool
	// Recursion collapses a node that calls itself directly into one branch.
	Recursion bool
	ByName    bool // order of children: by name instead of by weight, downwards
	// Least is the width below which neighbours are merged into one branch
	// without children. 0 keeps all.
	Least int64
	// From and To bound the part that is expanded: branches beside it have no
	// children. To 0: everything.
	From, To int64
	// Most bounds the number of branches: past it nothing is expanded.
	// 0: no bound.
	Most int
}

// CallTree builds the merged tree. Its only error is the context's.
//
// It expands branches from the top and stops at those that are too small, so
// the cost is that of what will be seen, not that of the profile.
func (r *Result) CallTree(ctx context.Context, o TreeOptions) (*CallTree, error) {
	b := r.newTreeBuilder(o)
	for steps := 0; len(b.work) > 0; steps++ {
		if steps%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		job := b.pop()
		b.expand(job)
		b.place(job)
	}
	return b.t, nil
}

// Locate follows a path of nodes down from the root of the tree that CallTree
// would build, as far as it leads, without building the rest. It returns the
// left edge and the width of the branch it ends at, and how many nodes it found.
func (r *Result) Locate(o TreeOptions, path []NodeID) (x, width int64, found int) {
	b := r.newTreeBuilder(o)
	x, width = 0, b.t.Abs[0]
	for _, n := range path {
		job := b.pop()
		b.expand(job)
		next := int32(-1)
		at := x
		for _, g := range b.order {
			if b.groups[g].node == n {
				next = g
				break
			}
			at += b.groups[g].abs
		}
		if next < 0 {
			break
		}
		x, width, found = at, b.groups[next].abs, found+1
		b.order = []int32{next}
		b.place(job)
	}
	return x, width, found
}

func (r *Result) newTreeBuilder(o TreeOptions) *treeBuilder {
	b := &treeBuilder{r: r, o: o, t: &CallTree{}, slot: make([]int32, r.Nodes.Len())}
	for i := range b.slot {
		b.slot[i] = -1
	}
	node, spots := NoNode, []spot(nil)
	if o.Pivot == NoNode {
		spots = r.everything()
	} else {
		node, spots = o.Pivot, r.outermost(o.Pivot)
	}
	root := group{node: node}
	for _, s := range spots {
		root.net += r.net[s.hi] - r.net[s.lo]
		root.abs += r.abs[s.hi] - r.abs[s.lo]
	}
	b.add(root, -1, 0, 0)
	b.spots = spots
	b.work = append(b.work, task{branch: 0})
	return b
}

// spot is a place in many stacks at once: those from lo up to hi, which begin
// with the same depth locations. line is how many nodes of the last of them
// have been passed. shared is how many locations all of them have in common.
type spot struct {
	lo, hi int32
	depth  int32
	line   int32
	shared int32
}

// spotOf returns the place after the first depth locations of stacks lo to hi.
func (r *Result) spotOf(lo, hi, depth, line int32) spot {
	st := r.Profile.Stacks
	shared := st.end[lo] - st.start[lo]
	for k := lo + 1; k < hi; k++ {
		shared = min(shared, st.common[k])
	}
	return spot{lo, hi, depth, line, shared}
}

// everything returns the places where the stacks begin.
func (r *Result) everything() []spot {
	n := int32(r.Profile.Stacks.Len())
	if n == 0 {
		return nil
	}
	if r.top == nil {
		return []spot{r.spotOf(0, n, 0, 0)}
	}
	// With show_from a stack begins at its top; neighbours that share it, and
	// all above it, begin together.
	var spots []spot
	st := r.Profile.Stacks
	for lo := int32(0); lo < n; {
		hi := lo + 1
		for hi < n && r.top[hi] == r.top[lo] && st.common[hi] > r.top[lo] {
			hi++
		}
		if r.top[lo] < st.end[lo]-st.start[lo] {
			// The locations above count as passed, all their nodes too.
			spots = append(spots, r.spotOf(lo, hi, r.top[lo], passed))
		}
		lo = hi
	}
	return spots
}

// passed as a spot's line: no node of its last location is left.
const passed = int32(1<<31 - 1)

// outermost returns the places just after the outermost occurrence of a node
// in each stack.
func (r *Result) outermost(n NodeID) []spot {
	f := &occurrences{r: r, node: n}
	r.walk(f)
	return f.spots
}

type occurrences struct {
	r      *Result
	node   NodeID
	onPath int
	spots  []spot
}

func (f *occurrences) enter(path []step) {
	if path[len(path)-1].node == f.node {
		f.onPath++
	}
}

func (f *occurrences) leave(path []step, lo, hi int32) {
	s := path[len(path)-1]
	if s.node != f.node {
		return
	}
	if f.onPath--; f.onPath == 0 {
		f.spots = append(f.spots, f.r.spotOf(lo, hi, s.depth+1, s.line+1))
	}
}

func (f *occurrences) leaf([]step, int32) {}

// treeBuilder expands branches depth first. The places of the branches still
// to be expanded stand on one stack, so its memory follows the tree's depth.
type treeBuilder struct {
	r *Result
	o TreeOptions
	t *CallTree

	through NodeID // the node of the branch being expanded, where recursion is collapsed

	work  []task
	spots []spot // the places of all tasks, end to end

	slot   []int32  // per node: its group in the branch being expanded, or −1
	groups []group  // the children of that branch
	found  []placed // their places, in the order found
	order  []int32  // the groups in the order asked for
	start  []int32  // scratch: where each group's places go
	stack  []spot   // scratch of eachBelow
}

// task is a branch whose children are still to be found. Its places are
// treeBuilder.spots[spots:].
type task struct {
	branch int32
	spots  int32
}

type group struct {
	node     NodeID
	net, abs int64
	n        int32 // places
}

type placed struct {
	group int32
	spot  spot
}

// add appends a branch.
func (b *treeBuilder) add(g group, parent, depth int32, x int64) {
	t := b.t
	t.Node = append(t.Node, g.node)
	t.Parent = append(t.Parent, parent)
	t.First = append(t.First, 0)
	t.Count = append(t.Count, 0)
	t.Depth = append(t.Depth, depth)
	t.X = append(t.X, x)
	t.Abs = append(t.Abs, g.abs)
	t.Net = append(t.Net, g.net)
	t.Self = append(t.Self, 0)
	t.Merged = append(t.Merged, 0)
}

func (b *treeBuilder) pop() task {
	job := b.work[len(b.work)-1]
	b.work = b.work[:len(b.work)-1]
	return job
}

// expand finds the children of a branch, in the order asked for.
func (b *treeBuilder) expand(job task) {
	b.through = NoNode
	if b.o.Recursion {
		b.through = b.t.Node[job.branch]
	}
	b.groups, b.found = b.groups[:0], b.found[:0]
	for _, s := range b.spots[job.spots:] {
		b.gather(job.branch, s)
	}
	b.spots = b.spots[:job.spots]
	b.order = b.order[:0]
	for i, g := range b.groups {
		b.slot[g.node] = -1
		b.order = append(b.order, int32(i))
	}
	slices.SortFunc(b.order, b.compare)
}

// compare orders two groups. Equal ones stand in the order of their ids, so
// that a picture never changes by itself.
func (b *treeBuilder) compare(i, j int32) int {
	x, y := &b.groups[i], &b.groups[j]
	if !b.o.ByName && x.abs != y.abs {
		return compare(y.abs, x.abs)
	}
	if c := strings.Compare(b.r.Nodes.Node(x.node).Name, b.r.Nodes.Node(y.node).Name); c != 0 {
		return c
	}
	if x.abs != y.abs {
		return compare(y.abs, x.abs)
	}
	return int(x.node) - int(y.node)
}

// gather finds the children of one place of a branch.
func (b *treeBuilder) gather(branch int32, s spot) {
	b.stack = append(b.stack[:0], s)
	for len(b.stack) > 0 {
		s := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if b.o.Callers {
			b.above(branch, s)
		} else {
			b.below(branch, s)
		}
	}
}

// emit counts a place to the group of its node, or looks through it where the
// node calls itself and recursion is collapsed.
func (b *treeBuilder) emit(n NodeID, s spot) {
	if n == b.through {
		b.stack = append(b.stack, s)
		return
	}
	net, abs := b.r.net[s.hi]-b.r.net[s.lo], b.r.abs[s.hi]-b.r.abs[s.lo]
	if abs == 0 {
		return
	}
	g := b.slot[n]
	if g < 0 {
		g = int32(len(b.groups))
		b.slot[n] = g
		b.groups = append(b.groups, group{node: n})
	}
	b.groups[g].net += net
	b.groups[g].abs += abs
	b.groups[g].n++
	b.found = append(b.found, placed{g, s})
}

// below finds the places one node further from the root.
func (b *treeBuilder) below(branch int32, s spot) {
	r := b.r
	st := r.Profile.Stacks
	if s.depth > 0 && s.line != passed {
		loc := st.locs[st.start[s.lo]+s.depth-1]
		if nodes := r.nodesOf(loc); int(s.line) < len(nodes) {
			s.line++
			b.emit(nodes[s.line-1], s)
			return
		}
	}
	step := func(s spot) {
		loc := st.locs[st.start[s.lo]+s.depth]
		s.depth++
		if nodes := r.nodesOf(loc); len(nodes) > 0 {
			s.line = 1
			b.emit(nodes[0], s)
			return
		}
		s.line = 0 // hidden: look through it
		b.stack = append(b.stack, s)
	}
	if s.shared > s.depth { // all go the same way
		step(s)
		return
	}
	lo := s.lo
	if st.end[lo]-st.start[lo] == s.depth { // one stack may end here, the first
		b.t.Self[branch] += r.net[lo+1] - r.net[lo]
		lo++
	}
	for lo < s.hi {
		shared := st.end[lo] - st.start[lo]
		hi := lo + 1
		for hi < s.hi && st.common[hi] > s.depth {
			shared = min(shared, st.common[hi])
			hi++
		}
		if r.abs[lo] != r.abs[hi] {
			step(spot{lo, hi, s.depth, 0, shared})
		}
		lo = hi
	}
}

// above finds the place one node nearer to the root. All stacks of a place
// share it.
func (b *treeBuilder) above(branch int32, s spot) {
	r := b.r
	st := r.Profile.Stacks
	if s.line > 1 {
		loc := st.locs[st.start[s.lo]+s.depth-1]
		s.line--
		b.emit(r.nodesOf(loc)[s.line-1], s)
		return
	}
	top := int32(0)
	if r.top != nil {
		top = r.top[s.lo]
	}
	for s.depth--; s.depth > top; s.depth-- {
		loc := st.locs[st.start[s.lo]+s.depth-1]
		if nodes := r.nodesOf(loc); len(nodes) > 0 {
			s.line = int32(len(nodes))
			b.emit(nodes[len(nodes)-1], s)
			return
		}
	}
	b.t.Self[branch] += r.net[s.hi] - r.net[s.lo]
}

// place appends the groups in order as branches, runs of small ones as one,
// and makes those that are to be expanded tasks.
func (b *treeBuilder) place(job task) {
	t := b.t
	depth := t.Depth[job.branch] + 1
	x := t.X[job.branch]
	t.First[job.branch] = int32(t.Len())

	// The places of the branches to be expanded go onto the stack of places,
	// group by group; those of the others are forgotten.
	b.start = slices.Grow(b.start[:0], len(b.groups))[:len(b.groups)]
	for i := range b.start {
		b.start[i] = -1
	}
	at := int32(len(b.spots))
	full := b.o.Most > 0 && t.Len() >= b.o.Most
	for _, i := range b.order {
		g := b.groups[i]
		last := int32(t.Len() - 1)
		switch {
		case g.abs >= b.o.Least && !full:
			branch := last + 1
			b.add(g, job.branch, depth, x)
			if b.o.To == 0 || x < b.o.To && x+g.abs > b.o.From {
				b.work = append(b.work, task{branch, at})
				b.start[i] = at
				at += g.n
			}
		case last >= t.First[job.branch] && t.Merged[last] > 0:
			t.Merged[last]++
			t.Abs[last] += g.abs
			t.Net[last] += g.net
		default:
			g.node = NoNode
			b.add(g, job.branch, depth, x)
			t.Merged[last+1] = 1
		}
		x += g.abs
	}
	t.Count[job.branch] = int32(t.Len()) - t.First[job.branch]
	b.spots = slices.Grow(b.spots, int(at)-len(b.spots))[:at]
	for _, p := range b.found {
		if i := b.start[p.group]; i >= 0 {
			b.spots[i] = p.spot
			b.start[p.group]++
		}
	}
}
