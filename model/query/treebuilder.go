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

// add adds a branch. Until the tree is built, the other columns are longer than the nodes', and zero behind their end: so
// what is zero in most branches need not be written.
func (b *treeBuilder) add(g group, parent, depth int32, x int64) {
	t, i := b.t, len(b.t.Node)
	t.Node = append(t.Node, g.node)
	if i >= len(t.Parent) {
		t.resize(max(64, cap(t.Node)))
	}
	t.Parent[i], t.Depth[i] = parent, depth
	t.X[i], t.Abs[i], t.Net[i] = x, g.abs, g.net
	if !g.plain && parent >= 0 {
		t.Inline[i] = true
	}
}

// resize gives all columns but the nodes' a length.
func (t *CallTree) resize(n int) {
	for _, c := range []*[]int32{&t.Parent, &t.First, &t.Count, &t.Depth, &t.Merged} {
		resize(c, n)
	}
	for _, c := range []*[]int64{&t.X, &t.Abs, &t.Net, &t.Self} {
		resize(c, n)
	}
	resize(&t.Inline, n)
}

func resize[T any](column *[]T, n int) {
	*column = slices.Grow((*column)[:min(n, len(*column))], n-min(n, len(*column)))[:n]
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

// throughOf returns the branch's node if its calls to itself are not branches, else NoNode.
func (b *treeBuilder) throughOf(branch int32) NodeID {
	n := b.t.Node[branch]
	if n != NoNode && (b.o.Recursion || b.r.Nodes.whole[n] || b.r.Query.Granularity.OfOwners()) {
		return n
	}
	return NoNode
}

// follow adds branches as expand and place would, as long as there is only one way from the task's branch. Most branches are
// found so, as each stack has an end of its own. It reports whether that led to the end of a stack; if not, the rest of the
// task is left, at another branch.
func (b *treeBuilder) follow(job *task) (ended bool) {
	if len(b.spots) != int(job.spots)+1 || b.o.Callers || b.o.Max > 0 || len(b.o.Also) > 0 {
		return false
	}
	r, t, s := b.r, b.t, &b.spots[job.spots]
	g := group{net: r.net[s.hi] - r.net[s.lo], abs: r.abs[s.hi] - r.abs[s.lo], n: 1}
	x := t.X[job.branch]
	if g.abs < max(1, b.o.Min) || !b.expands(x, g.abs) {
		return false
	}
	for !b.steps.Over(1) {
		through := b.throughOf(job.branch)
		for g.node = b.onlyNext(s); g.node != NoNode && g.node == through; {
			g.node = b.onlyNext(s)
		}
		branch := int32(t.Len())
		if g.node == NoNode {
			if s.hi-s.lo > 1 {
				return false
			}
			t.Self[job.branch] += g.net
			t.First[job.branch] = branch
			b.spots = b.spots[:job.spots]
			return true
		}
		t.First[job.branch], t.Count[job.branch] = branch, 1
		g.plain = s.line <= 1
		b.add(g, job.branch, t.Depth[job.branch]+1, x)
		job.branch = branch
	}
	return false
}

// onlyNext moves a place to the next node away from the root, which it returns. It returns NoNode where stacks part, or end.
func (b *treeBuilder) onlyNext(s *spot) NodeID {
	for {
		if s.depth > 0 && s.line != passed {
			if nodes := b.r.nodesOf(b.r.Profile.Stacks.At(model.StackID(s.lo), s.depth-1)); int(s.line) < len(nodes) {
				s.line++
				return nodes[s.line-1]
			}
		}
		if s.shared <= s.depth {
			return NoNode
		}
		s.depth, s.line = s.depth+1, 0
	}
}

func (b *treeBuilder) expand(job task) {
	b.through = b.throughOf(job.branch)
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

// expands reports whether a branch is in the range to expand.
func (b *treeBuilder) expands(x, abs int64) bool {
	return b.o.To == 0 || x < b.o.To && x+abs > b.o.From
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
			if b.expands(x, g.abs) {
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
