// Package query answers questions on a profile.
//
// A [Query] is a value: [Evaluate] turns it into a [Result], from which flat and cumulative sums ([Result.Sums]),
// the rows of a function table ([Result.Top]), a merged call tree ([Result.CallTree]) and the
// neighbours of one node ([Result.Neighbours]) are read. `go tool pprof` prints the same numbers;
// where a rule comes from one of pprof's files, the comment at the rule names it.
//
// All that asks, keeps or describes queries goes by the rows of [Options]. [Walk] is the one way to sum over
// the stacks of a result. What may take long takes a context; its only other errors are of type [*Error].
//
// Simple use:
//
//	r, err := query.Evaluate(ctx, p, query.Default())
//	top, err := r.Top(ctx)
//	for _, row := range top.Rows { … }
package query
