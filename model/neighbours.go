package model

import "slices"

// Edge is the weight of the calls between a node and a neighbour.
type Edge struct {
	Node   NodeID
	Weight int64
}

// Neighbours returns who calls a node and whom it calls, heaviest first. An
// edge counts once per stack, and a node is not its own neighbour (pprof:
// graph.go, newGraph).
func (r *Result) Neighbours(n NodeID) (callers, callees []Edge) {
	v := &neighbours{r: r, node: n, in: map[NodeID]*edgeSum{}, out: map[NodeID]*edgeSum{}}
	r.walk(v)
	return edges(v.in), edges(v.out)
}

type edgeSum struct {
	onPath int
	weight int64
}

func edges(m map[NodeID]*edgeSum) []Edge {
	out := make([]Edge, 0, len(m))
	for n, e := range m {
		out = append(out, Edge{n, e.weight})
	}
	slices.SortFunc(out, func(a, b Edge) int {
		if x, y := magnitude(a.Weight), magnitude(b.Weight); x != y {
			return compare(y, x)
		}
		return int(a.Node) - int(b.Node)
	})
	return out
}

type neighbours struct {
	r       *Result
	node    NodeID
	in, out map[NodeID]*edgeSum
}

// edge returns the sum that the last step of a path belongs to, if any.
func (v *neighbours) edge(path []step) *edgeSum {
	if len(path) < 2 {
		return nil
	}
	from, to := path[len(path)-2].node, path[len(path)-1].node
	if from == to {
		return nil
	}
	m, other := v.out, to
	switch v.node {
	case from:
	case to:
		m, other = v.in, from
	default:
		return nil
	}
	e := m[other]
	if e == nil {
		e = &edgeSum{}
		m[other] = e
	}
	return e
}

func (v *neighbours) enter(path []step) {
	if e := v.edge(path); e != nil {
		e.onPath++
	}
}

func (v *neighbours) leave(path []step, lo, hi int32) {
	if e := v.edge(path); e != nil {
		if e.onPath--; e.onPath == 0 {
			e.weight += v.r.net[hi] - v.r.net[lo]
		}
	}
}

func (v *neighbours) leaf([]step, int32) {}
