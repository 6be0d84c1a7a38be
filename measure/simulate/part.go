package simulate

import (
	"math/rand/v2"
	"time"

	"profstation/model"
)

// Part is a program in which one function has a share. 20 others have the rest.
type Part struct {
	Function string
	Share    float64
}

// each calls f for all functions with their means.
func (x Part) each(all float64, f func(name string, mean float64)) {
	f(x.Function, x.Share*all)
	for i, mean := range Even(20, (1-x.Share)*all) {
		f(Name(i+1), mean)
	}
}

// CPU makes a profile with about that many samples. Counts vary by the dispersion.
func (x Part) CPU(rnd *rand.Rand, samples, dispersion float64) *model.Profile {
	p := newProgram(model.ValueType{Type: "samples", Unit: "count"}, model.ValueType{Type: "cpu", Unit: "nanoseconds"})
	x.each(samples, func(name string, mean float64) {
		n := Bunched(rnd, mean, dispersion)
		p.sampleOf(name, "main.group", 0, n, n*period)
	})
	return p.Profile(model.Header{
		Duration: 10 * time.Second, Period: period, PeriodType: model.ValueType{Type: "cpu", Unit: "nanoseconds"},
	})
}

// Heap makes a profile with about that many sampled objects, which have one size.
func (x Part) Heap(rnd *rand.Rand, samples float64, size int64) *model.Profile {
	p := newProgram(heapTypes...)
	x.each(samples, func(name string, mean float64) {
		n := Poisson(rnd, mean)
		p.sampleOf(name, "main.group", p.bytes(size), objects(size, n, n)...)
	})
	return p.heap(time.Time{})
}
