package graph

import (
	"slices"

	"profstation/model/query"
	"profstation/model/units"
)

// NodeOf is the weightiest node of the graph for a node of the result, −1 where none is shown.
func (g *Graph) NodeOf(id query.NodeID) int32 {
	return int32(slices.IndexFunc(g.Nodes, func(n Node) bool { return n.ID == id && id != query.NoNode }))
}

// Caller is another node that most of a node's weight comes from; the node itself where there is none.
func (g *Graph) Caller(node int32) int32 {
	return g.other(node, g.Nodes[node].In, func(e *Edge) int32 { return e.From })
}

// Callee is the other node that most goes to; the node itself where there is none.
func (g *Graph) Callee(node int32) int32 {
	return g.other(node, g.Nodes[node].Out, func(e *Edge) int32 { return e.To })
}

// other is the first end of edges that is not the node; the node itself where there is none.
func (g *Graph) other(node int32, edges []int32, end func(*Edge) int32) int32 {
	for _, e := range edges {
		if n := end(&g.Edges[e]); n != node {
			return n
		}
	}
	return node
}

// HotPath is the way of the most weight: from the root with the largest cum, or
// from the node with the largest where all are called, to the heaviest callee
// each time until that has been on the way. It is empty without nodes.
func (g *Graph) HotPath() []int32 {
	top, isRoot := int32(-1), false
	for i := range g.Nodes {
		n := int32(i)
		root := g.Caller(n) == n
		if top < 0 || root && !isRoot ||
			root == isRoot && units.Magnitude(g.Nodes[n].Cum) > units.Magnitude(g.Nodes[top].Cum) {
			top, isRoot = n, root
		}
	}
	if top < 0 {
		return nil
	}
	var path []int32
	seen := make([]bool, len(g.Nodes))
	for n := top; !seen[n]; n = g.Callee(n) {
		seen[n] = true
		path = append(path, n)
	}
	return path
}

// PathTo lists the edges of the heaviest way from a root to a node: from the node back along the
// heaviest edge each time, until a root or a node that the way has been through.
func (g *Graph) PathTo(node int32) []int32 {
	var path []int32
	seen := map[int32]bool{node: true}
	for {
		in := g.Nodes[node].In
		i := slices.IndexFunc(in, func(e int32) bool { return !seen[g.Edges[e].From] })
		if i < 0 {
			return path
		}
		path = append(path, in[i])
		node = g.Edges[in[i]].From
		seen[node] = true
	}
}
