// Package simulate makes recordings in which it is known what changes: for CPU time,
// heaps, two snapshots from one process, and waits. Tests and measure/calibrate count how often
// conclusions drawn from them are wrong. It draws what the runtime counts; nothing runs.
package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"profstation/model"
)

// Poisson draws a count with the given mean.
func Poisson(rnd *rand.Rand, mean float64) float64 {
	if mean > 500 {
		return max(0, math.Round(mean+math.Sqrt(mean)*rnd.NormFloat64()))
	}
	limit, k := math.Exp(-mean), 0.0
	for p := rnd.Float64(); p > limit; p *= rnd.Float64() {
		k++
	}
	return k
}

// Bunched draws a count whose variance is dispersion times its mean: some events come
// in bunches as large as the dispersion.
func Bunched(rnd *rand.Rand, mean, dispersion float64) float64 {
	if dispersion <= 1 {
		return Poisson(rnd, mean)
	}
	size := math.Ceil(dispersion)
	bunches := (dispersion - 1) * mean / (size*size - size)
	return Poisson(rnd, mean-size*bunches) + size*Poisson(rnd, bunches)
}

// Binomial draws how many of n events occur, each with probability p.
func Binomial(rnd *rand.Rand, n int64, p float64) (k float64) {
	if p >= 1 {
		return float64(n)
	}
	for { // count the gaps between them, which are geometric
		n -= 1 + int64(math.Log(1-rnd.Float64())/math.Log1p(-p))
		if n < 0 {
			return k
		}
		k++
	}
}

// varied draws a factor with mean 1 and a relative deviation.
func varied(rnd *rand.Rand, deviation float64) float64 {
	return math.Exp(deviation*rnd.NormFloat64() - deviation*deviation/2)
}

// program builds a profile in which five functions, called by main, call all others.
type program struct {
	*model.Builder
	locs map[string]model.LocID
	id   model.MappingID
}

func newProgram(types ...model.ValueType) *program {
	p := &program{Builder: model.NewBuilder(types), locs: map[string]model.LocID{}}
	p.id = p.Mapping(model.Mapping{Start: 0x400000, Limit: 0x500000, File: p.String("/bin/server"), BuildID: p.String("b1")})
	return p
}

func (p *program) at(name string) model.LocID {
	l, ok := p.locs[name]
	if !ok {
		f := p.Function(model.Function{Name: p.String(name), SystemName: p.String(name)})
		l = p.Location(p.id, 0x400000+uint64(len(p.locs)), []model.Line{{Func: f, Line: 1}})
		p.locs[name] = l
	}
	return l
}

// Name returns the name that function i has in every simulated program.
func Name(i int) string { return fmt.Sprintf("main.f%d", i) }

func (p *program) sample(i int, labels model.LabelSetID, values ...float64) {
	p.sampleOf(Name(i), fmt.Sprintf("main.group%d", i%5), labels, values...)
}

// sampleOf adds values of a function that another one called.
func (p *program) sampleOf(name, caller string, labels model.LabelSetID, values ...float64) {
	whole := make([]int64, len(values))
	any := false
	for k, v := range values {
		whole[k] = int64(v)
		any = any || whole[k] != 0
	}
	if any {
		p.Sample([]model.LocID{p.at(name), p.at(caller), p.at("main.main")}, labels, whole)
	}
}
