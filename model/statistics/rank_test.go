package statistics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/model/statistics"
)

// The rank test against all ways to deal the numbers out.
func TestRankTest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	for range 150 {
		a, b := make([]float64, 1+rnd.IntN(5)), make([]float64, 1+rnd.IntN(5))
		few := 3 + rnd.IntN(30)
		for i := range a {
			a[i] = float64(rnd.IntN(few))
		}
		for i := range b {
			b[i] = float64(rnd.IntN(few))
		}
		got, _ := statistics.RankTest(a, b)
		want := dealt(a, b)
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%v, %v: p = %v, want %v", a, b, got, want)
		}
	}
	if p, _ := statistics.RankTest(nil, []float64{1}); !math.IsNaN(p) {
		t.Error("an empty side has a p-value")
	}
	// Four against four that do not overlap: 2 of 70 ways.
	p, _ := statistics.RankTest([]float64{1, 2, 3, 4}, []float64{5, 6, 7, 8})
	if math.Abs(p-2.0/70) > 1e-12 {
		t.Errorf("p = %v", p)
	}
}

// dealt is the share of all ways to choose len(a) of the numbers whose U is as
// far from its mean as that of a.
func dealt(a, b []float64) float64 {
	all := append(slices.Clone(a), b...)
	u := func(chosen int) float64 {
		var u float64
		for i, x := range all {
			for j, y := range all {
				if chosen>>i&1 == 1 && chosen>>j&1 == 0 {
					switch {
					case x > y:
						u++
					case x == y:
						u += 0.5
					}
				}
			}
		}
		return u
	}
	mean := float64(len(a)*len(b)) / 2
	far := math.Abs(u(1<<len(a)-1) - mean)
	var ways, extreme float64
	for chosen := range 1 << len(all) {
		n := 0
		for i := range all {
			n += chosen >> i & 1
		}
		if n != len(a) {
			continue
		}
		ways++
		if math.Abs(u(chosen)-mean) >= far-1e-9 {
			extreme++
		}
	}
	return extreme / ways
}
