// Package query answers questions about a profile.
//
// A [Query] is a value. [Evaluate] turns it into a [Result], which provides flat and cumulative sums
// ([Result.Sums]), the rows of a function table ([Result.Top]), a merged call tree ([Result.CallTree]) and a
// node's neighbours ([Result.Neighbours]). `go tool pprof` prints the same numbers. Where a rule comes from
// one of pprof's files, the comment at the rule names the file.
//
// Everything that asks, keeps or describes queries uses the rows in [Options]. [Walk] is the one way to sum
// over a result's stacks. Functions that may take long take a context; their only other errors have the type
// *[Error].
//
// Simple use:
//
//	r, err := query.Evaluate(ctx, p, query.Default())
//	top, err := r.Top(ctx)
//	for _, row := range top.Rows { … }
package query
