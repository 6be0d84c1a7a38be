package query_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/model"
	"profstation/model/query"
)

// With other answers on the same stacks every branch carries their sums too:
// those of the paths that begin as the branch does.
func TestCallTreeAlso(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, _ []reference.Path) {
		other := &model.Profile{
			Header: p.Header, Types: p.Types, Tables: p.Tables,
			Samples: model.Samples{Stack: p.Samples.Stack, Labels: p.Samples.Labels, Values: [][]int64{slices.Clone(p.Samples.Values[0])}},
		}
		for i := range other.Samples.Values[0] {
			other.Samples.Values[0][i] = rnd.Int64N(50)
		}
		also := reference.Evaluate(t, other, r.Query)
		o := query.TreeOptions{Pivot: query.NoNode, Also: []*query.Result{r, also}, Min: rnd.Int64N(8), ByName: rnd.IntN(2) == 0}
		tree := must.Have(r.CallTree(context.Background(), o))
		if !slices.Equal(tree.Also[0], tree.Net) {
			t.Errorf("its own sums are %v, want %v", tree.Also[0], tree.Net)
		}
		ways := reference.Paths(other, r.Query)
		if n, name := someNode(rnd, r); name != "" {
			checkPivotAlso(t, r, also, n, name, ways)
		}
		for b := range int32(tree.Len()) {
			if tree.Merged[b] > 0 {
				continue
			}
			var names []string
			for _, at := range tree.Path(b)[1:] {
				names = append(names, r.Nodes.Node(tree.Node[at]).Name)
			}
			var want int64
			for _, way := range ways {
				if len(way.Names) >= len(names) && slices.Equal(way.Names[:len(names)], names) {
					want += way.Value
				}
			}
			if tree.Also[1][b] != want {
				t.Errorf("branch %d %q: %d of the other answer, want %d", b, names, tree.Also[1][b], want)
			}
		}
	})
}

// checkPivotAlso holds the tree of one node to what its stacks weigh.
func checkPivotAlso(t *testing.T, r, also *query.Result, n query.NodeID, name string, ways []reference.Path) {
	t.Helper()
	var want int64
	for _, way := range ways {
		if slices.Contains(way.Names, name) {
			want += way.Value
		}
	}
	for _, callers := range []bool{false, true} {
		tree, err := r.CallTree(context.Background(), query.TreeOptions{Pivot: n, Callers: callers, Also: []*query.Result{also}})
		if err != nil {
			t.Fatal(err)
		}
		if got := tree.Also[0][0]; got != want {
			t.Errorf("%s, callers %v: %d of the other answer, want %d", name, callers, got, want)
		}
	}
}
