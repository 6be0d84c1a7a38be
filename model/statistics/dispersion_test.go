package statistics_test

import (
	"math/rand/v2"
	"testing"

	"profstation/measure/simulate"
	"profstation/model/statistics"
)

// assumed is what is believed before anything is counted.
var assumed = statistics.Dispersion{Value: 1.3, Degrees: 10}

// The estimate is near the truth, whatever all figures changed by alike, and with some that changed by
// themselves.
func TestDispersionIsFound(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ truth, all, some, low, high float64 }{
		{1, 1, 1, 1, 1.2}, {1.5, 1, 1, 1.4, 1.6}, {3, 1, 1, 2.4, 3},
		{1, 2, 1, 1, 1.2}, {1.5, 0.1, 1, 1.4, 1.6},
		{1, 1, 1.5, 1, 1.3}, {1.5, 1, 3, 1.4, 1.8},
	} {
		const rounds = 200
		var mean float64
		for range rounds {
			var base, now []float64
			for i, n := range simulate.Even(60, 60_000) {
				ratio := c.all
				if i%10 == 0 {
					ratio *= c.some
				}
				base = append(base, simulate.Bunched(rnd, n, c.truth))
				now = append(now, simulate.Bunched(rnd, n*ratio, c.truth))
			}
			mean += assumed.With(base, now).Value / rounds
		}
		if mean < c.low || mean > c.high {
			t.Errorf("%+v: %.2f", c, mean)
		}
	}
}

// What shows nothing leaves the assumption, and nothing makes it smaller than that of fair draws or
// larger than two recordings can show.
func TestDispersionHasBounds(t *testing.T) {
	for name, c := range map[string]struct {
		base, now []float64
		low, high float64
	}{
		"nothing":        {nil, nil, 1.3, 1.3},
		"one figure":     {[]float64{1000}, []float64{4000}, 1.3, 1.3},
		"few counts":     {[]float64{3, 4, 5, 1}, []float64{9, 1, 2, 8}, 1.3, 1.3},
		"no new counts":  {[]float64{300, 400, 500, 100}, make([]float64, 4), 1.3, 1.3},
		"no base":        {make([]float64, 4), []float64{300, 400, 500, 100}, 1.3, 1.3},
		"the same twice": {[]float64{300, 400, 500, 100}, []float64{300, 400, 500, 100}, 1, 1.1},
		"all differ":     {[]float64{9000, 10, 5000, 30, 7000, 2}, []float64{10, 9000, 30, 5000, 2, 7000}, 1.3, 3},
	} {
		if d := assumed.With(c.base, c.now); d.Value < c.low || d.Value > c.high || d.Degrees < assumed.Degrees {
			t.Errorf("%s: %+v, want %v to %v", name, d, c.low, c.high)
		}
	}
}
