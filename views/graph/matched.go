package graph

import (
	"profstation/model"
	"profstation/model/compare"
)

// matched tells which node of one table equals one of another, and looks for it
// once for each two tables.
type matched struct {
	nodes  [2]*model.Nodes
	across []model.NodeID // nil: nodes have the same numbers in both
}

// set says which tables they are.
func (m *matched) set(from, to *model.Nodes) {
	nodes := [2]*model.Nodes{from, to}
	if nodes == m.nodes {
		return
	}
	*m = matched{nodes: nodes}
	if from != to {
		m.across = compare.Counterparts(from, to)
	}
}

// other is the node that equals one of the first table; NoNode where there is none.
func (m *matched) other(n model.NodeID) model.NodeID {
	if m.across == nil {
		return n
	}
	return m.across[n]
}
