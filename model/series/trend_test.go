package series

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Without a trend few are found, although values follow each other; with one the
// interval holds it.
func TestTrendIsHonest(t *testing.T) {
	for _, x := range []struct {
		name  string
		r     float64 // correlation of neighbours
		n     int
		slope float64
		most  float64 // share of p ≤ 5% where there is no trend
		least float64 // share of intervals that hold the slope
	}{
		{"independent", 0, 30, 0, 0.07, 0.93},
		{"few", 0, 6, 0, 0.07, 0.93},
		{"alike", 0.5, 60, 0, 0.10, 0.90},
		{"many", 0.3, 1000, 0, 0.08, 0.92},
		{"growing", 0.3, 60, 0.05, 1, 0.90},
	} {
		r := rand.New(rand.NewPCG(5, uint64(x.n)))
		const runs = 600
		found, held := 0, 0
		for range runs {
			xs, ys := make([]float64, x.n), make([]float64, x.n)
			e := r.NormFloat64()
			for i := range xs {
				e = x.r*e + math.Sqrt(1-x.r*x.r)*r.NormFloat64()
				xs[i], ys[i] = float64(i), x.slope*float64(i)+e
			}
			tr := trendOf(means(xs, ys))
			if tr.P <= 0.05 {
				found++
			}
			if tr.Low <= x.slope && x.slope <= tr.High {
				held++
			}
		}
		f, h := float64(found)/runs, float64(held)/runs
		t.Logf("%s: %.3f found, %.3f held", x.name, f, h)
		if f > x.most || h < x.least {
			t.Errorf("%s: found in %.3f (at most %.2f), held by %.3f (at least %.2f)", x.name, f, x.most, h, x.least)
		}
		if x.slope != 0 && f < 0.95 {
			t.Errorf("%s: a trend was found in %.3f only", x.name, f)
		}
	}
}

// FuzzPack packs any rows and finds them again.
func FuzzPack(f *testing.F) {
	f.Add(uint32(1), int64(5), int64(7), uint32(9), int64(math.MinInt64), int64(math.MaxInt64))
	f.Add(uint32(0), int64(0), int64(0), uint32(math.MaxUint32), int64(-1), int64(1))
	f.Fuzz(func(t *testing.T, a uint32, af, ac int64, b uint32, bf, bc int64) {
		rows := []row{{min(a, b), af, ac}, {max(a, b), bf, bc}}
		g := group{by: Functions}
		x := figures{groups: []packed{{g, packRows(rows)}}}
		var got []row
		x.each(g, func(r row) { got = append(got, r) })
		if !slices.Equal(got, rows) {
			t.Errorf("%v became %v", rows, got)
		}
	})
}
