package course

import (
	"fmt"
	"math"
	"slices"
	"time"

	"profstation/model/series"
)

// functions is how many a program has, unless stated otherwise.
const functions = 20

// alike returns the other lines, then as many lines like l as are missing.
func alike(l line, others ...line) []line {
	return append(others, slices.Repeat([]line{l}, functions-len(others))...)
}

func count(yes bool) (good, all int) {
	if yes {
		return 1, 1
	}
	return 0, 1
}

// of returns the line for a row.
func (o *outcome) of(g *series.Growth) *line {
	for i := range o.sites {
		if name(i) == g.Name {
			l := o.sites[i].line()
			return &l
		}
	}
	for i := range o.lines {
		if name(i) == g.Name {
			return &o.lines[i]
		}
	}
	return nil
}

func said(g *series.Growth) bool {
	return g.Verdict != series.Steady && g.Verdict != series.Unsure && g.Verdict != series.TooFew
}

// row returns the result for a line.
func (o *outcome) row(line int) *series.Growth {
	i := slices.IndexFunc(o.ranking.Rows, func(g series.Growth) bool { return g.Name == name(line) })
	if i < 0 {
		return &series.Growth{}
	}
	return &o.ranking.Rows[i]
}

// wrong returns what is counted for lines that stay level.
func wrong(lowest, highest, any float64) []figure {
	return []figure{
		{"rows at p ≤ 0.05", lowest, highest, func(o *outcome) (good, all int) {
			for i := range o.ranking.Rows {
				if g := &o.ranking.Rows[i]; o.of(g).flat() && !math.IsNaN(g.P) {
					all++
					if g.P <= 0.05 {
						good++
					}
				}
			}
			return good, all
		}},
		{"series with any verdict", 0, any, func(o *outcome) (int, int) {
			return count(slices.ContainsFunc(o.ranking.Rows, func(g series.Growth) bool { return o.of(&g).flat() && said(&g) }))
		}},
	}
}

var covered = figure{"95% intervals that hold the slope", 93, 100, func(o *outcome) (good, all int) {
	for i := range o.ranking.Rows {
		g := &o.ranking.Rows[i]
		l := o.of(g)
		if l.step != 0 || l.sawtooth > 0 || math.IsNaN(g.Low) {
			continue
		}
		all++
		slope := l.growth * l.level / o.apart.Hours()
		if g.Low <= slope && slope <= g.High {
			good++
		}
	}
	return good, all
}}

// These figures count how well a scenario's first line is found.
var (
	foundFirst = figure{"found, and the first row", 90, 100, func(o *outcome) (int, int) {
		g := &o.ranking.Rows[0]
		return count(g.Name == name(0) && g.Verdict == series.Grows)
	}}
	isFirst = figure{"is the first row", 95, 100, func(o *outcome) (int, int) {
		return count(len(o.ranking.Rows) > 0 && o.ranking.Rows[0].Name == name(0))
	}}
	grows        = figure{"is said to grow", 90, 100, func(o *outcome) (int, int) { return count(o.row(0).Verdict == series.Grows) }}
	isFirstOften = figure{isFirst.what, 75, 100, isFirst.of}
	growsMostly  = figure{grows.what, 75, 100, grows.of}
	growsOften   = figure{grows.what, 45, 100, grows.of}
	steps        = figure{"found as a step", 95, 100, func(o *outcome) (int, int) { return count(o.row(0).Verdict == series.StepUp) }}
	when         = figure{"its time at most one profile off", 95, 100, func(o *outcome) (good, all int) {
		g, at := o.row(0), o.lines[0].stepAt
		if !g.Stepped() {
			return 0, 0
		}
		return count(!g.Step.Time.Before(o.points[at-1].Time) && !g.Step.Time.After(o.points[at+1].Time))
	}}
	size = figure{"95% intervals that hold its size", 93, 100, func(o *outcome) (good, all int) {
		g, l := o.row(0), &o.lines[0]
		if !g.Stepped() {
			return 0, 0
		}
		return count(g.Step.Low <= l.step*l.level && l.step*l.level <= g.Step.High)
	}}
	growing = figure{"series where a row grows", 0, 7, func(o *outcome) (int, int) {
		return count(slices.ContainsFunc(o.ranking.Rows,
			func(g series.Growth) bool { return g.Verdict == series.Grows || g.Verdict == series.StepUp }))
	}}
	told = figure{"the restart is known", 100, 100, func(o *outcome) (int, int) {
		return count(series.LastRun(o.points) == o.restart && o.points[o.restart].AfterGap)
	}}
)

// level is a line at 10 MB with errors of 5 %.
func level(rho float64) line { return line{level: 10e6, noise: 0.05, rho: rho} }

func with(figures []figure, more ...figure) []figure { return append(slices.Clone(figures), more...) }

var Scenarios = slices.Concat(flats(), heaps(), heapLives(), []Scenario{
	{
		Name: "flat, a sawtooth of 50 %, 30 profiles", profiles: 30, apart: time.Minute, figures: wrong(0, 7, 7),
		lines: alike(line{level: 10e6, noise: 0.01, sawtooth: 7, height: 0.5}),
	}, {
		Name: "flat, a sawtooth of 50 %, 150 profiles", profiles: 150, apart: time.Minute, figures: wrong(0, 7, 7),
		lines: alike(line{level: 10e6, noise: 0.01, sawtooth: 12, height: 0.5}),
	}, {
		Name: "1 % growth a profile, errors of 5 %, 30 profiles", profiles: 30, apart: time.Minute,
		figures: []figure{wrong(3, 7, 7)[0], grows, covered},
		lines:   alike(level(0), line{level: 10e6, noise: 0.05, growth: 0.01}),
	}, {
		Name: "the same, one profile of each line has twice as much", profiles: 30, apart: time.Minute, figures: []figure{growsMostly, covered},
		lines: alike(line{level: 10e6, noise: 0.05, burst: 1}, line{level: 10e6, noise: 0.05, growth: 0.01, burst: 1}),
	}, {
		Name: "flat, one profile of each line has twice as much", profiles: 30, apart: time.Minute, figures: wrong(0, 10, 10),
		lines: alike(line{level: 10e6, noise: 0.05, burst: 1}),
	}, {
		Name: "1 % growth, errors of 5 % that follow each other (ρ 0.6)", profiles: 30, apart: time.Minute,
		figures: []figure{growsOften, covered},
		lines:   alike(level(0.6), line{level: 10e6, noise: 0.05, growth: 0.01, rho: 0.6}),
	}, {
		Name: "a step of +50 %, 30 profiles", profiles: 30, apart: time.Minute, figures: []figure{steps, when, size},
		lines: alike(level(0), line{level: 10e6, noise: 0.05, step: 0.5, stepAt: 18}),
	}, {
		Name: "a step of +50 %, ρ 0.6", profiles: 30, apart: time.Minute, figures: []figure{steps, when, size},
		lines: alike(level(0.6), line{level: 10e6, noise: 0.05, rho: 0.6, step: 0.5, stepAt: 12}),
	}, {
		Name: "a step of +50 %, 500 profiles", profiles: 500, apart: time.Second, figures: []figure{steps, when, size},
		lines: alike(level(0), line{level: 10e6, noise: 0.05, step: 0.5, stepAt: 333}),
	}, {
		Name: "a leak of 1 % an hour among sawtooth, a day of one profile in 10 minutes", profiles: 144,
		apart: 10 * time.Minute, figures: []figure{isFirst, grows},
		lines: alike(line{level: 10e6, noise: 0.01, sawtooth: 7, height: 0.5}, line{level: 10e6, noise: 0.01, growth: 0.01 / 6}),
	}, {
		Name: "the same leak below a sawtooth of its own", profiles: 144, apart: 10 * time.Minute, figures: []figure{isFirst, grows},
		lines: alike(line{level: 10e6, noise: 0.01, sawtooth: 7, height: 0.5},
			line{level: 10e6, noise: 0.01, growth: 0.01 / 6, sawtooth: 7, height: 0.5}),
	}, {
		Name: "a leak of 1 % an hour among sawtooth, two hours of one profile a minute", profiles: 120, apart: time.Minute,
		figures: []figure{isFirst},
		lines:   alike(line{level: 10e6, noise: 0.005, sawtooth: 7, height: 0.5}, line{level: 10e6, noise: 0.005, growth: 0.01 / 60}),
	}, {
		Name: "a counter of constant rates", profiles: 60, apart: time.Second, counter: true, figures: []figure{growing}, lines: alike(level(0)),
	}, {
		Name: "a counter of constant rates, with a restart", profiles: 60, apart: time.Second, counter: true, restart: 25,
		figures: []figure{growing, told}, lines: alike(level(0)),
	}, {
		Name: "a counter, one of whose rates grows by 2 % a profile since the restart", profiles: 60, apart: time.Second,
		counter: true, restart: 25, figures: []figure{foundFirst, told},
		lines: alike(level(0), line{level: 10e6, noise: 0.05, growth: 0.02}),
	},
})

// flats returns series in which nothing changes.
func flats() (out []Scenario) {
	add := func(name string, profiles int, lines []line, figures []figure) {
		out = append(out, Scenario{Name: "flat, " + name, profiles: profiles, apart: time.Minute, lines: lines, figures: figures})
	}
	for _, n := range []int{12, 30, 150} {
		profiles := fmt.Sprintf(", %d profiles", n)
		lowest := 3.0
		if n == 12 {
			lowest = 2 // with so few values, more would be at the others' cost
		}
		add("independent errors"+profiles, n, alike(level(0)), with(wrong(lowest, 7, 7), covered))
		add("errors with ρ 0.6"+profiles, n, alike(level(0.6)), with(wrong(0, 7, 7), covered))
		add("errors with ρ 0.9"+profiles, n, alike(level(0.9)), wrong(0, 7, 15))
		add("a random walk"+profiles, n, alike(level(1)), wrong(0, 12, 30))
	}
	mixed := alike(level(0), slices.Repeat([]line{level(0.6)}, functions/2)...)
	add("half with independent errors, half with ρ 0.6, 30 profiles", 30, mixed, with(wrong(0, 7, 15), covered))
	add("one function alone, independent errors, 30 profiles", 30, []line{level(0)}, wrong(0, 7, 7))
	add("one function alone, ρ 0.6, 30 profiles", 30, []line{level(0.6)}, wrong(0, 7, 7))
	add("one function alone, a random walk, 30 profiles", 30, []line{level(1)}, wrong(0, 12, 12))
	return out
}
