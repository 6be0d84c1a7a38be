package layout

import (
	"math"
	"slices"

	"profstation/scene"
)

// arrowLength is the length of an arrow head in graphviz's drawings, in logical pixels.
const arrowLength = 10.0

// route turns ranks and places into positions.
func (l *layers) route() *Positions {
	p := &Positions{Nodes: make([]scene.Point, len(l.g.Nodes)), Edges: make([]Curve, len(l.g.Edges))}
	if len(l.vertex) == 0 {
		return p
	}
	tops, heights := l.heights(p)
	left, right := math.Inf(1), math.Inf(-1)
	for i := range l.vertex {
		v := &l.vertex[i]
		left, right = min(left, v.x-v.w/2), max(right, v.x+v.w/2)
	}
	for i := range l.vertex {
		l.vertex[i].x -= left
	}
	p.W = right - left
	for i := range p.Nodes {
		v := &l.vertex[i]
		p.Nodes[i] = scene.Point{X: v.x, Y: tops[v.rank] + heights[v.rank]/2}
	}
	for e := range p.Edges {
		if l.chains[e] == nil {
			p.Edges[e] = l.loop(p, e)
			p.W = max(p.W, p.Edges[e].Bounds().X1)
		} else {
			p.Edges[e] = l.curve(p, e, tops, heights)
		}
	}
	return p
}

// heights sets each rank's top and height, and the picture's height. The more edges pass between two ranks, the
// farther apart they are.
func (l *layers) heights(p *Positions) (tops, heights []float64) {
	tops, heights = make([]float64, len(l.ranks)), make([]float64, len(l.ranks))
	y := 0.0
	for r, rank := range l.ranks {
		links := 0
		for _, v := range rank {
			if int(v) < len(l.g.Nodes) {
				heights[r] = max(heights[r], l.g.Nodes[v].H)
			}
			links += len(l.vertex[v].down)
		}
		tops[r] = y
		y += heights[r]
		p.H = y
		y += rankGap + min(4*rankGap, float64(links))
	}
	return tops, heights
}

// curve leads an edge from end to end, straight through the space at its bends and curved between the ranks.
func (l *layers) curve(p *Positions, e int, tops, heights []float64) Curve {
	chain := l.chains[e]
	upper, lower := chain[0], chain[len(chain)-1]
	from, to := p.Nodes[upper], p.Nodes[lower]
	from.Y += l.g.Nodes[upper].H / 2
	to.Y -= l.g.Nodes[lower].H / 2
	from.X = l.port(upper, l.vertex[chain[1]].x)
	to.X = l.port(lower, l.vertex[chain[len(chain)-2]].x)
	// The arrow is at the end that the edge points to.
	first, last := from, to
	if l.reversed[e] {
		first.Y += arrowLength
	} else {
		last.Y -= arrowLength
	}
	points := []scene.Point{first}
	// An edge runs straight out of its own rank and into the last one, since neighbours may be taller.
	if r := l.vertex[upper].rank; first.Y < tops[r]+heights[r] {
		points = appendStraight(points, scene.Point{X: first.X, Y: tops[r] + heights[r]})
	}
	for _, v := range chain[1 : len(chain)-1] {
		x, r := l.vertex[v].x, l.vertex[v].rank
		points = appendS(points, scene.Point{X: x, Y: tops[r]})
		points = appendStraight(points, scene.Point{X: x, Y: tops[r] + heights[r]})
	}
	top := min(last.Y, tops[l.vertex[lower].rank])
	points = appendS(points, scene.Point{X: last.X, Y: top})
	if top < last.Y {
		points = appendStraight(points, last)
	}
	c := Curve{Points: points, Tip: to}
	if l.reversed[e] {
		slices.Reverse(c.Points)
		c.Tip = from
	}
	c.Label = middle(c.Points)
	return c
}

// port returns where an edge to x leaves a box: as near to x as the middle part of the box allows.
func (l *layers) port(node int32, x float64) float64 {
	v := &l.vertex[node]
	return min(max(x, v.x-0.35*v.w), v.x+0.35*v.w)
}

func appendS(points []scene.Point, to scene.Point) []scene.Point {
	a := points[len(points)-1]
	half := (to.Y - a.Y) / 2
	return append(points, scene.Point{X: a.X, Y: a.Y + half}, scene.Point{X: to.X, Y: to.Y - half}, to)
}

func appendStraight(points []scene.Point, to scene.Point) []scene.Point {
	a := points[len(points)-1]
	third := func(k float64) scene.Point {
		return scene.Point{X: a.X + k/3*(to.X-a.X), Y: a.Y + k/3*(to.Y-a.Y)}
	}
	return append(points, third(1), third(2), to)
}

// loop leads an edge from a node to itself, on its right side.
func (l *layers) loop(p *Positions, e int) Curve {
	n := l.g.Edges[e].From
	c, size := p.Nodes[n], l.g.Nodes[n]
	x, h := c.X+size.W/2, min(size.H/4, 12)
	const out = nodeGap - 2
	from, end := scene.Point{X: x, Y: c.Y - h}, scene.Point{X: x + arrowLength*0.8, Y: c.Y + h*0.6}
	return Curve{
		Points: []scene.Point{from, {X: x + out, Y: c.Y - h}, {X: x + out, Y: c.Y + h*0.5}, end},
		Tip:    scene.Point{X: x, Y: c.Y + h},
		Label:  scene.Point{X: x + out, Y: c.Y},
	}
}

// middle returns the point halfway through a curve's pieces.
func middle(points []scene.Point) scene.Point {
	pieces := (len(points) - 1) / 3
	q := points[pieces/2*3:]
	if pieces%2 == 0 {
		return q[0]
	}
	return scene.Cubic(q[0], q[1], q[2], q[3], 0.5)
}
