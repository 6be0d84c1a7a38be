package compare_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/pprof/profile"
)

// typed makes a profile of CPU samples (samples/count, cpu/nanoseconds) out of
// stacks, root first, with the locations that frame gives.
func typed(samples []typedSample) *profile.Profile {
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10e6,
	}
	functions := map[string]*profile.Function{}
	locations := map[string]*profile.Location{}
	for _, s := range samples {
		sample := &profile.Sample{Value: []int64{s.ms / 10, s.ms * 1e6}, Label: s.label, NumLabel: s.number}
		for _, name := range s.stack {
			l := locations[name]
			if l == nil {
				l = &profile.Location{ID: uint64(len(p.Location) + 1)}
				for i := len(name) - 1; i >= 0; i-- { // "BC": C was inlined into B
					f := functions[name[i:i+1]]
					if f == nil {
						f = &profile.Function{ID: uint64(len(p.Function) + 1), Name: "main." + name[i:i+1]}
						functions[name[i:i+1]] = f
						p.Function = append(p.Function, f)
					}
					l.Line = append(l.Line, profile.Line{Function: f, Line: 1})
				}
				locations[name] = l
				p.Location = append(p.Location, l)
			}
			sample.Location = append([]*profile.Location{l}, sample.Location...)
		}
		p.Sample = append(p.Sample, sample)
	}
	return p
}

type typedSample struct {
	stack  []string
	ms     int64
	label  map[string][]string
	number map[string][]int64
}

func stack(names ...string) []string { return names }

// workedCase are the two profiles of the example that pprof's semantics are
// explained with.
func workedCase() (x, y *profile.Profile) {
	of := func(a, b, c int64) *profile.Profile {
		return typed([]typedSample{
			{stack: stack("A", "BC"), ms: a}, {stack: stack("A", "BC", "A"), ms: b}, {stack: stack("A"), ms: c},
		})
	}
	return of(100, 50, 10), of(150, 20, 0)
}

// hostilePairs are pairs of which each proves a case of its own.
func hostilePairs(t *testing.T) [][2]string {
	x, y := workedCase()
	empty := typed(nil)
	disjoint := typed([]typedSample{{stack: stack("X", "Y"), ms: 70}, {stack: stack("Z"), ms: 30}})
	negative := typed([]typedSample{{stack: stack("A", "BC"), ms: -30}, {stack: stack("D"), ms: 20}})
	// The same labels in another order, the same sample twice, an empty stack.
	labelled := func(order int) *profile.Profile {
		p := typed([]typedSample{
			{stack: stack("A"), ms: 40, label: map[string][]string{"user": {"u"}, "path": {"/a", "/b"}}},
			{stack: stack("A"), ms: 20, label: map[string][]string{"user": {"u"}, "path": {"/b", "/a"}}},
			{stack: stack("A"), ms: 20, label: map[string][]string{"user": {"u"}}, number: map[string][]int64{"bytes": {8}}},
			{stack: stack("A"), ms: 10}, {stack: stack("A"), ms: 10}, {stack: nil, ms: 10},
		})
		if order == 1 {
			for i, s := range p.Sample {
				for k := range s.Value {
					s.Value[k] *= int64(i + 1)
				}
			}
		}
		return p
	}
	pairs := [][2]*profile.Profile{ // base, new
		{y, x}, {x, y}, {x, x}, {empty, x}, {x, empty}, {empty, empty}, {disjoint, x}, {x, disjoint},
		{negative, x}, {x, negative}, {labelled(0), labelled(1)}, {labelled(1), labelled(0)},
		{random(1), random(2)}, {random(3), random(4)}, {moved(0x400000), moved(0x7f0000000000)},
	}
	var out [][2]string
	for _, p := range pairs {
		out = append(out, [2]string{written(t, p[0]), written(t, p[1])})
	}
	return out
}

// random makes a profile of few functions, so that much is equal in two.
func random(seed uint64) *profile.Profile {
	rnd := rand.New(rand.NewPCG(seed, 9))
	var samples []typedSample
	for range 60 {
		s := typedSample{ms: 10 * rnd.Int64N(30)}
		for range 1 + rnd.IntN(4) {
			name := string(rune('A' + rnd.IntN(5)))
			if rnd.IntN(3) == 0 {
				name += string(rune('A' + rnd.IntN(5)))
			}
			s.stack = append(s.stack, name)
		}
		if rnd.IntN(2) == 0 {
			s.label = map[string][]string{"user": {fmt.Sprint("u", rnd.IntN(3))}}
		}
		samples = append(samples, s)
	}
	p := typed(samples)
	p.DurationNanos = int64(1+seed) * 1e9
	p.TimeNanos = int64(seed) * 1e18 / 3
	return p
}

// moved is a profile whose binary was mapped at an address.
func moved(base uint64) *profile.Profile {
	p := typed([]typedSample{{stack: stack("A", "B"), ms: 10 + int64(base>>20)}, {stack: stack("A", "C"), ms: 20}})
	m := &profile.Mapping{ID: 1, Start: base, Limit: base + 0x10000, File: "/bin/server", HasFunctions: true}
	p.Mapping = []*profile.Mapping{m}
	for i, l := range p.Location {
		l.Mapping, l.Address = m, base+0x100*uint64(i)
	}
	return p
}
