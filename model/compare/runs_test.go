package compare_test

import (
	"context"
	"math/rand/v2"
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

// The recordings of groups are found again in the sums that they are part of, sample by sample, in
// whatever unit they are.
func TestSpread(t *testing.T) {
	x, y := workedCase()
	inMicroseconds, _ := workedCase()
	inMicroseconds.SampleType[1].Unit = "microseconds"
	inMicroseconds.PeriodType.Unit, inMicroseconds.Period = "microseconds", 10e3
	for _, s := range inMicroseconds.Sample {
		s.Value[1] /= 1000
	}
	a, b, c := of(t, x), of(t, y), of(t, inMicroseconds)
	p := must.Have(compare.JoinGroups(context.Background(), []*model.Profile{a, b, c}, []*model.Profile{b, c}))
	if base, now := p.Recordings(); base != 3 || now != 2 || p.Default() != compare.PerRecording(3, 2) {
		t.Fatalf("%d and %d recordings, %v", base, now, p.Default())
	}
	q := query.Default().Whole()
	compared := evaluated(t, p, q, p.Default())
	if compared.Method() != compare.Runs {
		t.Errorf("judged by %s", compared.Method())
	}
	seen := 0
	for _, r := range must.Have(compared.Rows(context.Background())) {
		for _, cum := range []bool{false, true} {
			ch := r.Flat
			if cum {
				ch = r.Cum
			}
			before, after := compared.Spread(r.Node, cum)
			near(t, "the base", (before[0]+before[1]+before[2])/3, ch.Before)
			near(t, "the new one", (after[0]+after[1])/2, ch.After)
			near(t, "the same in another unit", before[0], before[2])
			seen++
		}
	}
	if seen != 6 {
		t.Errorf("%d figures", seen)
	}
	if before, _ := evaluated(t, join(t, x, y), q, compare.Normalisation{}).Spread(0, false); before != nil {
		t.Error("a pair has a spread")
	}
	for _, c := range []struct {
		before, after []*model.Profile
		want          string
	}{
		{nil, []*model.Profile{a}, "two groups are needed"},
		{[]*model.Profile{a}, []*model.Profile{b, load(t, recording(t, "heap.pprof"))}, "new: recording 2 of 2: "},
	} {
		if _, err := compare.JoinGroups(context.Background(), c.before, c.after); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// Recordings that are too few say how many more it takes, and are not called alike.
func TestFewRuns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 9))
	w := simulate.Waits{Seconds: []float64{10}, Between: 0.1}
	record := func(int) *model.Profile { return w.Record(rnd, 1) }
	for _, n := range []int{2, 6} {
		p := sidesOf(t, n, record, record)
		q := query.Default()
		q.SampleIndex = "delay"
		c := evaluated(t, p, q, compare.Normalisation{})
		few := 0
		for _, r := range must.Have(c.Rows(context.Background())) {
			if r.Cum.Verdict.Outcome == compare.TooFew {
				few++
				if words := c.Words(lang.L, &r.Cum); !strings.Contains(words, "too few samples or recordings: ") || !strings.Contains(words, " on each side would do") {
					t.Errorf("it says %q", words)
				}
			}
		}
		if (few > 0) != (n == 2) {
			t.Errorf("of %d a side %d rows have too few runs", n, few)
		}
		heading := strings.Join(c.Heading(), "\n")
		if tally := c.Tally(); n == 2 && (tally[compare.TooFew] == 0 || !strings.Contains(heading, " too few")) {
			t.Errorf("%+v, %q", tally, c.Heading())
		}
	}
}

// Everything doubled: the total and every function are real. One function three times as long: the
// others, of which each has a hundredth more, are not.
func TestWorkedVerdicts(t *testing.T) {
	exactly := func(samples ...float64) *model.Profile {
		return simulate.CPU{Samples: samples, Exact: true}.Record(rand.New(rand.NewPCG(1, 1)), 1)
	}
	some := simulate.Even(25, 60_000)
	twice := make([]float64, len(some))
	for i := range some {
		twice[i] = 2 * some[i]
	}
	longer := append([]float64{3000}, twice[:0:0]...)
	first := []float64{1000}
	for range 10 {
		first, longer = append(first, 100), append(longer, 101)
	}
	for _, c := range []struct {
		base, now *model.Profile
		by        compare.By
		real      int
	}{
		{exactly(some...), exactly(twice...), compare.AsRecorded, 25},
		{exactly(some...), exactly(twice...), compare.PerSecond, 25},
		{exactly(some...), exactly(twice...), compare.PerTotal, 0},
		{exactly(first...), exactly(longer...), compare.AsRecorded, 1},
		{exactly(first...), exactly(longer...), compare.PerTotal, 11}, // their shares did fall
	} {
		compared := evaluated(t, pairOf(t, c.base, c.now), query.Default(), compare.Normalisation{By: c.by})
		must.Have(compared.Rows(context.Background()))
		total := compared.Total()
		if tally := compared.Tally(); tally[compare.Real] != c.real {
			t.Errorf("%s: %+v, want %d", c.by, tally, c.real)
		}
		if want := c.by != compare.PerTotal; total.Verdict.Real() != want || total.Verdict.Outcome == compare.Unchanged == want {
			t.Errorf("%s: the total is %s", c.by, total.Verdict.Outcome)
		}
	}
}

// Two snapshots of one process are known by their counters; two runs of a program are not one.
func TestOneProcess(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	of := simulate.Process{Steady: simulate.Small(20, 20<<20), Renewed: 0.3}
	base, now := of.Record(rnd)
	other, _ := of.Record(rnd)
	other.Time = now.Time
	for name, c := range map[string]struct {
		base, now *model.Profile
		want      time.Duration
	}{
		"one process": {base, now, 14 * time.Second}, "the other way round": {now, base, 0}, "two processes": {base, other, 0},
	} {
		if apart := pairOf(t, c.base, c.now).Apart; apart != c.want {
			t.Errorf("%s: %v apart, want %v", name, apart, c.want)
		}
	}
	// What its counters gained happened, and is known as well as the sampled objects are many.
	q := query.Default()
	q.SampleIndex = "alloc_space"
	c := evaluated(t, pairOf(t, base, now), q, compare.Normalisation{})
	if c.Method() != compare.Counts || !strings.Contains(strings.Join(c.Heading(), "\n"), "one process, 14s apart") {
		t.Errorf("judged by %s: %q", c.Method(), c.Heading())
	}
	for _, r := range must.Have(c.Rows(context.Background())) {
		v := &r.Flat.Verdict
		low, high := v.Interval()
		if r.Flat.Delta > 0 && (v.Outcome != compare.Real || !(0 < low && low < r.Flat.Delta && r.Flat.Delta < high)) {
			t.Errorf("%s: %s", c.Name(r.Node), c.Words(lang.L, &r.Flat))
		}
	}
	// Per request they are compared as strangers.
	q.SampleIndex = "inuse_space"
	if c := evaluated(t, pairOf(t, base, now), q, compare.Normalisation{By: compare.PerUnit, Base: 1, New: 2}); c.Method() != compare.Counts {
		t.Errorf("judged by %s", c.Method())
	}
}
