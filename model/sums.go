package model

import "context"

// Sums are the figures of each node of a result: Flat is what its samples
// spent in the node itself, Cum what they spent in it and in what it called. A
// node that stands several times in a stack counts once (pprof:
// internal/graph/graph.go, newGraph).
type Sums struct {
	Flat, Cum []int64 // per NodeID, in units of the sample type
}

// Sums returns the figures of all nodes. They are computed once.
func (r *Result) Sums() *Sums {
	r.once.Do(func() { r.sums.Store(r.sumsBy(nil, r.Nodes.Len())) })
	return r.sums.Load()
}

// KnownSums returns the figures if they have been computed, nil otherwise. It
// never waits.
func (r *Result) KnownSums() *Sums { return r.sums.Load() }

// SumsBy returns the figures of groups of nodes, such as packages: group[n] is
// the group of node n, below groups. A group counts once in a stack.
func (r *Result) SumsBy(group []int32, groups int) *Sums { return r.sumsBy(group, groups) }

// sumsBy sums groups of nodes, or the nodes themselves if group is nil.
func (r *Result) sumsBy(group []int32, n int) *Sums {
	sums := &Sums{Flat: make([]int64, n), Cum: make([]int64, n)}
	// A group's cum is what the stacks weigh during which it is on the path:
	// the weight so far is taken away when it comes and added when it goes.
	type passing struct {
		cum    int64
		onPath int32 // how often it stands on the path
	}
	passed := make([]passing, n)
	var path []int32 // the groups from the root
	sofar := int64(0)
	cut := func(to int) {
		for _, g := range path[to:] {
			p := &passed[g]
			if p.onPath--; p.onPath == 0 {
				p.cum += sofar
			}
		}
		path = path[:to]
	}
	r.Paths(context.Background(), func(_ StackID, steps []Step, common int, net int64) {
		cut(common)
		for _, s := range steps[common:] {
			g := int32(s.Node)
			if group != nil {
				g = group[s.Node]
			}
			p := &passed[g]
			if p.onPath++; p.onPath == 1 {
				p.cum -= sofar
			}
			path = append(path, g)
		}
		sums.Flat[path[len(path)-1]] += net
		sofar += net
	})
	cut(0)
	for g := range passed {
		sums.Cum[g] = passed[g].cum
	}
	return sums
}
