package statistics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// lives watches things that come at random and live as long as draw says, for some steps of length 1.
func lives(r *rand.Rand, steps int, rate, before float64, draw func() float64) (times, alive, ended []float64) {
	times, alive, ended = make([]float64, steps+1), make([]float64, steps+1), make([]float64, steps)
	for i := range times {
		times[i] = float64(i)
	}
	for born := -before + r.ExpFloat64()/rate; born < float64(steps); born += r.ExpFloat64() / rate {
		dies := born + draw()
		for k := max(0, int(math.Ceil(born))); k <= steps && float64(k) < dies; k++ {
			alive[k]++
		}
		if dies >= 0 && dies < float64(steps) {
			ended[int(dies)]++
		}
	}
	return times, alive, ended
}

// The interval holds the true mean life about as often as it says, for short and long lives, exponential ones or not, and
// for things that gather from nothing on.
func TestLifeCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for _, x := range []struct {
		name         string
		steps        int
		life, ended  float64 // on average; how many end in all
		before       float64 // how long before the first step things came, in lives
		least        float64
		distribution func() float64 // with a mean of 1
	}{
		{"much shorter than a step", 30, 0.05, 200, 20, 0.93, r.ExpFloat64},
		{"a step", 30, 1, 200, 20, 0.92, r.ExpFloat64},
		{"some steps", 30, 4, 50, 20, 0.92, r.ExpFloat64},
		{"as long as it is watched", 30, 30, 20, 20, 0.92, r.ExpFloat64},
		{"two profiles alone", 1, 2, 30, 20, 0.92, r.ExpFloat64},
		{"they gather", 30, 60, 100, 0, 0.92, r.ExpFloat64},
		{"all the same", 30, 4, 50, 20, 0.97, func() float64 { return 1 }},
		{"a wide distribution", 30, 4, 50, 20, 0.88, func() float64 { return math.Exp(r.NormFloat64() - 0.5) }},
	} {
		const times = 600
		held := 0
		for range times {
			at, alive, ended := lives(r, x.steps, x.ended/float64(x.steps), x.before*x.life, func() float64 { return x.life * x.distribution() })
			for i := range alive { // samples that stand for 7
				alive[i] *= 7
			}
			for i := range ended {
				ended[i] *= 7
			}
			if l := LifeOf(at, alive, ended, 7); l.Low <= x.life && x.life <= l.High {
				held++
			}
		}
		if share := float64(held) / times; share < x.least {
			t.Errorf("%s: %.1f%% of the intervals hold the life, at least %.0f%% should", x.name, 100*share, 100*x.least)
		}
	}
}

func TestLifeAtTheEnds(t *testing.T) {
	times := []float64{0, 10, 20, 30}
	none := LifeOf(times, []float64{5, 5, 5, 5}, []float64{0, 0, 0}, 1)
	if !math.IsInf(none.Mean, 1) || !math.IsInf(none.High, 1) || none.Low < 30 || none.Low > 60 {
		t.Errorf("none of five ended in 30 s: %+v", none)
	}
	short := LifeOf(times, []float64{0, 0, 0, 0}, []float64{100, 100, 100}, 1)
	if short.Mean != 0 || short.Low != 0 || !(short.High > 0.05 && short.High < 0.2) {
		t.Errorf("300 were gone before anybody looked: %+v", short)
	}
	if l := LifeOf(times, []float64{0, 0, 0, 0}, []float64{0, 0, 0}, 1); !math.IsNaN(l.Mean) {
		t.Errorf("there was nothing: %+v", l)
	}
	if l := LifeOf(times, []float64{8, 8, 8, 8}, []float64{4, 4, 4}, 1); l.Mean != 20 || !(l.Low < 20 && 20 < l.High) {
		t.Errorf("8 alive, 4 end in 10 s: %+v", l)
	}
	few, many := LifeOf(times, []float64{8, 8, 8, 8}, []float64{4, 4, 4}, 1), LifeOf(times, []float64{8, 8, 8, 8}, []float64{4, 4, 4}, 0.01)
	if many.Low <= few.Low || many.High >= few.High {
		t.Errorf("more samples know it no better: %+v, %+v", few, many)
	}
}
