package query

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/large"
	"profstation/model/work"
)

// treeBuilder expands branches depth first. The places for branches still to be expanded are on one stack, so
// memory grows with the tree's depth.
type treeBuilder struct {
	r *Result
	o TreeOptions
	t *CallTree

	steps *work.Steps

	through NodeID // the node being expanded, if its calls to itself are not branches; else NoNode

	work  []task
	spots []spot // the places for all tasks, end to end

	slot   []int32  // per node: its group in the branch being expanded, or −1
	groups []group  // that branch's children
	found  []placed // the children's places, in the order found
	order  []int32  // the groups, in the order asked for
	also   []int64  // per group: its sums for each entry in o.Also
	start  []int32  // scratch: where each group's places go
	stack  []spot   // scratch for gather
}

// task is a branch whose children are still to be found. Its places are treeBuilder.spots[spots:].
type task struct {
	branch int32
	spots  int32
}

type group struct {
	node     NodeID
	net, abs int64
	n        int32 // number of places
	plain    bool  // not all calls were inlined
}

type placed struct {
	group int32
	spot  spot
}

func (r *Result) newTreeBuilder(ctx context.Context, o TreeOptions) (*treeBuilder, error) {
	b := &treeBuilder{
		r: r, o: o, t: &CallTree{Also: make([][]int64, len(o.Also))}, steps: work.StepsUntil(ctx),
		slot: slices.Repeat([]int32{-1}, r.Nodes.Len()),
	}
	node, spots := NoNode, []spot(nil)
	if o.Pivot == NoNode {
		spots = r.everything()
	} else {
		var err error
		if spots, err = r.outermost(ctx, o.Pivot, o.Also); err != nil {
			return nil, err
		}
		spots = slices.Clone(spots) // places for expanded branches reuse this memory
		node = o.Pivot
	}
	root := group{node: node}
	for _, s := range spots {
		root.net += r.net[s.hi] - r.net[s.lo]
		root.abs += r.abs[s.hi] - r.abs[s.lo]
	}
	if o.Pivot == NoNode && o.Min == 0 && o.To == 0 && o.Max == 0 {
		if b.t.reserve(b.steps, 1+b.branches()); b.steps.Over(0) {
			return nil, ctx.Err()
		}
	}
	b.add(root, -1, 0, 0)
	for i, a := range o.Also {
		var net int64
		for _, s := range spots {
			net += a.net[s.hi] - a.net[s.lo]
		}
		b.t.Also[i] = append(b.t.Also[i], net)
	}
	b.spots = spots
	b.work = append(b.work, task{branch: 0})
	return b, nil
}

// branches returns the most branches that the whole tree can have: one for each call that one of the answer's
// stacks does not share with the stack before it.
func (b *treeBuilder) branches() (n int) {
	st := b.r.Profile.Stacks.Reader()
	shared := int32(0)
	for i := range int32(st.Len()) {
		shared = min(shared, int32(st.Common(model.StackID(i))))
		if !b.counts(i, i+1) {
			continue
		}
		n += int(b.r.Profile.FramesOf(st.From(model.StackID(i), shared)))
		if b.steps.Over(st.Depth(model.StackID(i)) - int(shared)) {
			return n
		}
		shared = math.MaxInt32
	}
	return n
}

// reserve allocates memory for n branches, unless the steps are over. Without it, ever longer columns would
// be copied, and a cancelled build would take too long to stop.
func (t *CallTree) reserve(steps *work.Steps, n int) {
	roomFor(steps, &t.Node, n)
	for _, c := range []*[]int32{&t.Parent, &t.First, &t.Count, &t.Depth, &t.Merged} {
		roomFor(steps, c, n)
	}
	for _, c := range []*[]int64{&t.X, &t.Abs, &t.Net, &t.Self} {
		roomFor(steps, c, n)
	}
	roomFor(steps, &t.Inline, n)
	for i := range t.Also {
		roomFor(steps, &t.Also[i], n)
	}
}

// roomFor allocates a column's memory for n values, unless the steps are over.
func roomFor[T any](steps *work.Steps, column *[]T, n int) {
	if !steps.Over(n) {
		*column = append(large.Reserve[T](n), *column...)
	}
}

// fit gives memory back if it was allocated for far more branches than there are. That happens because
// several places in the code can be one node and thus one branch.
func (t *CallTree) fit(steps *work.Steps) {
	if n := t.Len(); n < cap(t.Node)/2 {
		t.reserve(steps, n)
	}
}

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
	t.Inline = append(t.Inline, !g.plain && parent >= 0)
	t.Merged = append(t.Merged, 0)
}

// counts reports whether any answer has a value in a range of stacks.
func (b *treeBuilder) counts(lo, hi int32) bool {
	return b.r.abs[lo] != b.r.abs[hi] ||
		slices.ContainsFunc(b.o.Also, func(a *Result) bool { return a.abs[lo] != a.abs[hi] })
}

// withAll returns r for walks that also visit the stacks in other answers.
func (r *Result) withAll(also []*Result) *Result {
	if len(also) == 0 {
		return r
	}
	all := *r
	all.abs = slices.Clone(r.abs)
	for _, a := range also {
		for i, v := range a.abs {
			all.abs[i] += min(v, math.MaxInt64-all.abs[i])
		}
	}
	return &all
}

// alsoOf returns a group's sums in the other answers.
func (b *treeBuilder) alsoOf(g int32) []int64 {
	n := len(b.o.Also)
	return b.also[int(g)*n : int(g)*n+n]
}

func (b *treeBuilder) addAlso(g int32) {
	for k, v := range b.alsoOf(g) {
		b.t.Also[k] = append(b.t.Also[k], v)
	}
}

func (b *treeBuilder) pop() task {
	job := b.work[len(b.work)-1]
	b.work = b.work[:len(b.work)-1]
	return job
}

func (b *treeBuilder) expand(job task) {
	b.through = NoNode
	if n := b.t.Node[job.branch]; b.o.Recursion || b.r.Nodes.whole[n] || b.r.Query.Granularity.OfOwners() {
		b.through = n
	}
	b.groups, b.found, b.also = b.groups[:0], b.found[:0], b.also[:0]
	for _, s := range b.spots[job.spots:] {
		b.gather(job.branch, s)
	}
	b.spots = b.spots[:job.spots]
	b.order = b.order[:0]
	for i, g := range b.groups {
		b.slot[g.node] = -1
		if g.abs > 0 { // else only other answers have it
			b.order = append(b.order, int32(i))
		}
	}
	work.SortSteps(b.steps, false, b.order, b.compare)
}

// compare orders two groups. Equal ones are ordered by id so that a picture is stable.
func (b *treeBuilder) compare(i, j int32) int {
	x, y := &b.groups[i], &b.groups[j]
	byWeight := cmp.Compare(y.abs, x.abs)
	if !b.o.ByName && byWeight != 0 {
		return byWeight
	}
	return cmp.Or(strings.Compare(b.r.Nodes.Node(x.node).Name, b.r.Nodes.Node(y.node).Name), byWeight, cmp.Compare(x.node, y.node))
}

func (b *treeBuilder) gather(branch int32, s spot) {
	b.stack = append(b.stack[:0], s)
	for len(b.stack) > 0 && !b.steps.Over(1) {
		s := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if b.o.Callers {
			b.above(branch, s)
		} else {
			b.below(branch, s)
		}
	}
}

// emit adds a place to its node's group. If the node calls itself and such calls are collapsed, emit skips
// the place and continues behind it.
func (b *treeBuilder) emit(n NodeID, s spot) {
	if n == b.through {
		b.stack = append(b.stack, s)
		return
	}
	net, abs := b.r.net[s.hi]-b.r.net[s.lo], b.r.abs[s.hi]-b.r.abs[s.lo]
	if abs == 0 && !b.counts(s.lo, s.hi) {
		return
	}
	g := b.slot[n]
	if g < 0 {
		g = int32(len(b.groups))
		b.slot[n] = g
		b.groups = append(b.groups, group{node: n})
		b.also = append(b.also, make([]int64, len(b.o.Also))...)
	}
	b.groups[g].net += net
	b.groups[g].abs += abs
	b.groups[g].n++
	b.groups[g].plain = b.groups[g].plain || s.line <= 1
	for i, a := range b.o.Also {
		b.also[int(g)*len(b.o.Also)+i] += a.net[s.hi] - a.net[s.lo]
	}
	b.found = append(b.found, placed{g, s})
}

// below finds the places one node further from the root.
func (b *treeBuilder) below(branch int32, s spot) {
	r := b.r
	st := r.Profile.Stacks
	if s.depth > 0 && s.line != passed {
		loc := st.At(model.StackID(s.lo), s.depth-1)
		if nodes := r.nodesOf(loc); int(s.line) < len(nodes) {
			s.line++
			b.emit(nodes[s.line-1], s)
			return
		}
	}
	step := func(s spot) {
		loc := st.At(model.StackID(s.lo), s.depth)
		s.depth++
		if nodes := r.nodesOf(loc); len(nodes) > 0 {
			s.line = 1
			b.emit(nodes[0], s)
			return
		}
		s.line = 0 // hidden: continue behind it
		b.stack = append(b.stack, s)
	}
	if s.shared > s.depth { // all go the same way
		step(s)
		return
	}
	b.steps.Over(int(s.hi - s.lo))
	lo := s.lo
	if int32(st.Depth(model.StackID(lo))) == s.depth { // one stack may end here: the first
		b.t.Self[branch] += r.net[lo+1] - r.net[lo]
		lo++
	}
	for lo < s.hi {
		shared := int32(st.Depth(model.StackID(lo)))
		hi := lo + 1
		for hi < s.hi && int32(st.Common(model.StackID(hi))) > s.depth {
			shared = min(shared, int32(st.Common(model.StackID(hi))))
			hi++
		}
		if b.counts(lo, hi) {
			step(spot{lo, hi, s.depth, 0, shared})
		}
		lo = hi
	}
}

// above finds the place one node nearer to the root. All stacks at a place share it.
func (b *treeBuilder) above(branch int32, s spot) {
	r := b.r
	st := r.Profile.Stacks
	if s.line > 1 {
		loc := st.At(model.StackID(s.lo), s.depth-1)
		s.line--
		b.emit(r.nodesOf(loc)[s.line-1], s)
		return
	}
	top := int32(r.topOf(model.StackID(s.lo)))
	for s.depth--; s.depth > top; s.depth-- {
		loc := st.At(model.StackID(s.lo), s.depth-1)
		if nodes := r.nodesOf(loc); len(nodes) > 0 {
			s.line = int32(len(nodes))
			b.emit(nodes[len(nodes)-1], s)
			return
		}
	}
	b.t.Self[branch] += r.net[s.hi] - r.net[s.lo]
}

// place appends the groups in order as branches, merging runs of small ones into one, and makes tasks for the
// branches to be expanded.
func (b *treeBuilder) place(job task) {
	t := b.t
	depth := t.Depth[job.branch] + 1
	x := t.X[job.branch]
	t.First[job.branch] = int32(t.Len())

	// The places for branches to be expanded go onto the stack of places, group by group. The other places
	// are dropped.
	b.start = slices.Grow(b.start[:0], len(b.groups))[:len(b.groups)]
	for i := range b.start {
		b.start[i] = -1
	}
	at := int32(len(b.spots))
	full := b.o.Max > 0 && t.Len() >= b.o.Max
	for _, i := range b.order {
		g := b.groups[i]
		last := int32(t.Len() - 1)
		switch {
		case g.abs >= b.o.Min && !full:
			branch := last + 1
			b.add(g, job.branch, depth, x)
			b.addAlso(i)
			if b.o.To == 0 || x < b.o.To && x+g.abs > b.o.From {
				b.work = append(b.work, task{branch, at})
				b.start[i] = at
				at += g.n
			}
		case last >= t.First[job.branch] && t.Merged[last] > 0:
			t.Merged[last]++
			t.Abs[last] += g.abs
			t.Net[last] += g.net
			for k, also := range b.alsoOf(i) {
				t.Also[k][last] += also
			}
		default:
			g.node = NoNode
			b.add(g, job.branch, depth, x)
			b.addAlso(i)
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
