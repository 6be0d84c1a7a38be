// Package model holds the tables that every view reads, and answers queries on them.
//
// A profile is loaded once (package loader, through a [Builder]) into flat tables that never change
// afterwards, so views share it between goroutines without locks. A [Query] is a value:
// [Profile.Evaluate] turns it into a [Result], from which flat and cumulative sums ([Result.Sums]),
// the rows of a function table ([Result.Top]), a merged call tree ([Result.CallTree]) and the
// neighbours of one node ([Result.Neighbours]) are read. `go tool pprof` prints the same numbers;
// where a rule comes from one of pprof's files, the comment at the rule names it.
//
// [Kind] knows what a profile measures and what it cannot show,
// [Profile.CodeKindOf] whose code a function is; [Result.Facts],
// [Result.Headline] and [Result.Summary] write the lines around a report.
//
// What may take long takes a context and asks it every few thousand steps ([Steps]); its only other
// errors are those of the query.
//
// Simple use:
//
//	res, err := p.Evaluate(ctx, model.DefaultQuery())
//	top, err := res.Top(ctx)
//	for _, row := range top.Rows { … }
package model
