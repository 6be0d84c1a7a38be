package compare_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
)

// services are recordings of one program: 1,000 stacks each, some of which all have.
func services(n int) []*profile.Profile {
	out := make([]*profile.Profile, n)
	for k := range out {
		r := rand.New(rand.NewPCG(uint64(k), 1))
		p := &profile.Profile{
			SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
			PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 1e7, DurationNanos: 1e9, TimeNanos: int64(k + 1),
		}
		for i := range uint64(2000) {
			f := &profile.Function{ID: i + 1, Name: fmt.Sprintf("service/package%d.Function%d", i%40, i), Filename: "service.go"}
			p.Function = append(p.Function, f)
			p.Location = append(p.Location, &profile.Location{ID: i + 1, Address: 0x400000 + i, Line: []profile.Line{{Function: f, Line: int64(i)}}})
		}
		for i := range 1000 {
			at := r.IntN(2000)
			if i%2 == 0 {
				at = i
			}
			s := &profile.Sample{Value: []int64{1, 1e7}}
			for d := range 30 {
				s.Location = append(s.Location, p.Location[(at/(d+1)+7*d)%2000])
			}
			p.Sample = append(p.Sample, s)
		}
		out[k] = p
	}
	return out
}

// Four times as many recordings take four times as many steps.
func TestSumGrows(t *testing.T) {
	var all []*model.Profile
	for _, p := range services(160) {
		all = append(all, of(t, p))
	}
	steps := func(n int) int {
		ctx := must.Count()
		must.Have(compare.Pool(ctx, all[:n]))
		return ctx.Asked()
	}
	if one, four := steps(40), steps(160); one < 100 || float64(four) > 4.5*float64(one) {
		t.Errorf("%d looks at the context for 40 recordings, %d for 160", one, four)
	}
}

// BenchmarkSum adds up 80 recordings, beside google/pprof's Merge.
func BenchmarkSum(b *testing.B) {
	theirs := services(80)
	var ours []*model.Profile
	for _, p := range theirs {
		ours = append(ours, of(b, p))
	}
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			if _, err := compare.Pool(b.Context(), ours); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("pprof", func(b *testing.B) {
		for b.Loop() {
			if _, err := profile.Merge(theirs); err != nil {
				b.Fatal(err)
			}
		}
	})
}
