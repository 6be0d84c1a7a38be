package compare_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/measure/simulate"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
)

func library(t testing.TB, path string) *profile.Profile {
	t.Helper()
	data := must.Have(os.ReadFile(path))
	return must.Have(profile.ParseData(data))
}

// again is another recording of the program that p was recorded of: as many
// samples as there were, each drawn from p's. What was recorded in a row comes
// in a row now and then: clusters of two, one in so many.
func again(rnd *rand.Rand, p *profile.Profile, cluster float64) *profile.Profile {
	var total int64
	for _, s := range p.Sample {
		total += s.Value[0]
	}
	until := make([]int64, len(p.Sample))
	var sum int64
	for i, s := range p.Sample {
		sum += s.Value[0]
		until[i] = sum
	}
	q := &profile.Profile{
		SampleType: p.SampleType, PeriodType: p.PeriodType, Period: p.Period, DurationNanos: p.DurationNanos,
		Mapping: p.Mapping, Location: p.Location, Function: p.Function,
	}
	counts := make([]int64, len(p.Sample))
	for n := int64(0); n < total; {
		x := rnd.Int64N(total)
		i := 0
		for until[i] <= x {
			i++
		}
		size := int64(1)
		if rnd.Float64() < cluster && n+2 <= total {
			size = 2
		}
		counts[i] += size
		n += size
	}
	for i, n := range counts {
		if n > 0 {
			s := *p.Sample[i]
			s.Value = []int64{n, n * p.Period}
			q.Sample = append(q.Sample, &s)
		}
	}
	return q
}

// TestNothingChanged compares recordings of a program with recordings of the
// same: at most 5% of the functions are flagged at the 5% level before the
// correction for their number, and next to none after it.
func TestNothingChanged(t *testing.T) {
	p := library(t, recording(t, "cpu.pprof"))
	rnd := rand.New(rand.NewPCG(11, 12))
	for _, cluster := range []float64{0, 0.14} { // φ 1 and, as recordings have it, 1.2
		var tested, raised, flagged int
		for range 40 {
			c := evaluated(t, join(t, again(rnd, p, cluster), again(rnd, p, cluster)), query.Default(), compare.Normalisation{})
			if c.Method() != compare.Counts {
				t.Fatalf("method %s", c.Method())
			}
			for _, r := range must.Have(c.Rows(context.Background())) {
				for _, v := range []compare.Verdict{r.Flat.Verdict, r.Cum.Verdict} {
					if math.IsNaN(v.P) {
						continue
					}
					tested++
					if v.P <= compare.Level {
						raised++
					}
					if v.Real() {
						flagged++
					}
				}
			}
		}
		if share := float64(raised) / float64(tested); share > 0.05 {
			t.Errorf("clusters %v: %.3f of %d figures differ at the 5%% level", cluster, share, tested)
		}
		if share := float64(flagged) / float64(tested); share > 0.01 {
			t.Errorf("clusters %v: %.3f of %d figures are called real", cluster, share, tested)
		}
	}
}

// The pair that was recorded before and after a slowdown made on purpose: the
// function that is slow, and what it calls, come first, and nothing else of the
// program's own is called slower.
func TestRecordedSlowdown(t *testing.T) {
	p := pairOf(t, load(t, recording(t, "cpu.pprof")), load(t, recording(t, "cpu-slow.pprof")))
	q := query.Default()
	q.Sort = query.ByCum
	c := evaluated(t, p, q, compare.Normalisation{})
	found := false
	for i, r := range must.Have(c.Rows(context.Background())) {
		if c.Name(r.Node) == "profstation/testdata/record/pricing.(*Rates).Of" {
			found = true
			if i > 10 || !r.Cum.Verdict.Real() || r.Cum.Delta <= 0 {
				t.Errorf("the slow function is row %d: %s", i, c.Words(lang.L, &r.Cum))
			}
		}
	}
	if !found {
		t.Error("the slow function is no row")
	}
}

// TestHeapSpread holds the predicted spread of heap figures to what sampling
// makes of the same allocations, and the 95% intervals to how often they hold.
func TestHeapSpread(t *testing.T) {
	h := simulate.Heap{Sites: []simulate.Site{
		{Size: 64, Live: 800_000}, {Size: 4096, Live: 12_000}, {Size: 200 << 10, Live: 300}, {Size: 2 << 20, Live: 400},
	}}
	rnd := rand.New(rand.NewPCG(21, 22))
	const runs = 300
	for _, column := range []string{"inuse_space", "inuse_objects"} {
		deltas := map[string][]float64{}
		predicted := map[string]float64{}
		inside := map[string]int{}
		for range runs {
			q := query.Default().Whole()
			q.SampleIndex = column
			c := evaluated(t, pairOf(t, h.Record(rnd), h.Record(rnd)), q, compare.Normalisation{})
			if c.Method() != compare.Counts {
				t.Fatalf("method %s", c.Method())
			}
			for _, r := range must.Have(c.Rows(context.Background())) {
				name := c.Name(r.Node)
				v := r.Cum.Verdict
				deltas[name] = append(deltas[name], r.Cum.Delta)
				low, high := v.IntervalAt(0.317310508) // one standard deviation
				predicted[name] += (high - low) / 2 / runs
				if !(v.P <= compare.Level) {
					inside[name]++
				}
			}
		}
		for name, d := range deltas {
			var squares float64
			for _, x := range d {
				squares += x * x
			}
			actual := math.Sqrt(squares / float64(len(d)))
			if actual == 0 {
				continue // objects so large that all are counted
			}
			// How many large objects live is chance, but not here: nearly all of them are counted.
			large := name == simulate.Name(3) || name == "main.group3" || name == "main.main"
			if ratio := predicted[name] / actual; ratio < 0.85 || ratio > 1.15 && !large {
				t.Errorf("%s of %s: the predicted spread is %.2f times the actual", column, name, ratio)
			}
			if share := float64(inside[name]) / float64(len(d)); share < 0.91 || share > 0.985 && !large {
				t.Errorf("%s of %s: the 95%% interval held in %.3f", column, name, share)
			}
		}
		if len(deltas) != 9 { // each site, its caller, and main
			t.Errorf("%d functions", len(deltas))
		}
	}
}
