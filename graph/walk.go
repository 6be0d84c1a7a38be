package graph

import (
	"slices"

	"profstation/model/query"
	"profstation/model/units"
)

// NodeOf returns the graph's heaviest node for a node in the result, or −1 if none is shown.
func (g *Graph) NodeOf(id query.NodeID) int32 {
	return int32(slices.IndexFunc(g.Nodes, func(n Node) bool { return n.ID == id && id != query.NoNode }))
}

// Caller returns the other node from which most of a node's weight comes, or the node itself if there is none.
func (g *Graph) Caller(node int32) int32 {
	return g.other(node, g.Nodes[node].In, func(e *Edge) int32 { return e.From })
}

// Callee returns the other node to which most weight goes, or the node itself if there is none.
func (g *Graph) Callee(node int32) int32 {
	return g.other(node, g.Nodes[node].Out, func(e *Edge) int32 { return e.To })
}

// other returns the first end of the edges that is not the node, or the node itself if there is none.
func (g *Graph) other(node int32, edges []int32, end func(*Edge) int32) int32 {
	for _, e := range edges {
		if n := end(&g.Edges[e]); n != node {
			return n
		}
	}
	return node
}

// HotPath returns the path with the most weight. It starts at the root with the largest cum, or at the node with the
// largest cum if every node has a caller. From there it always goes to the heaviest callee, until that is on the path
// already. It is empty if there are no nodes.
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

// PathTo lists the edges on the heaviest path from a root to a node. It goes back from the node along the heaviest
// edge each time whose caller is not on the path yet, until there is none.
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
