// Package graph makes call graphs from a profile: which functions are worth a box, who calls whom for how much, and
// which were left out to keep the picture readable. It follows the rules, sizes and colours of `go tool pprof -dot`.
// The views, the exports and the reports use it; the first call is [New].
//
// As a text for graphviz:
//
//	g, err := New(ctx, result, DefaultOptions())
//	err = g.WriteDOT(w)
//
// As a picture, laid out by package layout:
//
//	f := NewFigure(g)
//	err = helper.Compute(ctx, f.Sizes(), func(p *layout.Positions, _ layout.Stage) { … })
//	c, err := NewChart(f, positions)
//	NewPainter(c, theme).Paint(canvas, c.Fit(area), NoMarks())
package graph
