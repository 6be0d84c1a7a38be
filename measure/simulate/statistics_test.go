package simulate_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/internal/thorough"
	"profstation/measure/simulate"
	"profstation/model/statistics"
)

// bursty is the dispersion of programs whose time comes in bursts, a little.
var bursty = statistics.Dispersion{Value: 1.5}

// within holds a share to bounds, widened by what chance does to a simulation of so many rounds.
func within(t *testing.T, what string, share, low, high float64, rounds int) {
	t.Helper()
	slack := 2.5 * math.Sqrt(0.05*0.95/float64(rounds))
	if share < low-slack || share > high+slack {
		t.Errorf("%s: %.4f, want %.3f to %.3f", what, share, low, high)
	}
}

// Nothing changed: a p-value of at most 5 % comes in 5 % or less, whatever the exposures, and the
// interval holds what is true.
func TestRatesHold(t *testing.T) {
	const rounds = 4000
	for _, c := range []struct{ mean, base, now, low float64 }{
		{8, 1, 1, 0}, {30, 1, 1, 0.03}, {300, 1, 1, 0.03}, {300, 1, 100, 0.02}, {300, 100, 1, 0.02}, {5000, 1, 3, 0.03},
	} {
		rnd := rand.New(rand.NewPCG(uint64(c.mean), 1))
		called, held := 0, 0
		for range rounds {
			a := statistics.Count{N: simulate.Bunched(rnd, c.mean*c.base, 1.5), Of: c.base}
			b := statistics.Count{N: simulate.Bunched(rnd, c.mean*c.now, 1.5), Of: c.now}
			e := statistics.Rates(a, b, bursty)
			if e.P() <= 0.05 {
				called++
			}
			low, high := e.Interval(0.05)
			if low <= 0 && 0 <= high {
				held++
			}
			if (low > 0 || high < 0) != (e.P() <= 0.05) {
				t.Fatalf("%v → %v: p %v, but %v to %v", a, b, e.P(), low, high)
			}
		}
		within(t, "rows called", float64(called)/rounds, c.low, 0.06, rounds)
		if called+held != rounds {
			t.Errorf("%d and %d of %d", called, held, rounds)
		}
		// The same with a real change.
		held = 0
		for range rounds {
			a := statistics.Count{N: simulate.Bunched(rnd, c.mean*c.base, 1.5), Of: c.base}
			b := statistics.Count{N: simulate.Bunched(rnd, 1.5*c.mean*c.now, 1.5), Of: c.now}
			low, high := statistics.Rates(a, b, bursty).Interval(0.05)
			if low <= c.mean/2 && c.mean/2 <= high {
				held++
			}
		}
		within(t, "intervals that hold", float64(held)/rounds, 0.93, 0.985, rounds)
	}
}

// runs are counts of recordings that differ by a deviation between them.
func runs(rnd *rand.Rand, mean, between float64, exposure []float64) []float64 {
	n := make([]float64, len(exposure))
	for i, of := range exposure {
		n[i] = simulate.Poisson(rnd, mean*of*math.Exp(between*rnd.NormFloat64()-between*between/2))
	}
	return n
}

var lengths = map[string][]float64{
	"4 v 4": {1, 1, 1, 1, 1, 1, 1, 1}, "5 v 5": {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
	"unequal":  {1, 1, 1, 100, 1, 1, 1, 100},
	"one side": {1, 1, 1, 1, 1, 1, 1, 100},
}

// Groups in which nothing changed call few rows, and seldom any after the correction.
func TestGroupsHold(t *testing.T) {
	const rows = 30
	rounds := thorough.Times(150, 50)
	for name, exposure := range lengths {
		for _, between := range []float64{0, 0.02, 0.3} {
			for _, counted := range []bool{true, false} {
				rnd := rand.New(rand.NewPCG(uint64(between*100), 7))
				g := &statistics.Groups{Before: len(exposure) / 2, Exposure: exposure, Counted: counted}
				called, any, tested := 0, 0, 0
				for range rounds {
					var figures [][]float64
					for r := range rows {
						figures = append(figures, runs(rnd, 3*math.Pow(1.25, float64(r)), between, exposure))
					}
					law := g.Learn(figures)
					var p []float64
					for _, n := range figures {
						e, ok := g.Test(law, n)
						x := e.P()
						if !ok {
							x = g.Ranks(n)
						}
						p = append(p, x)
						if tested++; x <= 0.05 {
							called++
						}
					}
					if slices.ContainsFunc(statistics.Adjusted(p), func(q float64) bool { return q <= 0.05 }) {
						any++
					}
				}
				t.Logf("%s, deviation %v, counted %v: rows %.3f, comparisons %.3f", name, between, counted, float64(called)/float64(tested), float64(any)/float64(rounds))
				if share := float64(called) / float64(tested); share > 0.07 {
					t.Errorf("%s, deviation %v, counted %v: %.3f of the rows are called", name, between, counted, share)
				}
				within(t, name, float64(any)/float64(rounds), 0, 0.07, rounds)
			}
		}
	}
}

// Detectable names the change that is found in 80 %, at the level of a single test and at one that
// is corrected.
func TestDetectable(t *testing.T) {
	rounds := thorough.Times(3000, 1000)
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
		if power := float64(found) / float64(rounds); math.Abs(power-0.8) > 0.05 {
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
		if power := float64(found) / float64(rounds/3); math.Abs(power-0.8) > 0.05 {
			t.Errorf("%d a side: a change of %.3f is found in %.3f", n, change, power)
		}
	}
}

// The estimate is near the truth, whatever all figures changed by alike, and with some that changed by
// themselves.
func TestDispersionIsFound(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	assumed := statistics.Dispersion{Value: 1.3, Degrees: 10} // before anything is counted
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
