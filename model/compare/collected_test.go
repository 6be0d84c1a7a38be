package compare_test

import (
	"math"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
)

// What was collected is compared like a sample type of its own, whatever is divided by what, and the pair's own types stay
// as they are.
func TestCollected(t *testing.T) {
	old, now := load(t, "../../testdata/allocs.pprof"), load(t, "../../testdata/heap.pprof")
	groups := must.Have(compare.JoinGroups(t.Context(), []*model.Profile{old, old}, []*model.Profile{now, old}))
	for _, p := range []*compare.Pair{pairOf(t, old, now), groups} {
		types := len(p.New.Types)
		q := query.Default().Whole()
		for _, by := range []compare.By{compare.AsRecorded, compare.PerTotal} {
			n := compare.Normalisation{By: by}
			all := map[string]*compare.Comparison{}
			for _, name := range []string{"collected_space", "alloc_space", "inuse_space"} {
				q.SampleIndex = name
				all[name] = must.Have(p.Evaluate(t.Context(), q, n))
			}
			c := all["collected_space"]
			if c.Type != (model.ValueType{Type: "collected_space", Unit: "bytes"}) {
				t.Fatal(c.Type)
			}
			rows, judged := must.Have(c.Rows(t.Context())), 0
			for i := range rows {
				r := &rows[i]
				for side, got := range map[bool]int64{false: r.Cum.Base, true: r.Cum.New} {
					of := func(name string) int64 {
						x := all[name].Base
						if side {
							x = all[name].New
						}
						return must.Have(x.Sums(t.Context())).Cum[r.Node]
					}
					if want := of("alloc_space") - of("inuse_space"); got != want {
						t.Errorf("%s %s: %d, want %d", by, c.Name(r.Node), got, want)
					}
				}
				if !math.IsNaN(r.Cum.Verdict.P) {
					judged++
				}
			}
			if len(rows) < 5 || judged == 0 {
				t.Errorf("%s: %d rows, %d of them judged", by, len(rows), judged)
			}
			both := must.Have(p.Offering(t.Context(), "collected_space"))
			d := must.Have(both.Difference(t.Context(), compare.Base, n))
			q.SampleIndex = "collected_space"
			r := must.Have(query.Evaluate(t.Context(), d, q))
			if err := both.ShowDifference(r, n); err != nil {
				t.Error(err)
			}
			sums := must.Have(r.Sums(t.Context()))
			for node, v := range sums.Cum {
				before, after := must.Have(c.Base.Sums(t.Context())).Cum[node], must.Have(c.New.Sums(t.Context())).Cum[node]
				_, by := c.Factors()
				if off := math.Abs(float64(after)*by - float64(before) - float64(v)); off > 1+float64(d.Samples.Len()) {
					t.Errorf("the difference has %d for %s: %.0f off", v, r.Nodes.Node(query.NodeID(node)), off)
				}
			}
		}
		if len(p.New.Types) != types || must.Have(p.Offering(t.Context(), "alloc_space")) != p {
			t.Error("the pair has more sample types than its files")
		}
	}
}
