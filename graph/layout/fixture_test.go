package layout_test

import (
	"math/rand/v2"
	"testing"

	"profstation/graph/layout"
)

// random is a graph with cycles, loops and several edges between two nodes.
func random(seed uint64, nodes, edges int) *layout.Graph {
	r := rand.New(rand.NewPCG(seed, 1))
	g := &layout.Graph{}
	for range nodes {
		g.Nodes = append(g.Nodes, layout.Node{W: 20 + 100*r.Float64(), H: 15 + 60*r.Float64()})
	}
	for range edges {
		g.Edges = append(g.Edges, layout.Edge{
			From: int32(r.IntN(nodes)), To: int32(r.IntN(nodes)),
			Weight: int32(1 + r.IntN(100)), MinLen: int32(1 + r.IntN(2)), LabelW: 30, LabelH: 12,
		})
	}
	return g
}

// tree is one as calls make it: every node but the first is called by one
// before it, some by two.
func tree(seed uint64, nodes int) *layout.Graph {
	g := random(seed, nodes, 0)
	r := rand.New(rand.NewPCG(seed, 2))
	for i := 1; i < nodes; i++ {
		for range 1 + r.IntN(2) {
			g.Edges = append(g.Edges, layout.Edge{From: int32(r.IntN(i)), To: int32(i), Weight: 1, MinLen: 1, LabelW: 30, LabelH: 12})
		}
	}
	return g
}

// check fails the test where a layout is none: places missing or outside, boxes
// that cover each other, edges that do not touch their ends.
func check(t *testing.T, g *layout.Graph, p *layout.Positions) {
	t.Helper()
	const slack = 1.0
	if len(p.Nodes) != len(g.Nodes) || len(p.Edges) != len(g.Edges) {
		t.Fatalf("%d places and %d ways for %d nodes and %d edges", len(p.Nodes), len(p.Edges), len(g.Nodes), len(g.Edges))
	}
	for i, n := range g.Nodes {
		m := p.Nodes[i]
		if !(m.X-n.W/2 >= -slack && m.X+n.W/2 <= p.W+slack && m.Y-n.H/2 >= -slack && m.Y+n.H/2 <= p.H+slack) {
			t.Errorf("node %d at %v, %v by %v, is outside of %v by %v", i, m, n.W, n.H, p.W, p.H)
		}
		for k := range i {
			o, s := p.Nodes[k], g.Nodes[k]
			if abs(m.X-o.X) < (n.W+s.W)/2-slack && abs(m.Y-o.Y) < (n.H+s.H)/2-slack {
				t.Errorf("nodes %d and %d cover each other", k, i)
			}
		}
	}
	for i, e := range g.Edges {
		c := &p.Edges[i]
		if len(c.Points)%3 != 1 {
			t.Fatalf("edge %d has %d points", i, len(c.Points))
		}
		if !touches(g, p, e.From, c.Points[0].X, c.Points[0].Y) {
			t.Errorf("edge %d begins at %v, away from node %d", i, c.Points[0], e.From)
		}
		if !touches(g, p, e.To, c.Tip.X, c.Tip.Y) {
			t.Errorf("edge %d ends at %v, away from node %d", i, c.Tip, e.To)
		}
	}
}

// touches reports whether a point is near the border of a node.
func touches(g *layout.Graph, p *layout.Positions, node int32, x, y float64) bool {
	const near = 4.0
	n, m := g.Nodes[node], p.Nodes[node]
	return abs(x-m.X) <= n.W/2+near && abs(y-m.Y) <= n.H/2+near
}

func abs(x float64) float64 { return max(x, -x) }
