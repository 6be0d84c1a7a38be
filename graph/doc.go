// Package graph makes call graphs of a profile: which functions are worth a
// box, who calls whom for how much, and what was left out to keep the picture
// readable. Rules, sizes and colours are those of `go tool pprof -dot`.
//
// Simple use:
//
//	res, err := p.Evaluate(model.DefaultQuery())
//	g, err := graph.New(ctx, res, graph.DefaultOptions())
//	err = g.WriteDOT(w, graph.Look{})
package graph
