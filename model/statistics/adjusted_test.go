package statistics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/model/statistics"
)

func TestAdjusted(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.02, 0.04, 0.04, 0.02}},
		{[]float64{nan, 0.5, nan}, []float64{nan, 0.5, nan}},
		{[]float64{1, 1}, []float64{1, 1}},
		{nil, nil},
	} {
		got := statistics.Adjusted(c.p)
		for i := range got {
			if math.IsNaN(got[i]) != math.IsNaN(c.want[i]) || math.Abs(got[i]-c.want[i]) > 1e-12 {
				t.Errorf("%v became %v, want %v", c.p, got, c.want)
				break
			}
		}
	}
	// Against the procedure as its authors give it: the largest k with
	// p(k) ≤ k/m·α, and all up to it.
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		p := make([]float64, 1+rnd.IntN(30))
		for i := range p {
			p[i] = math.Pow(rnd.Float64(), 3)
		}
		sorted := slices.Sorted(slices.Values(p))
		limit := -1.0
		for k, x := range sorted {
			if x <= float64(k+1)/float64(len(p))*0.05 {
				limit = x
			}
		}
		for i, q := range statistics.Adjusted(p) {
			if (q <= 0.05) != (p[i] <= limit) {
				t.Fatalf("%v: %v has q %v, the limit is %v", p, p[i], q, limit)
			}
		}
	}
}
