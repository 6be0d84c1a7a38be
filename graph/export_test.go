package graph

import (
	"context"

	"profstation/model"
)

// TiedName tells whether the last node that a call tree shows could as well be
// another, of the same name and score: pprof then takes any. It returns the
// name, "" where all is settled.
func TiedName(r *model.Result, o Options) string {
	d, tree, _, err := treeDraft(context.Background(), r, r.Query.NodeFraction, mostBranches)
	if err != nil {
		return ""
	}
	t := &trimming{ctx: context.Background(), r: r, o: o, d: d, g: &Graph{}}
	t.limit(tree.Net[0] - tree.Self[0])
	d.contract(func(i int32) bool { return magnitude(d.nodes[i].cum) >= t.g.Cutoff })
	t.order = d.order()
	scores := d.scores()
	n, err := t.selected(inTree(tree))
	if err != nil || n == len(t.order) {
		return ""
	}
	last, next := t.order[n-1], t.order[n]
	name := d.node(last).String()
	if scores[last] != scores[next] || name != d.node(next).String() {
		return ""
	}
	return name
}

// PartialTree tells the nodes of a call tree that may have so many branches,
// with their cum, and whether it had more.
func PartialTree(r *model.Result, most int) (cum map[string]int64, partial bool, err error) {
	d, _, partial, err := treeDraft(context.Background(), r, r.Query.NodeFraction, most)
	if err != nil {
		return nil, partial, err
	}
	cum = map[string]int64{}
	for i := range d.nodes {
		if n := &d.nodes[i]; !n.ghost() {
			cum[d.node(int32(i)).Name] += n.cum
		}
	}
	return cum, partial, nil
}
