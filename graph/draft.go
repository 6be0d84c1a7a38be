package graph

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// draft is a call graph in the making. Its nodes and edges are in no order.
//
// Nodes that no report shows are ghosts: their flat and cum are both zero, or negative and not asked for. pprof does
// not list them, but their edges count in the scores of other nodes and in the search for detours. So they stay until
// the end.
type draft struct {
	r     *query.Result
	steps *work.Steps
	nodes []draftNode
	edges []Edge
	names []string // the nodes' names, as far as they were asked for
}

type draftNode struct {
	id              query.NodeID
	flat, cum       int64
	flatDiv, cumDiv int64 // the divisors if values are means, else 0
}

func (d *draft) ghost(i int32) bool { return !d.r.Shows(d.nodes[i].flat, d.nodes[i].cum) }

// draftOf makes the graph with these nodes, in their order, from the stacks (pprof: graph.go, newGraph).
func draftOf(ctx context.Context, r *query.Result, ids []query.NodeID) (*draft, error) {
	sums, err := r.Sums(ctx)
	if err != nil {
		return nil, err
	}
	d := &draft{r: r, steps: work.StepsUntil(ctx), nodes: make([]draftNode, len(ids))}
	shown := make([]bool, r.Nodes.Len())
	for i, id := range ids {
		d.nodes[i] = draftNode{id: id, flat: sums.Flat[id], cum: sums.Cum[id]}
		shown[id] = true
	}
	calls, err := r.Counted().Calls(ctx, shown, nil)
	if err != nil {
		return nil, err
	}
	d.edges = make([]Edge, calls.Len())
	index := d.index()
	for i, c := range calls.All() {
		d.edges[i] = Edge{From: index[c.From], To: index[c.To], Weight: c.Weight, Residual: c.Residual, Inline: c.Inline}
	}
	return d, d.divide(ctx, shown, calls)
}

// divide finds the divisors for nodes and edges if the query asks for means.
func (d *draft) divide(ctx context.Context, shown []bool, calls *query.Calls) error {
	counts := d.r.Divisors()
	if counts == nil {
		return nil
	}
	sums, err := counts.Sums(ctx)
	if err != nil {
		return err
	}
	for i := range d.nodes {
		n := &d.nodes[i]
		n.flatDiv, n.cumDiv = sums.Flat[n.id], sums.Cum[n.id]
	}
	divisors, err := counts.Calls(ctx, shown, nil)
	if err != nil {
		return err
	}
	for i, c := range calls.All() {
		d.edges[i].div = divisors.Weight(c.From, c.To)
	}
	return nil
}

// flat returns Σflat over the nodes that are not ghosts.
func (d *draft) flat() (sum int64) {
	for i := range d.nodes {
		if !d.ghost(int32(i)) {
			sum += d.nodes[i].flat
		}
	}
	return sum
}

// index maps each NodeID to its place in the draft, or −1. The draft must not be a tree.
func (d *draft) index() []int32 {
	index := slices.Repeat([]int32{-1}, d.r.Nodes.Len())
	for i := range d.nodes {
		index[d.nodes[i].id] = int32(i)
	}
	return index
}

// order returns the nodes that are not ghosts. Nodes that make the graph interesting come first (pprof: graph.go,
// Nodes.Sort with EntropyOrder), or, if byWeight, nodes with the largest |cum|.
func (d *draft) order(byWeight bool) []int32 {
	score := func(i int32) int64 { return d.nodes[i].cum }
	if !byWeight {
		scores := d.scores()
		score = func(i int32) int64 { return scores[i] }
	}
	var list []int32
	for i := range d.nodes {
		if !d.ghost(int32(i)) {
			list = append(list, int32(i))
		}
	}
	work.SortSteps(d.steps, false, list, func(a, b int32) int {
		if c := heavier(score(a), score(b)); c != 0 {
			return c
		}
		m, n := d.node(a), d.node(b)
		if m.Address != 0 && n.Address != 0 && m.Address != n.Address {
			return cmp.Compare(m.Address, n.Address)
		}
		if c := cmp.Or(strings.Compare(d.name(a), d.name(b)), heavier(d.nodes[a].flat, d.nodes[b].flat)); c != 0 {
			return c
		}
		return cmp.Or(strings.Compare(fmt.Sprint(*m), fmt.Sprint(*n)), int(a-b))
	})
	return list
}

func (d *draft) node(i int32) *query.Node { return d.r.Nodes.Node(d.nodes[i].id) }

// name returns a node's name. It makes it once, since sorting asks for it again and again.
func (d *draft) name(i int32) string {
	if d.names == nil {
		d.names = make([]string, len(d.nodes))
	}
	if d.names[i] == "" {
		d.names[i] = d.node(i).String()
	}
	return d.names[i]
}

// scores returns how important each node is for a picture. A node with one simple way through says less than one
// where ways meet or part (pprof: graph.go, entropyScore).
func (d *draft) scores() []int64 {
	type side struct {
		edges   int
		total   int64
		entropy float64
	}
	in, out := make([]side, len(d.nodes)), make([]side, len(d.nodes))
	for _, e := range d.edges {
		in[e.To].edges++
		out[e.From].edges++
		in[e.To].total += max(0, e.Weight)
		out[e.From].total += max(0, e.Weight)
	}
	for i := range d.nodes {
		out[i].total += d.nodes[i].flat
	}
	share := func(s *side, weight int64) {
		if s.total != 0 {
			f := float64(units.Magnitude(weight)) / float64(s.total)
			s.entropy += -f * math.Log2(f)
		}
	}
	for _, e := range d.edges {
		share(&in[e.To], e.Weight)
		share(&out[e.From], e.Weight)
	}
	scores := make([]int64, len(d.nodes))
	for i := range d.nodes {
		n := &d.nodes[i]
		if n.flat > 0 {
			share(&out[i], n.flat)
		}
		var s float64
		for _, side := range []side{in[i], out[i]} {
			if side.edges == 0 {
				side.entropy = 1 // calls begin or end here
			}
			s += side.entropy
		}
		scores[i] = whole(s*float64(n.cum)) + n.flat
	}
	return scores
}

// whole converts a score to an integer as amd64 does. An edge with weight 0 makes a score NaN, and pprof's order then
// depends on this.
func whole(x float64) int64 {
	if x >= math.MinInt64 && x < -math.MinInt64 {
		return int64(x)
	}
	return math.MinInt64
}

// heavier compares values so that the largest magnitude comes first.
func heavier(x, y int64) int { return cmp.Compare(units.Magnitude(y), units.Magnitude(x)) }
