package graph

import "profstation/model"

// NodeOf is the index of the weightiest node of the graph that stands for a
// node of the result, −1 where none is shown.
func (g *Graph) NodeOf(id model.NodeID) int32 {
	for i := range g.Nodes {
		if g.Nodes[i].ID == id && id != model.NoNode {
			return int32(i)
		}
	}
	return -1
}

// Caller is the node that most of a node's weight comes from, Callee the one
// that most goes to; the node itself where there is none.
func (g *Graph) Caller(node int32) int32 {
	if in := g.Nodes[node].In; len(in) > 0 {
		return g.Edges[in[0]].From
	}
	return node
}

// Callee is described with Caller.
func (g *Graph) Callee(node int32) int32 {
	if out := g.Nodes[node].Out; len(out) > 0 {
		return g.Edges[out[0]].To
	}
	return node
}

// PathTo lists the edges of the heaviest way from a root to a node: from the
// node back along the heaviest edge each time, until a root or a node that the
// way has been through.
func (g *Graph) PathTo(node int32) []int32 {
	var path []int32
	seen := map[int32]bool{node: true}
	for {
		next := int32(-1)
		for _, e := range g.Nodes[node].In {
			if !seen[g.Edges[e].From] {
				next = e
				break
			}
		}
		if next < 0 {
			return path
		}
		path = append(path, next)
		node = g.Edges[next].From
		seen[node] = true
	}
}
