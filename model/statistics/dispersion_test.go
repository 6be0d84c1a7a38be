package statistics_test

import (
	"testing"

	"profstation/model/statistics"
)

// assumed is what is believed before anything is counted.
var assumed = statistics.Dispersion{Value: 1.3, Degrees: 10}

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
