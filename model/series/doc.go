// Package series follows profiles of one kind from one source over time: their
// totals, the share of each package, function or label value, and what grows.
//
//	s := series.New(query.Query{})
//	s.Add(ctx, "heap-1.pb.gz", p, when)
//	total := s.Total("")
//	layers, err := s.Stack(series.Question{By: series.Packages}, 10)
//	rows, err := s.Growth(ctx, series.Question{})
//
// A series keeps sums, not profiles: of each profile, time and totals, and the figures of the
// functions, packages, label values and (of goroutines) stacks that make up at least a thousandth
// of its total. They are packed, to some kB a profile; their size is bounded, and beyond it
// the oldest lose what is small first. Full profiles are read again when they are looked at, and a
// few are kept by a [Cache].
package series
