package statistics_test

import (
	"math"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/stats"

	"profstation/model/statistics"
)

// FuzzStatistics holds the tests to their definitions and to the library, on numbers of all kinds.
func FuzzStatistics(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4}, []byte{5, 6, 7, 8}, 1.0)
	f.Add([]byte{1, 1, 1}, []byte{1, 1}, 1e300)
	f.Add([]byte{}, []byte{9}, 0.0)
	f.Add([]byte{200, 3, 3, 7, 7, 7, 1}, []byte{3, 3, 200, 0}, -1e-300)
	f.Add([]byte{1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 0, 4, 6, 7}, []byte{10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28}, 1.0)
	f.Fuzz(func(t *testing.T, x, y []byte, unit float64) {
		x, y = x[:min(len(x), 60)], y[:min(len(y), 60)]
		if math.IsNaN(unit) || math.IsInf(unit*255, 0) {
			unit = 1
		}
		a, b := numbers(x, unit), numbers(y, unit)
		rank(t, a, b)
		groups(t, a, b)
		rates(t, a, b)
		q := statistics.Adjusted(a)
		for i := range q {
			if q[i] > 1 || unit >= 0 && q[i] < min(1, a[i])*(1-1e-12) {
				t.Errorf("%v became %v", a, q)
			}
		}
	})
}

func numbers(x []byte, unit float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = float64(v) * unit
	}
	return out
}

func rank(t *testing.T, a, b []float64) {
	p, larger := statistics.RankTest(a, b)
	if len(a) == 0 || len(b) == 0 {
		if !math.IsNaN(p) {
			t.Errorf("an empty side has p %v", p)
		}
		return
	}
	if !(p >= 0 && p <= 1) || !(larger >= 0 && larger <= 1) {
		t.Fatalf("%v, %v: p %v, larger %v", a, b, p, larger)
	}
	if back, smaller := statistics.RankTest(b, a); math.Abs(back-p) > 1e-9 || math.Abs(larger+smaller-1) > 1e-9 {
		t.Errorf("%v, %v: p %v and larger %v, the other way round %v and %v", a, b, p, larger, back, smaller)
	}
	if len(a)+len(b) <= 10 {
		if want := dealt(a, b); math.Abs(p-want) > 1e-9 {
			t.Errorf("%v, %v: p %v, of all ways %v", a, b, p, want)
		}
	}
	all := slices.Sorted(slices.Values(slices.Concat(a, b)))
	if len(slices.Compact(all)) == len(a)+len(b) { // without ties the library is exact
		r, err := stats.MannWhitneyUTest(a, b, stats.LocationDiffers)
		if err != nil || math.Abs(min(1, r.P)-p) > 1e-9 {
			t.Errorf("%v, %v: p %v, of the library %v, %v", a, b, p, r, err)
		}
	}
}

// agrees holds an estimate's p-value and interval to each other.
func agrees(t *testing.T, e statistics.Estimate, of ...any) {
	low, high := e.Interval(0.05)
	if p := e.P(); !(p >= 0 && p <= 1) || !(low <= high) || (low > 0 || high < 0) != (p < 0.05) && math.Abs(p-0.05) > 1e-6 {
		t.Errorf("%v: %+v, p %v, %v to %v", of, e, p, low, high)
	}
	if d := e.Detectable(0.01); !(d >= 0) {
		t.Errorf("%v: %+v shows %v", of, e, d)
	}
}

func rates(t *testing.T, a, b []float64) {
	for i := range min(len(a), len(b)) {
		for _, of := range []float64{1, 3, 1000} {
			x, y := statistics.Count{N: math.Abs(a[i]), Of: of}, statistics.Count{N: math.Abs(b[i]), Of: 2}
			if x.N > 1e15 || y.N > 1e15 {
				return
			}
			agrees(t, statistics.Rates(x, y, bursty), x, y)
		}
	}
}

func groups(t *testing.T, a, b []float64) {
	n := slices.Concat(a, b)
	if len(a) == 0 || len(b) == 0 || len(n) < 3 || slices.Min(n) < 0 || slices.Max(n) > 1e15 {
		return
	}
	for _, counted := range []bool{false, true} {
		g := &statistics.Groups{Before: len(a), Exposure: slices.Repeat([]float64{2}, len(n)), Counted: counted}
		if e, ok := g.Test(g.Learn([][]float64{n}), n); ok {
			agrees(t, e, a, b)
		} else if p := g.Ranks(n); !(p > 0 && p <= 1) {
			t.Errorf("%v, %v: p %v", a, b, p)
		}
	}
}
