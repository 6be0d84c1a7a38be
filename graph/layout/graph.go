package layout

import (
	"fmt"
	"math"

	"profstation/scene"
)

// Graph is a graph to lay out: boxes and the edges between them. It has no names, figures or colours, so no text from
// a profile can reach graphviz.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// Node is a box's size, in logical pixels.
type Node struct{ W, H float64 }

// Edge runs from one node to another, or to itself. There may be several between the same nodes.
type Edge struct {
	From, To int32 // indexes into Nodes
	Weight   int32 // how short and straight the edge should be: 1 to 101, as in pprof's drawings
	MinLen   int32 // the least number of ranks that the edge spans: 1 or more
	// LabelW and LabelH are the size of a label beside the edge, in logical pixels; 0: no label.
	LabelW, LabelH float64
}

// most limits lengths, so that their sums stay exact. check refuses boxes and labels that are larger.
const limit = 1e5

func (g *Graph) check() error {
	for i, n := range g.Nodes {
		if !(n.W > 0 && n.W <= limit && n.H > 0 && n.H <= limit) {
			return fmt.Errorf("layout: node %d of %d is %g by %g, expected sizes above 0 and up to %g", i, len(g.Nodes), n.W, n.H, limit)
		}
	}
	n := int32(len(g.Nodes))
	for i, e := range g.Edges {
		switch {
		case e.From < 0 || e.From >= n || e.To < 0 || e.To >= n:
			return fmt.Errorf("layout: edge %d of %d runs from %d to %d, but there are %d nodes", i, len(g.Edges), e.From, e.To, n)
		case e.Weight < 0 || e.MinLen < 0 || e.MinLen > 100:
			return fmt.Errorf("layout: edge %d of %d has weight %d and least length %d, expected 0 or more, and at most 100 ranks",
				i, len(g.Edges), e.Weight, e.MinLen)
		case !(e.LabelW >= 0 && e.LabelW <= limit && e.LabelH >= 0 && e.LabelH <= limit):
			return fmt.Errorf("layout: the label of edge %d of %d is %g by %g, expected sizes from 0 to %g", i, len(g.Edges),
				e.LabelW, e.LabelH, limit)
		}
	}
	return nil
}

// Positions is a graph's layout. The origin is its upper left corner, y runs down, and lengths are in logical pixels.
type Positions struct {
	W, H  float64
	Nodes []scene.Point // each box's middle
	Edges []Curve
}

// Curve is an edge's route.
type Curve struct {
	// Points are the curve's start and three points for every cubic Bézier piece after it. There are none if the edge
	// has no route.
	Points []scene.Point
	// Tip is where the arrow head ends. The head begins at the last of Points.
	Tip scene.Point
	// Label is the middle of the space for the label, if HasLabel.
	Label    scene.Point
	HasLabel bool
}

// Bounds returns a rectangle that contains the curve and its arrow head.
func (c *Curve) Bounds() scene.Rect {
	if len(c.Points) == 0 {
		return scene.Rect{}
	}
	return scene.Around(c.Points).Union(c.Tip.At())
}

func finite(p scene.Point) bool {
	const farthest = 1e8
	return math.Abs(p.X) <= farthest && math.Abs(p.Y) <= farthest
}
