package model

import (
	"cmp"
	"context"
)

// walker sums along the paths of a range of stacks.
type walker interface {
	path(s StackID, path []Step, common int, net int64) // see [Result.Paths]
	end()                                               // the range is over
}

// walks is the one way to sum over the stacks of a large result: several walkers go over ranges of
// them at the same time, and are returned in the order of their ranges, so that what follows from
// adding them up never depends on chance. A range begins with the whole path of its first stack.
//
// begin makes a walker, which counts its steps. It is called where the walker goes: side by side in
// memory two would share a cache line. keeps is how many bytes each needs for itself. All of
// them together keep no more than the table of stacks, so that many nodes on many processors are no
// danger. The only error is the context's.
func walks[W walker](ctx context.Context, r *Result, keeps int, begin func(count *Steps) W) ([]W, error) {
	n := r.Profile.Stacks.Len()
	parts := cmp.Or(r.split, min(partsOf(n), 1+int(r.Profile.Stacks.Size())/max(keeps, 1)))
	all, errs := make([]W, parts), make([]error, parts)
	inParts(n, parts, func(part, lo, hi int) {
		count := StepsUntil(ctx)
		w := begin(count)
		errs[part] = r.PathsIn(count, StackID(lo), StackID(hi), w.path)
		w.end()
		all[part] = w
	})
	return all, cmp.Or(errs...)
}
