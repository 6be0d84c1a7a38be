package simulate_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/measure/simulate"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
)

// found is what comparisons of simulated recordings conclude.
type found struct {
	comparisons, flagged int // how many, flat and cum each for itself, and those that call any row
	tested, low          int // rows with a p-value, and those of them of at most 5 %
	called               map[string]int
	total                int
}

func (f *found) take(t testing.TB, p *compare.Pair, index string, n compare.Normalisation) *compare.Comparison {
	t.Helper()
	q := query.Default()
	q.SampleIndex, q.NodeFraction = index, 0
	c := must.Have(p.Evaluate(context.Background(), q, n))
	if f.called == nil {
		f.called = map[string]int{}
	}
	f.comparisons += 2
	var any [2]bool
	for _, r := range must.Have(c.Rows(context.Background())) {
		for kind, x := range []*compare.Change{&r.Flat, &r.Cum} {
			v := &x.Verdict
			if !math.IsNaN(v.P) {
				f.tested++
				if v.P <= compare.Level {
					f.low++
				}
			}
			if v.Real() {
				any[kind] = true
				if kind == 0 {
					f.called[c.Name(r.Node)]++
				}
			}
			if low, high := v.Interval(); v.Real() != (low > 0 || high < 0) && !math.IsNaN(low) {
				t.Fatalf("%s: %s, but the interval is %v to %v", c.Name(r.Node), c.Words(lang.L, x), low, high)
			}
		}
	}
	for _, called := range any {
		if called {
			f.flagged++
		}
	}
	if total := c.Total(); total.Verdict.Real() {
		f.total++
	}
	return c
}

func (f *found) String() string {
	return fmt.Sprintf("rows %.3f, comparisons %.3f, totals %.3f", float64(f.low)/float64(max(f.tested, 1)),
		float64(f.flagged)/float64(f.comparisons), 2*float64(f.total)/float64(f.comparisons))
}

// quiet holds that hardly anything was called.
func (f *found) quiet(t *testing.T, most float64) {
	t.Helper()
	slack := 2.5 * math.Sqrt(most*(1-most)/float64(f.comparisons))
	if share := float64(f.low) / float64(f.tested); share > 0.07 {
		t.Errorf("%s", f)
	}
	if share := float64(f.flagged) / float64(f.comparisons); share > most+slack {
		t.Errorf("%s", f)
	}
}

func pairOf(t testing.TB, base, now *model.Profile) *compare.Pair {
	t.Helper()
	return must.Have(compare.Join(context.Background(), base, now))
}

// sidesOf joins groups of n recordings each.
func sidesOf(t testing.TB, n int, before, after func(i int) *model.Profile) *compare.Pair {
	t.Helper()
	var a, b []*model.Profile
	for i := range n {
		a, b = append(a, before(i)), append(b, after(i))
	}
	return must.Have(compare.JoinGroups(context.Background(), a, b))
}

// Nothing changed, and hardly anything is called: the quick part of measure/calibrate.
func TestNothingIsCalled(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	const rounds = 60
	pairs := map[string]func() (base, now *model.Profile, index string){
		"cpu": func() (base, now *model.Profile, index string) {
			c := simulate.CPU{Samples: simulate.Even(25, 3000), Dispersion: 1.5}
			return c.Record(rnd, 1), c.Record(rnd, 1), "cpu"
		},
		"small objects": func() (base, now *model.Profile, index string) {
			h := simulate.Heap{Sites: simulate.Small(20, 20<<20)}
			return h.Record(rnd), h.Record(rnd), "inuse_space"
		},
		"large objects": func() (base, now *model.Profile, index string) {
			h := simulate.Heap{Sites: simulate.Large(rnd, 20)}
			return h.Record(rnd), h.Record(rnd), "inuse_space"
		},
		"one process": func() (base, now *model.Profile, index string) {
			p := simulate.Process{Steady: simulate.Small(20, 5<<20), Renewed: 0.3, Passing: 2}
			base, now = p.Record(rnd)
			return base, now, "inuse_space"
		},
	}
	for _, name := range slices.Sorted(maps.Keys(pairs)) { // in one order, so that the draws are the same each time
		record := pairs[name]
		var f found
		for range rounds {
			base, now, index := record()
			f.take(t, pairOf(t, base, now), index, compare.Normalisation{})
		}
		t.Logf("%s: %s", name, &f)
		f.quiet(t, 0.07)
	}
	for _, n := range []int{4, 8} {
		for _, name := range []string{"equal", "unequal"} {
			length := func(i int) float64 {
				if name == "unequal" && i == n-1 {
					return 100
				}
				return 1
			}
			cpu := simulate.CPU{Samples: simulate.Even(25, 300), Between: 0.3}
			heap := simulate.Heap{Sites: simulate.Small(20, 20<<20), Between: 0.1}
			waits := simulate.Waits{Seconds: simulate.Even(20, 100), Between: 0.3}
			var f, h, w found
			for range rounds / 2 {
				record := func(i int) *model.Profile { return cpu.Record(rnd, length(i)) }
				f.take(t, sidesOf(t, n, record, record), "cpu", compare.Normalisation{By: compare.PerSecond})
				if name == "equal" {
					record = func(int) *model.Profile { return heap.Record(rnd) }
					h.take(t, sidesOf(t, n, record, record), "inuse_space", compare.Normalisation{})
					record = func(i int) *model.Profile { return waits.Record(rnd, 1) }
					w.take(t, sidesOf(t, n, record, record), "delay", compare.Normalisation{})
				}
			}
			t.Logf("groups of %d, %s lengths: %s", n, name, &f)
			f.quiet(t, 0.07)
			if name == "equal" {
				t.Logf("heaps: %s; waits: %s", &h, &w)
				h.quiet(t, 0.07)
				w.quiet(t, 0.07)
			}
		}
	}
}

// What changed is found.
func TestWhatChangedIsCalled(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	const rounds = 40
	share := func(f *found, i int) float64 { return 2 * float64(f.called[simulate.Name(i)]) / float64(f.comparisons) }
	least := func(what string, got, want float64) {
		t.Logf("%s: found in %.2f", what, got)
		if got < want-2*math.Sqrt(want*(1-want)/rounds) {
			t.Errorf("%s: found in %.2f, want %.2f", what, got, want)
		}
	}
	// A function of 5 % that takes a tenth longer, of 60,000 samples.
	samples := simulate.Even(20, 57_000)
	slow := simulate.CPU{Samples: append(samples[:20:20], 3300)}
	fast := simulate.CPU{Samples: append(samples[:20:20], 3000)}
	var pairs, groups, heaps, leaks, still found
	for range rounds {
		pairs.take(t, pairOf(t, fast.Record(rnd, 1), slow.Record(rnd, 1)), "cpu", compare.Normalisation{})
		fast.Between, slow.Between = 0.02, 0.02
		groups.take(t, sidesOf(t, 4, func(int) *model.Profile { return fast.Record(rnd, 1) },
			func(int) *model.Profile { return slow.Record(rnd, 1) }), "cpu", compare.Normalisation{})
		fast.Between, slow.Between = 0, 0
		before, after := simulate.Heap{Sites: simulate.Small(20, 50<<20)}, simulate.Heap{Sites: simulate.Small(20, 50<<20)}
		after.Sites[3].Live *= 3
		heaps.take(t, sidesOf(t, 4, func(int) *model.Profile { return before.Record(rnd) },
			func(int) *model.Profile { return after.Record(rnd) }), "inuse_space", compare.Normalisation{})
		leak := simulate.Process{Steady: simulate.Small(19, 100<<20/19), Renewed: 0.3, Passing: 2, Leak: simulate.Site{Size: 4096, Live: 10 << 20 / 4096}, Leaked: 29 << 20 / 4096}
		base, now := leak.Record(rnd)
		c := leaks.take(t, pairOf(t, base, now), "inuse_space", compare.Normalisation{})
		if heading := strings.Join(c.Heading(), "\n"); !strings.Contains(heading, "one process") {
			t.Fatalf("judged as\n%s", heading)
		}
		leak.Leak.Live = 0
		base, now = leak.Record(rnd)
		still.take(t, pairOf(t, base, now), "inuse_space", compare.Normalisation{})
	}
	least("a pair of CPU profiles", share(&pairs, 20), 0.4)
	least("4 against 4 CPU profiles", share(&groups, 20), 0.9)
	least("4 against 4 heaps", share(&heaps, 3), 0.95)
	least("a leak", share(&leaks, 19), 0.95)
	t.Logf("no leak: %s", &still)
	still.quiet(t, 0.05)
}
