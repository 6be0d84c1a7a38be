package desk

import (
	"context"
	"regexp"

	"profstation/desk/screen"
	"profstation/graph"
	"profstation/model"
)

// graphKey is what a call graph depends on, besides its result.
type graphKey struct {
	nodes          int
	small, tree    bool
	node, edge     float64 // least shares
	pivot          model.NodeID
	scale, largest int64 // what sizes are shares of; 0: its own
	byWeight       bool  // of a difference
}

// measured is a call graph with the room that its texts need; figure nil: it was
// not asked for.
type measured struct {
	key    graphKey
	figure *graph.Figure
}

// graphKey is the one that is wanted.
func (a *answer) graphKey() graphKey {
	d := &a.wish.display
	return graphKey{
		nodes: d.GraphNodes, small: d.GraphSmall, tree: d.GraphTree,
		node: d.NodeFraction, edge: d.EdgeFraction, pivot: a.node(a.wish.place.Pivot),
	}
}

// callGraph measures the call graph that is to be laid out. Laying it out is a
// job of its own, which goes on while something else of the window changes.
func (a *answer) callGraph(ctx context.Context, _ *answer) (err error) {
	a.graphs[onlyGraph], err = a.measure(ctx, a.wish.profile, a.graphKey(), a.graphs[onlyGraph])
	return err
}

// measure makes a call graph ready to be laid out, or takes over the one from
// before.
func (a *answer) measure(ctx context.Context, p *model.Profile, key graphKey, before measured) (measured, error) {
	if before.figure != nil && before.key == key {
		return before, nil
	}
	q, o := a.query, graph.DefaultOptions()
	q.NodeCount, q.NodeFraction, o.EdgeFraction = key.nodes, key.node, key.edge
	if key.small {
		q.NodeFraction, o.EdgeFraction = 0, 0
	}
	o.CallTree, o.Scale, o.Largest, o.ByWeight = key.tree, key.scale, key.largest, key.byWeight
	if key.pivot != model.NoNode && q.Focus == "" {
		q.Focus = exactly(a.Result.Nodes.Node(key.pivot))
	}
	r, err := p.Evaluate(q)
	if err != nil {
		return measured{}, err
	}
	g, err := graph.New(ctx, r, o)
	if err != nil {
		return measured{}, err
	}
	return measured{key, graph.NewFigure(g)}, nil
}

// exactly is the focus that leaves the callers and callees of a node.
func exactly(n *model.Node) string {
	name := n.Name
	if name == "" {
		name = n.File
	}
	return "^" + regexp.QuoteMeta(name) + "$"
}

// wantedGraphs are those that an answer shows.
func (a *answer) wantedGraphs() []graphPane {
	if a.wish.tab != screen.GraphTab {
		return nil
	}
	if a.Compared != nil && a.Compared.Other != nil {
		return []graphPane{newGraph, baseGraph}
	}
	return []graphPane{onlyGraph}
}
