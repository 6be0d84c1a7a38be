package compare_test

import (
	"math"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/stats"

	"profstation/model/compare"
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
		q := compare.Adjusted(a)
		for i := range q {
			if q[i] > 1 || unit >= 0 && q[i] < min(1, a[i]) {
				t.Errorf("%v became %v", a, q)
			}
		}
		for i, k := range a {
			n := k + float64(i)
			if _, sd, p := compare.ShareTest(max(0, k), max(0, n), max(0, k), max(0, 2*n), 1); math.IsNaN(sd) || !(p >= 0 && p <= 1) {
				t.Errorf("%v of %v: SD %v, p %v", k, n, sd, p)
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
	p, larger := compare.RankTest(a, b)
	if len(a) == 0 || len(b) == 0 {
		if !math.IsNaN(p) {
			t.Errorf("an empty side has p %v", p)
		}
		return
	}
	if !(p >= 0 && p <= 1) || !(larger >= 0 && larger <= 1) {
		t.Fatalf("%v, %v: p %v, larger %v", a, b, p, larger)
	}
	if back, smaller := compare.RankTest(b, a); math.Abs(back-p) > 1e-9 || math.Abs(larger+smaller-1) > 1e-9 {
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

func groups(t *testing.T, a, b []float64) {
	if len(a) == 0 || len(b) == 0 || slices.Min(slices.Concat(a, b)) < 0 {
		return
	}
	wholes := func(k []float64) []float64 {
		n := make([]float64, len(k))
		for i := range k {
			n[i] = 2*k[i] + 1
		}
		return n
	}
	r := compare.GroupTest(a, wholes(a), b, wholes(b))
	if len(a) < 2 || len(b) < 2 {
		if !math.IsNaN(r.P) {
			t.Errorf("%v, %v: p %v without a spread", a, b, r.P)
		}
		return
	}
	if !(r.P >= 0 && r.P <= 1) || !(r.Dispersion >= 1) || !(r.Low <= r.High) || r.Low > r.After-r.Before || r.High < r.After-r.Before {
		t.Errorf("%v, %v: %+v", a, b, r)
	}
	// What lies outside of the bounds of 95% is found at 5%, and the other way round.
	if outside := r.Low > 0 || r.High < 0; outside != (r.P < 0.05) && math.Abs(r.P-0.05) > 1e-6 {
		t.Errorf("%v, %v: %+v", a, b, r)
	}
}
