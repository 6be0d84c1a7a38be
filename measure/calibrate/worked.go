package main

import (
	"fmt"
	"math/rand/v2"

	"profstation/measure/simulate"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
)

// worked has comparisons in which everything is known.
var worked = section{
	title:   "Worked cases",
	about:   "No chance is in these: the counts are as they say.",
	columns: []string{"rows called", "the total"},
	rows: []row{
		exactly("a profile of 60,000 samples and the same with all values doubled", simulate.Even(25, 60_000), simulate.Even(25, 120_000)),
		exactly("one function 10 → 30 s, ten others 1.00 → 1.01 s", more(1000, 100), more(3000, 101)),
		fivePairs(false), fivePairs(true),
	},
}

func more(first, others float64) []float64 {
	out := []float64{first}
	for range 10 {
		out = append(out, others)
	}
	return out
}

func exactly(name string, base, now []float64) row {
	return row{name, func(s *simulation) ([]string, error) {
		recorded := func(samples []float64) *model.Profile {
			return simulate.CPU{Samples: samples, Exact: true}.Record(rand.New(rand.NewPCG(1, 1)), 1)
		}
		p, err := compare.Join(s, recorded(base), recorded(now))
		if err != nil {
			return nil, err
		}
		return conclusion(s, p, compare.Normalisation{})
	}}
}

// conclusion says how many rows of a comparison are called real, and what is said of the total.
func conclusion(s *simulation, p *compare.Pair, n compare.Normalisation) ([]string, error) {
	q := query.Default()
	q.NodeFraction = 0
	c, err := p.Evaluate(s, q, n)
	if err != nil {
		return nil, err
	}
	if _, err := c.Rows(s); err != nil {
		return nil, err
	}
	t, total := c.Tally(), c.Total()
	return []string{
		fmt.Sprintf("%d of %d", t[compare.Real], t[compare.Real]+t[compare.NotSure]+t[compare.TooFew]),
		fmt.Sprintf("%s, %s", total.PercentText(), total.Verdict.Outcome),
	}, nil
}
