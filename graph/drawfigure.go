package graph

import (
	"profstation/graph/layout"
	"profstation/scene"
)

// Figure is a graph made ready to be laid out: the text of every box, edge and
// nodelet, and the room that it needs in our fonts. Lengths are points; a
// picture at 100% shows a point as [PointSize] logical pixels. Nothing in a
// figure changes after it was made.
type Figure struct {
	Graph *Graph
	boxes []box  // the nodes of Graph, then nodelets
	lines []line // the edges of Graph, then those to nodelets
}

// PointSize is how many logical pixels a point has at 100%: sizes are pprof's,
// which browsers show at 96 to 72.
const PointSize = 4.0 / 3

// box is a node or a nodelet.
type box struct {
	text  []string // lines, as wide as the box allows
	short string   // the text of a box that is small on the screen
	size  float64  // of the font
	w, h  float64
	node  int32 // whose nodelet this is, or the node itself
	tag   *Tag  // nil for a node
}

// line is an edge, or the line from a node to a nodelet.
type line struct {
	from, to int32 // indexes into Figure.boxes
	text     []string
	w, h     float64 // of the text
	pen      float64
	dotted   bool
	edge     int32 // index into Graph.Edges, −1 to a nodelet
}

const (
	// Margins of text in a box are graphviz's, 0.11 by 0.055 inch.
	boxMarginX, boxMarginY = 8.0, 4.0
	// lineHeight is the distance of baselines, in ems.
	lineHeight = 1.2
	// longestLine bounds the width of a line of text, in ems: a name of a
	// thousand letters must not push all others apart.
	longestLine = 28.0
	// edgeTextSize is the size of edges' labels, in points.
	edgeTextSize = 10.0
	// labelSpace is kept between an edge and its label.
	labelSpace = 4.0
)

// NewFigure measures the texts of a graph.
func NewFigure(g *Graph) *Figure {
	f := &Figure{Graph: g, boxes: make([]box, 0, len(g.Nodes)), lines: make([]line, 0, len(g.Edges))}
	most := g.mostFlat()
	for i := range g.Nodes {
		text := g.Lines(int32(i))
		b := boxOf(text, float64(fontSize(g.Nodes[i].Flat, most)))
		b.node = int32(i)
		names := g.NameLines(int32(i))
		b.short = names[len(names)-1]
		f.boxes = append(f.boxes, b)
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		l := lineOf(g.EdgeLines(e))
		l.from, l.to, l.edge = e.From, e.To, int32(i)
		l.pen, l.dotted = float64(g.PenWidth(e.Weight)), e.Residual
		f.lines = append(f.lines, l)
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		for k := range n.Tags {
			at := f.nodelet(int32(i), int32(i), &n.Tags[k])
			for j := range n.Tags[k].Numbers {
				f.nodelet(int32(i), at, &n.Tags[k].Numbers[j])
			}
		}
		for k := range n.Numbers {
			f.nodelet(int32(i), int32(i), &n.Numbers[k])
		}
	}
	return f
}

// nodelet adds a nodelet below a box and returns its index.
func (f *Figure) nodelet(node, from int32, t *Tag) int32 {
	b := boxOf(t.TagLines(), nodeletSize)
	b.node, b.tag = node, t
	to := int32(len(f.boxes))
	f.boxes = append(f.boxes, b)
	l := lineOf([]string{f.Graph.Format(t.Weight)})
	l.from, l.to, l.edge, l.pen, l.dotted = from, to, -1, 1, t.Dotted
	f.lines = append(f.lines, l)
	return to
}

// boxOf is a box around lines of text.
func boxOf(text []string, size float64) box {
	text, w := fitted(text, size)
	b := box{text: text, size: size, w: w + 2*boxMarginX, h: lineHeight*size*float64(len(text)) + 2*boxMarginY}
	if len(text) > 0 {
		b.short = text[0]
	}
	return b
}

func lineOf(text []string) line {
	text, w := fitted(text, edgeTextSize)
	return line{text: text, w: w + labelSpace, h: lineHeight * edgeTextSize * float64(len(text))}
}

// fitted cuts lines that are too long, and returns the width of the longest.
func fitted(lines []string, size float64) ([]string, float64) {
	font, widest := scene.Font{Size: size}, 0.0
	out := make([]string, len(lines))
	for i, s := range lines {
		out[i] = scene.Fit(s, font, longestLine*size)
		widest = max(widest, scene.Measure(out[i], font))
	}
	return out, widest
}

// Sizes are the numbers that package layout needs.
func (f *Figure) Sizes() *layout.Graph {
	g := &layout.Graph{Nodes: make([]layout.Node, len(f.boxes)), Edges: make([]layout.Edge, len(f.lines))}
	for i, b := range f.boxes {
		g.Nodes[i] = layout.Node{W: b.w, H: b.h}
	}
	for i, l := range f.lines {
		e := layout.Edge{From: l.from, To: l.to, MinLen: 1, Weight: 100, LabelW: l.w, LabelH: l.h}
		if l.edge >= 0 {
			e.Weight = int32(f.Graph.pull(f.Graph.Edges[l.edge].Weight))
			if n := &f.Graph.Nodes[l.from]; len(n.Tags)+len(n.Numbers) > 0 {
				e.MinLen = 2 // room for the nodelets
			}
		}
		g.Edges[i] = e
	}
	return g
}
