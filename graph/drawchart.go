package graph

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"profstation/graph/layout"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/scene"
)

// Chart is a figure with a place for everything, in points from its upper left corner. It never changes.
type Chart struct {
	*Figure
	W, H   float64
	rects  []scene.Rect   // boxes
	curves []layout.Curve // lines
	bounds []scene.Rect   // curves with their labels
	labels []scene.Rect   // labels of lines; empty: no space
	order  []int32        // indexes of lines, the heaviest last, so that they lie on top
}

// NewChart places a figure by a layout of its [Figure.Sizes]. It returns an error if the layout belongs to another
// figure.
func NewChart(f *Figure, p *layout.Positions) (*Chart, error) {
	if len(p.Nodes) != len(f.boxes) || len(p.Edges) != len(f.lines) {
		return nil, fmt.Errorf("graph: a layout of %d boxes and %d lines for a figure of %d and %d",
			len(p.Nodes), len(p.Edges), len(f.boxes), len(f.lines))
	}
	c := &Chart{
		Figure: f, W: p.W, H: p.H, curves: p.Edges,
		rects: make([]scene.Rect, len(f.boxes)), bounds: make([]scene.Rect, len(f.lines)),
		labels: make([]scene.Rect, len(f.lines)), order: make([]int32, len(f.lines)),
	}
	for i, n := range f.sizes.Nodes {
		c.rects[i] = around(p.Nodes[i], n.W, n.H)
	}
	c.placeLabels()
	for i := range f.lines {
		r := c.curves[i].Bounds().Inset(-f.lines[i].pen - arrowWidth)
		if l := c.labels[i]; !l.Empty() {
			r = r.Union(l)
		}
		c.bounds[i] = r
		c.order[i] = int32(len(f.lines) - 1 - i)
	}
	slices.SortStableFunc(c.order, func(a, b int32) int { return int(f.lines[a].pen - f.lines[b].pen) })
	return c, nil
}

func around(m scene.Point, w, h float64) scene.Rect {
	return scene.Rect{X0: m.X - w/2, Y0: m.Y - h/2, X1: m.X + w/2, Y1: m.Y + h/2}
}

func moved(r scene.Rect, dx, dy float64) scene.Rect {
	return scene.Rect{X0: r.X0 + dx, Y0: r.Y0 + dy, X1: r.X1 + dx, Y1: r.Y1 + dy}
}

// placeLabels gives every label its place. Labels for which the layout kept no space stand on the middle of their
// edge, the heaviest first, as long as they cover no box and no other label.
func (c *Chart) placeLabels() {
	var taken []scene.Rect
	free := func(r scene.Rect) bool {
		meets := func(o scene.Rect) bool { return !r.Intersect(o).Empty() }
		return !slices.ContainsFunc(taken, meets) && !slices.ContainsFunc(c.rects, meets)
	}
	for _, roomy := range []bool{true, false} {
		for i, l := range c.sizes.Edges {
			k := &c.curves[i]
			if k.HasLabel != roomy || !roomy && len(k.Points) == 0 {
				continue
			}
			r := around(k.Label, l.LabelW, l.LabelH)
			if !roomy { // beside an edge at the chart's border, rather than half outside
				r = moved(r, max(0, -r.X0)+min(0, c.W-r.X1), max(0, -r.Y0)+min(0, c.H-r.Y1))
			}
			if roomy || free(r) {
				c.labels[i] = r
				taken = append(taken, r)
			}
		}
	}
}

// View is the part of a chart to draw, and where to draw it.
type View struct {
	Origin scene.Point // the chart's point at the upper left corner of Area
	Scale  float64     // logical pixels for each point; [PointSize] is 100%
	Area   scene.Rect  // on the canvas
}

func (v View) canvas(p scene.Point) scene.Point {
	return scene.Point{X: v.Area.X0 + (p.X-v.Origin.X)*v.Scale, Y: v.Area.Y0 + (p.Y-v.Origin.Y)*v.Scale}
}

func (v View) rect(r scene.Rect) scene.Rect {
	return v.canvas(scene.Point{X: r.X0, Y: r.Y0}).At().Union(v.canvas(scene.Point{X: r.X1, Y: r.Y1}).At())
}

func (v View) chart(p scene.Point) scene.Point {
	return scene.Point{X: v.Origin.X + (p.X-v.Area.X0)/v.Scale, Y: v.Origin.Y + (p.Y-v.Area.Y0)/v.Scale}
}

// usable reports whether anything can be seen in the view.
func (v View) usable() bool {
	finite := func(x float64) bool { return x-x == 0 }
	return !v.Area.Empty() && v.Scale > 0 && finite(v.Scale) && finite(v.Origin.X) && finite(v.Origin.Y)
}

// NodeRect returns where a node lies on the canvas.
func (c *Chart) NodeRect(v View, node int32) scene.Rect { return v.rect(c.rects[node]) }

// NodeAt returns the node under a point on the canvas, or the node to which the nodelet there belongs. It returns −1
// if there is none.
func (c *Chart) NodeAt(v View, at scene.Point) int32 {
	if !v.usable() || !v.Area.Contains(at) {
		return -1
	}
	p := v.chart(at)
	for i := range slices.Backward(c.rects) {
		if c.rects[i].Contains(p) {
			return c.boxes[i].node
		}
	}
	return -1
}

// EdgeAt returns the edge whose line or label is under a point on the canvas or a few pixels beside it. If there are
// several, it returns the nearest. It returns −1 if there is none, or if a node is there.
func (c *Chart) EdgeAt(v View, at scene.Point) int32 {
	if !v.usable() || !v.Area.Contains(at) || c.NodeAt(v, at) >= 0 {
		return -1
	}
	const reach = 5.0 // logical pixels
	p, best, nearest := v.chart(at), int32(-1), reach/v.Scale
	for i := range slices.Backward(c.order) {
		n := c.order[i]
		l := &c.lines[n]
		if l.edge < 0 || !c.bounds[n].Inset(-nearest).Contains(p) {
			continue
		}
		if c.labels[n].Contains(p) {
			return l.edge
		}
		if d := distance(&c.curves[n], p) - l.pen/2; d < nearest {
			best, nearest = l.edge, max(d, 0)
		}
	}
	return best
}

func distance(c *layout.Curve, p scene.Point) float64 {
	if len(c.Points) == 0 {
		return math.Inf(1)
	}
	a, best := c.Points[0], math.Inf(1)
	to := func(b scene.Point) {
		best, a = min(best, segmentDistance(a, b, p)), b
	}
	const pieces = 12
	for i := 0; i+3 < len(c.Points); i += 3 {
		q := c.Points[i : i+4]
		for k := 1; k <= pieces; k++ {
			to(scene.Cubic(q[0], q[1], q[2], q[3], float64(k)/pieces))
		}
	}
	to(c.Tip)
	return best
}

func segmentDistance(a, b, p scene.Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	t := 0.0
	if n := dx*dx + dy*dy; n > 0 {
		t = max(0, min(1, ((p.X-a.X)*dx+(p.Y-a.Y)*dy)/n))
	}
	return math.Hypot(p.X-a.X-t*dx, p.Y-a.Y-t*dy)
}

// DescribeNode returns a node's name, figures and labels, in lines.
func (c *Chart) DescribeNode(i int32) string {
	g, n := c.Graph, &c.Graph.Nodes[i]
	text := g.Name(i) + "\n" + lang.L("flat {{.Flat}}, cum {{.Cum}}", lang.With{"Flat": g.withShare(n.Flat), "Cum": g.withShare(n.Cum)})
	for _, t := range n.Tags {
		text += "\n" + strings.Join(t.TagLines(), ", ") + ": " + g.withShare(t.Weight)
	}
	return text
}

// DescribeEdge returns an edge's ends and weight, in lines.
func (c *Chart) DescribeEdge(i int32) string {
	g, e := c.Graph, &c.Graph.Edges[i]
	s := lang.L("{{.Caller}} calls {{.Callee}}", lang.With{"Caller": g.Name(e.From), "Callee": g.Name(e.To)}) + "\n" +
		lang.L("{{.Value}}, {{.Share}} of the caller",
			lang.With{"Value": g.withShare(e.Weight), "Share": units.Percent(e.Weight, g.Nodes[e.From].Cum)})
	if e.Residual {
		s += "\n" + lang.L("through functions that are not shown")
	}
	if e.Inline {
		s += "\n" + lang.L("inlined")
	}
	return s
}
