package graph

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"profstation/model"
)

// draft is a call graph on its way: nodes and edges in no order.
//
// Nodes whose flat and cum are both zero are ghosts. pprof forgets them in the
// list of nodes, but their edges count in the scores of the others and in the
// search for detours, so they stay until the end.
type draft struct {
	r     *model.Result
	nodes []draftNode
	edges []draftEdge
}

type draftNode struct {
	id        model.NodeID
	flat, cum int64
}

func (n *draftNode) ghost() bool { return n.flat == 0 && n.cum == 0 }

type draftEdge struct {
	from, to         int32
	weight           int64
	residual, inline bool
}

// draftOf makes the graph of some nodes, in their order, from the stacks
// (pprof: internal/graph/graph.go, newGraph). An edge counts once in a stack,
// and so do its marks: those of the first time that it stands there.
func draftOf(ctx context.Context, r *model.Result, ids []model.NodeID) (*draft, error) {
	sums := r.Sums()
	d := &draft{r: r, nodes: make([]draftNode, len(ids))}
	index := make([]int32, r.Nodes.Len())
	for i := range index {
		index[i] = -1
	}
	for i, id := range ids {
		d.nodes[i] = draftNode{id, sums.Flat[id], sums.Cum[id]}
		index[id] = int32(i)
	}
	w := &edgeWalk{index: index}
	if err := r.Paths(ctx, w.path); err != nil {
		return nil, err
	}
	w.cut(0)
	d.edges = make([]draftEdge, len(w.edges))
	for i, e := range w.edges {
		from, to := w.known.at(int32(i))
		d.edges[i] = draftEdge{from, to, e.weight, e.residual, !e.plain}
	}
	return d, nil
}

// edgeWalk sums edges over the tree of paths. An edge's weight is what the
// stacks weigh during which it is on the path: the weight so far is taken away
// when it comes and added when it goes.
type edgeWalk struct {
	index []int32 // per NodeID: its place in the draft, −1 where it is left out
	known pairs
	edges []edgeSum
	steps []edgeStep // of the current path
	sofar int64      // Σvalue of the stacks before the current one
}

type edgeSum struct {
	weight          int64
	onPath          int32
	residual, plain bool
}

// edgeStep is what stands at one step of a path: the edge that leads to it, if
// any, and what an edge from it begins with.
type edgeStep struct {
	edge int32 // −1: none
	last int32 // the last node of the draft so far, −1: none
	gap  bool  // nodes that are left out stand after it
}

func (w *edgeWalk) path(_ model.StackID, path []model.Step, common int, net int64) {
	w.cut(common)
	before := edgeStep{edge: -1, last: -1}
	if common > 0 {
		before = w.steps[common-1]
	}
	for _, s := range path[common:] {
		now := edgeStep{edge: -1, last: w.index[s.Node]}
		switch {
		case now.last < 0:
			now.last, now.gap = before.last, true
		case before.last >= 0 && before.last != now.last:
			now.edge = w.enter(before.last, now.last, before.gap, s.Inlined)
		}
		w.steps = append(w.steps, now)
		before = now
	}
	w.sofar += net
}

func (w *edgeWalk) enter(from, to int32, residual, inlined bool) int32 {
	n := w.known.number(from, to)
	if int(n) == len(w.edges) {
		w.edges = append(w.edges, edgeSum{})
	}
	e := &w.edges[n]
	if e.onPath == 0 {
		e.weight -= w.sofar
		e.residual = e.residual || residual
		e.plain = e.plain || !inlined
	}
	e.onPath++
	return n
}

// cut leaves the steps from n on.
func (w *edgeWalk) cut(n int) {
	for _, s := range w.steps[n:] {
		if s.edge < 0 {
			continue
		}
		e := &w.edges[s.edge]
		if e.onPath--; e.onPath == 0 {
			e.weight += w.sofar
		}
	}
	w.steps = w.steps[:n]
}

// order returns the nodes that are no ghosts, those first that make the graph
// interesting (pprof: graph.go, Nodes.Sort with EntropyOrder).
func (d *draft) order() []int32 {
	scores := d.scores()
	names := map[int32]string{}
	name := func(i int32) string {
		s, ok := names[i]
		if !ok {
			s = d.node(i).String()
			names[i] = s
		}
		return s
	}
	var list []int32
	for i := range d.nodes {
		if !d.nodes[i].ghost() {
			list = append(list, int32(i))
		}
	}
	slices.SortFunc(list, func(a, b int32) int {
		if x, y := magnitude(scores[a]), magnitude(scores[b]); x != y {
			return downwards(x, y)
		}
		m, n := d.node(a), d.node(b)
		if m.Address != 0 && n.Address != 0 && m.Address != n.Address {
			return downwards(n.Address, m.Address)
		}
		if c := strings.Compare(name(a), name(b)); c != 0 {
			return c
		}
		if x, y := magnitude(d.nodes[a].flat), magnitude(d.nodes[b].flat); x != y {
			return downwards(x, y)
		}
		if c := strings.Compare(fmt.Sprint(*m), fmt.Sprint(*n)); c != 0 {
			return c
		}
		return int(a - b)
	})
	return list
}

func (d *draft) node(i int32) *model.Node { return d.r.Nodes.Node(d.nodes[i].id) }

// scores returns how important each node is for a picture: one with a simple
// way through says less than one where ways meet or part (pprof: graph.go,
// entropyScore).
func (d *draft) scores() []int64 {
	type side struct {
		edges   int
		total   int64
		entropy float64
	}
	in, out := make([]side, len(d.nodes)), make([]side, len(d.nodes))
	for _, e := range d.edges {
		in[e.to].edges++
		out[e.from].edges++
		if e.weight > 0 {
			in[e.to].total += e.weight
			out[e.from].total += e.weight
		}
	}
	for i := range d.nodes {
		out[i].total += d.nodes[i].flat
	}
	share := func(s *side, weight int64) {
		if s.total != 0 {
			f := float64(magnitude(weight)) / float64(s.total)
			s.entropy += -f * math.Log2(f)
		}
	}
	for _, e := range d.edges {
		share(&in[e.to], e.weight)
		share(&out[e.from], e.weight)
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
				side.entropy = 1 // where calls begin, or end
			}
			s += side.entropy
		}
		scores[i] = whole(s*float64(n.cum)) + n.flat
	}
	return scores
}

// whole cuts a score to a number as amd64 does, which is what pprof's order
// rests on where an edge of weight 0 makes the score no number at all.
func whole(x float64) int64 {
	if x >= math.MinInt64 && x < -math.MinInt64 {
		return int64(x)
	}
	return math.MinInt64
}

func magnitude(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

func downwards[T int64 | uint64](x, y T) int {
	switch {
	case x > y:
		return -1
	case x < y:
		return 1
	}
	return 0
}
