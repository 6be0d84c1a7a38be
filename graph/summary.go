package graph

import (
	"profstation/model"
	"profstation/model/lang"
)

// Legend is the lines above the picture: the head of the profile, then the [Graph.Summary].
func (g *Graph) Legend() []string {
	var lines []string
	for _, f := range g.Result.Facts(g.Unit) {
		lines = append(lines, f.String())
	}
	return append(lines, g.Summary()...)
}

// Summary says how much the graph accounts for, in pprof's words (internal/report/report.go, reportLabels).
func (g *Graph) Summary() []string {
	r := g.Result
	var lines []string
	for _, f := range r.Query.Filters() {
		if f.Name == "tagroot" || f.Name == "tagleaf" {
			continue // no filters to pprof
		}
		if lines == nil {
			lines = append(lines, lang.English("Active filters:"))
		}
		text := model.Sanitise(f.Name + "=" + f.Text)
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
	dropped := func(n int, what, by string, fraction float64) string {
		return model.Dropped(n, g.AtLeast, what, by, format(model.Cutoff(g.Total, fraction)))
	}
	return append(lines, model.Showing(shown, g.Total, format, len(g.Nodes), g.OfNodes,
		dropped(g.DroppedNodes, "node", "cum", r.Query.NodeFraction),
		dropped(g.DroppedEdges, "edge", "freq", g.Options.EdgeFraction))...)
}
