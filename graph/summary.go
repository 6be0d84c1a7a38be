package graph

import (
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

// Legend returns the lines above the picture: the profile's head, then the summary. They are in pprof's words if say
// is English.
func (g *Graph) Legend(say lang.Voice) []string {
	var lines []string
	for _, f := range explain.Facts(g.Result, say, g.Unit) {
		lines = append(lines, f.String())
	}
	return append(lines, g.Summary(say)...)
}

// Summary returns lines that say how much the graph accounts for. They are in pprof's words if say is English
// (internal/report/report.go, reportLabels).
func (g *Graph) Summary(say lang.Voice) []string {
	r := g.Result
	var lines []string
	for _, f := range r.Query.Filters() {
		if f.Name == "tagroot" || f.Name == "tagleaf" {
			continue // pprof does not list these as filters
		}
		if lines == nil {
			lines = append(lines, say("Active filters:"))
		}
		text := safe.Text(f.Name + "=" + f.Text)
		if runes := []rune(text); len(runes) > 80 {
			text = string(runes[:80]) + "…"
		}
		lines = append(lines, "   "+text)
	}
	format := func(v int64) string { return r.Format(v, g.Unit) } // totals have no sign
	var shown int64
	for i := range g.Nodes {
		shown += g.Nodes[i].Flat
	}
	limit := func(fraction float64) string { return format(query.Cutoff(g.Total, fraction)) }
	return append(lines, explain.Showing(say, format(shown), units.Percent(shown, g.Total), format(g.Total), g.Total, len(g.Nodes), g.OfNodes,
		explain.DroppedNodes(say, g.DroppedNodes, g.AtLeast, limit(r.Query.NodeFraction)),
		explain.DroppedEdges(say, g.DroppedEdges, g.AtLeast, limit(g.Options.EdgeFraction)))...)
}
