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

// The signed-rank test against all ways to choose the signs.
func TestSignedRankTest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	for range 150 {
		n, few := 1+rnd.IntN(9), 2+rnd.IntN(30)
		a, b := make([]float64, n), make([]float64, n)
		for i := range a {
			a[i], b[i] = float64(rnd.IntN(few)), float64(rnd.IntN(few))
		}
		if got, want := statistics.SignedRankTest(a, b), signed(a, b); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v, %v: p = %v, want %v", a, b, got, want)
		}
	}
	if p := statistics.SignedRankTest(nil, nil); !math.IsNaN(p) {
		t.Errorf("no pairs have p = %v", p)
	}
	// Five pairs that all rise: 2 of 32 ways.
	p := statistics.SignedRankTest([]float64{1, 2, 3, 4, 5}, []float64{2, 4, 6, 8, 10})
	if math.Abs(p-2.0/32) > 1e-12 {
		t.Errorf("p = %v", p)
	}
	// More than are counted exactly, against signs drawn at random.
	var a, b []float64
	for i := range 60 {
		a, b = append(a, 0), append(b, float64(i+1)*float64(1-2*(i%3%2)))
	}
	far := func(rises func(i int) bool) (s float64) {
		for i := range b {
			if rises(i) {
				s += float64(i + 1)
			} else {
				s -= float64(i + 1)
			}
		}
		return math.Abs(s)
	}
	found, extreme := far(func(i int) bool { return b[i] > 0 }), 0.0
	const times = 20_000
	for range times {
		if far(func(int) bool { return rnd.IntN(2) == 0 }) >= found {
			extreme++
		}
	}
	if p := statistics.SignedRankTest(a, b); math.Abs(p-extreme/times) > 0.01 {
		t.Errorf("60 pairs have p = %v, of random signs %v", p, extreme/times)
	}
}

// signed is the share of all ways to choose the signs of the differences in which
// their ranks are as far on one side.
func signed(a, b []float64) float64 {
	var d []float64
	for i := range a {
		if b[i] != a[i] {
			d = append(d, b[i]-a[i])
		}
	}
	rank := func(i int) (r float64) {
		for k := range d {
			switch x, y := math.Abs(d[k]), math.Abs(d[i]); {
			case x < y:
				r++
			case x == y:
				r += 0.5
			}
		}
		return r + 0.5
	}
	sum := func(signs int) (s float64) {
		for i := range d {
			if signs>>i&1 == 1 {
				s += rank(i)
			} else {
				s -= rank(i)
			}
		}
		return math.Abs(s)
	}
	found := 0
	for i := range d {
		if d[i] > 0 {
			found |= 1 << i
		}
	}
	extreme := 0.0
	for signs := range 1 << len(d) {
		if sum(signs) >= sum(found)-1e-9 {
			extreme++
		}
	}
	return extreme / float64(int(1)<<len(d))
}
