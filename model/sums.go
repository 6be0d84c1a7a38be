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

// sumsBy walks the stacks as [Result.walk] does, but keeps only what sums need
// of the path: it is the one walk that every answer needs.
func (r *Result) sumsBy(group []int32, n int) *Sums {
	sums := &Sums{Flat: make([]int64, n), Cum: make([]int64, n)}
	// A group's cum is what the stacks weigh during which it is on the path:
	// the weight so far is taken away when it comes and added when it goes.
	type passing struct {
		cum    int64
		onPath int32 // how often it stands on the path
	}
	passed := make([]passing, n)
	st := r.Profile.Stacks
	var path []int32 // the groups from the root
	var ends []int32 // ends[d] is len(path) before the location at depth d
	last, common := 0, 0
	cut := func(depth int) {
		to := ends[depth]
		for _, g := range path[to:] {
			p := &passed[g]
			if p.onPath--; p.onPath == 0 {
				p.cum += r.net[last]
			}
		}
		path, ends = path[:to], ends[:depth]
	}
	for i := range st.Len() {
		common = min(common, st.Common(StackID(i)))
		if r.abs[i] == r.abs[i+1] { // nothing of it passed, or all is zero
			continue
		}
		if common < len(ends) {
			cut(common)
		}
		locs := st.Locs(StackID(i))
		top := 0
		if r.top != nil {
			top = int(r.top[i])
		}
		for d := len(ends); d < len(locs); d++ {
			ends = append(ends, int32(len(path)))
			if d < top {
				continue
			}
			for _, node := range r.nodesOf(locs[d]) {
				g := int32(node)
				if group != nil {
					g = group[node]
				}
				p := &passed[g]
				if p.onPath == 0 {
					p.cum -= r.net[i]
				}
				p.onPath++
				path = append(path, g)
			}
		}
		if len(path) > 0 {
			sums.Flat[path[len(path)-1]] += r.net[i+1] - r.net[i]
		}
		last, common = i+1, len(locs)
	}
	if len(ends) > 0 {
		cut(0)
	}
	for g := range passed {
		sums.Cum[g] = passed[g].cum
	}
	return sums
}
