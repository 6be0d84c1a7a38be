package layout

import "context"

// Quick lays a graph out in layers. It takes milliseconds where graphviz takes seconds or minutes. It ranks nodes by
// longest path, orders each rank by the middle of the neighbours, and places nodes by least squares (after Sugiyama,
// Tagawa and Toda, 1981). It leaves more crossings and longer edges than graphviz would, but no box covers another or
// an edge.
//
// The error is the context's, or says what is wrong with the graph.
func Quick(ctx context.Context, g *Graph) (*Positions, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	l := newLayers(g)
	l.bend()
	l.order(ctx)
	l.place(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return l.route(), nil
}

// layers is a layout in the making. Its vertices are the nodes, and a bend for each rank that an edge passes.
type layers struct {
	g        *Graph
	reversed []bool // edges that would run upwards, turned round
	vertex   []vertex
	links    []link
	chains   [][]int32 // for each edge its vertices from upper to lower end; nil for loops
	ranks    [][]int32 // each rank's vertices, from left to right
}

// vertex is a node, or a bend in an edge.
type vertex struct {
	rank, at int32 // at: the index in its rank
	w        float64
	offset   float64 // least distance from the middle of its rank's first vertex
	x        float64 // middle
	up, down []int32 // links to the rank above and below
	bend     bool
}

// link joins two vertices in neighbouring ranks.
type link struct {
	upper, lower int32
	weight       float64
}

// maxBends limits the memory for long edges. In a graph that needs more bends, they run straight over what lies
// between.
const maxBends = 60_000

// Distances in logical pixels: graphviz's nodesep and ranksep, and the space that an edge needs.
const (
	nodeGap  = 18.0
	rankGap  = 36.0
	bendRoom = 5.0
)

// newLayers turns edges round where needed, and ranks the nodes.
func newLayers(g *Graph) *layers {
	l := &layers{g: g, reversed: make([]bool, len(g.Edges)), vertex: make([]vertex, len(g.Nodes))}
	l.turn()
	l.rank()
	return l
}

// ends returns an edge's upper and lower vertex, once edges are turned.
func (l *layers) ends(e int) (upper, lower int32) {
	d := &l.g.Edges[e]
	if l.reversed[e] {
		return d.To, d.From
	}
	return d.From, d.To
}

// bend cuts the edges into chains of links, and fills the ranks.
func (l *layers) bend() {
	for i, n := range l.g.Nodes {
		l.vertex[i].w = n.W
	}
	l.chains = make([][]int32, len(l.g.Edges))
	bends := 0
	for e := range l.g.Edges {
		a, b := l.ends(e)
		bends += max(0, int(l.vertex[b].rank-l.vertex[a].rank)-1)
	}
	for e, d := range l.g.Edges {
		a, b := l.ends(e)
		if a == b {
			continue
		}
		chain := []int32{a}
		if bends <= maxBends {
			for r := l.vertex[a].rank + 1; r < l.vertex[b].rank; r++ {
				chain = append(chain, int32(len(l.vertex)))
				l.vertex = append(l.vertex, vertex{rank: r, w: bendRoom, bend: true})
			}
		}
		l.chains[e] = append(chain, b)
		if l.vertex[b].rank-l.vertex[a].rank != int32(len(chain)) {
			continue // too long for links
		}
		for i, v := range chain {
			l.join(v, l.chains[e][i+1], float64(max(d.Weight, 1)))
		}
	}
	for i := range l.vertex {
		r := int(l.vertex[i].rank)
		for len(l.ranks) <= r {
			l.ranks = append(l.ranks, nil)
		}
		l.ranks[r] = append(l.ranks[r], int32(i))
	}
}

// neighbours calls do for each neighbour in the rank above or below, with the link's weight.
func (l *layers) neighbours(v int32, above bool, do func(other *vertex, weight float64)) {
	links := l.vertex[v].down
	if above {
		links = l.vertex[v].up
	}
	for _, n := range links {
		k := &l.links[n]
		other := k.lower
		if above {
			other = k.upper
		}
		do(&l.vertex[other], k.weight)
	}
}

// join links two vertices. As in graphviz, links between bends pull hardest, so that long edges are straight.
func (l *layers) join(upper, lower int32, weight float64) {
	n := int32(len(l.links))
	switch u, d := &l.vertex[upper], &l.vertex[lower]; {
	case u.bend && d.bend:
		weight *= 8
	case u.bend || d.bend:
		weight *= 2
	}
	l.links = append(l.links, link{upper, lower, weight})
	l.vertex[upper].down = append(l.vertex[upper].down, n)
	l.vertex[lower].up = append(l.vertex[lower].up, n)
}
