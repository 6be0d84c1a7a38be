package model

import (
	"context"
	"slices"
)

// reach is a step of the tree of paths with the stacks below it, from lo up to hi.
type reach struct {
	Step
	lo, hi int32
}

// below returns the reaches of the wanted nodes, or only the outermost ones, with no other above
// them. Inner ones come before outer ones. Where one range of the walk ends and the next begins, a
// reach is two, one behind the other, which add up to the same. The only error is the context's.
func (r *Result) below(ctx context.Context, outermost bool, wanted func(NodeID) bool) ([]reach, error) {
	all, err := walks(ctx, r, 0, func(count *Steps) *reachWalk {
		return &reachWalk{wanted: wanted, outermost: outermost, count: count}
	})
	if err != nil {
		return nil, err
	}
	found := make([][]reach, len(all))
	for i, w := range all {
		found[i] = w.found
	}
	return slices.Concat(found...), nil
}

type reachWalk struct {
	wanted    func(NodeID) bool
	outermost bool
	count     *Steps
	open      []openReach
	hi        int32 // one past the last stack
	found     []reach
}

type openReach struct {
	Step
	at int // in the path
	lo int32
}

func (w *reachWalk) path(id StackID, path []Step, common int, _ int64) {
	w.leave(common)
	if !w.outermost || len(w.open) == 0 {
		for at := common; at < len(path) && !w.count.Over(1); at++ {
			if w.wanted(path[at].Node) {
				if w.open = append(w.open, openReach{path[at], at, int32(id)}); w.outermost {
					break
				}
			}
		}
	}
	w.hi = int32(id) + 1
}

func (w *reachWalk) end() { w.leave(0) }

func (w *reachWalk) leave(to int) {
	for len(w.open) > 0 && w.open[len(w.open)-1].at >= to {
		s := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		w.found = append(w.found, reach{s.Step, s.lo, w.hi})
	}
}

// StacksWith says of each stack whether it counts and has a node. Its only error is the context's.
func (r *Result) StacksWith(count *Steps, n NodeID) ([]bool, error) {
	has := make([]bool, r.Profile.Stacks.Len())
	all, err := r.below(count.Context(), true, func(m NodeID) bool { return m == n })
	for _, at := range all {
		for s := at.lo; s < at.hi && !count.Over(1); s++ {
			has[s] = r.abs[s] != r.abs[s+1]
		}
	}
	return has, err
}
