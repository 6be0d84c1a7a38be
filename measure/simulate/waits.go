package simulate

import (
	"math"
	"math/rand/v2"

	"profstation/model"
)

// Waits is a program whose waits are recorded. Their sampling error is unknown.
type Waits struct {
	Seconds []float64 // expected for each function in a recording with length 1
	Between float64   // a function's relative deviation from one run to the next
}

// In returns the program as it runs at a time when each function waits that many times as long as usual.
func (w Waits) In(conditions []float64) Waits {
	w.Seconds = multiplied(w.Seconds, conditions)
	return w
}

// Record makes a recording with the given length.
func (w Waits) Record(rnd *rand.Rand, length float64) *model.Profile {
	p := newProgram(model.ValueType{Type: "contentions", Unit: "count"}, model.ValueType{Type: "delay", Unit: "nanoseconds"})
	for i, mean := range w.Seconds {
		s := mean * length * varied(rnd, w.Between)
		p.sample(i, 0, math.Ceil(s*1000), s*1e9)
	}
	return p.Profile(model.Header{})
}
