package views

import (
	"profstation/model"
	"profstation/model/compare"
)

// matched tells which nodes of two sides are the same. Every answer has tables of
// its own, even where their nodes have the same numbers, so equal nodes are looked
// for once for each two tables.
type matched struct {
	nodes  [2]*model.Nodes
	across [2][]model.NodeID // nil where both are one table
}

// set says which two tables are beside each other.
func (m *matched) set(a, b *model.Nodes) {
	nodes := [2]*model.Nodes{a, b}
	if nodes == m.nodes {
		return
	}
	*m = matched{nodes: nodes}
	if a != b {
		m.across = [2][]model.NodeID{compare.Counterparts(a, b), compare.Counterparts(b, a)}
	}
}

// other is the node of the other side that equals one of a side; NoNode where
// there is none.
func (m *matched) other(side int, n model.NodeID) model.NodeID {
	if across := m.across[side]; across != nil {
		return across[n]
	}
	return n
}
