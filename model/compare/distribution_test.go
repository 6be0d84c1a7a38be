package compare_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"profstation/model/compare"
	"profstation/model/units"
)

func TestDistributions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	long := func(n int, scale float64) []int64 {
		v := make([]int64, n)
		for i := range v {
			v[i] = int64(scale * math.Exp(rnd.NormFloat64()))
		}
		return v
	}
	for _, c := range []struct {
		base, now []int64
		finding   compare.Outcome
		words     string
	}{
		{nil, nil, compare.TooFew, "there are none on either side"},
		{nil, []int64{5, 7}, compare.TooFew, "only in the new one: 2 values, median 5ns"},
		{[]int64{5}, nil, compare.TooFew, "only in the base: 1 value, median 5ns"},
		{[]int64{1, 2}, []int64{4, 4, 4}, compare.TooFew, "median 1ns → 4ns (+300.0%): too few to judge (2 and 3)"},
		{[]int64{1, 2, 3, 4}, []int64{5, 6, 7, 8}, compare.Real, "median 2ns → 6ns (+200.0%), larger in 100% of pairs, by the ranks of all values: more than noise, p = 0.029"},
		{[]int64{5, 6, 7, 8}, []int64{1, 2, 3, 4}, compare.Real, "median 6ns → 2ns (-66.7%), smaller in 100% of pairs, by the ranks of all values: more than noise, p = 0.029"},
		{[]int64{3, 3, 3, 3}, []int64{3, 3, 3, 3}, compare.NotSure, "median 3ns → 3ns, by the ranks of all values: not sure (may be chance), p = 1"},
	} {
		d := compare.Distributions(c.base, c.now)
		if got := d.Words(nanoseconds); got != c.words || d.Outcome != c.finding {
			t.Errorf("%v, %v: %s, %q\n want %s, %q", c.base, c.now, d.Outcome, got, c.finding, c.words)
		}
	}
	flagged := 0
	for range 400 {
		if compare.Distributions(long(60, 1e6), long(80, 1e6)).Outcome == compare.Real {
			flagged++
		}
	}
	if share := float64(flagged) / 400; share > 0.075 {
		t.Errorf("%.3f of equal distributions are told apart", share)
	}
	if d := compare.Distributions(long(3000, 1e6), long(3000, 1.2e6)); d.Outcome != compare.Real || d.Larger < 0.52 {
		t.Errorf("a fifth longer: %s", d.Words(nanoseconds))
	}
}

func nanoseconds(v int64) string { return units.Format(v, "nanoseconds", "auto") }

// Distributions are judged together: what passes alone by chance does not among
// many, and what has too few numbers is left alone and does not count.
func TestCorrect(t *testing.T) {
	low, high := []int64{1, 2, 3, 4}, []int64{5, 6, 7, 8} // p = 0.029
	few := compare.Distributions(low[:1], high[:1])
	alone := compare.Distributions(low, high)
	q := compare.Correct([]*compare.Distribution{&few, &alone})
	if !math.IsNaN(q[0]) || few.Outcome != compare.TooFew || q[1] != alone.P || alone.Outcome != compare.Real {
		t.Errorf("beside one of too few: q %v, %q and %q", q, few.Outcome, alone.Outcome)
	}
	same := compare.Distributions(low, low)
	q = compare.Correct([]*compare.Distribution{&same, &alone})
	if q[1] <= compare.Level || alone.Outcome != compare.NotSure || same.Outcome != compare.NotSure {
		t.Errorf("one of two: q %v, %q and %q", q, same.Outcome, alone.Outcome)
	}
}

func TestQuantile(t *testing.T) {
	v := []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, c := range []struct {
		q    float64
		want int64
	}{{0, 1}, {0.1, 1}, {0.11, 2}, {0.5, 5}, {0.9, 9}, {0.99, 10}, {1, 10}} {
		if got := compare.Quantile(v, c.q); got != c.want {
			t.Errorf("%v: %d, want %d", c.q, got, c.want)
		}
	}
	if compare.Quantile(nil, 0.5) != 0 {
		t.Error("a quantile of nothing")
	}
}

// A difference of no more than the share is none, however many numbers show it; a larger one is found on either side.
func TestDistributionsBeyond(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	some := func(scale float64) []int64 {
		v := make([]int64, 3000)
		for i := range v {
			v[i] = int64(scale * math.Exp(0.2*rnd.NormFloat64()))
		}
		return v
	}
	for _, c := range []struct {
		base, now float64
		want      compare.Outcome
	}{{1e6, 1.04e6, compare.NotSure}, {1.04e6, 1e6, compare.NotSure}, {1e6, 1.1e6, compare.Real}, {1.1e6, 1e6, compare.Real}} {
		base, now := some(c.base), some(c.now)
		d := compare.DistributionsBeyond(base, now, 0.05)
		if d.Outcome != c.want {
			t.Errorf("%v and %v: %s, p %v", c.base, c.now, d.Outcome, d.P)
		}
		plain := compare.Distributions(base, now)
		if plain.Outcome != compare.Real || plain.Larger != d.Larger || d.P < plain.P {
			t.Errorf("%v and %v: %s, larger %v and %v, p %v and %v", c.base, c.now, plain.Outcome, plain.Larger, d.Larger, plain.P, d.P)
		}
	}
}
