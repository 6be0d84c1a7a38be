package graph

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
)

// WriteDOT writes the graph in graphviz's language, as pprof does (internal/graph/dotgraph.go): nodes N1, N2 … in the
// order of their weight, nodelets N1_0 for labels and NN1_0 for numbers, and edges with the heaviest first. Whatever
// names a profile holds, the text is always one graph with just these nodes. Its errors are w's.
func (g *Graph) WriteDOT(w io.Writer) error {
	d := &dotWriter{g: g, w: bufio.NewWriter(w), maxFlat: g.maxFlat()}
	d.line(`digraph "%s" {`, quoted(g.title()))
	// graphviz looks these fonts up and measures text in the first one it has. Whoever looks at the SVG then does the
	// same. Without this, graphviz takes Times. Both take letters in other scripts from another font.
	d.line(`graph [fontname="Helvetica,Arial,sans-serif"]`)
	d.line(`node [style=filled fillcolor="#f8f8f8" fontname="Helvetica,Arial,sans-serif"]`)
	d.line(`edge [fontname="Helvetica,Arial,sans-serif"]`)
	lines := g.Legend(lang.English)
	d.line(`subgraph cluster_L { "%s" [shape=box fontsize=16 label="%s\l" tooltip="%s"] }`,
		quoted(lines[0]), joined(lines, `\l`), quoted(g.title()))
	for i := range g.Nodes {
		d.node(int32(i))
	}
	for i := range g.Edges {
		d.edge(&g.Edges[i])
	}
	d.line("}")
	return d.w.Flush()
}

func (g *Graph) title() string {
	p := g.Result.Profile
	if len(p.Mappings) > 0 && p.Mappings[0].File != 0 {
		return filepath.Base(p.Strings.Raw(p.Mappings[0].File))
	}
	return "unnamed"
}

type dotWriter struct {
	g       *Graph
	w       *bufio.Writer
	maxFlat int64
}

func (d *dotWriter) line(format string, args ...any) {
	fmt.Fprintf(d.w, format, args...) // errors stay until Flush
	d.w.WriteByte('\n')
}

// figure formats a value with the letters pprof uses.
func (d *dotWriter) figure(v int64) string { return units.AsPprof(d.g.Format(v)) }

// name returns a node's name in full, since programs that read the graph may look for it.
func (d *dotWriter) name(i int32) string { return d.g.Result.Nodes.Node(d.g.Nodes[i].ID).String() }

func (d *dotWriter) node(i int32) {
	g := d.g
	n := &g.Nodes[i]
	lines, size := g.withFigures(i, g.nameLines(i, safe.Whole, safe.Whole), lang.English), fontSize(n.Flat, d.maxFlat)
	d.line(`N%d [label="%s" id="node%d" fontsize=%d shape=box tooltip="%s (%s)" color="%s" fillcolor="%s"]`,
		i+1, joined(lines, `\n`), i+1, size, quoted(d.name(i)), d.figure(n.Cum),
		heat(n.Cum, g.Total, false), heat(n.Cum, g.Total, true))
	name := fmt.Sprintf("N%d", i+1)
	for k := range n.Tags {
		t := &n.Tags[k]
		id := fmt.Sprintf("%s_%d", name, k)
		d.nodelet(name, id, t)
		d.numbers(id, t.Numbers)
	}
	d.numbers(name, n.Numbers)
}

func (d *dotWriter) numbers(from string, tags []Tag) {
	for k := range tags {
		d.nodelet(from, fmt.Sprintf("N%s_%d", from, k), &tags[k])
	}
}

func (d *dotWriter) nodelet(from, id string, t *Tag) {
	lines, weight, dotted := t.Lines, d.figure(t.Weight), ""
	if t.Dotted {
		dotted = ` style="dotted"`
	}
	d.line(`%s [label="%s" id="%s" fontsize=%d shape=box3d tooltip="%s"]`,
		id, joined(lines, `\n`), id, nodeletSize, weight)
	d.line(`%s -> %s [label=" %s" weight=100 tooltip="%s" labeltooltip="%s"%s]`, from, id, weight, weight, weight, dotted)
}

func (d *dotWriter) edge(e *Edge) {
	g := d.g
	var b strings.Builder
	fmt.Fprintf(&b, `label=" %s"`, joined(g.edgeLines(e, lang.English), `\n `))
	if n := g.pull(e.Weight); n > 1 {
		fmt.Fprintf(&b, " weight=%d", n)
	}
	if n := g.PenWidth(e.Weight); n > 1 {
		fmt.Fprintf(&b, " penwidth=%d", n)
	}
	if g.Total != 0 {
		fmt.Fprintf(&b, ` color="%s"`, heat(e.Weight, g.Total, false))
	}
	arrow := "->"
	if e.Residual {
		arrow = "..."
	}
	call := fmt.Sprintf("%s %s %s (%s)", quoted(d.name(e.From)), arrow, quoted(d.name(e.To)), d.figure(e.Weight))
	fmt.Fprintf(&b, ` tooltip="%s" labeltooltip="%[1]s"`, call)
	if e.Residual {
		b.WriteString(` style="dotted"`)
	}
	if n := &g.Nodes[e.From]; len(n.Tags)+len(n.Numbers) > 0 {
		b.WriteString(" minlen=2") // space for the nodelets
	}
	d.line("N%d -> N%d [%s]", e.From+1, e.To+1, b.String())
}

func joined(lines []string, by string) string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = quoted(units.AsPprof(l))
	}
	return strings.Join(out, by)
}

// entity matches what graphviz would take for an HTML character.
var entity = regexp.MustCompile(`&(#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);`)

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// quoted makes a text safe between double quotes: nothing in it ends the quotes, and graphviz replaces nothing in it
// (https://graphviz.org/docs/attr-types/escString/).
func quoted(s string) string {
	s = dotEscapes.Replace(safe.Whole(s))
	return entity.ReplaceAllString(s, "&amp;$1;")
}
