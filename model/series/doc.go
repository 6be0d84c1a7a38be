// Package series follows profiles of one kind from one source over time: their totals, the share of each
// package, function or label value, and what grows.
//
//	s := series.New(query.Query{})
//	s.Add(ctx, "heap-1.pb.gz", p, when)
//	total := s.Total("")
//	layers, err := s.Stack(series.Question{By: series.Packages}, 10)
//	rows, err := s.Growth(ctx, series.Question{})
//
// A series keeps sums, not profiles. For each profile it keeps the time, the totals, and figures for the
// functions, packages, label values and (in goroutine profiles) stacks that make up at least a thousandth of
// the total. They are packed, to some kB per profile. Their size is limited, and beyond the limit the oldest
// profiles lose small figures first. Full profiles are read again when they are looked at, and a [Cache]
// keeps a few.
package series
