package model

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

func (r *Result) sumsBy(group []int32, n int) *Sums {
	s := &summer{
		r: r, group: group, onPath: make([]int32, n),
		sums: &Sums{Flat: make([]int64, n), Cum: make([]int64, n)},
	}
	r.walk(s)
	return s.sums
}

type summer struct {
	r      *Result
	group  []int32 // nil: each node is its own
	onPath []int32 // how often each group stands on the path
	sums   *Sums
}

func (s *summer) of(n NodeID) int32 {
	if s.group == nil {
		return int32(n)
	}
	return s.group[n]
}

func (s *summer) enter(path []step) {
	s.onPath[s.of(path[len(path)-1].node)]++
}

func (s *summer) leave(path []step, lo, hi int32) {
	g := s.of(path[len(path)-1].node)
	if s.onPath[g]--; s.onPath[g] == 0 {
		s.sums.Cum[g] += s.r.net[hi] - s.r.net[lo]
	}
}

func (s *summer) leaf(path []step, stack int32) {
	s.sums.Flat[s.of(path[len(path)-1].node)] += s.r.net[stack+1] - s.r.net[stack]
}
