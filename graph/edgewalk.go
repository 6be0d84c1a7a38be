package graph

import (
	"context"
	"sync"

	"profstation/model"
)

// edgesOf sums the edges between the nodes of a draft: index is the place of
// each NodeID in it, −1 where it is left out. The stacks are walked in so many
// parts at once, and the edges come in the order in which one walk meets them.
func edgesOf(ctx context.Context, r *model.Result, index []int32, parts int) ([]draftEdge, error) {
	n := r.Profile.Stacks.Len()
	walks := make([]edgeWalk, parts)
	errs := make([]error, parts)
	var wg sync.WaitGroup
	for i := range walks {
		wg.Go(func() {
			w := &walks[i]
			w.index = index
			errs[i] = r.PathsIn(ctx, model.StackID(n*i/parts), model.StackID(n*(i+1)/parts), w.path)
			w.cut(0)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	all := &walks[0]
	for i := range walks[1:] {
		all.add(&walks[i+1])
	}
	edges := make([]draftEdge, len(all.edges))
	for i, e := range all.edges {
		from, to := all.known.at(int32(i))
		edges[i] = draftEdge{from, to, e.weight, e.residual, !e.plain}
	}
	return edges, nil
}

// edgeWalk sums edges over the tree of paths. An edge's weight is what the
// stacks weigh during which it is on the path: the weight so far is taken away
// when it comes and added when it goes.
type edgeWalk struct {
	index []int32 // per NodeID: its place in the draft, −1 where it is left out
	known pairs
	edges []edgeSum
	steps []edgeStep // of the current path
	sofar int64      // Σvalue of the stacks before the current one
}

type edgeSum struct {
	weight          int64
	onPath          int32
	residual, plain bool
}

// edgeStep is what stands at one step of a path: the edge that leads to it, if
// any, and what an edge from it begins with.
type edgeStep struct {
	edge int32 // −1: none
	last int32 // the last node of the draft so far, −1: none
	gap  bool  // nodes that are left out stand after it
}

func (w *edgeWalk) path(_ model.StackID, path []model.Step, common int, net int64) {
	w.cut(common)
	before := edgeStep{edge: -1, last: -1}
	if common > 0 {
		before = w.steps[common-1]
	}
	for _, s := range path[common:] {
		now := edgeStep{edge: -1, last: w.index[s.Node]}
		switch {
		case now.last < 0:
			now.last, now.gap = before.last, true
		case before.last >= 0 && before.last != now.last:
			now.edge = w.enter(before.last, now.last, before.gap, s.Inlined)
		}
		w.steps = append(w.steps, now)
		before = now
	}
	w.sofar += net
}

func (w *edgeWalk) enter(from, to int32, residual, inlined bool) int32 {
	n, e := w.edge(from, to)
	if e.onPath == 0 {
		e.weight -= w.sofar
		e.residual = e.residual || residual
		e.plain = e.plain || !inlined
	}
	e.onPath++
	return n
}

// edge returns an edge, which may be new, and its number.
func (w *edgeWalk) edge(from, to int32) (int32, *edgeSum) {
	n := w.known.number(from, to)
	if int(n) == len(w.edges) {
		w.edges = append(w.edges, edgeSum{})
	}
	return n, &w.edges[n]
}

// add adds the edges of a walk over other stacks.
func (w *edgeWalk) add(other *edgeWalk) {
	for i, o := range other.edges {
		_, e := w.edge(other.known.at(int32(i)))
		e.weight += o.weight
		e.residual = e.residual || o.residual
		e.plain = e.plain || o.plain
	}
}

// cut leaves the steps from n on.
func (w *edgeWalk) cut(n int) {
	for _, s := range w.steps[n:] {
		if s.edge < 0 {
			continue
		}
		e := &w.edges[s.edge]
		if e.onPath--; e.onPath == 0 {
			e.weight += w.sofar
		}
	}
	w.steps = w.steps[:n]
}
