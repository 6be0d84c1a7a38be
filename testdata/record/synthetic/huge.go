package synthetic

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/google/pprof/profile"
)

// Huge has profiles for benchmarks: 200,000 stacks 40 deep, shaped like a
// service's, or random ones, among which hardly two share anything.
var Huge = map[string]func() *profile.Profile{
	"service": sync.OnceValue(func() *profile.Profile { return Large(200_000, 40, 5000, 1) }),
	"random":  sync.OnceValue(func() *profile.Profile { return randomProfile(200_000, 40, 5000) }),
}

// randomProfile makes stacks in which all functions are equally likely.
func randomProfile(stacks, depth, functions int) *profile.Profile {
	rnd := rand.New(rand.NewPCG(3, 4))
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "cpu", Unit: "nanoseconds"}}}
	for i := range functions {
		f := &profile.Function{ID: uint64(i + 1), Name: fmt.Sprintf("example.com/p%d.F%d", i%50, i), Filename: fmt.Sprintf("p%d/f.go", i%50)}
		p.Function = append(p.Function, f)
		p.Location = append(p.Location, &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}})
	}
	for range stacks {
		s := &profile.Sample{Value: []int64{int64(rnd.IntN(1000))}}
		for range depth {
			s.Location = append(s.Location, p.Location[rnd.IntN(functions)])
		}
		p.Sample = append(p.Sample, s)
	}
	return p
}
