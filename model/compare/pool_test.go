package compare_test

import (
	"context"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
)

// Recordings added up are the sum of their values and durations, row by row; one
// of another kind is refused.
func TestPool(t *testing.T) {
	x, y := workedCase()
	a, b := of(t, x), of(t, y)
	sum := must.Have(compare.Pool(context.Background(), []*model.Profile{a, b, a}))
	rows := func(p *model.Profile) map[string][2]int64 {
		r := must.Have(query.Evaluate(context.Background(), p, query.Default().Whole()))
		out := map[string][2]int64{}
		for _, row := range must.Have(r.Top(context.Background())).Rows {
			out[r.Nodes.Node(row.Node).String()] = [2]int64{row.Flat, row.Cum}
		}
		return out
	}
	ra, rb, rs := rows(a), rows(b), rows(sum)
	for name, got := range rs {
		if want := [2]int64{2*ra[name][0] + rb[name][0], 2*ra[name][1] + rb[name][1]}; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if len(rs) < max(len(ra), len(rb)) || sum.Duration != 2*a.Duration+b.Duration || sum.Kind != a.Kind {
		t.Errorf("%d rows of %v, %v", len(rs), sum.Kind, sum.Duration)
	}
	if one, err := compare.Pool(context.Background(), []*model.Profile{a}); err != nil || one != a {
		t.Errorf("one recording becomes another: %v", err)
	}
	if _, err := compare.Pool(context.Background(), []*model.Profile{a, of(t, &profile.Profile{SampleType: []*profile.ValueType{{Type: "x", Unit: "count"}}})}); err == nil {
		t.Error("recordings of other types are added up")
	}
}

// A node tells what its row tells, and what is too small for a row is judged as
// severely.
func TestNode(t *testing.T) {
	x, y := workedCase()
	p := join(t, x, y)
	for _, fraction := range []float64{0, 0.3} {
		q := query.Default().Whole()
		q.NodeFraction = fraction
		c := evaluated(t, p, q, compare.Normalisation{})
		for _, r := range must.Have(c.Rows(context.Background())) {
			flat, cum := c.Node(r.Node)
			if flat.Delta != r.Flat.Delta || cum.Delta != r.Cum.Delta ||
				flat.Verdict.Outcome != r.Flat.Verdict.Outcome || cum.Verdict.Outcome != r.Cum.Verdict.Outcome {
				t.Errorf("%s: %+v and %+v, its row %+v", c.Name(r.Node), flat, cum, r)
			}
		}
		sums := must.Have(c.New.Sums(context.Background()))
		for n := range query.NodeID(c.New.Nodes.Len()) {
			flat, cum := c.Node(n)
			if flat.New != sums.Flat[n] || cum.New != sums.Cum[n] {
				t.Errorf("%s: %d and %d, want %d and %d", c.Name(n), flat.New, cum.New, sums.Flat[n], sums.Cum[n])
			}
		}
	}
}
