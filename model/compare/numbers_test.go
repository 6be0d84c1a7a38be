package compare_test

import (
	"context"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
)

// A node has the same number on both sides, whatever a query makes nodes of; of
// each side alone too.
func TestSameNumbers(t *testing.T) {
	var sides [2]*model.Profile
	for i, name := range []string{"cpu.pprof", "cpu-slow.pprof"} {
		f := must.Have(loader.Open(t.Context(), "../../testdata/"+name, loader.Options{}))
		sides[i] = f.Profile
	}
	p := must.Have(compare.Join(context.Background(), sides[0], sides[1]))
	for _, g := range query.Granularities {
		for _, filter := range []func(*query.Query){
			func(*query.Query) {},
			func(q *query.Query) { q.Focus, q.NoInlines = "pricing", true },
			func(q *query.Query) { q.TagRoot, q.TagLeaf = "endpoint", "tenant" },
			func(q *query.Query) { q.Hide, q.PruneFrom = "runtime", "json" },
		} {
			q := query.Default().Whole()
			q.Granularity = g
			filter(&q)
			c := must.Have(p.Evaluate(context.Background(), q, compare.Normalisation{}))
			alone := must.Have(query.Evaluate(context.Background(), p.Base, q))
			for _, r := range []*query.Result{c.Base, alone} {
				if r.Nodes.Len() != c.New.Nodes.Len() {
					t.Fatalf("%s: %d nodes and %d", g, r.Nodes.Len(), c.New.Nodes.Len())
				}
				for n := range query.NodeID(r.Nodes.Len()) {
					if *r.Nodes.Node(n) != *c.New.Nodes.Node(n) {
						t.Fatalf("%s: node %d is %v and %v", g, n, r.Nodes.Node(n), c.New.Nodes.Node(n))
					}
				}
			}
		}
	}
}
