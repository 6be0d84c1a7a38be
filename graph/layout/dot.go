package layout

import (
	"fmt"
	"math"
	"strings"
)

// dot writes the graph for graphviz: numbers only, with lengths precise to 1/100 pixel. A point in graphviz is our
// logical pixel. Node sizes are in inches.
func (g *Graph) dot(e Effort) []byte {
	const pointsPerInch = 72
	b := make([]byte, 0, 512+48*len(g.Nodes)+72*len(g.Edges))
	b = fmt.Appendf(b, "digraph {\n%snode [shape=box fixedsize=true label=\"\"]\nedge [fontname=Courier]\n", e.attributes())
	for i, n := range g.Nodes {
		b = fmt.Appendf(b, "%d [width=%.4f height=%.4f]\n", i, n.W/pointsPerInch, n.H/pointsPerInch)
	}
	for i, d := range g.Edges {
		b = fmt.Appendf(b, "%d -> %d [id=%d", d.From, d.To, i)
		if d.Weight > 1 {
			b = fmt.Appendf(b, " weight=%d", d.Weight)
		}
		if d.MinLen > 1 {
			b = fmt.Appendf(b, " minlen=%d", d.MinLen)
		}
		if d.LabelW > 0 && d.LabelH > 0 && e.Labels {
			// A word in Courier reserves the label's space. This graphviz has no fonts: it takes a letter to be 0.6
			// times the font size wide and a line 1.2 times high (lib/common/textspan.c).
			size := d.LabelH / 1.2
			letters := int(math.Ceil(min(d.LabelW/(0.6*size), 200)))
			b = fmt.Appendf(b, " fontsize=%.4f label=%s", size, strings.Repeat("x", letters))
		}
		b = append(b, "]\n"...)
	}
	return append(b, "}\n"...)
}
