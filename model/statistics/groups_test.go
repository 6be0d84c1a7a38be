package statistics_test

import (
	"math"
	"testing"

	"github.com/aclements/go-moremath/stats"

	"profstation/model/statistics"
)

// Pairs of one figure are judged by Student's t of their logarithms' differences.
func TestPairedT(t *testing.T) {
	before, after := []float64{100, 125, 85, 110, 90}, []float64{107.5, 143.75, 92.65, 124.3, 99}
	var mean, squares float64
	for i := range before {
		mean += math.Log(after[i]/before[i]) / 5
	}
	for i := range before {
		d := math.Log(after[i]/before[i]) - mean
		squares += d * d
	}
	want := 2 * stats.TDist{V: 4}.CDF(-mean/math.Sqrt(squares/4/5))
	figures := append(before[:5:5], after...)
	g := statistics.Groups{Before: 5, Exposure: []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, Paired: true}
	e, ok := g.Test(g.Learn([][]float64{figures}), figures)
	if !ok || math.Abs(e.P()-want) > 1e-9 || math.Abs(e.Value-mean) > 1e-12 {
		t.Errorf("a change of %v with p = %v, want %v with %v (%t)", e.Value, e.P(), mean, want, ok)
	}
	if want > 0.002 {
		t.Errorf("p = %v: the example shows nothing", want)
	}
	g.Paired = false
	if e, _ := g.Test(g.Learn([][]float64{figures}), figures); e.P() < 0.2 {
		t.Errorf("as groups p = %v", e.P())
	}
}

// What a pair has in common is no difference, whatever it is.
func TestPairsCancel(t *testing.T) {
	common := []float64{1, 40, 0.3, 7}
	for _, counted := range []bool{false, true} {
		g := statistics.Groups{Before: 4, Exposure: []float64{1, 1, 1, 1, 1, 1, 1, 1}, Counted: counted, Paired: true}
		figures := make([]float64, 8)
		for k, x := range common {
			figures[k], figures[4+k] = 1e7*x, 1e7*x*[]float64{1.19, 1.21, 1.2, 1.2}[k]
		}
		e, ok := g.Test(g.Learn([][]float64{figures}), figures)
		low, high := e.Interval(0.05)
		if !ok || low < 0.15*e.Base || high > 0.25*e.Base {
			t.Errorf("counted %t: between %v and %v of %v", counted, low, high, e.Base)
		}
	}
}
