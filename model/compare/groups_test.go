package compare_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/model"
	"profstation/model/compare"
)

// changed is a recording as again makes it, of a program of which one function
// takes longer: samples with it are drawn more often.
func changed(rnd *rand.Rand, p *profile.Profile, function string, times float64) *profile.Profile {
	q := again(rnd, p, 0.14)
	for _, s := range q.Sample {
		hit := false
		for _, l := range s.Location {
			for _, line := range l.Line {
				hit = hit || strings.HasSuffix(line.Function.Name, function)
			}
		}
		if hit {
			n := s.Value[0]
			s.Value[0] = 0
			for range n {
				s.Value[0] += int64(times) // whole samples, the rest by chance
				if rnd.Float64() < times-math.Floor(times) {
					s.Value[0]++
				}
			}
			s.Value[1] = s.Value[0] * p.Period
		}
	}
	return q
}

func groupsOf(t *testing.T, seed uint64, n, m int, times float64) *compare.Groups {
	t.Helper()
	p := library(t, recording(t, "cpu.pprof"))
	rnd := rand.New(rand.NewPCG(seed, 1))
	var before, after []*model.Profile
	for range n {
		before = append(before, of(t, again(rnd, p, 0.14)))
	}
	for range m {
		after = append(after, of(t, changed(rnd, p, "catalog.score", times)))
	}
	g, err := compare.CompareGroups(context.Background(), before, after, model.DefaultQuery(), compare.Normalisation{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGroups(t *testing.T) {
	g := groupsOf(t, 1, 5, 6, 1.5)
	if g.Method != compare.Shares || g.Before != 5 || g.After != 6 {
		t.Fatalf("method %s, %d and %d recordings", g.Method, g.Before, g.After)
	}
	seen := false
	for _, r := range g.Rows {
		if !strings.HasSuffix(g.Nodes[r.Node].Name, "catalog.score") {
			continue
		}
		seen = true
		c := r.Cum
		if c.Verdict.Finding != compare.MoreRun || c.Delta < 5 || c.RankP > 0.01 || c.Verdict.Low <= 0 || c.Dispersion < 1 {
			t.Errorf("what became slower: Δ %.2f points, rank p %v, %s", c.Delta, c.RankP, c.Verdict.Words())
		}
		if len(c.Before) != 5 || len(c.After) != 6 {
			t.Errorf("%d and %d values", len(c.Before), len(c.After))
		}
	}
	if !seen {
		t.Error("what became slower has no row")
	}
	// Nothing changed: hardly anything is flagged.
	flagged, tested := 0, 0
	for seed := range uint64(6) {
		for _, r := range groupsOf(t, 10+seed, 4, 4, 1).Rows {
			if !math.IsNaN(r.Cum.Verdict.P) {
				tested++
				if r.Cum.Verdict.Real() {
					flagged++
				}
			}
		}
	}
	if float64(flagged) > 0.05*float64(tested) {
		t.Errorf("%d of %d are flagged where nothing changed", flagged, tested)
	}
}

func TestGroupsTooFew(t *testing.T) {
	for _, r := range groupsOf(t, 2, 3, 5, 2).Rows {
		if r.Flat.Verdict.Finding != compare.NeedFour || r.Flat.Verdict.Real() {
			t.Fatalf("of 3 recordings: %s", r.Flat.Verdict.Words())
		}
	}
	x, y := workedCase()
	for _, c := range []struct {
		before, after []*model.Profile
		want          string
	}{
		{nil, []*model.Profile{of(t, x)}, "two groups are needed"},
		{[]*model.Profile{of(t, x)}, []*model.Profile{of(t, y), load(t, recording(t, "heap.pprof"))}, "recording 3 of 3: a heap profile cannot be compared with a cpu profile"},
	} {
		_, err := compare.CompareGroups(context.Background(), c.before, c.after, model.DefaultQuery(), compare.Normalisation{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// What was not counted is judged by ranks alone, whatever it measures.
func TestGroupsOfOtherKinds(t *testing.T) {
	a := &allocator{size: []int64{4096}, count: []int64{12_000}}
	b := &allocator{size: []int64{4096}, count: []int64{24_000}}
	rnd := rand.New(rand.NewPCG(7, 7))
	var before, after []*model.Profile
	for range 6 {
		before, after = append(before, of(t, a.profile(rnd))), append(after, of(t, b.profile(rnd)))
	}
	g, err := compare.CompareGroups(context.Background(), before, after, model.DefaultQuery(), compare.Normalisation{By: compare.PerUnit, Base: 1, New: 1})
	if err != nil {
		t.Fatal(err)
	}
	if g.Method != compare.Runs || len(g.Rows) != 2 {
		t.Fatalf("method %s, %d rows", g.Method, len(g.Rows))
	}
	for _, r := range g.Rows {
		if near(t, "rank p", r.Cum.RankP, 2.0/924); r.Cum.Verdict.Finding != compare.MoreRun || !math.IsNaN(r.Cum.Dispersion) {
			t.Errorf("twice the memory: %s", r.Cum.Verdict.Words())
		}
	}
	if _, err := compare.CompareGroups(context.Background(), before, after, model.DefaultQuery(), compare.Normalisation{By: compare.PerSecond}); err == nil {
		t.Error("values per second of recordings without a duration")
	}
}

func TestDistributions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	long := func(n int, scale float64) []int64 {
		v := make([]int64, n)
		for i := range v {
			v[i] = int64(scale * math.Exp(rnd.NormFloat64()))
		}
		return v
	}
	for _, c := range []struct {
		base, now []int64
		finding   compare.Finding
		words     string
	}{
		{nil, nil, compare.TooFew, "there are none on either side"},
		{nil, []int64{5, 7}, compare.TooFew, "only in the new one: 2 values, median 5ns"},
		{[]int64{5}, nil, compare.TooFew, "only in the base: 1 value, median 5ns"},
		{[]int64{1, 2}, []int64{4, 4, 4}, compare.TooFew, "median 1ns → 4ns (+300.0%): too few to judge (2 and 3)"},
		{[]int64{1, 2, 3, 4}, []int64{5, 6, 7, 8}, compare.More, "median 2ns → 6ns (+200.0%), larger in 100% of pairs: more than sampling noise (p = 0.029)"},
		{[]int64{5, 6, 7, 8}, []int64{1, 2, 3, 4}, compare.More, "median 6ns → 2ns (-66.7%), smaller in 100% of pairs: more than sampling noise (p = 0.029)"},
		{[]int64{3, 3, 3, 3}, []int64{3, 3, 3, 3}, compare.Within, "median 3ns → 3ns: within sampling noise (p = 1)"},
	} {
		d := compare.Distributions(c.base, c.now)
		if got := d.Words(nanoseconds); got != c.words || d.Finding != c.finding {
			t.Errorf("%v, %v: %s, %q\n want %s, %q", c.base, c.now, d.Finding, got, c.finding, c.words)
		}
	}
	flagged := 0
	for range 400 {
		if compare.Distributions(long(60, 1e6), long(80, 1e6)).Finding == compare.More {
			flagged++
		}
	}
	if share := float64(flagged) / 400; share > 0.075 {
		t.Errorf("%.3f of equal distributions are told apart", share)
	}
	if d := compare.Distributions(long(3000, 1e6), long(3000, 1.2e6)); d.Finding != compare.More || d.Larger < 0.52 {
		t.Errorf("a fifth longer: %s", d.Words(nanoseconds))
	}
}

func nanoseconds(v int64) string { return model.Format(v, "nanoseconds", "auto") }

// Distributions are judged together: what passes alone by chance does not among
// many, and what has too few numbers is left alone and does not count.
func TestCorrect(t *testing.T) {
	low, high := []int64{1, 2, 3, 4}, []int64{5, 6, 7, 8} // p = 0.029
	few := compare.Distributions(low[:1], high[:1])
	alone := compare.Distributions(low, high)
	q := compare.Correct([]*compare.Distribution{&few, &alone})
	if !math.IsNaN(q[0]) || few.Finding != compare.TooFew || q[1] != alone.P || alone.Finding != compare.More {
		t.Errorf("beside one of too few: q %v, %q and %q", q, few.Finding, alone.Finding)
	}
	same := compare.Distributions(low, low)
	q = compare.Correct([]*compare.Distribution{&same, &alone})
	if q[1] <= compare.Level || alone.Finding != compare.Within || same.Finding != compare.Within {
		t.Errorf("one of two: q %v, %q and %q", q, same.Finding, alone.Finding)
	}
}

func TestQuantile(t *testing.T) {
	v := []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, c := range []struct {
		q    float64
		want int64
	}{{0, 1}, {0.1, 1}, {0.11, 2}, {0.5, 5}, {0.9, 9}, {0.99, 10}, {1, 10}} {
		if got := compare.Quantile(v, c.q); got != c.want {
			t.Errorf("%v: %d, want %d", c.q, got, c.want)
		}
	}
	if compare.Quantile(nil, 0.5) != 0 {
		t.Error("a quantile of nothing")
	}
}
