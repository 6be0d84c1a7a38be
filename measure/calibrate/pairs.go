package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"profstation/measure/simulate"
	"profstation/model"
	"profstation/model/compare"
)

// quietPairs compares pairs of recordings between which nothing changed but the conditions.
var quietPairs = section{
	title:   "Pairs of recordings, nothing changed",
	about:   "The two of a pair are recorded under the same conditions, which differ from pair to pair: all functions by the first deviation, each by the second.",
	columns: quiet.columns,
	rows: []row{
		stillPairs("CPU, 4 pairs, conditions 20 % and 10 %, 2 % between runs", 4, 3000, conditions{0.2, 0.1}, 0.02),
		stillPairs("CPU, 5 pairs, conditions 20 % and 10 %, 2 % between runs", 5, 3000, conditions{0.2, 0.1}, 0.02),
		stillPairs("CPU, 8 pairs, conditions 20 % and 10 %, 2 % between runs", 8, 3000, conditions{0.2, 0.1}, 0.02),
		stillPairs("CPU, 5 pairs, conditions 20 % and 30 %, 10 % between runs", 5, 3000, conditions{0.2, 0.3}, 0.1),
		stillPairs("CPU, 5 pairs, conditions the same, 10 % between runs", 5, 3000, conditions{}, 0.1),
		stillPairs("CPU, 5 pairs, 300 samples, conditions 20 % and 30 %, 10 % between runs", 5, 300, conditions{0.2, 0.3}, 0.1),
		stillPairs("CPU, 5 pairs, 60,000 samples, conditions 20 % and 10 %, 2 % between runs", 5, 60_000, conditions{0.2, 0.1}, 0.02),
		waitingPairs(5), waitingPairs(8),
	},
}

// foundPairs compares pairs of recordings between which one function changed.
var foundPairs = section{
	title:   "Pairs of recordings, one function changed",
	about:   "The same, as pairs and as groups: pairs find what groups cannot, as what differs from pair to pair is no difference.",
	columns: []string{"found in pairs", "intervals that hold", "other functions called", "found in groups"},
	rows: []row{
		slowerPairs("CPU, 4 pairs, 60,000 samples, a function of 5 % takes 10 % longer, conditions 20 % and 10 %, 2 % between runs", 4, 60_000, 1.1, conditions{0.2, 0.1}, 0.02),
		slowerPairs("CPU, 5 pairs, the same", 5, 60_000, 1.1, conditions{0.2, 0.1}, 0.02),
		slowerPairs("CPU, 8 pairs, the same", 8, 60_000, 1.1, conditions{0.2, 0.1}, 0.02),
		slowerPairs("CPU, 5 pairs, 6,000 samples, a function of 5 % takes 50 % longer, conditions 20 % and 30 %, 5 % between runs", 5, 6000, 1.5, conditions{0.2, 0.3}, 0.05),
		slowerPairs("CPU, 5 pairs, the same, but conditions are the same", 5, 6000, 1.5, conditions{}, 0.05),
	},
}

// conditions are how much a time differs from another one, as relative deviations: all functions alike, and each.
type conditions struct{ all, each float64 }

// pairsOf records n pairs of a program with that many functions.
func (c conditions) pairsOf(s *simulation, n, functions int, record func(side int, now []float64) *model.Profile) (*compare.Pair, error) {
	var sides [2][]*model.Profile
	for i := range n {
		now := simulate.Conditions(s.Rand, functions, c.all, c.each)
		for side := range sides {
			p := record(side, now)
			p.Time = time.Unix(int64(2*i+side), 0)
			sides[side] = append(sides[side], p)
		}
	}
	return compare.JoinGroups(s, sides[0], sides[1])
}

func (c conditions) cpuPairs(s *simulation, n int, before, after simulate.CPU) (*compare.Pair, error) {
	return c.pairsOf(s, n, len(before.Samples), func(side int, now []float64) *model.Profile {
		return []simulate.CPU{before, after}[side].In(now).Record(s.Rand, 1)
	})
}

func stillPairs(name string, n int, samples float64, of conditions, between float64) row {
	return row{name, func(s *simulation) ([]string, error) {
		return s.count((*tally).quiet, func(t *tally) error {
			c := cpuOf(samples, 1, between)
			p, err := of.cpuPairs(s, n, c, c)
			if err != nil {
				return err
			}
			return t.take(s, p, cpuPairs, "", 0, 1)
		})
	}}
}

func waitingPairs(n int) row {
	return row{fmt.Sprintf("block, %d pairs, conditions 20 %% and 30 %%, 10 %% between runs", n), func(s *simulation) ([]string, error) {
		return s.count((*tally).quiet, func(t *tally) error {
			w := simulate.Waits{Seconds: simulate.Even(20, 100), Between: 0.1}
			p, err := conditions{0.2, 0.3}.pairsOf(s, n, len(w.Seconds), func(_ int, now []float64) *model.Profile {
				return w.In(now).Record(s.Rand, 1)
			})
			if err != nil {
				return err
			}
			return t.take(s, p, asked{column: waiting.column, by: waiting.by, pairs: true}, "", 0, 1)
		})
	}}
}

func slowerPairs(name string, n int, samples, ratio float64, of conditions, between float64) row {
	before, after := slowed(samples, ratio, between)
	return row{name, func(s *simulation) ([]string, error) {
		var groups tally
		cells, err := s.count((*tally).loud, func(t *tally) error {
			p, err := of.cpuPairs(s, n, before, after)
			if err != nil {
				return err
			}
			truth := float64(n) * 1e7 * (after.Samples[changed] - before.Samples[changed])
			if err := t.take(s, p, cpuPairs, simulate.Name(changed), truth, ratio); err != nil {
				return err
			}
			return groups.take(s, p, cpuTime, simulate.Name(changed), truth, ratio)
		})
		if err != nil {
			return nil, err
		}
		return append(cells, groups.loud()[0]), nil
	}}
}

// fivePairs are recordings of which it is known how much slower the new ones are, and how fast the machine was.
func fivePairs(pairs bool) row {
	name := "five pairs, the new one slower by 7.5 to 15 % in each, while runs differ by 40 %, as groups"
	if pairs {
		name = "the same in pairs"
	}
	return row{name, func(s *simulation) ([]string, error) {
		slower, speed := []float64{1.075, 1.15, 1.09, 1.13, 1.10}, []float64{1, 1.25, 0.85, 1.1, 0.9}
		var sides [2][]*model.Profile
		for k := range slower {
			for side, factor := range []float64{speed[k], speed[k] * slower[k]} {
				of := simulate.CPU{Samples: simulate.Even(5, 3000*factor), Exact: true}
				p := of.Record(rand.New(rand.NewPCG(1, 1)), 1)
				p.Time = time.Unix(int64(2*k+side), 0)
				sides[side] = append(sides[side], p)
			}
		}
		p, err := compare.JoinGroups(s, sides[0], sides[1])
		if err != nil {
			return nil, err
		}
		return conclusion(s, p, compare.Normalisation{Pairs: pairs})
	}}
}
