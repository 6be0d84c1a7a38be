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

// Record makes a recording. Its length is in units of 10 s.
func (c CPU) Record(rnd *rand.Rand, length float64) *model.Profile {
	const period = 10_000_000
	p := newProgram(model.ValueType{Type: "samples", Unit: "count"}, model.ValueType{Type: "cpu", Unit: "nanoseconds"})
	for i, mean := range c.Samples {
		n := math.Round(mean * length)
		if !c.Exact {
			n = Bunched(rnd, mean*length*varied(rnd, c.Between), max(1, c.Dispersion))
		}
		p.sample(i, 0, n, n*period)
	}
	return p.Profile(model.Header{
		Duration: time.Duration(length * 10 * float64(time.Second)), Period: period,
		PeriodType: model.ValueType{Type: "cpu", Unit: "nanoseconds"},
	})
}
