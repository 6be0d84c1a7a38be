package answer

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

// Measured is a call graph with the room that its texts need; figure nil: it was
// not asked for.
type Measured struct {
	key    graphKey
	Figure *graph.Figure
}

// graphKey is the one that is wanted.
func (a *Answer) graphKey() graphKey {
	d := &a.Request.Display
	return graphKey{
		nodes: d.GraphNodes, small: d.GraphSmall, tree: d.GraphTree,
		node: d.NodeFraction, edge: d.EdgeFraction, pivot: a.Node(a.Request.Place.Pivot),
	}
}

// callGraph measures the call graph that is to be laid out. Laying it out is a
// job of its own, which goes on while something else of the window changes.
func (a *Answer) callGraph(ctx context.Context, _ *Answer) (err error) {
	a.Graphs[OnlyGraph], err = a.measure(ctx, a.Request.Profile, a.graphKey(), a.Graphs[OnlyGraph])
	return err
}

// measure makes a call graph ready to be laid out, or takes over the one from
// before.
func (a *Answer) measure(ctx context.Context, p *model.Profile, key graphKey, before Measured) (Measured, error) {
	if before.Figure != nil && before.key == key {
		return before, nil
	}
	q, o := a.Query, graph.DefaultOptions()
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
		return Measured{}, err
	}
	g, err := graph.New(ctx, r, o)
	if err != nil {
		return Measured{}, err
	}
	return Measured{key, graph.NewFigure(g)}, nil
}

// exactly is the focus that leaves the callers and callees of a node.
func exactly(n *model.Node) string {
	name := n.Name
	if name == "" {
		name = n.File
	}
	return "^" + regexp.QuoteMeta(name) + "$"
}

// WantedGraphs are those that an answer shows.
func (a *Answer) WantedGraphs() []Pane {
	if a.Request.Tab != screen.GraphTab {
		return nil
	}
	if a.Compared != nil && a.Compared.Other != nil {
		return []Pane{NewGraph, BaseGraph}
	}
	return []Pane{OnlyGraph}
}

// Pane is one of the call graphs that a document has: one alone, or those of
// the two sides of a comparison.
type Pane int

const (
	OnlyGraph Pane = iota
	NewGraph
	BaseGraph
	Panes // how many there are
)

// GraphQuestion is what a user has asked of a call graph. It stays the same while
// the profiles of a folder come and go.
type GraphQuestion struct {
	key   graphKey
	query model.Query
	pivot string
}

// GraphQuestion is that of an answer.
func (a *Answer) GraphQuestion(at Pane) GraphQuestion {
	q := GraphQuestion{a.Graphs[at].key, a.Query, a.Request.Place.Pivot}
	q.key.pivot = model.NoNode // a number of the profile's
	return q
}
