package answer

import (
	"cmp"
	"context"
	"regexp"

	"profstation/desk/screen"
	"profstation/graph"
	"profstation/model"
)

// Pane is one of the call graphs that a document has: one alone, or one for each
// side of a comparison.
type Pane int

// The panes.
const (
	OnlyGraph Pane = iota
	NewGraph
	BaseGraph
	Panes // how many there are
)

// SideGraphs are the call graphs of both sides.
var SideGraphs = [2]Pane{screen.BaseSide: BaseGraph, screen.NewSide: NewGraph}

// graphKey is what a call graph depends on, besides its result.
type graphKey struct {
	nodes          int
	small, tree    bool
	node, edge     float64 // least shares
	pivot          model.NodeID
	scale, largest int64 // what sizes are shares of; 0: its own
	byWeight       bool  // of a difference
}

// Measured is a call graph with the room that its texts need; figure nil: nobody
// asked for it.
type Measured struct {
	key    graphKey
	Figure *graph.Figure
}

// graphKey is what the display asks for.
func (a *Answer) graphKey() graphKey {
	d := &a.Request.Display
	return graphKey{
		nodes: d.GraphNodes, small: d.GraphSmall, tree: d.GraphTree,
		node: d.NodeFraction, edge: d.EdgeFraction, pivot: a.Node(a.Request.Place.Pivot),
	}
}

// showGraph measures the call graph that is to be laid out. Laying it out is a
// job of its own, which goes on while something else of the window changes.
func showGraph(ctx context.Context, a *Answer) error {
	return a.measure(ctx, OnlyGraph, a.Request.Profile, a.graphKey())
}

// measure makes a call graph ready to be laid out.
func (a *Answer) measure(ctx context.Context, at Pane, p *model.Profile, key graphKey) error {
	if m := &a.Graphs[at]; m.Figure != nil && m.key == key {
		return nil
	}
	g, err := a.graph(ctx, p, key)
	if err != nil {
		return err
	}
	a.Graphs[at] = Measured{key, graph.NewFigure(g)}
	return nil
}

func (a *Answer) graph(ctx context.Context, p *model.Profile, key graphKey) (*graph.Graph, error) {
	q, o := a.Query, graph.DefaultOptions()
	q.NodeCount, q.NodeFraction, o.EdgeFraction = key.nodes, key.node, key.edge
	if key.small {
		q.NodeFraction, o.EdgeFraction = 0, 0
	}
	o.CallTree, o.Scale, o.Largest, o.ByWeight = key.tree, key.scale, key.largest, key.byWeight
	if key.pivot != model.NoNode && q.Focus == "" {
		n := a.Result.Nodes.Node(key.pivot)
		q.Focus = exactly(cmp.Or(n.Name, n.File)) // leaves its callers and callees
	}
	r, err := p.Evaluate(q)
	if err != nil {
		return nil, err
	}
	return graph.New(ctx, r, o)
}

// exactly is the regular expression that matches one name alone. A name may be no
// UTF-8: regular expressions take each wrong byte for U+FFFD.
func exactly(name string) string { return "^" + regexp.QuoteMeta(string([]rune(name))) + "$" }

// PprofGraph is the only call graph as go tool pprof makes it: that of a
// difference has its nodes in another order in pictures.
func (a *Answer) PprofGraph(ctx context.Context) (*graph.Graph, error) {
	m := &a.Graphs[OnlyGraph]
	if !m.key.byWeight {
		return m.Figure.Graph, nil
	}
	key := m.key
	key.byWeight = false
	return a.graph(ctx, a.Result.Profile, key)
}

// WantedGraphs are the call graphs that the answer shows.
func (a *Answer) WantedGraphs() []Pane {
	switch {
	case a.Request.Tab != screen.GraphTab:
		return nil
	case a.Compared != nil && a.Compared.Other != nil:
		return []Pane{NewGraph, BaseGraph}
	}
	return []Pane{OnlyGraph}
}

// GraphQuestion is what a user has asked of a call graph. It stays the same while
// the profiles of a folder come and go.
type GraphQuestion struct {
	key   graphKey
	query model.Query
	pivot string
}

// GraphQuestion is what was asked of one of the answer's graphs.
func (a *Answer) GraphQuestion(at Pane) GraphQuestion {
	q := GraphQuestion{a.Graphs[at].key, a.Query, a.Request.Place.Pivot}
	q.key.pivot = model.NoNode // a number of the profile's
	return q
}
