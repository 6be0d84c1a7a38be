package main

import (
	"fmt"

	"profstation/measure/simulate"
	"profstation/model/compare"
)

// traces compares what goroutines did that last as long as their trace, in one trace a side.
var traces = section{
	title: "Two traces, goroutines that last",
	about: "What the goroutines of ten functions did in a second. One goroutine deviates from another by 30 %, and all of a function from\n" +
		"one run to the next as the row says: beyond 5 % a difference is called. Sometimes one function does a fifth more.",
	columns: []string{"functions called, nothing changed", "a fifth more, found"},
	rows: []row{
		lasting(8, 0.01), lasting(8, 0.03), lasting(100, 0), lasting(100, 0.02), lasting(100, 0.03), lasting(2000, 0.01), lasting(2000, 0.03),
	},
}

func lasting(n int, between float64) row {
	name := fmt.Sprintf("%d v %d goroutines, %.0f %% between runs", n, n, between*100)
	return row{name, func(s *simulation) ([]string, error) {
		const functions, usual = 10, 1e6
		g := simulate.Goroutines{N: n, Each: 0.3, Between: between}
		var called, found float64
		for range s.times {
			if err := s.Err(); err != nil {
				return nil, err
			}
			for _, factor := range []float64{1, 1.2} { // of the first function
				var all []*compare.Distribution
				for i := range functions {
					now := usual
					if i == 0 {
						now *= factor
					}
					d := compare.DistributionsBeyond(g.Record(s.Rand, usual), g.Record(s.Rand, now), compare.RunsDiffer)
					all = append(all, &d)
				}
				compare.Correct(all)
				for _, d := range all {
					switch {
					case d.Outcome != compare.Real:
					case factor == 1:
						called++
					case d == all[0]:
						found++
					}
				}
			}
		}
		times := float64(s.times)
		return []string{perCent(called / times / functions), perCent(found / times)}, nil
	}}
}
