package compare_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/measure/simulate"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
)

// fivePairs are recordings of a machine that is not always as fast. In each pair the new one is 7.5 to 15 % slower.
func fivePairs() (before, after []*model.Profile) {
	slower, speed := []float64{1.075, 1.15, 1.09, 1.13, 1.10}, []float64{1, 1.25, 0.85, 1.1, 0.9}
	return pairsOf(slower, speed)
}

// pairsOf are recordings that were taken alternately, of pairs in which the machine is as fast as speed says.
func pairsOf(slower, speed []float64) (before, after []*model.Profile) {
	for k := range slower {
		record := func(samples float64, at int) *model.Profile {
			p := simulate.CPU{Samples: simulate.Even(5, samples), Exact: true}.Record(rand.New(rand.NewPCG(1, 1)), 1)
			p.Time = time.Unix(1000+int64(at), 0)
			return p
		}
		before = append(before, record(3000*speed[k], 20*k+k%2*10))
		after = append(after, record(3000*speed[k]*slower[k], 20*k+10-k%2*10))
	}
	return before, after
}

// What groups cannot tell from the noise of the machine, pairs can, in whatever order the files are given.
func TestPairs(t *testing.T) {
	before, after := fivePairs()
	slices.Reverse(before)
	p := must.Have(compare.JoinGroups(context.Background(), before, after))
	if !p.CanPair() || !p.Alternate() {
		t.Errorf("pairs are possible: %t, alternate: %t", p.CanPair(), p.Alternate())
	}
	for _, pairs := range []bool{false, true} {
		n := p.Default()
		n.Pairs = pairs
		c := evaluated(t, p, query.Default().Whole(), n)
		rows := must.Have(c.Rows(context.Background()))
		total := c.Total()
		if len(rows) != 11 || total.Verdict.Real() != pairs || rows[0].Flat.Verdict.Real() != pairs {
			t.Errorf("in pairs %t: the total is %s, the largest of %d rows %s", pairs, total.Verdict.Outcome, len(rows), rows[0].Flat.Verdict.Outcome)
		}
		if low, high := total.Verdict.Interval(); pairs && (low < 0.05*total.Before || high > 0.17*total.Before) {
			t.Errorf("the change lies between %g and %g of %g", low, high, total.Before)
		}
		said := strings.Join(slices.Concat(c.Heading(), c.Explain(lang.L)), "\n")
		for text, want := range map[string]bool{"in pairs": true, "differences within pairs": pairs, "compare them in pairs": !pairs} {
			if strings.Contains(said, text) != want {
				t.Errorf("in pairs %t: it says %q: %t\n%s", pairs, text, !want, said)
			}
		}
	}
}

// Whoever has enough recordings of each side is told to alternate, not to record as many as there are.
func TestAdviceOfGroups(t *testing.T) {
	before, after := fivePairs()
	for _, p := range after {
		p.Time = p.Time.Add(time.Hour)
	}
	for n, want := range map[int]string{2: "at least 4 recordings", 5: "Take the recordings alternately"} {
		p := must.Have(compare.JoinGroups(context.Background(), before[:n], after[:n]))
		c := evaluated(t, p, query.Default().Whole(), p.Default())
		if said := strings.Join(c.Explain(lang.L), "\n"); !strings.Contains(said, want) {
			t.Errorf("%d of each side: it says %s, want %q", n, said, want)
		}
	}
}

// Sides that have not as many recordings have no pairs. Recordings in blocks have, but it is said that they were not
// taken alternately.
func TestNoPairs(t *testing.T) {
	before, after := fivePairs()
	q, inPairs := query.Default(), compare.Normalisation{Pairs: true}
	for _, n := range [][2]int{{1, 1}, {5, 4}, {2, 5}} {
		p := must.Have(compare.JoinGroups(context.Background(), before[:n[0]], after[:n[1]]))
		if _, err := p.Evaluate(context.Background(), q, inPairs); p.CanPair() || err == nil || !strings.Contains(err.Error(), "as many recordings on each side") {
			t.Errorf("%v: %v", n, err)
		}
	}
	for i, p := range after {
		p.Time = time.Unix(5000+int64(i), 0)
	}
	p := must.Have(compare.JoinGroups(context.Background(), before, after))
	c := evaluated(t, p, q, inPairs)
	if note := "not known to have been taken alternately"; p.Alternate() || !strings.Contains(strings.Join(c.Notes(), "\n"), note) {
		t.Errorf("alternate: %t, notes %q", p.Alternate(), c.Notes())
	}
}

// Where groups settle the total, nobody needs pairs, although the recordings were taken alternately.
func TestSettledWithoutPairs(t *testing.T) {
	before, after := pairsOf([]float64{2, 2.02, 1.98, 2, 2.01}, []float64{1, 1.01, 0.99, 1, 1})
	p := must.Have(compare.JoinGroups(context.Background(), before, after))
	c := evaluated(t, p, query.Default().Whole(), p.Default())
	said := strings.Join(c.Explain(lang.L), "\n")
	if !p.Alternate() || compare.WantsPairs(c) || strings.Contains(said, "in pairs") || !strings.Contains(said, "The total is settled.") {
		t.Errorf("alternate: %t, pairs are wanted: %t, it says\n%s", p.Alternate(), compare.WantsPairs(c), said)
	}
}

// The advice asks for no more pairs once the total is settled, and for no recordings of each side where both sides are
// parts of the same recordings.
func TestAdvice(t *testing.T) {
	before, after := fivePairs()
	for _, c := range []struct {
		pairs         int
		parts, paired bool
		want          string
	}{
		{2, false, true, "Take more pairs"},
		{5, false, true, "The total is settled."},
		{5, true, true, "The total is settled."},
		{2, true, true, "compare the same parts of them."},
		{5, true, false, "compare them in pairs"},
		{1, true, false, "The same parts of several recordings"},
		{1, false, false, "at least 4 recordings"},
	} {
		p := must.Have(compare.JoinGroups(context.Background(), before[:c.pairs], after[:c.pairs]))
		p.Parts = c.parts
		n := p.Default()
		n.Pairs = c.paired
		advice := evaluated(t, p, query.Default().Whole(), n).Explain(lang.L)[0]
		if !strings.Contains(advice, c.want) || (strings.Contains(advice, "at least 4") || strings.Contains(advice, "alternately")) && c.parts {
			t.Errorf("%+v: it says %q", c, advice)
		}
	}
}
