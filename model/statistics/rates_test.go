package statistics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"profstation/measure/simulate"
	"profstation/model/statistics"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-6*max(1, math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestRates(t *testing.T) {
	of := func(n, e float64) statistics.Count { return statistics.Count{N: n, Of: e} }
	// 1 and 3: twice the probability of at least 3 of 4 at one half, less half of that of 3.
	near(t, "p of 1 and 3", statistics.Rates(of(1, 1), of(3, 1), statistics.Fair).P(), 2*(4.0/16/2+1.0/16))
	// 0 and 8 are so far apart that the normal distribution is the more careful one.
	near(t, "SD of 0 and 8", statistics.Rates(of(0, 1), of(8, 1), statistics.Fair).SD, math.Sqrt(8))
	// 1 and 6 of exposures 1 and 3: the probability of at least 6 of 7 at ¾, mid-p.
	near(t, "p of 1/1 and 6/3", statistics.Rates(of(1, 1), of(6, 3), statistics.Fair).P(), 2*(math.Pow(0.75, 7)+7*math.Pow(0.75, 6)*0.25/2))
	// Many: z = Δ/√(φ·(n+m)).
	e := statistics.Rates(of(3000, 1), of(3300, 1), bursty)
	near(t, "SD", e.SD, math.Sqrt(1.5*6300))
	low, high := e.Interval(0.05)
	near(t, "low", low, 300-1.959964*e.SD)
	near(t, "high", high, 300+1.959964*e.SD)
	// Shares: 40 and 60 of 400.
	near(t, "SD of a share", statistics.Shares(of(4000, 40_000), of(6000, 40_000), statistics.Fair).SD, math.Sqrt(0.125*0.875*2/40_000))
	if p := statistics.Shares(of(50, 50), of(80, 80), bursty).P(); p != 1 {
		t.Errorf("all and all: p = %v", p)
	}
	for n := 0.0; n < 1e9; n = n*1.07 + 1 {
		low, high := statistics.Poisson(n, 0.05)
		e := statistics.Estimate{Value: 1, SD: 1 / (n + 1), Degrees: n + 1}
		if p := e.P(); !(p >= 0 && p <= 1) {
			t.Errorf("%v degrees: p %v", n, p)
		}
		for _, of := range []float64{1e-9, 1e-3, 1, 1e9} { // nothing is too large for the exact distribution
			if p := statistics.Rates(statistics.Count{N: n, Of: 1}, statistics.Count{N: n / 3, Of: of}, statistics.Fair).P(); !(p >= 0 && p <= 1) {
				t.Errorf("%v of 1, %v of %v: p %v", n, n/3, of, p)
			}
		}
		if !(low <= n && n < high) || n > 400 && math.Abs(high-low-2*1.96*math.Sqrt(n)) > 1e-3*(high-low) {
			t.Errorf("the mean of %v: %v to %v", n, low, high)
		}
	}
}

// Detectable names the change that is found in 80 %, at the level of a single test and at one that
// is corrected.
func TestDetectable(t *testing.T) {
	const rounds = 3000
	for _, c := range []struct{ mean, base, now, p float64 }{
		{200, 1, 1, 0.05}, {200, 1, 1, 0.0005}, {3000, 1, 1, 0.002}, {200, 1, 20, 0.01}, {40, 1, 1, 0.01},
	} {
		rnd := rand.New(rand.NewPCG(uint64(c.mean), 3))
		found, change := 0, 0.0
		e := statistics.Rates(statistics.Count{N: c.mean * c.base, Of: c.base}, statistics.Count{N: c.mean * c.now, Of: c.now}, bursty)
		change = e.Detectable(c.p)
		for range rounds {
			a := statistics.Count{N: simulate.Bunched(rnd, c.mean*c.base, 1.5), Of: c.base}
			b := statistics.Count{N: simulate.Bunched(rnd, (1+change)*c.mean*c.now, 1.5), Of: c.now}
			if statistics.Rates(a, b, bursty).P() <= c.p {
				found++
			}
		}
		if power := float64(found) / rounds; math.Abs(power-0.8) > 0.05 {
			t.Errorf("%+v: a change of %.3f is found in %.3f", c, change, power)
		}
	}
	// The same of groups.
	for _, n := range []int{4, 8} {
		rnd := rand.New(rand.NewPCG(uint64(n), 4))
		exposure := make([]float64, 2*n)
		for i := range exposure {
			exposure[i] = 1
		}
		g := &statistics.Groups{Before: n, Exposure: exposure, Counted: true}
		figures := func(change float64) (all [][]float64) {
			for range 20 {
				all = append(all, runs(rnd, 400, 0.1, exposure))
			}
			for i := n; i < 2*n; i++ {
				all[0][i] = runs(rnd, 400*(1+change), 0.1, exposure[:1])[0]
			}
			return all
		}
		var change float64
		const p = 0.005
		for range 50 {
			all := figures(0)
			e, _ := g.Test(g.Learn(all), all[0])
			change += e.Detectable(p) / 50
		}
		found := 0
		for range rounds / 3 {
			all := figures(change)
			if e, _ := g.Test(g.Learn(all), all[0]); e.P() <= p {
				found++
			}
		}
		if power := float64(found) / (rounds / 3); math.Abs(power-0.8) > 0.05 {
			t.Errorf("%d a side: a change of %.3f is found in %.3f", n, change, power)
		}
	}
}
