package graph

import (
	"cmp"
	"context"
	"slices"

	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// trimEdges drops edges below the cutoff, except those to ghosts, and counts them (pprof: graph.go,
// TrimLowFrequencyEdges). Edges at nodes that were asked for stay too.
func (t *trimming) trimEdges() int {
	d, n := t.d, len(t.d.edges)
	d.edges = slices.DeleteFunc(d.edges, func(e Edge) bool {
		asked := len(t.also) > 0 && (t.also[d.nodes[e.From].id] || t.also[d.nodes[e.To].id])
		return units.Magnitude(e.Weight) < t.g.EdgeCutoff && !d.ghost(e.To) && !asked
	})
	return n - len(d.edges)
}

// askedFirst returns the draft's order with the nodes that were asked for moved to its beginning.
func (t *trimming) askedFirst() []int32 {
	if len(t.also) == 0 {
		return t.order
	}
	var asked, others []int32
	met := map[query.NodeID]bool{}
	for _, i := range t.order {
		id := t.d.nodes[i].id
		if t.also[id] && !met[id] {
			met[id], asked = true, append(asked, i)
		} else {
			others = append(others, i)
		}
	}
	return append(asked, others...)
}

// dropDetours drops residual edges whose ends are connected without them. It goes through the order from its least
// node upwards. At each node it tries the lightest edge first, and stops at the first edge that is not residual
// (pprof: graph.go, RemoveRedundantEdges).
func (d *draft) dropDetours(ctx context.Context, order []int32) error {
	in := make([][]int32, len(d.nodes))
	for i, e := range d.edges {
		in[e.To] = append(in[e.To], int32(i))
	}
	gone := make([]bool, len(d.edges))
	s := &search{d: d, in: in, gone: gone, seen: make([]int32, len(d.nodes))}
	for _, n := range slices.Backward(order) {
		if !slices.ContainsFunc(in[n], func(e int32) bool { return d.edges[e].Residual }) {
			continue
		}
		list := slices.Clone(in[n])
		d.sortEdges(list)
		for _, e := range slices.Backward(list) {
			if !d.edges[e].Residual {
				break
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			gone[e] = s.detour(e)
		}
	}
	edges := d.edges[:0]
	for i, e := range d.edges {
		if !gone[i] {
			edges = append(edges, e)
		}
	}
	d.edges = edges
	return nil
}

// sortEdges sorts the heaviest first, then by the names at the ends (pprof: graph.go, edgeList).
func (d *draft) sortEdges(list []int32) {
	work.SortSteps(d.steps, true, list, func(i, j int32) int {
		a, b := &d.edges[i], &d.edges[j]
		if c := heavier(a.Weight, b.Weight); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(d.name(a.From), d.name(b.From)), cmp.Compare(d.name(a.To), d.name(b.To)))
	})
}

// search looks for paths between nodes, against the direction of calls.
type search struct {
	d     *draft
	in    [][]int32
	gone  []bool
	seen  []int32 // the round in which each node was last seen
	round int32
	queue []int32
}

// detour reports whether an edge's ends are connected without it.
func (s *search) detour(edge int32) bool {
	from, to := s.d.edges[edge].From, s.d.edges[edge].To
	s.round++
	s.seen[to] = s.round
	s.queue = append(s.queue[:0], to)
	for len(s.queue) > 0 {
		n := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		for _, e := range s.in[n] {
			src := s.d.edges[e].From
			if e == edge || s.gone[e] || s.seen[src] == s.round {
				continue
			}
			if src == from {
				return true
			}
			s.seen[src] = s.round
			s.queue = append(s.queue, src)
		}
	}
	return false
}
