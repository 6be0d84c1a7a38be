package labels

import (
	"context"
	"math/rand/v2"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/model"
	"profstation/model/query"
)

// The value that dominates a branch is that of the most weight in it.
func TestLabelTree(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, _ []reference.Path) {
		a := model.LabelAxis{Key: "user"}
		for _, o := range []query.TreeOptions{
			{Pivot: query.NoNode}, {Pivot: query.NoNode, Recursion: true}, {Pivot: query.NoNode, Min: 10},
			{Pivot: query.NodeID(rnd.IntN(max(r.Nodes.Len(), 1)))}, {Pivot: 0, Callers: true}, {Pivot: 0, Callers: true, Recursion: true},
		} {
			if r.Nodes.Len() == 0 {
				return
			}
			tree := must.Have(r.CallTree(context.Background(), o))
			labels := must.Have(OfTree(context.Background(), r, tree, o, a))
			weights := make([]map[int32]int64, len(labels.Heads))
			for i, h := range labels.Heads {
				weights[i] = branchWeights(t, p, r, tree, o, h.Select(p))
			}
			for b := range int32(tree.Len()) {
				if tree.Merged[b] > 0 || labels.Dominant[b] < 0 {
					continue
				}
				var most int64
				for i := range weights {
					most = max(most, weights[i][b])
				}
				if got := weights[labels.Dominant[b]][b]; got != most {
					t.Errorf("%+v, branch %d: the value %d has %d, another %d", o, b, labels.Dominant[b], got, most)
				}
			}
		}
	})
}

// branchWeights is what the samples of a filter weigh in each branch of a tree.
func branchWeights(t *testing.T, p *model.Profile, r *query.Result, tree *query.CallTree, o query.TreeOptions, s Selecting) map[int32]int64 {
	t.Helper()
	o.Min = 0
	only := reference.Evaluate(t, p, selected(r.Query, s))
	part := must.Have(only.CallTree(context.Background(), o))
	out := map[int32]int64{}
	for b := range int32(part.Len()) {
		var nodes []query.NodeID
		for _, i := range part.Path(b)[1:] {
			nodes = append(nodes, part.Node[i])
		}
		if at, found := tree.Find(nodes); found == len(nodes) {
			out[at] = part.Abs[b]
		}
	}
	return out
}
