package query_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/query"
)

// figures writes sums by name, without zeros.
func figures(r *query.Result, s *query.Sums) map[string]string {
	out := map[string]string{}
	for n := range s.Flat {
		if s.Flat[n] != 0 || s.Cum[n] != 0 {
			out[r.Nodes.Node(query.NodeID(n)).Name] = fmt.Sprintf("%d/%d", s.Flat[n], s.Cum[n])
		}
	}
	return out
}

func TestSumsAgainstReference(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, paths []reference.Path) {
		flat, cum := map[string]int64{}, map[string]int64{}
		for _, p := range paths {
			if len(p.Names) > 0 {
				flat[p.Names[len(p.Names)-1]] += p.Value
			}
			names := slices.Clone(p.Names)
			slices.Sort(names)
			for _, n := range slices.Compact(names) {
				cum[n] += p.Value
			}
		}
		want := map[string]string{}
		for n, c := range cum {
			if c != 0 || flat[n] != 0 {
				want[n] = fmt.Sprintf("%d/%d", flat[n], c)
			}
		}
		if got := figures(r, must.Have(r.Sums(context.Background()))); !maps.Equal(got, want) {
			t.Errorf("flat/cum %v, want %v", got, want)
		}
		// In one group, nodes count once in a stack.
		group := make([]int32, r.Nodes.Len())
		all := must.Have(r.SumsBy(context.Background(), group, 1))
		var total int64
		for _, p := range paths {
			if len(p.Names) > 0 {
				total += p.Value
			}
		}
		if all.Flat[0] != total || all.Cum[0] != total {
			t.Errorf("all in one group: %+v, want %d", all, total)
		}
	})
}

// TestWorkedExample is one of pprof's: C is inlined into B.
func TestWorkedExample(t *testing.T) {
	r := reference.Evaluate(t, typed.Profile(t, "A B+C 100\nA B+C A 50\nA 10"), query.Default().Whole())
	want := map[string]string{"C": "100/150", "A": "60/160", "B": "0/150"}
	if got := figures(r, must.Have(r.Sums(context.Background()))); !maps.Equal(got, want) {
		t.Errorf("flat/cum %v, want %v", got, want)
	}
	if r.Total != 160 {
		t.Errorf("total %d", r.Total)
	}
	var order []string
	for _, row := range must.Have(r.Top(context.Background())).Rows {
		order = append(order, r.Nodes.Node(row.Node).Name)
	}
	if !slices.Equal(order, []string{"C", "A", "B"}) {
		t.Errorf("order %v", order)
	}
}
