// Package analysis turns an execution trace into tables, distributions and derived
// profiles, for any interval of it.
//
// [New] makes an [Analysis] of a trace, at no cost. The tables that a question needs are built when
// it comes first, and stay: sums along each goroutine's spans, so that the next interval costs no
// walk over the trace. All questions take a context and may be asked from several goroutines at
// once; answers do not change any more.
//
// Simple use:
//
//	a := analysis.New(trace)
//	table, err := a.Goroutines(ctx, trace.Interval{}) // of the whole trace
//	for _, group := range table.Groups { … }
//
// An answer is of the interval: of a span that lies across its border only the part within it
// counts. Times that a trace does not record ([trace.NoTime]) are taken as its borders and marked.
// The formulas are those of the Go distribution's cmd/trace and internal/trace where these are
// right; where they are not, the comment at the place names the file and the reason.
package analysis
