package model

import (
	"context"
	"regexp"
)

// Sums are the figures of each node of a result: Flat is what its samples spent in the node itself,
// Cum what they spent in it and in what it called. A node that stands several times in a stack
// counts once (pprof: internal/graph/graph.go, newGraph).
type Sums struct {
	Flat, Cum []int64 // per NodeID, in units of the sample type
}

// Sums returns the figures of all nodes. They are computed once. The only error is the context's.
func (r *Result) Sums(ctx context.Context) (*Sums, error) {
	return r.sums.Get(ctx, func(ctx context.Context) (*Sums, error) { return r.SumsBy(ctx, nil, r.Nodes.Len()) })
}

// figures are the sums for what is small beside them, such as one row. Somebody who may be stopped
// has asked for [Result.Sums] before.
func (r *Result) figures() *Sums {
	s, _ := r.Sums(context.Background())
	return s
}

// KnownSums returns the figures if they have been computed, nil otherwise. It never waits.
func (r *Result) KnownSums() *Sums {
	if s := r.sums.made.Load(); s != nil {
		return *s
	}
	return nil
}

// SumsBy returns the figures of groups of nodes, such as packages: group[n] is the group of node n,
// below groups. If group is nil each node is one. A group counts once in a stack. The only error is
// the context's.
func (r *Result) SumsBy(ctx context.Context, group []int32, groups int) (*Sums, error) {
	sums := &Sums{Flat: make([]int64, groups), Cum: make([]int64, groups)}
	// A group's cum is what the stacks weigh during which it is on the path:
	// the weight so far is taken away when it comes and added when it goes.
	type passing struct {
		cum    int64
		onPath int32 // how often it stands on the path
	}
	passed := make([]passing, groups)
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
	count := StepsUntil(ctx)
	err := r.Paths(count, func(_ StackID, steps []Step, common int, net int64) {
		cut(common)
		for _, s := range steps[common:] {
			if count.Over(1) {
				return
			}
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
	if err != nil {
		return nil, err
	}
	cut(0)
	for g := range passed {
		sums.Cum[g] = passed[g].cum
	}
	return sums, nil
}

// Matches reports for each node whether a regular expression matches its name as pprof prints it.
// Its only error is the context's.
func (r *Result) Matches(ctx context.Context, re *regexp.Regexp) ([]bool, error) {
	m, steps := make([]bool, r.Nodes.Len()), StepsUntil(ctx)
	for i := range m {
		name := r.Nodes.Node(NodeID(i)).String()
		if steps.Over(16 + len(name)) {
			return nil, ctx.Err()
		}
		m[i] = re.MatchString(name)
	}
	return m, nil
}

// MatchTotal sums the samples in whose stacks one of the marked nodes stands, each sample once: the
// values and their magnitudes. Its only error is the context's.
func (r *Result) MatchTotal(ctx context.Context, match []bool) (net, abs int64, err error) {
	err = r.below(ctx, func(n NodeID) bool { return match[n] }, func(_ Step, lo, hi int32, outermost bool) {
		if outermost {
			net += r.net[hi] - r.net[lo]
			abs += r.abs[hi] - r.abs[lo]
		}
	})
	return net, abs, err
}
