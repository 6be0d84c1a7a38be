package graph

import (
	"fmt"

	"profstation/model"
)

// Legend is the lines above the picture: the head of the profile, then the [Graph.Summary].
func (g *Graph) Legend() []string {
	var lines []string
	for _, f := range g.Result.Facts() {
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
			lines = append(lines, "Active filters:")
		}
		text := model.Sanitise(f.Name + "=" + f.Text)
		if runes := []rune(text); len(runes) > 80 {
			text = string(runes[:80]) + "…"
		}
		lines = append(lines, "   "+text)
	}
	var shown int64
	for i := range g.Nodes {
		shown += g.Nodes[i].Flat
	}
	lines = append(lines, fmt.Sprintf("Showing nodes accounting for %s, %s of %s total",
		g.Format(shown), model.Percent(shown, g.Total), g.Format(g.Total)))
	if g.Total == 0 {
		return lines
	}
	dropped := func(n int, what, by string, fraction float64) {
		if n == 0 {
			return
		}
		if n > 1 {
			what += "s"
		}
		least := ""
		if g.AtLeast {
			least = "at least "
		}
		lines = append(lines, fmt.Sprintf("Dropped %s%d %s (%s <= %s)", least, n, what, by, g.Format(cutoffOf(g.Total, fraction))))
	}
	dropped(g.DroppedNodes, "node", "cum", r.Query.NodeFraction)
	dropped(g.DroppedEdges, "edge", "freq", g.Options.EdgeFraction)
	if n := len(g.Nodes); n > 0 && n < g.OfNodes {
		lines = append(lines, fmt.Sprintf("Showing top %d nodes out of %d", n, g.OfNodes))
	}
	return lines
}
