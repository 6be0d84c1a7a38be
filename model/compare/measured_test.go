package compare_test

import (
	"context"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/model/compare"
	"profstation/model/query"
)

// TestMeasuredInTime holds that a pair without a count of samples, and with a period that is none, as
// Pyroscope hands it out, is judged as the pair that was recorded; a side that was sampled twice as
// often, too.
func TestMeasuredInTime(t *testing.T) {
	timed := func(name string, period int64, times int64) *profile.Profile {
		p := library(t, recording(t, name))
		p.SampleType, p.DefaultSampleType, p.Period = p.SampleType[1:], "", period
		for _, s := range p.Sample {
			s.Value = []int64{s.Value[1] / times}
		}
		return p
	}
	rows := func(base, now *profile.Profile) map[string]compare.Outcome {
		c := evaluated(t, join(t, base, now), query.Default(), compare.Normalisation{By: compare.PerTotal})
		if c.Method() != compare.Counts {
			t.Fatalf("judged by %s", c.Method())
		}
		all := map[string]compare.Outcome{}
		for _, r := range must.Have(c.Rows(context.Background())) {
			all[c.Name(r.Node)] = r.Cum.Verdict.Outcome
		}
		return all
	}
	const other, second = "cpu-slow.pprof", 1_000_000_000
	want := rows(library(t, recording(t, "cpu.pprof")), library(t, recording(t, other)))
	if len(want) < 50 {
		t.Fatalf("only %d rows", len(want))
	}
	for name, got := range map[string]map[string]compare.Outcome{
		"in time":          rows(timed("cpu.pprof", second, 1), timed(other, second, 1)),
		"with no period":   rows(timed("cpu.pprof", 0, 1), timed(other, 0, 1)),
		"with two periods": rows(timed("cpu.pprof", 10e6, 1), timed(other, 5e6, 2)),
	} {
		for row, verdict := range want {
			if got[row] != verdict {
				t.Errorf("%s, %s: %s, want %s", name, row, got[row], verdict)
			}
		}
	}
}
