package compare_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aclements/go-moremath/stats"

	"profstation/model/compare"
)

func TestShareTest(t *testing.T) {
	// 40 of 400 and 60 of 400: worked out by hand.
	delta, sd, p := compare.ShareTest(40, 400, 60, 400, 1)
	near(t, "Δ", delta, 20.0/402)
	near(t, "SD", sd, math.Sqrt((41.0/402*361/402+61.0/402*341/402)/402))
	near(t, "p", p, math.Erfc(delta/sd/math.Sqrt2))
	if _, wide, _ := compare.ShareTest(40, 400, 60, 400, 4); math.Abs(wide-2*sd) > 1e-12 {
		t.Errorf("with a dispersion of 4 the SD is %v, want %v", wide, 2*sd)
	}
	if _, _, p := compare.ShareTest(5, 100, 5, 100, 1); p != 1 {
		t.Errorf("nothing changed: p = %v", p)
	}
}

// What 30 s of one core can show at all.
func TestDetectable(t *testing.T) {
	for _, c := range []struct{ p, want float64 }{{0.5, 0.07}, {0.1, 0.22}, {0.01, 0.72}} {
		if got := compare.Detectable(c.p, 3000, 3000, 1); math.Abs(got-c.want) > 0.005 {
			t.Errorf("a share of %v: %v, want %v", c.p, got, c.want)
		}
	}
	// A 3% change of a 10% function needs about 157,000 samples a side.
	longer := compare.Longer(compare.Detectable(0.1, 3000, 3000, 1), 0.03)
	if n := 3000 * longer; n < 156_000 || n > 158_000 {
		t.Errorf("%v samples", n)
	}
	if compare.Longer(0.01, 0.05) != 1 {
		t.Error("a recording that shows more than is wanted need not be longer")
	}
	if !math.IsInf(compare.Detectable(0, 10, 10, 1), 1) {
		t.Error("a share of nothing shows no change")
	}
}

// drawn is how many of n samples fall on a share p.
func drawn(rnd *rand.Rand, n int, p float64) float64 {
	k := 0
	for range n {
		if rnd.Float64() < p {
			k++
		}
	}
	return float64(k)
}

// TestPower holds the formula of what can be seen to simulated recordings: at
// half the change it names, at that and at one and a half of it, for three
// sizes of functions.
func TestPower(t *testing.T) {
	const n, runs = 3000, 400
	for _, dispersion := range []float64{1, compare.Dispersion} {
		for _, p := range []float64{0.5, 0.1, 0.03} {
			rnd := rand.New(rand.NewPCG(uint64(p*1000), uint64(dispersion*10)))
			for _, times := range []float64{0.5, 1, 1.5} {
				change := times * compare.Detectable(p, n, n, dispersion)
				// Both sides around p, so that p is what they share; samples come in
				// clusters, of which φ is the mean size where it is more than one.
				p1, p2 := p*(1-change/2), p*(1+change/2)
				found := 0
				for range runs {
					size := dispersion
					k1, k2 := clustered(rnd, n, p1, size), clustered(rnd, n, p2, size)
					if _, _, q := compare.ShareTest(k1, n, k2, n, dispersion); q <= compare.Level {
						found++
					}
				}
				got, want := float64(found)/runs, power(p, change, n, n, dispersion)
				if math.Abs(got-want) > 0.10 {
					t.Errorf("φ %v, a share of %v, a change of %.3f: seen in %.2f of the recordings, want %.2f", dispersion, p, change, got, want)
				}
				if times == 1 && math.Abs(want-0.8) > 0.005 {
					t.Errorf("what can be seen with 80%% is seen with %v", want)
				}
			}
		}
	}
}

// power is the probability that the test finds a relative change of a share p
// between recordings of n1 and n2 samples.
func power(p, change, n1, n2, dispersion float64) float64 {
	const z95, z80 = 1.96, 0.84
	z := change / (compare.Detectable(p, n1, n2, dispersion) / (z95 + z80))
	return stats.StdNormal.CDF(z-z95) + stats.StdNormal.CDF(-z-z95)
}

// clustered draws as drawn does with a variance that is φ times as large: a
// sample is drawn twice with the probability φ−1.
func clustered(rnd *rand.Rand, n int, p, dispersion float64) float64 {
	var k float64
	for left := n; left > 0; {
		size := 1
		// Σsize²/Σsize = φ for sizes 1 and 2 with q of 2: (1+3q)/(1+q).
		if q := (dispersion - 1) / (3 - dispersion); rnd.Float64() < q {
			size = 2
		}
		size = min(size, left)
		if rnd.Float64() < p {
			k += float64(size)
		}
		left -= size
	}
	return k
}

// Groups of recordings that differ among themselves by more than draws do: the
// test stays at its level, and finds what is there.
func TestGroupTestCalibrated(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	const runs, each, n = 1500, 5, 400
	for _, c := range []struct {
		spread, change float64 // of the share between runs, and between groups
		least, most    float64
	}{{0, 0, 0, 0.065}, {0.02, 0, 0.02, 0.075}, {0.02, 0.12, 0.8, 1}} {
		found := 0
		var dispersion float64
		for range runs {
			deal := func(p float64) (k, of []float64) {
				for range each {
					k = append(k, drawn(rnd, n, p+c.spread*rnd.NormFloat64()))
					of = append(of, n)
				}
				return k, of
			}
			k1, n1 := deal(0.2)
			k2, n2 := deal(0.2 + c.change)
			r := compare.GroupTest(k1, n1, k2, n2)
			dispersion += r.Dispersion / runs
			if r.P <= compare.Level {
				found++
			}
			if (r.Low > 0 || r.High < 0) != (r.P <= compare.Level) && math.Abs(r.P-compare.Level) > 1e-3 {
				t.Fatalf("p = %v, and the interval is %v to %v", r.P, r.Low, r.High)
			}
		}
		if share := float64(found) / runs; share < c.least || share > c.most {
			t.Errorf("%+v: found in %.3f, φ %.2f", c, share, dispersion)
		}
	}
}
