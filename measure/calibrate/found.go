package main

import (
	"fmt"

	"profstation/measure/simulate"
	"profstation/model"
	"profstation/model/compare"
)

// found compares recordings before and after one function changed.
var found = section{
	title:   "One function changed",
	about:   "How often it is called real, after the correction for all functions, and how often the 95 % interval of its change (of groups: of its ratio) holds the true one. Pairs have a dispersion of 1.3.",
	columns: []string{"found", "intervals that hold", "other functions called"},
	rows: []row{
		slower("CPU, a pair, 60,000 samples, a function of 5 % takes 10 % longer", 1, 60_000, 1.1, 0),
		slower("CPU, 4 v 4, the same, 2 % between runs", 4, 60_000, 1.1, 0.02),
		slower("CPU, 8 v 8, the same, 5 % between runs", 8, 60_000, 1.1, 0.05),
		slower("CPU, a pair, 6,000 samples, a function of 5 % takes 50 % longer", 1, 6000, 1.5, 0),
		slower("CPU, 4 v 4, the same, 10 % between runs", 4, 6000, 1.5, 0.1),
		timedSlower("CPU by a timer, 5 v 5, 500 samples, a function of half of them takes 12 % longer, 0.5 % between runs", 0.5, 1.12),
		timedSlower("CPU by a timer, 5 v 5, 500 samples, a function of a fifth takes 30 % longer, 0.5 % between runs", 0.2, 1.3),
		grown("heap, a pair, one of 20 sites 50 → 150 MB", 1),
		grown("heap, 4 v 4, one of 20 sites 50 → 150 MB, 10 % between runs", 4),
		waited("block, 4 v 4, twice as long, 10 % between runs", 4),
		leaks("one process, a leak of 10 MB at a site of 29 MB", 29, 10),
		leaks("one process, a leak of 10 MB at a new site", 0, 10),
		leaks("one process, no leak", 29, 0),
	},
}

func (t *tally) loud() []string {
	n := t.comparisons / 2
	held := "–"
	if t.named > n/2 {
		held = perCent(t.held / t.named)
	}
	return []string{perCent(t.found / n), held, perCent(t.others / t.sampled)}
}

// changed is the number of the changed function; there are 20 others.
const changed = 20

func slowed(samples, ratio, between float64) (before, after simulate.CPU) {
	return slowedPart(0.05, samples, ratio, between)
}

// slowedPart returns a program before and after a function changed that had a part of its samples.
func slowedPart(part, samples, ratio, between float64) (before, after simulate.CPU) {
	others := simulate.Even(changed, (1-part)*samples)
	before = simulate.CPU{Samples: append(others[:changed:changed], part*samples), Between: between}
	after = simulate.CPU{Samples: append(others[:changed:changed], part*samples*ratio), Between: between}
	return before, after
}

func timedSlower(name string, part, ratio float64) row {
	before, after := slowedPart(part, 500, ratio, 0.005)
	before.Timed, after.Timed = true, true
	return row{name, func(s *simulation) ([]string, error) {
		return s.count((*tally).loud, func(t *tally) error { return t.slowed(s, 5, before, after) })
	}}
}

func slower(name string, n int, samples, ratio, between float64) row {
	before, after := slowed(samples, ratio, between)
	if n == 1 {
		before.Dispersion, after.Dispersion = compare.Assumed.Value, compare.Assumed.Value // the value that a pair assumes
	}
	return row{name, func(s *simulation) ([]string, error) {
		return s.count((*tally).loud, func(t *tally) error { return t.slowed(s, n, before, after) })
	}}
}

func (t *tally) slowed(s *simulation, n int, before, after simulate.CPU) error {
	p, err := sides(s, n, func(int) *model.Profile { return before.Record(s.Rand, 1) },
		func(int) *model.Profile { return after.Record(s.Rand, 1) })
	if err != nil {
		return err
	}
	return t.take(s, p, cpuTime, simulate.Name(changed), float64(n)*1e7*(after.Samples[changed]-before.Samples[changed]),
		after.Samples[changed]/before.Samples[changed])
}

func grown(name string, n int) row {
	return row{name, func(s *simulation) ([]string, error) {
		return s.count((*tally).loud, func(t *tally) error {
			before, after := simulate.Heap{Sites: simulate.Small(20, 50<<20)}, simulate.Heap{Sites: simulate.Small(20, 50<<20)}
			after.Sites[3].Live *= 3
			if n > 1 {
				before.Between, after.Between = 0.1, 0.1
			}
			p, err := sides(s, n, func(int) *model.Profile { return before.Record(s.Rand) },
				func(int) *model.Profile { return after.Record(s.Rand) })
			if err != nil {
				return err
			}
			return t.take(s, p, memory, simulate.Name(3), float64(n*100<<20), 3)
		})
	}}
}

func waited(name string, n int) row {
	return row{name, func(s *simulation) ([]string, error) {
		return s.count((*tally).loud, func(t *tally) error {
			before, after := simulate.Waits{Seconds: simulate.Even(20, 100), Between: 0.1},
				simulate.Waits{Seconds: simulate.Even(20, 100), Between: 0.1}
			after.Seconds[3] *= 2
			p, err := sides(s, n, func(int) *model.Profile { return before.Record(s.Rand, 1) },
				func(int) *model.Profile { return after.Record(s.Rand, 1) })
			if err != nil {
				return err
			}
			return t.take(s, p, waiting, simulate.Name(3), float64(n)*1e9*before.Seconds[3], 2)
		})
	}}
}

func leaks(name string, before, leaked int64) row {
	return row{name, func(s *simulation) ([]string, error) {
		return s.count((*tally).loud, func(t *tally) error {
			of := simulate.Process{Steady: simulate.Small(19, 100<<20/19), Renewed: 0.3, Passing: 2,
				Leak: simulate.Site{Size: 4096, Live: leaked << 20 / 4096}, Leaked: before << 20 / 4096}
			base, now := of.Record(s.Rand)
			p, err := compare.Join(s, base, now)
			if err != nil {
				return err
			}
			return t.take(s, p, memory, simulate.Name(19), float64(leaked<<20), 0)
		})
	}}
}

// detectable simulates the change that comparisons between unchanged recordings name as the one that
// would be seen.
var detectable = section{
	title:   "What could be seen",
	about:   "A comparison names the change that it would have found with a probability of 80 %. Recordings with just that change are simulated.",
	columns: []string{"named", "found"},
	rows: []row{
		named("CPU, a pair, 60,000 samples, a function of 5 %", 1, 60_000, 0),
		named("CPU, a pair, 6,000 samples, a function of 5 %", 1, 6000, 0),
		named("CPU, 4 v 4, 60,000 samples, 2 % between runs", 4, 60_000, 0.02),
		named("CPU, 4 v 4, 6,000 samples, 10 % between runs", 4, 6000, 0.1),
		named("CPU, 8 v 8, 6,000 samples, 30 % between runs", 8, 6000, 0.3),
	},
}

func named(name string, n int, samples, between float64) row {
	return row{name, func(s *simulation) ([]string, error) {
		before, _ := slowed(samples, 1, between)
		dispersed := func(c simulate.CPU) simulate.CPU {
			if n == 1 {
				c.Dispersion = compare.Assumed.Value // the value that a pair assumes
			}
			return c
		}
		before = dispersed(before)
		var t tally
		for range s.times {
			if err := t.slowed(s, n, before, before); err != nil {
				return nil, err
			}
		}
		change := t.detectable / t.named
		_, after := slowed(samples, 1+change, between)
		t = tally{}
		for range s.times {
			if err := t.slowed(s, n, before, dispersed(after)); err != nil {
				return nil, err
			}
		}
		return []string{fmt.Sprintf("+%.1f %%", change*100), perCent(2 * t.found / t.comparisons)}, nil
	}}
}
