package main

import (
	"context"
	"fmt"
	"math"

	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
)

// asked says what is compared in simulated recordings.
type asked struct {
	column string
	by     compare.By
	pairs  bool
}

var (
	cpuTime  = asked{column: "cpu", by: compare.AsRecorded}
	perTime  = asked{column: "cpu", by: compare.PerSecond}
	cpuShare = asked{column: "cpu", by: compare.PerTotal}
	cpuPairs = asked{column: "cpu", by: compare.AsRecorded, pairs: true}
	memory   = asked{column: "inuse_space", by: compare.AsRecorded}
	waiting  = asked{column: "delay", by: compare.AsRecorded}
)

// tally sums up what comparisons concluded.
type tally struct {
	comparisons     float64 // flat and cum figures count separately
	flagged         float64 // those with any row called real
	tested, low     float64 // rows with a p-value, and those where it is at most 5 %
	found, held     float64 // how often the changed function was called real, and its interval held
	totals          float64 // how often the total was called real
	named           float64 // how often the changed function had an interval
	detectable      float64 // the sum of its changes that could have been seen
	others, sampled float64 // other functions called real, and how many there were
}

// take compares a pair. If a function has changed, truth and ratio are its true change, as
// shown and relative to the base.
func (t *tally) take(ctx context.Context, p *compare.Pair, a asked, changed string, truth, ratio float64) error {
	q := query.Default()
	q.SampleIndex, q.NodeFraction = a.column, 0
	c, err := p.Evaluate(ctx, q, compare.Normalisation{By: a.by, Pairs: a.pairs})
	if err != nil {
		return err
	}
	rows, err := c.Rows(ctx)
	if err != nil {
		return err
	}
	t.comparisons += 2
	var any [2]bool
	for i := range rows {
		r := &rows[i]
		for kind, x := range []*compare.Change{&r.Flat, &r.Cum} {
			v := &x.Verdict
			if low, high := v.Interval(); v.Real() != (low > 0 || high < 0) && !math.IsNaN(low) {
				return fmt.Errorf("%s is %s, but its interval is %v to %v", c.Name(r.Node), v.Outcome, low, high)
			}
			if !math.IsNaN(v.P) {
				t.tested++
				if v.P <= compare.Level {
					t.low++
				}
			}
			any[kind] = any[kind] || v.Real()
		}
		if v := &r.Flat.Verdict; c.Name(r.Node) == changed {
			if v.Real() {
				t.found++
			}
			if low, high := v.IntervalAt(compare.Level); !math.IsNaN(low) {
				t.named++
				if c.Method() == compare.Runs { // its model is for the ratio, not for Δ
					low, high, truth = low/r.Flat.Before, high/r.Flat.Before, ratio-1
				}
				if low <= truth && truth <= high {
					t.held++
				}
				t.detectable += v.Detectable()
			}
		} else if r.Flat.Base != 0 || r.Flat.New != 0 {
			t.sampled++
			if v.Real() {
				t.others++
			}
		}
	}
	for _, called := range any {
		if called {
			t.flagged++
		}
	}
	if total := c.Total(); total.Verdict.Real() {
		t.totals++
	}
	return nil
}

func (t *tally) quiet() []string {
	return []string{perCent(t.low / t.tested), perCent(t.flagged / t.comparisons), perCent(2 * t.totals / t.comparisons)}
}

// sides joins groups with n recordings each; with one each it is a pair.
func sides(ctx context.Context, n int, before, after func(i int) *model.Profile) (*compare.Pair, error) {
	var a, b []*model.Profile
	for i := range n {
		a, b = append(a, before(i)), append(b, after(i))
	}
	return compare.JoinGroups(ctx, a, b)
}
