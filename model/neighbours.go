package model

import (
	"cmp"
	"slices"
)

// Edge is the weight of the calls between a node and a neighbour.
type Edge struct {
	Node   NodeID
	Weight int64
}

// Neighbours returns the callers and the callees of a node, the heaviest first. An
// edge counts once per stack, and a node is not its own neighbour (pprof:
// graph.go, newGraph).
func (r *Result) Neighbours(n NodeID) (callers, callees []Edge) {
	calls := r.calls(nil, func(from, to NodeID) bool { return from == n || to == n })
	for _, c := range calls {
		if c.To == n {
			callers = append(callers, Edge{c.From, c.Weight})
		} else {
			callees = append(callees, Edge{c.To, c.Weight})
		}
	}
	for _, edges := range [][]Edge{callers, callees} {
		slices.SortFunc(edges, func(a, b Edge) int {
			return cmp.Or(cmp.Compare(Magnitude(b.Weight), Magnitude(a.Weight)), cmp.Compare(a.Node, b.Node))
		})
	}
	return callers, callees
}
