package graph

import (
	"slices"

	"profstation/graph/layout"
	"profstation/model/lang"
	"profstation/scene"
)

// Figure is a graph that is ready for layout: the text in every box, edge and nodelet, and the space that it needs in
// our fonts. Lengths are in points; a picture at 100% shows a point as [PointSize] logical pixels. A figure never
// changes once it is made.
type Figure struct {
	Graph *Graph
	boxes []box        // Graph's nodes, then nodelets
	lines []line       // Graph's edges, then those to nodelets
	sizes layout.Graph // boxes and lines for the layout
}

// PointSize is how many logical pixels a point has at 100%: browsers show pprof's sizes at a ratio of 96 to 72.
const PointSize = 4.0 / 3

// box is a node or a nodelet.
type box struct {
	text  []string // lines, cut to the longest a box allows
	short string   // the text to show if the box is small on the screen
	size  float64  // font size
	node  int32    // whose nodelet this is, or the node itself
	tag   *Tag     // nil for a node
}

// line is an edge, or the line from a node to a nodelet.
type line struct {
	text   []string
	pen    float64
	dotted bool
	edge   int32 // index into Graph.Edges; −1 if it leads to a nodelet
}

const (
	boxMarginX, boxMarginY = 8.0, 4.0 // graphviz's margins around text in a box, 0.11 by 0.055 inch
	lineHeight             = 1.2      // distance between baselines, in ems
	longestLine            = 28.0     // in ems: a name with a thousand letters must not push all others apart
	edgeTextSize           = 10.0     // for edge labels, in points
	labelSpace             = 4.0      // between an edge and its label
)

// NewFigure measures the texts in a graph.
func NewFigure(g *Graph) *Figure {
	f := &Figure{Graph: g, boxes: make([]box, 0, len(g.Nodes)), lines: make([]line, 0, len(g.Edges))}
	largest := g.maxFlat()
	for i := range g.Nodes {
		names := g.NameLines(int32(i))
		f.addBox(g.Lines(int32(i)), box{
			short: names[len(names)-1], size: float64(fontSize(g.Nodes[i].Flat, largest)), node: int32(i),
		})
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		k := layout.Edge{From: e.From, To: e.To, MinLen: 1, Weight: int32(g.pull(e.Weight))}
		if n := &g.Nodes[e.From]; len(n.Tags)+len(n.Numbers) > 0 {
			k.MinLen = 2 // space for the nodelets
		}
		f.addLine(g.EdgeLines(e), k, line{pen: float64(g.PenWidth(e.Weight)), dotted: e.Residual, edge: int32(i)})
	}
	for i := range g.Nodes {
		n, node := &g.Nodes[i], int32(i)
		for k := range n.Tags {
			at := f.nodelet(node, node, &n.Tags[k])
			for j := range n.Tags[k].Numbers {
				f.nodelet(node, at, &n.Tags[k].Numbers[j])
			}
		}
		for k := range n.Numbers {
			f.nodelet(node, node, &n.Numbers[k])
		}
	}
	return f
}

// nodelet adds a nodelet below a box and returns its index.
func (f *Figure) nodelet(node, from int32, t *Tag) int32 {
	to, text := int32(len(f.boxes)), fewer(t.TagLines())
	f.addBox(text, box{short: text[0], size: nodeletSize, node: node, tag: t})
	k := layout.Edge{From: from, To: to, MinLen: 1, Weight: 100}
	f.addLine([]string{f.Graph.Format(t.Weight)}, k, line{pen: 1, dotted: t.Dotted, edge: -1})
	return to
}

// maxLines is how many label lines a nodelet shows.
const maxLines = 40

// fewer keeps the first lines if there are too many, and says how many more there are.
func fewer(lines []string) []string {
	if len(lines) <= maxLines {
		return lines
	}
	kept := slices.Clone(lines[:maxLines])
	kept[maxLines-1] = lang.N(len(lines)-maxLines+1, "… and 1 more label", "… and {{.N}} more labels", nil)
	return kept
}

func (f *Figure) addBox(text []string, b box) {
	fit, w := fitted(text, b.size)
	b.text = fit
	f.boxes = append(f.boxes, b)
	f.sizes.Nodes = append(f.sizes.Nodes, layout.Node{W: w + 2*boxMarginX, H: lineHeight*b.size*float64(len(fit)) + 2*boxMarginY})
}

func (f *Figure) addLine(text []string, k layout.Edge, l line) {
	fit, w := fitted(text, edgeTextSize)
	l.text = fit
	k.LabelW, k.LabelH = w+labelSpace, lineHeight*edgeTextSize*float64(len(fit))
	f.lines, f.sizes.Edges = append(f.lines, l), append(f.sizes.Edges, k)
}

func fitted(lines []string, size float64) ([]string, float64) {
	font, widest := scene.Font{Size: size}, 0.0
	out := make([]string, len(lines))
	for i, s := range lines {
		out[i] = scene.Fit(s, font, longestLine*size)
		widest = max(widest, scene.Measure(out[i], font))
	}
	return out, widest
}

// Sizes returns the numbers that package layout needs.
func (f *Figure) Sizes() *layout.Graph { return &f.sizes }
