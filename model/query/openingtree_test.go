package query_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/model"
	"profstation/model/query"
)

// The first step of an opening tree has the calls that Peek has.
func TestOpeningTree(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, paths []reference.Path) {
		for _, n := range must.Have(r.Peek(context.Background(), matchAll)) {
			for _, callers := range []bool{false, true} {
				tree := must.Have(r.OpeningTree(context.Background(), callers, n.Node))
				tree.Expand(context.Background(), 0)
				calls, other := n.Callees, func(c query.Call) query.NodeID { return c.To }
				if callers {
					calls, other = n.Callers, func(c query.Call) query.NodeID { return c.From }
				}
				var got, want []string
				for _, b := range tree.Branches[1:] {
					got = append(got, fmt.Sprint(b.Node, b.Net))
				}
				for i, c := range calls {
					want = append(want, fmt.Sprint(other(c), c.Weight))
					// Of several calls in one stack pprof asks only the first.
					if i < len(tree.Branches)-1 && tree.Branches[1+i].Inline && !c.Inline {
						t.Errorf("%+v is inlined in the tree", c)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, callers %v: %q, want %q", r.Nodes.Node(n.Node), callers, got, want)
				}
				checkChains(t, r, tree, paths, callers)
			}
		}
	})
}

// A tree of several nodes has the branches of the tree of each.
func TestOpeningTreeOfSeveral(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, paths []reference.Path) {
		var nodes []query.NodeID
		for _, n := range must.Have(r.Peek(context.Background(), matchAll)) {
			nodes = append(nodes, n.Node)
		}
		for _, callers := range []bool{false, true} {
			all := must.Have(r.OpeningTree(context.Background(), callers, nodes...))
			for i, n := range nodes {
				one := must.Have(r.OpeningTree(context.Background(), callers, n))
				one.Expand(context.Background(), 0)
				all.Expand(context.Background(), int32(i))
				b := all.Branches[i]
				got, want := all.Branches[b.First:b.First+b.Count], one.Branches[1:]
				if b.Net != one.Branches[0].Net || !slices.EqualFunc(got, want, func(a, b query.OpeningBranch) bool {
					return a.Node == b.Node && a.Net == b.Net && a.Depth == b.Depth && a.Inline == b.Inline
				}) {
					t.Errorf("%s: %+v, alone %+v", r.Nodes.Node(n), got, want)
				}
			}
		}
	})
}

// checkChains opens a tree some steps further and holds each branch against
// the samples whose stack has its chain of calls.
func checkChains(t *testing.T, r *query.Result, tree *query.OpeningTree, paths []reference.Path, callers bool) {
	t.Helper()
	for b := int32(0); b < int32(len(tree.Branches)) && b < 40; b++ {
		if tree.Branches[b].Depth < 3 {
			tree.Expand(context.Background(), b)
		}
		var chain []string
		for i := b; i >= 0; i = tree.Branches[i].Parent {
			chain = append(chain, r.Nodes.Node(tree.Branches[i].Node).Name)
		}
		if !callers {
			slices.Reverse(chain)
		}
		var want int64
		for _, p := range paths {
			// A node that calls itself is one in a chain.
			names := slices.Compact(slices.Clone(p.Names))
			for i := range names {
				if i+len(chain) <= len(names) && slices.Equal(names[i:i+len(chain)], chain) {
					want += p.Value
					break
				}
			}
		}
		if got := tree.Branches[b].Net; got != want {
			t.Errorf("chain %q: %d, want %d", chain, got, want)
		}
	}
}
