package query

import (
	"context"
	"slices"
	"sync"

	"profstation/model"
	"profstation/model/work"
)

// spot is a place in many stacks at once: in the stacks from lo up to hi, whose first depth locations are the
// same. line is the number of nodes already passed in the last of these locations. shared is the number of
// locations that all the stacks have in common.
type spot struct {
	lo, hi int32
	depth  int32
	line   int32
	shared int32
}

// spotOf returns the place after the first depth locations in the stacks from lo up to hi.
func (r *Result) spotOf(lo, hi, depth, line int32) spot {
	st := r.Profile.Stacks
	shared := int32(st.Depth(model.StackID(lo)))
	for k := lo + 1; k < hi; k++ {
		shared = min(shared, int32(st.Common(model.StackID(k))))
	}
	return spot{lo, hi, depth, line, shared}
}

// everything returns the places where the stacks begin.
func (r *Result) everything() []spot {
	n := int32(r.Profile.Stacks.Len())
	if n == 0 {
		return nil
	}
	if r.top == nil {
		return []spot{r.spotOf(0, n, 0, 0)}
	}
	// With show_from a stack begins at its top. Neighbours that share the top, and everything above it, begin
	// together.
	var spots []spot
	st := r.Profile.Stacks
	for lo := int32(0); lo < n; {
		hi := lo + 1
		for hi < n && r.top[hi] == r.top[lo] && int32(st.Common(model.StackID(hi))) > r.top[lo] {
			hi++
		}
		if r.top[lo] < int32(st.Depth(model.StackID(lo))) {
			// The locations above, and all their nodes, count as passed.
			spots = append(spots, r.spotOf(lo, hi, r.top[lo], passed))
		}
		lo = hi
	}
	return spots
}

// passed, as a spot's line, means that no node is left in its last location.
const passed = int32(1<<31 - 1)

// pivots remembers the places of the last pivot asked for. The trees of its callees and its callers start
// there, as does a zoom in them. Finding the places takes a walk over all stacks.
type pivots struct {
	mu     sync.Mutex
	node   NodeID
	also   []*Result
	places *work.Lazy[[]spot]
}

// of returns the lazy value for a pivot's places.
func (p *pivots) of(n NodeID, also []*Result) *work.Lazy[[]spot] {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.places == nil || p.node != n || !slices.Equal(p.also, also) {
		p.node, p.also, p.places = n, also, &work.Lazy[[]spot]{}
	}
	return p.places
}

// outermost returns the places just after a node's outermost occurrence in each stack that counts here or in
// other answers. The slice is shared. Its only error is the context's.
func (r *Result) outermost(ctx context.Context, n NodeID, also []*Result) ([]spot, error) {
	return r.pivots.of(n, also).Get(ctx, func(ctx context.Context) ([]spot, error) {
		r := r.withAll(also)
		all, err := r.below(ctx, true, func(m NodeID) bool { return m == n })
		spots := make([]spot, len(all))
		for i, s := range all {
			spots[i] = r.spotOf(s.lo, s.hi, s.depth+1, s.line+1)
		}
		return spots, err
	})
}
