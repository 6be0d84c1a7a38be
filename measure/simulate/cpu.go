package simulate

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"profstation/model"
)

// CPU is a program whose CPU time is sampled 100 times a second.
type CPU struct {
	Samples    []float64 // expected for each function in a recording with length 1
	Dispersion float64   // how bursty a recording's counts are; 0: 1
	Between    float64   // a function's relative deviation from one run to the next
	Exact      bool      // counts are exactly as expected
	Timed      bool      // a timer takes the samples: their number follows from the time, which functions have them is chance
}

// In returns the program as it runs at a time when each function takes that many times as long as usual.
func (c CPU) In(conditions []float64) CPU {
	c.Samples = multiplied(c.Samples, conditions)
	return c
}

func multiplied(a, b []float64) []float64 {
	out := slices.Clone(a)
	for i := range out {
		out[i] *= b[i]
	}
	return out
}

// Conditions draws how many times as long as usual n functions take at some time: drift is the relative deviation of
// all, each is that of every single one.
func Conditions(rnd *rand.Rand, n int, drift, each float64) []float64 {
	all, out := varied(rnd, drift), make([]float64, n)
	for i := range out {
		out[i] = all * varied(rnd, each)
	}
	return out
}

// Even returns samples for n functions from large to small, which sum up to all. Each has a tenth less than
// the one before.
func Even(n int, all float64) []float64 {
	out := make([]float64, n)
	share, sum := 1.0, 0.0
	for i := range out {
		out[i] = share
		sum += share
		share *= 0.9
	}
	for i := range out {
		out[i] *= all / sum
	}
	return out
}

const period = 10_000_000 // nanoseconds, as Go's

// Record makes a recording. Its length is in units of 10 s.
func (c CPU) Record(rnd *rand.Rand, length float64) *model.Profile {
	p := newProgram(model.ValueType{Type: "samples", Unit: "count"}, model.ValueType{Type: "cpu", Unit: "nanoseconds"})
	means, counts := make([]float64, len(c.Samples)), make([]float64, len(c.Samples))
	for i, mean := range c.Samples {
		if means[i] = mean * length; c.Exact {
			counts[i] = math.Round(means[i])
			continue
		}
		means[i] *= varied(rnd, c.Between)
		counts[i] = Bunched(rnd, means[i], max(1, c.Dispersion))
	}
	if c.Timed {
		take(rnd, counts, means)
	}
	for i, n := range counts {
		p.sample(i, 0, n, n*period)
	}
	return p.Profile(model.Header{
		Duration: time.Duration(length * 10 * float64(time.Second)), Period: period,
		PeriodType: model.ValueType{Type: "cpu", Unit: "nanoseconds"},
	})
}

// take adds and removes counts until there are as many as the means add up to: each is removed with equal probability,
// and added as the means say.
func take(rnd *rand.Rand, counts, means []float64) {
	for missing := math.Round(sum(means)) - sum(counts); missing != 0; {
		from, one := means, 1.0
		if missing < 0 {
			from, one = counts, -1
		}
		at, x := 0, rnd.Float64()*sum(from)
		for ; at < len(from)-1 && x >= from[at]; at++ {
			x -= from[at]
		}
		counts[at] += one
		missing -= one
	}
}

func sum(x []float64) (all float64) {
	for _, v := range x {
		all += v
	}
	return all
}
