package statistics_test

import (
	"math"
	"math/rand/v2"
	"testing"

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
	const rounds, rows = 150, 30
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
							x, _ = g.Rearranged(n)
						}
						p = append(p, x)
						if tested++; x <= 0.05 {
							called++
						}
					}
					if statistics.FamilyOf(statistics.Adjusted(p), 0.05).Found > 0 {
						any++
					}
				}
				t.Logf("%s, deviation %v, counted %v: rows %.3f, comparisons %.3f", name, between, counted, float64(called)/float64(tested), float64(any)/rounds)
				if share := float64(called) / float64(tested); share > 0.07 {
					t.Errorf("%s, deviation %v, counted %v: %.3f of the rows are called", name, between, counted, share)
				}
				within(t, name, float64(any)/rounds, 0, 0.07, rounds)
			}
		}
	}
}
