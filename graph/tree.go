package graph

import (
	"context"
	"fmt"
	"slices"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// maxBranches limits the branches in a call tree: 60 MB.
const maxBranches = 1 << 20

// treeDraft makes the tree with all paths through a program (pprof: internal/graph/graph.go, newTree). If it has more
// branches than can be held, it leaves out those below the cutoff before they are made; then partial is true.
func treeDraft(ctx context.Context, r *query.Result, fraction float64, limit int) (d *draft, t *query.CallTree, partial bool, err error) {
	r = r.Counted()
	o := query.TreeOptions{Pivot: query.NoNode, ByName: true, Max: limit}
	if counts := r.Divisors(); counts != nil {
		o.Also = []*query.Result{counts}
	}
	if t, err = r.CallTree(ctx, o); err == nil && t.Len() >= limit {
		partial = true
		o.Min = query.Cutoff(t.Net[0]-t.Self[0], fraction)
		if t, err = r.CallTree(ctx, o); err == nil && t.Len() >= limit {
			err = lang.Error("the call tree has more than {{.Most}} branches: filter, or raise nodefraction above {{.Fraction}}",
				lang.With{"Most": units.Count(int64(limit)), "Fraction": fmt.Sprintf("%g", fraction)})
		}
	}
	if err != nil {
		return nil, nil, false, err
	}
	// Branch b is node b; the root and merged branches are ghosts without edges.
	d = &draft{r: r, steps: work.StepsUntil(ctx), nodes: make([]draftNode, t.Len())}
	for b := 1; b < t.Len(); b++ {
		if t.Merged[b] > 0 {
			continue
		}
		d.nodes[b] = draftNode{id: t.Node[b], flat: t.Self[b], cum: t.Net[b]}
		if p := t.Parent[b]; p > 0 {
			d.edges = append(d.edges, Edge{From: p, To: int32(b), Weight: t.Net[b], Inline: t.Inline[b]})
		}
	}
	if len(o.Also) > 0 {
		d.divideTree(t, t.Also[0])
	}
	return d, t, partial, nil
}

// divideTree gives a tree's nodes and edges the divisors for their means. div has each branch's divisor, including
// all branches below it.
func (d *draft) divideTree(t *query.CallTree, div []int64) {
	own := slices.Clone(div)
	for b := 1; b < t.Len(); b++ {
		own[t.Parent[b]] -= div[b]
	}
	for b := 1; b < t.Len(); b++ {
		d.nodes[b].flatDiv, d.nodes[b].cumDiv = own[b], div[b]
	}
	for i := range d.edges {
		e := &d.edges[i]
		e.div = div[e.To]
	}
}

// contract removes nodes from a tree. What they called is now called by the next node above that stays (pprof:
// graph.go, TrimTree). Node indexes do not change: removed nodes become ghosts without edges. Edges are sorted by the
// node they lead to, and a node always comes after its parent.
func (d *draft) contract(keep func(i int32) bool) {
	up := make([]int32, len(d.nodes)) // for each node the index of the edge that leads to it, + 1
	edges := d.edges[:0]
	kept := make([]bool, len(d.nodes))
	for i := range d.nodes {
		kept[i] = d.ghost(int32(i)) || keep(int32(i))
	}
	removed := make([]Edge, 0, 16)
	for _, e := range d.edges {
		if !kept[e.From] {
			above := up[e.From]
			if above == 0 {
				continue // its end begins a tree of its own
			}
			a := removed[above-1]
			e.From, e.Residual, e.Inline = a.From, true, e.Inline && a.Inline
		}
		if !kept[e.To] {
			removed = append(removed, e)
			up[e.To] = int32(len(removed))
			continue
		}
		edges = append(edges, e)
	}
	d.edges = edges
	for i := range d.nodes {
		if !kept[i] {
			d.nodes[i].flat, d.nodes[i].cum = 0, 0
		}
	}
}
