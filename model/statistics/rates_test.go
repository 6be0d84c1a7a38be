package statistics_test

import (
	"math"
	"testing"

	"profstation/model/statistics"
)

// bursty is the dispersion of programs whose time comes in bursts, a little.
var bursty = statistics.Dispersion{Value: 1.5}

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

// TestShare holds Wilson's interval against published values (Newcombe 1998, table I), and its ends.
func TestShare(t *testing.T) {
	for _, c := range []struct{ k, n, low, high float64 }{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}} {
		if low, high := statistics.Share(c.k/c.n, c.n, 0.05); math.Abs(low-c.low) > 0.0001 || math.Abs(high-c.high) > 0.0001 {
			t.Errorf("%v of %v: %.4f to %.4f, want %.4f to %.4f", c.k, c.n, low, high, c.low, c.high)
		}
	}
	if low, high := statistics.Share(0.3, math.Inf(1), 0.05); low != 0.3 || high != 0.3 {
		t.Errorf("of infinitely many: %v to %v", low, high)
	}
}
