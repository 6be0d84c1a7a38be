// Package course simulates series of profiles. It counts how often conclusions about them are wrong, and
// how often a real change is found. A test runs each of the [Scenarios] a few times.
package course

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/series"
)

// Scenario is a kind of series. Its lines are a program's functions.
type Scenario struct {
	Name     string
	profiles int
	apart    time.Duration
	lines    []line
	sites    []site // in place of lines: profiles are heap profiles with this sample type
	typ      string
	counter  bool // profiles are from a counter, and lines are its rates
	restart  int  // the first profile after a restart; 0: none
	figures  []figure
}

// figure is something counted in a scenario.
type figure struct {
	what     string
	min, max float64 // the range it should be in, in per cent
	of       func(o *outcome) (good, all int)
}

// target says what a figure should be, in words.
func (f *figure) target() string {
	switch {
	case f.min > 0 && f.max < 100:
		return fmt.Sprintf("%v–%v %%", f.min, f.max)
	case f.min > 0:
		return fmt.Sprintf("≥ %v %%", f.min)
	}
	return fmt.Sprintf("≤ %v %%", f.max)
}

// outcome is what was concluded about one series.
type outcome struct {
	*Scenario
	ranking *series.Ranking
	points  []series.Point
}

// line describes a function's figures from profile to profile.
type line struct {
	level    float64
	noise    float64 // a standard deviation, relative to the level
	rho      float64 // the correlation of neighbouring errors; 1 is a random walk
	growth   float64 // from profile to profile, relative to the level
	step     float64 // relative to the level
	stepAt   int     // the first profile after it
	sawtooth int     // profiles from one tooth to the next; 0: none
	height   float64 // a tooth's height, relative to the level
	burst    float64 // what one profile has in addition, relative to the level
}

// flat reports whether a line stays level.
func (l *line) flat() bool { return l.growth == 0 && l.step == 0 }

// name returns the function for a line.
func name(i int) string { return fmt.Sprintf("main.f%d", i) }

// figures returns n figures for a line.
func (l *line) figures(r *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	e, sd, phase := r.NormFloat64(), math.Sqrt(1-l.rho*l.rho), 0
	if l.rho == 1 {
		sd = 1
	}
	if l.sawtooth > 0 {
		phase = r.IntN(l.sawtooth)
	}
	for i := range out {
		if i > 0 {
			e = l.rho*e + sd*r.NormFloat64()
		}
		part := 1 + l.noise*e + l.growth*float64(i)
		if l.step != 0 && i >= l.stepAt {
			part += l.step
		}
		if l.sawtooth > 0 {
			part += l.height * float64((i+phase)%l.sawtooth) / float64(l.sawtooth)
		}
		out[i] = l.level * max(part, 0)
	}
	out[r.IntN(n)] += l.level * l.burst
	return out
}

// simulate makes a series for a scenario.
func (s *Scenario) simulate(r *rand.Rand) *series.Series {
	if s.sites != nil {
		return s.simulateHeap(r)
	}
	values := make([][]float64, len(s.lines))
	for i := range s.lines {
		values[i] = s.lines[i].figures(r, s.profiles)
	}
	all := series.New(query.Query{})
	at := time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)
	counted := make([]float64, len(s.lines))
	for k := range s.profiles {
		if s.restart > 0 && k == s.restart {
			clear(counted)
			at = at.Add(14 * s.apart)
		}
		typ := model.ValueType{Type: "inuse_space", Unit: "bytes"}
		if s.counter {
			typ = model.ValueType{Type: "delay", Unit: "nanoseconds"}
		}
		b := model.NewBuilder([]model.ValueType{typ})
		for i := range s.lines {
			v := values[i][k]
			if s.counter {
				counted[i] += v
				v = counted[i]
			}
			fn := b.Function(model.Function{Name: b.String(name(i))})
			b.Sample([]model.LocID{b.Location(model.NoMapping, 0, []model.Line{{Func: fn}})}, b.LabelSet(nil), []int64{int64(v)})
		}
		if err := all.Add(context.Background(), fmt.Sprint(k), b.Profile(model.Header{Time: at}), at); err != nil {
			panic(err) // there is no filter that could be wrong
		}
		at = at.Add(s.apart)
	}
	return all
}

// Figures returns what is counted in a scenario, and what each figure should be.
func (s *Scenario) Figures() (what, target []string) {
	for i := range s.figures {
		what, target = append(what, s.figures[i].what), append(target, s.figures[i].target())
	}
	return what, target
}

// Run simulates a scenario the given number of times, and returns its figures in per cent. It uses the same
// random numbers each time.
func (s *Scenario) Run(times int) []float64 {
	r := rand.New(rand.NewPCG(17, uint64(len(s.Name))))
	good, all := make([]int, len(s.figures)), make([]int, len(s.figures))
	for range times {
		x := s.simulate(r)
		ranking, err := x.Growth(context.Background(), series.Question{Type: s.typ})
		if err != nil {
			panic(err) // the series has profiles, and nothing ends the context
		}
		o := &outcome{s, ranking, x.Points()}
		for i, f := range s.figures {
			g, n := f.of(o)
			good[i], all[i] = good[i]+g, all[i]+n
		}
	}
	shares := make([]float64, len(s.figures))
	for i := range shares {
		shares[i] = 100 * float64(good[i]) / float64(max(all[i], 1))
	}
	return shares
}
