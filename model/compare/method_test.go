package compare_test

import (
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
)

// What to do comes first, and then the method, in a sentence of its own.
func TestExplain(t *testing.T) {
	cpu, heap := load(t, recording(t, "cpu.pprof")), load(t, recording(t, "heap.pprof"))
	block, goroutines := load(t, recording(t, "block.pprof")), load(t, recording(t, "goroutine.pprof"))
	group := []*model.Profile{cpu, cpu}
	for _, c := range []struct {
		pair   *compare.Pair
		by     compare.By
		method compare.Method
		want   string
	}{
		{pairOf(t, cpu, cpu), compare.AsRecorded, compare.Counts, "counting so few samples"},
		{pairOf(t, cpu, cpu), compare.PerTotal, compare.Counts, "counting so few samples"},
		{pairOf(t, heap, heap), compare.AsRecorded, compare.Counts, "counting so few samples"},
		{pairOf(t, goroutines, goroutines), compare.AsRecorded, compare.Counts, "Each difference is real"},
		{pairOf(t, block, block), compare.AsRecorded, compare.None, "Nothing is judged"},
		{must.Have(compare.JoinGroups(t.Context(), group, group)), compare.AsRecorded, compare.Runs, "the recordings of one side"},
	} {
		x := evaluated(t, c.pair, query.Default(), compare.Normalisation{By: c.by})
		lines := x.Explain(lang.L)
		if x.Method() != c.method || len(lines) != 2 || !strings.HasPrefix(lines[0], "What to do: ") || !strings.Contains(lines[1], c.want) {
			t.Errorf("%s, %s: %q", c.by, x.Method(), lines)
		}
	}
}
