package ask

import (
	"slices"

	"profstation/flame"
	"profstation/model/query"
)

// Place is where a user is: the question, and the visible part of the answer. Back and forward
// walk through places. Nodes are kept by the names that pprof prints, so that a place means
// something for every document.
type Place struct {
	Query query.Query
	// Filters are the filters that make up Query; some may be off, or inverted.
	Filters []query.Refining
	Pivot   string // the node that a flame graph is turned around; "" for none
	// Zoom is the path to the branch that fills the flame graph, below the root or, with
	// ZoomCallers, above the pivot. Span is its visible part; the zero value is all of it.
	Zoom        []string
	ZoomCallers bool
	Span        flame.Span
	Selected    Selection
	Drawn       []string // nodes that call graphs show whatever their share
}

// StartPlace returns where a user is before any question.
func StartPlace() Place { return Place{Query: query.Default().Whole()} }

// Filter returns the place with these filters and no others.
func (p Place) Filter(filters []query.Refining) Place {
	p.Filters = filters
	p.Query = query.Refinement{Filters: filters}.Apply(p.Query)
	return p
}

// maxDrawn is how many nodes can be added to call graphs. When there are more, the oldest go.
const maxDrawn = 100

// Draw returns the place with more nodes that call graphs show whatever their share.
func (p Place) Draw(nodes []string) Place {
	drawn := slices.Clone(p.Drawn)
	for _, name := range nodes[max(0, len(nodes)-maxDrawn):] {
		if !slices.Contains(drawn, name) {
			drawn = append(drawn, name)
		}
	}
	p.Drawn = drawn[max(0, len(drawn)-maxDrawn):]
	return p
}

// Selection is one node and, if it was picked in a flame graph, the box.
type Selection struct {
	Node    string
	Also    []string // more nodes, picked with Ctrl; views about one node show Node
	Path    []string // the path to the box; nil for no particular one
	Callers bool
	Hottest bool // the box is the end of the hottest path, which was asked for and is marked
}

// SelectionOf returns a box in a flame graph as a selection. The root gives an empty one.
func SelectionOf(c *flame.Chart, ref flame.Ref) Selection {
	node := c.Box(ref).Node
	if node == query.NoNode {
		return Selection{}
	}
	s := Selection{Node: c.Result.Nodes.Node(node).String(), Path: []string{}, Callers: ref.Callers}
	for _, n := range c.Path(ref) {
		s.Path = append(s.Path, c.Result.Nodes.Node(n).String())
	}
	return s
}
