package graph

import (
	"context"
	"slices"

	"profstation/model/query"
	"profstation/model/units"
)

// New trims a result's call graph until a picture can show it, as pprof does (internal/report/report.go,
// newTrimmedGraph). First, nodes below a share of the total go. Among the others the heaviest stay; the limit counts
// them with their nodelets. Then edges below their share go, and residual ones that only repeat what other edges say.
//
// It returns the context's error, or an error if a call tree is too large.
func New(ctx context.Context, r *query.Result, o Options) (*Graph, error) {
	t := &trimming{ctx: ctx, r: r, o: o, g: &Graph{Result: r, Options: o, Total: r.MeanTotal()}, also: map[query.NodeID]bool{}}
	for _, n := range o.Also {
		t.also[n] = true
	}
	var err error
	if o.CallTree {
		err = t.tree()
	} else {
		err = t.graph()
	}
	if err != nil {
		return nil, err
	}
	g := t.g
	g.DroppedEdges += t.trimEdges()
	if !o.CallTree { // a tree has no other ways
		if err := t.d.dropDetours(ctx, t.order); err != nil {
			return nil, err
		}
	}
	t.finish()
	return g, ctx.Err()
}

// trimming is a graph in the making.
type trimming struct {
	ctx   context.Context
	r     *query.Result
	o     Options
	g     *Graph
	d     *draft
	order []int32 // the draft's nodes that are shown, heaviest first
	tags  *labelSums
	also  map[query.NodeID]bool // the nodes that were asked for
}

func (t *trimming) limit(total int64) {
	t.g.Cutoff = query.Cutoff(total, t.r.Query.NodeFraction)
	t.g.EdgeCutoff = query.Cutoff(total, t.o.EdgeFraction)
}

func (t *trimming) graph() error {
	sums, err := t.r.Sums(t.ctx)
	if err != nil {
		return err
	}
	var total int64
	for n, v := range sums.Flat {
		if t.r.Shows(v, sums.Cum[n]) {
			total += v
		}
	}
	t.limit(total)
	var kept, all []query.NodeID
	for i := range sums.Flat {
		n := query.NodeID(i)
		all = append(all, n)
		switch {
		case !t.r.Shows(sums.Flat[n], sums.Cum[n]):
		case units.Magnitude(sums.Cum[n]) < t.g.Cutoff && !t.also[n]:
			t.g.DroppedNodes++
		default:
			kept = append(kept, n)
		}
	}
	t.g.OfNodes = len(kept)
	if t.g.DroppedNodes == 0 {
		kept = all // including ghosts
	}
	if err := t.draw(kept); err != nil {
		return err
	}
	stay, err := t.selected(t.inGraph)
	if err != nil || len(stay) == len(t.order) {
		return err
	}
	kept = kept[:0:0]
	for _, i := range stay {
		kept = append(kept, t.d.nodes[i].id)
	}
	t.tags.renumber(stay)
	t.g.DroppedEdges = 0 // edges through nodes that were left out now count instead
	return t.draw(kept)
}

func (t *trimming) draw(ids []query.NodeID) (err error) {
	if t.d, err = draftOf(t.ctx, t.r, ids); err == nil {
		t.order = t.d.order(t.o.Difference)
	}
	return err
}

func (t *trimming) tree() error {
	d, tree, partial, err := treeDraft(t.ctx, t.r, t.r.Query.NodeFraction, maxBranches)
	if err != nil {
		return err
	}
	t.d, t.g.AtLeast = d, partial
	total := tree.Net[0] - tree.Self[0]
	if t.r.Query.DropNegative {
		total = d.flat() // only what is left
	}
	t.limit(total)
	asked := t.askedBoxes()
	weighs := func(i int32) bool { return units.Magnitude(d.nodes[i].cum) >= t.g.Cutoff || asked[i] }
	for i := range d.nodes {
		switch i := int32(i); {
		case d.ghost(i):
		case !weighs(i):
			t.g.DroppedNodes++
		default:
			t.g.OfNodes++
		}
	}
	if t.g.DroppedNodes > 0 {
		d.contract(weighs)
	}
	t.order = d.order(t.o.Difference)
	stay, err := t.selected(t.inTree(tree))
	if err != nil || len(stay) == len(t.order) {
		return err
	}
	kept := make([]bool, len(d.nodes))
	for _, i := range stay {
		kept[i] = true
	}
	d.contract(func(i int32) bool { return kept[i] })
	t.order = d.order(t.o.Difference)
	return nil
}

// askedBoxes returns the boxes in a tree for the nodes that were asked for, the heaviest box for each.
func (t *trimming) askedBoxes() map[int32]bool {
	if len(t.also) == 0 {
		return nil
	}
	best := map[query.NodeID]int32{}
	for i := range t.d.nodes {
		n := &t.d.nodes[i]
		if at, ok := best[n.id]; t.also[n.id] && !t.d.ghost(int32(i)) && (!ok || heavier(n.cum, t.d.nodes[at].cum) < 0) {
			best[n.id] = int32(i)
		}
	}
	boxes := map[int32]bool{}
	for _, i := range best {
		boxes[i] = true
	}
	return boxes
}

// selected returns the nodes that stay, and sums their labels (pprof: graph.go, selectTopNodes). Low edges and labels
// are removed first, so that they do not count.
func (t *trimming) selected(at locating) ([]int32, error) {
	limit := t.r.Query.NodeCount
	switch {
	case limit < 0:
		limit = DefaultNodeCount
	case limit == 0 && t.o.Max > 0 && len(t.order) > t.o.Max:
		limit = t.o.Max
	}
	if limit == 0 {
		return t.order, t.sumLabels(t.order, at)
	}
	t.g.DroppedEdges = t.trimEdges()
	candidates := t.askedFirst()[:min(limit, len(t.order))]
	if err := t.sumLabels(candidates, at); err != nil {
		return nil, err
	}
	count := 0
	for i, n := range candidates {
		if count += 1 + min(t.tags.own(n), maxNodelets); count >= limit {
			return candidates[:i+1], nil
		}
	}
	return candidates, nil
}

func (t *trimming) sumLabels(nodes []int32, place locating) error {
	if t.r.Profile.Labels.Len() <= 1 { // no sample has labels
		return nil
	}
	at, err := place()
	if err == nil {
		t.tags, err = sumLabels(t.ctx, t.r, len(t.d.nodes), nodes, at, t.g.Cutoff)
	}
	return err
}

// finish numbers what is left, and divides it if the query asks for means.
func (t *trimming) finish() {
	g, d := t.g, t.d
	place := slices.Repeat([]int32{-1}, len(d.nodes))
	g.Nodes = make([]Node, len(t.order))
	calls := make([]bool, len(d.nodes))
	for _, e := range d.edges {
		calls[e.From] = true
	}
	rows := make([]query.Row, len(t.order))
	for k, i := range t.order {
		n := &d.nodes[i]
		place[i] = int32(k)
		rows[k] = query.Row{Node: n.id, Flat: n.flat, Cum: n.cum, FlatDiv: n.flatDiv, CumDiv: n.cumDiv}
		g.Nodes[k] = Node{ID: n.id, Flat: rows[k].FlatValue(), Cum: rows[k].CumValue()}
		g.Nodes[k].Tags, g.Nodes[k].Numbers = t.tags.nodelets(i, calls[i])
	}
	g.Unit = t.r.TableUnit(rows)
	list := make([]int32, 0, len(d.edges))
	for i, e := range d.edges {
		if place[e.From] >= 0 && place[e.To] >= 0 { // pprof draws edges at ghosts to nowhere
			list = append(list, int32(i))
		}
	}
	d.sortEdges(list)
	g.Edges = make([]Edge, len(list))
	for k, i := range list {
		e := d.edges[i]
		e.From, e.To = place[e.From], place[e.To]
		e.Weight, e.div = query.Mean(e.Weight, e.div), 0
		g.Edges[k] = e
		from, to := &g.Nodes[e.From], &g.Nodes[e.To]
		from.Out = append(from.Out, int32(k))
		to.In = append(to.In, int32(k))
	}
}
