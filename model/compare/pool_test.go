package compare_test

import (
	"context"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
)

// Recordings added up are the sum of their values and durations, row by row; one
// of another kind is refused.
func TestPool(t *testing.T) {
	x, y := workedCase()
	a, b := of(t, x), of(t, y)
	sum, err := compare.Pool(context.Background(), []*model.Profile{a, b, a})
	if err != nil {
		t.Fatal(err)
	}
	rows := func(p *model.Profile) map[string][2]int64 {
		r, err := p.Evaluate(context.Background(), model.DefaultQuery().Whole())
		if err != nil {
			t.Fatal(err)
		}
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

// What was done in all of a side is taken to be done in equal parts by its
// recordings, and recordings are no unit of one.
func TestEvaluateGroups(t *testing.T) {
	x, y := workedCase()
	a, b := of(t, x), of(t, y)
	groups := [2][]*model.Profile{{a, a, b, a}, {b, a, b, b, a}}
	var sums [2]*model.Profile
	for i, g := range groups {
		var err error
		if sums[i], err = compare.Pool(context.Background(), g); err != nil {
			t.Fatal(err)
		}
	}
	p, err := compare.Join(context.Background(), sums[0], sums[1])
	if err != nil {
		t.Fatal(err)
	}
	q := model.DefaultQuery().Whole()
	perRecording := compare.PerRecording(4, 5)
	for asked, each := range map[compare.Normalisation]compare.Normalisation{
		{By: compare.PerUnit, Base: 1000, New: 3000, Unit: "request"}: {By: compare.PerUnit, Base: 250, New: 600, Unit: "request"},
		perRecording:               {By: compare.AsRecorded},
		{By: compare.PerTotal}:     {By: compare.PerTotal},
		compare.PerRecording(1, 1): {By: compare.AsRecorded},
	} {
		c, g, err := p.EvaluateGroups(context.Background(), groups[0], groups[1], q, asked)
		if err != nil {
			t.Fatal(err)
		}
		if c.Normalisation != asked || g.Normalisation != each || g.Before != 4 || g.After != 5 || c.JudgedBy() != compare.Runs {
			t.Errorf("%v: the sums are compared %v, the %d and %d recordings %v, by %v", asked, c.Normalisation, g.Before, g.After, g.Normalisation, c.JudgedBy())
		}
	}
	if c, g, err := p.EvaluateGroups(context.Background(), nil, nil, q, perRecording); err != nil || g != nil || c.JudgedBy() == compare.Runs {
		t.Errorf("without groups: %v, %v", g, err)
	}
}

// A node tells what its row tells, and what is too small for a row is judged as
// severely.
func TestNode(t *testing.T) {
	x, y := workedCase()
	p := join(t, x, y)
	for _, fraction := range []float64{0, 0.3} {
		q := model.DefaultQuery().Whole()
		q.NodeFraction = fraction
		c := evaluated(t, p, q, compare.Normalisation{})
		seen := map[model.NodeID]bool{}
		for _, r := range must.Have(c.Rows(context.Background())) {
			seen[r.Node] = true
			flat, cum := c.Node(r.Node)
			if flat.Delta != r.Flat.Delta || cum.Delta != r.Cum.Delta ||
				flat.Verdict.Finding != r.Flat.Verdict.Finding || cum.Verdict.Finding != r.Cum.Verdict.Finding {
				t.Errorf("%s: %+v and %+v, its row %+v", c.Name(r.Node), flat, cum, r)
			}
		}
		sums := must.Have(c.New.Sums(context.Background()))
		for n := range model.NodeID(c.New.Nodes.Len()) {
			flat, cum := c.Node(n)
			if flat.New != sums.Flat[n] || cum.New != sums.Cum[n] {
				t.Errorf("%s: %d and %d, want %d and %d", c.Name(n), flat.New, cum.New, sums.Flat[n], sums.Cum[n])
			}
			if !seen[n] && cum.Verdict.Finding == compare.More && cum.Verdict.P > c.Critical() {
				t.Errorf("%s has no row and p = %g", c.Name(n), cum.Verdict.P)
			}
		}
	}
}
