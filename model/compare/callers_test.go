package compare_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
)

// What a caller spends may be steady while its functions share it differently in each run. Its figure is judged by how
// callers vary, so that a small change is seen; that of a function is not.
func TestSteadyCallers(t *testing.T) {
	const callers, leaves = 10, 4
	rnd := rand.New(rand.NewPCG(3, 8))
	record := func(first float64) *model.Profile {
		p := &profile.Profile{
			SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
			PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10e6, DurationNanos: 100e9,
		}
		function := func(name string) *profile.Location {
			f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name, SystemName: name, Filename: "main.go"}
			l := &profile.Location{ID: f.ID, Address: f.ID, Line: []profile.Line{{Function: f, Line: 1}}}
			p.Function, p.Location = append(p.Function, f), append(p.Location, l)
			return l
		}
		root := function("main.main")
		for c := range callers {
			caller, total, shares := function(fmt.Sprintf("main.caller%d", c)), 4000*(1+0.002*rnd.NormFloat64()), [leaves]float64{}
			if c == 0 {
				total *= first
			}
			sum := 0.0
			for k := range shares {
				shares[k] = 1 + 0.3*rnd.Float64()
				sum += shares[k]
			}
			for k := range shares {
				n := int64(total * shares[k] / sum)
				leaf := function(fmt.Sprintf("main.leaf%d_%d", c, k))
				p.Sample = append(p.Sample, &profile.Sample{Location: []*profile.Location{leaf, caller, root}, Value: []int64{n, n * 10e6}})
			}
		}
		return of(t, p)
	}
	var before, after []*model.Profile
	for range 5 {
		before, after = append(before, record(1)), append(after, record(1.05))
	}
	p := must.Have(compare.JoinGroups(context.Background(), before, after))
	c := evaluated(t, p, query.Default().Whole(), p.Default())
	for _, r := range must.Have(c.Rows(context.Background())) {
		name := c.Name(r.Node)
		if want := name == "main.caller0"; r.Cum.Verdict.Real() != want {
			t.Errorf("%s: %s, p %v", name, r.Cum.Verdict.Outcome, r.Cum.Verdict.P)
		}
		if r.Flat.Verdict.Real() {
			t.Errorf("flat of %s is real, p %v", name, r.Flat.Verdict.P)
		}
	}
}
