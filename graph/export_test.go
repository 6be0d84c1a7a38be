package graph

import (
	"context"

	"profstation/internal/must"
	"profstation/model/query"
	"profstation/model/units"
)

// TiedName reports whether the last node that a graph shows could as well be
// another, of the same name and score: pprof then takes any. It returns the
// name, "" where all is settled.
func TiedName(r *query.Result, o Options) string {
	t := &trimming{ctx: context.Background(), r: r, o: o, g: &Graph{}}
	at, err := t.candidates()
	if err != nil {
		return ""
	}
	scores := t.d.scores()
	stay, err := t.selected(at)
	n := len(stay)
	if err != nil || n == len(t.order) {
		return ""
	}
	last, next := t.order[n-1], t.order[n]
	name := t.d.node(last).String()
	if scores[last] != scores[next] || name != t.d.node(next).String() {
		return ""
	}
	return name
}

// candidates orders all nodes that reach the cutoff.
func (t *trimming) candidates() (locating, error) {
	if t.o.CallTree {
		d, tree, _, err := treeDraft(t.ctx, t.r, t.r.Query.NodeFraction, maxBranches)
		if err != nil {
			return nil, err
		}
		t.d = d
		t.limit(tree.Net[0] - tree.Self[0])
		d.contract(func(i int32) bool { return units.Magnitude(d.nodes[i].cum) >= t.g.Cutoff })
		t.order = d.order(t.o.Difference)
		return t.inTree(tree), nil
	}
	sums := must.Have(t.r.Sums(context.Background()))
	var total int64
	for _, v := range sums.Flat {
		total += v
	}
	t.limit(total)
	var kept []query.NodeID
	for i := range sums.Flat {
		if n := query.NodeID(i); sums.Cum[n] != 0 && units.Magnitude(sums.Cum[n]) >= t.g.Cutoff {
			kept = append(kept, n)
		}
	}
	err := t.draw(kept)
	return t.inGraph, err
}

// PartialTree tells the nodes of a call tree that may have so many branches,
// with their cum, and whether it had more.
func PartialTree(r *query.Result, most int) (cum map[string]int64, partial bool, err error) {
	d, _, partial, err := treeDraft(context.Background(), r, r.Query.NodeFraction, most)
	if err != nil {
		return nil, partial, err
	}
	cum = map[string]int64{}
	for i := range d.nodes {
		if n := &d.nodes[i]; !d.ghost(int32(i)) {
			cum[d.node(int32(i)).Name] += n.cum
		}
	}
	return cum, partial, nil
}
