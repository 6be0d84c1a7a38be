// Package analysis turns an execution trace into tables, distributions and derived profiles, for any interval in the
// trace.
//
// [New] makes an [Analysis] for a trace, at no cost. The tables that a question needs are built when it is first
// asked, and are kept: they are sums along each goroutine's spans, so that the next interval needs no walk over the
// trace. All questions take a context, and several goroutines may ask at once. Answers never change afterwards.
//
// Simple use:
//
//	a := analysis.New(trace)
//	table, err := a.Goroutines(ctx, trace.Interval{}) // for the whole trace
//	for _, group := range table.Groups { … }
//
// An answer covers just its interval: if a span crosses the interval's border, only the part inside counts. Times
// that a trace does not record ([trace.NoTime]) are taken to be the trace's borders, and marked. The formulas follow
// the Go distribution's cmd/trace and internal/trace where these are right. Where they are not, the comment at the
// place names the file and the reason.
package analysis
