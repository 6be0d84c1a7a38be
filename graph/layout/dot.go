package layout

import (
	"math"
	"strconv"
)

// pointsPerInch is graphviz's: sizes of nodes are inches. A point of graphviz
// is our logical pixel.
const pointsPerInch = 72

// dot writes the graph for graphviz: numbers only.
func (g *Graph) dot(e Effort) []byte {
	b := make([]byte, 0, 512+48*len(g.Nodes)+72*len(g.Edges))
	b = append(b, "digraph {\n"...)
	b = e.attributes(b)
	b = append(b, "node [shape=box fixedsize=true label=\"\"]\nedge [fontname=Courier]\n"...)
	for i, n := range g.Nodes {
		b = strconv.AppendInt(b, int64(i), 10)
		b = appendAttribute(append(b, " ["...), "width=", n.W/pointsPerInch)
		b = appendAttribute(append(b, ' '), "height=", n.H/pointsPerInch)
		b = append(b, "]\n"...)
	}
	for i, d := range g.Edges {
		b = strconv.AppendInt(b, int64(d.From), 10)
		b = append(b, " -> "...)
		b = strconv.AppendInt(b, int64(d.To), 10)
		b = append(b, " [id="...)
		b = strconv.AppendInt(b, int64(i), 10)
		if d.Weight > 1 {
			b = strconv.AppendInt(append(b, " weight="...), int64(d.Weight), 10)
		}
		if d.MinLen > 1 {
			b = strconv.AppendInt(append(b, " minlen="...), int64(d.MinLen), 10)
		}
		if d.LabelW > 0 && d.LabelH > 0 && e.Labels {
			b = appendLabel(b, d.LabelW, d.LabelH)
		}
		b = append(b, "]\n"...)
	}
	return append(b, "}\n"...)
}

// appendLabel asks for room by a word in Courier. This graphviz has no fonts: it
// takes a letter to be 0.6 of the font size wide and a line 1.2 high
// (lib/common/textspan.c).
func appendLabel(b []byte, w, h float64) []byte {
	size := h / 1.2
	b = appendAttribute(append(b, ' '), "fontsize=", size)
	b = append(b, " label="...)
	for range int(math.Ceil(min(w/(0.6*size), 200))) {
		b = append(b, 'x')
	}
	return b
}

// appendAttribute writes a number so that 1/100 of a pixel is kept.
func appendAttribute(b []byte, name string, v float64) []byte {
	return strconv.AppendFloat(append(b, name...), v, 'f', 4, 64)
}
