package query

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/work"
)

// Walker sums along the paths in a range of stacks.
type Walker interface {
	Path(s model.StackID, path []Step, common int, net int64) // see [Result.Paths]
	End()                                                     // the range is over
}

// Walk is the one way to sum over the stacks in a large result. Several walkers cover ranges of stacks at the
// same time. They are returned in the order of their ranges, so sums over them are deterministic. A range
// begins with its first stack's whole path.
//
// begin makes a walker, which counts its steps. It is called on the goroutine that uses the walker, because
// two walkers side by side in memory would share a cache line. keeps is how many bytes each walker needs for
// itself. All walkers together keep no more than the table of stacks, so that many nodes on many processors
// do not exhaust memory. The only error is the context's.
func Walk[W Walker](ctx context.Context, r *Result, keeps int, begin func(count *work.Steps) W) ([]W, error) {
	n := r.Profile.Stacks.Len()
	parts := cmp.Or(r.Parts, min(work.PartsOf(n), 1+int(r.Profile.Stacks.Size())/max(keeps, 1)))
	all, errs := make([]W, parts), make([]error, parts)
	work.InParts(n, parts, func(part, lo, hi int) {
		count := work.StepsUntil(ctx)
		w := begin(count)
		errs[part] = r.PathsIn(count, model.StackID(lo), model.StackID(hi), w.Path)
		w.End()
		all[part] = w
	})
	return all, cmp.Or(errs...)
}

// reach is a step in the tree of paths with the stacks below it, from lo up to hi.
type reach struct {
	Step
	lo, hi int32
}

// below returns the reaches of the wanted nodes, or only the outermost ones, which have no other above them.
// Inner reaches come before outer ones. Where one range in the walk ends and the next begins, a reach is
// split in two consecutive ones, which add up to the same. The only error is the context's.
func (r *Result) below(ctx context.Context, outermost bool, wanted func(NodeID) bool) ([]reach, error) {
	all, err := Walk(ctx, r, 0, func(count *work.Steps) *reachWalk {
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
	count     *work.Steps
	open      []openReach
	hi        int32 // one past the last stack
	found     []reach
}

type openReach struct {
	Step
	at int // index in the path
	lo int32
}

func (w *reachWalk) Path(id model.StackID, path []Step, common int, _ int64) {
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

func (w *reachWalk) End() { w.leave(0) }

func (w *reachWalk) leave(to int) {
	for len(w.open) > 0 && w.open[len(w.open)-1].at >= to {
		s := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		w.found = append(w.found, reach{s.Step, s.lo, w.hi})
	}
}

// StacksWith reports for each stack whether it counts and contains a node. Its only error is the context's.
func (r *Result) StacksWith(count *work.Steps, n NodeID) ([]bool, error) {
	has := make([]bool, r.Profile.Stacks.Len())
	all, err := r.below(count.Context(), true, func(m NodeID) bool { return m == n })
	for _, at := range all {
		for s := at.lo; s < at.hi && !count.Over(1); s++ {
			has[s] = r.abs[s] != r.abs[s+1]
		}
	}
	return has, err
}
