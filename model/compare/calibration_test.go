package compare_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
)

func library(t testing.TB, path string) *profile.Profile {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.ParseData(data)
	if err != nil {
		t.Fatal(err)
	}
	return p
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
	p, err := compare.Join(context.Background(), load(t, recording(t, "cpu.pprof")), load(t, recording(t, "cpu-slow.pprof")))
	if err != nil {
		t.Fatal(err)
	}
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

// allocator makes heap profiles of a program whose allocations are always the
// same, as the runtime samples them.
type allocator struct {
	size  []int64
	count []int64
}

const heapRate = 512 << 10

func (a *allocator) profile(rnd *rand.Rand) *profile.Profile {
	p := &profile.Profile{
		PeriodType: &profile.ValueType{Type: "space", Unit: "bytes"}, Period: heapRate,
		SampleType: []*profile.ValueType{{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"}},
	}
	root := &profile.Function{ID: 1, Name: "main.main"}
	p.Function = []*profile.Function{root}
	p.Location = []*profile.Location{{ID: 1, Line: []profile.Line{{Function: root}}}}
	for i, size := range a.size {
		f := &profile.Function{ID: uint64(i + 2), Name: "main.alloc" + string(rune('A'+i))}
		l := &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}}
		p.Function, p.Location = append(p.Function, f), append(p.Location, l)
		chance := -math.Expm1(-float64(size) / heapRate)
		c := binomial(rnd, a.count[i], chance)
		if c == 0 {
			continue
		}
		// runtime/pprof, scaleHeapSample
		p.Sample = append(p.Sample, &profile.Sample{
			Location: []*profile.Location{l, p.Location[0]},
			Value:    []int64{int64(float64(c) / chance), int64(float64(c*size) / chance)},
			NumLabel: map[string][]int64{"bytes": {size}},
		})
	}
	return p
}

// binomial draws by the gaps between successes, which are geometric.
func binomial(rnd *rand.Rand, n int64, p float64) (k int64) {
	for {
		n -= 1 + int64(math.Log(1-rnd.Float64())/math.Log1p(-p))
		if n < 0 {
			return k
		}
		k++
	}
}

// TestHeapSpread holds the predicted spread of heap figures to what sampling
// makes of the same allocations, and the 95% intervals to how often they hold.
func TestHeapSpread(t *testing.T) {
	a := &allocator{
		size:  []int64{64, 4096, 200 << 10, 2 << 20},
		count: []int64{800_000, 12_000, 300, 400},
	}
	rnd := rand.New(rand.NewPCG(21, 22))
	const runs = 300
	for _, column := range []string{"inuse_space", "inuse_objects"} {
		deltas := map[string][]float64{}
		predicted := map[string]float64{}
		inside := map[string]int{}
		for range runs {
			q := query.Default().Whole()
			q.SampleIndex = column
			c := evaluated(t, join(t, a.profile(rnd), a.profile(rnd)), q, compare.Normalisation{})
			if c.Method() != compare.Counts {
				t.Fatalf("method %s", c.Method())
			}
			for _, r := range must.Have(c.Rows(context.Background())) {
				name := c.Name(r.Node)
				v := r.Cum.Verdict
				deltas[name] = append(deltas[name], r.Cum.Delta)
				predicted[name] += v.SD() / runs
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
			large := name == "main.allocD" || name == "main.main"
			if ratio := predicted[name] / actual; ratio < 0.85 || ratio > 1.15 && !large {
				t.Errorf("%s of %s: the predicted spread is %.2f times the actual", column, name, ratio)
			}
			if share := float64(inside[name]) / float64(len(d)); share < 0.91 || share > 0.985 && !large {
				t.Errorf("%s of %s: the 95%% interval held in %.3f", column, name, share)
			}
		}
		if len(deltas) != 5 {
			t.Errorf("%d functions", len(deltas))
		}
	}
}
