package main

import (
	"fmt"

	"profstation/measure/simulate"
	"profstation/model"
	"profstation/model/compare"
)

// quiet compares recordings between which nothing changed.
var quiet = section{
	title: "Nothing changed",
	about: "Rows with p ≤ 5 % should be about 5 %, and comparisons that call any function real at most 7 %, the total aside.\n" +
		"How bursty a program is, a pair of CPU profiles learns from its functions; a dispersion of 3 is more than it believes.",
	columns: []string{"rows with p ≤ 5 %", "comparisons with a false call", "totals called"},
	rows: []row{
		still("CPU, a pair, dispersion 1", 1, cpuTime, cpuOf(3000, 1, 0), equal),
		still("CPU, a pair, dispersion 1.5", 1, cpuTime, cpuOf(3000, 1.5, 0), equal),
		still("CPU, a pair, dispersion 3", 1, cpuTime, cpuOf(3000, 3, 0), equal),
		still("CPU, a pair, shares per total, dispersion 1.5", 1, cpuShare, cpuOf(3000, 1.5, 0), equal),
		still("CPU, a pair, per second, 1 : 100 as long", 1, perTime, cpuOf(3000, 1.5, 0), oneLong),
		{"heap, a pair, many small objects", quietHeap(1, func(*simulation) []simulate.Site { return simulate.Small(20, 20<<20) })},
		{"heap, a pair, few objects of 128 kB to 4 MB", quietHeap(1, large)},
		quietProcess("heap, one process, a third renewed", simulate.Process{Steady: simulate.Small(20, 20<<20), Renewed: 0.3}),
		quietProcess("heap, one process, a third renewed, much that comes and goes",
			simulate.Process{Steady: simulate.Small(20, 20<<20), Renewed: 0.3, Passing: 2}),
		still("CPU, 4 v 4, 2 % between runs", 4, cpuTime, cpuOf(3000, 1.5, 0.02), equal),
		still("CPU, 4 v 4, 30 % between runs", 4, cpuTime, cpuOf(3000, 1, 0.3), equal),
		still("CPU, 5 v 5, 30 % between runs", 5, cpuTime, cpuOf(3000, 1, 0.3), equal),
		still("CPU, 8 v 8, 30 % between runs", 8, cpuTime, cpuOf(3000, 1, 0.3), equal),
		still("CPU, 4 v 4, 300 samples, 30 % between runs", 4, cpuTime, cpuOf(300, 1, 0.3), equal),
		still("CPU, 4 v 4, lengths 1 : 100, 2 % between runs", 4, perTime, cpuOf(300, 1, 0.02), oneLong),
		still("CPU, 4 v 4, lengths 1 : 100, 30 % between runs", 4, perTime, cpuOf(300, 1, 0.3), oneLong),
		still("CPU, 8 v 8, lengths 1 : 100, 30 % between runs", 8, perTime, cpuOf(300, 1, 0.3), oneLong),
		still("CPU, 4 v 4, dispersion 3, 2 % between runs", 4, cpuTime, cpuOf(3000, 3, 0.02), equal),
		still("CPU by a timer, 5 v 5, no difference between runs", 5, cpuTime, timed(500, 1, 0), equal),
		still("CPU by a timer, 5 v 5, 500 samples, dispersion 1.5, 2 % between runs", 5, cpuTime, timed(500, 1.5, 0.02), equal),
		still("CPU by a timer, 5 v 5, 3,000 samples, 2 % between runs", 5, cpuTime, timed(3000, 1, 0.02), equal),
		still("CPU by a timer, 5 v 5, 3,000 samples, 30 % between runs", 5, cpuTime, timed(3000, 1, 0.3), equal),
		still("CPU by a timer, 4 v 4, per second, lengths 1 : 100, 2 % between runs", 4, perTime, timed(300, 1, 0.02), oneLong),
		{"heap, 4 v 4, small objects, 10 % between runs", quietHeap(4, func(*simulation) []simulate.Site { return simulate.Small(20, 20<<20) })},
		{"heap, 4 v 4, large objects, 10 % between runs", quietHeap(4, large)},
		quietWaits(4), quietWaits(5), quietWaits(8),
	},
}

func large(s *simulation) []simulate.Site { return simulate.Large(s.Rand, 20) }

// length returns the length of recording i, if there are n.
type length func(i, n int) float64

func equal(int, int) float64 { return 1 }

func oneLong(i, n int) float64 {
	if i == n-1 {
		return 100
	}
	return 1
}

func cpuOf(samples, dispersion, between float64) simulate.CPU {
	return simulate.CPU{Samples: simulate.Even(25, samples), Dispersion: dispersion, Between: between}
}

func timed(samples, dispersion, between float64) simulate.CPU {
	c := cpuOf(samples, dispersion, between)
	c.Timed = true
	return c
}

// count makes a tally over s.times comparisons.
func (s *simulation) count(cells func(*tally) []string, once func(*tally) error) ([]string, error) {
	var t tally
	for range s.times {
		if err := once(&t); err != nil {
			return nil, err
		}
	}
	return cells(&t), nil
}

func still(name string, n int, a asked, c simulate.CPU, of length) row {
	return row{name, func(s *simulation) ([]string, error) {
		return s.count((*tally).quiet, func(t *tally) error {
			first := func(i int) *model.Profile { return c.Record(s.Rand, of(i, n)) }
			if n == 1 { // a pair whose base is the short one
				first = func(int) *model.Profile { return c.Record(s.Rand, 1) }
			}
			p, err := sides(s, n, first, func(i int) *model.Profile { return c.Record(s.Rand, of(i, n)) })
			if err != nil {
				return err
			}
			return t.take(s, p, a, "", 0, 1)
		})
	}}
}

func quietHeap(n int, sites func(*simulation) []simulate.Site) func(*simulation) ([]string, error) {
	return func(s *simulation) ([]string, error) {
		return s.count((*tally).quiet, func(t *tally) error {
			h := simulate.Heap{Sites: sites(s)}
			if n > 1 {
				h.Between = 0.1
			}
			record := func(int) *model.Profile { return h.Record(s.Rand) }
			p, err := sides(s, n, record, record)
			if err != nil {
				return err
			}
			return t.take(s, p, memory, "", 0, 1)
		})
	}
}

func quietWaits(n int) row {
	return row{fmt.Sprintf("block, %d v %d, 30 %% between runs", n, n), func(s *simulation) ([]string, error) {
		return s.count((*tally).quiet, func(t *tally) error {
			w := simulate.Waits{Seconds: simulate.Even(20, 100), Between: 0.3}
			record := func(int) *model.Profile { return w.Record(s.Rand, 1) }
			p, err := sides(s, n, record, record)
			if err != nil {
				return err
			}
			return t.take(s, p, waiting, "", 0, 1)
		})
	}}
}

func quietProcess(name string, of simulate.Process) row {
	return row{name, func(s *simulation) ([]string, error) {
		return s.count((*tally).quiet, func(t *tally) error {
			base, now := of.Record(s.Rand)
			p, err := compare.Join(s, base, now)
			if err != nil {
				return err
			}
			return t.take(s, p, memory, "", 0, 1)
		})
	}}
}
