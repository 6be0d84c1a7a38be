package model

import (
	"context"
	"strings"
)

// prune cuts the stacks of a result after the location nearest to their leaf
// in which prune_from matches (pprof: profile/prune.go, PruneFrom). What lies
// above the beginning that show_from set goes too, for it no longer counts.
//
// The cut stacks are a table of their own: two that differed only below their
// cuts are one now, and neither the order nor what neighbours share is as it was.
func (r *Result) prune(ctx context.Context, f *locFilter) error {
	old := r.Profile.Stacks
	n := old.Len()
	from, to := make([]int32, n), make([]int32, n)
	inParallel(n, func(lo, hi int) {
		steps, read := StepsUntil(ctx), old.Reader()
		for i := lo; i < hi && !steps.Over(1+old.Depth(StackID(i))); i++ {
			if r.stackOK != nil && !r.stackOK[i] {
				continue // empty, and without a sample that counts
			}
			locs := read.Locs(StackID(i))
			from[i] = int32(r.topOf(StackID(i)))
			to[i] = int32(len(locs))
			for d := int32(len(locs)); d > from[i]; d-- {
				if f.marks[locs[d-1]]&ends != 0 {
					to[i] = d
					break
				}
			}
		}
	})
	start := make([]int32, n+1)
	for i := range n {
		start[i+1] = start[i] + to[i] - from[i]
	}
	locs := make([]LocID, start[n])
	inParallel(n, func(lo, hi int) {
		steps := StepsUntil(ctx)
		for i := lo; i < hi && !steps.Over(1+int(to[i]-from[i])/8); i++ {
			old.read(locs[start[i]:start[i+1]], StackID(i), from[i])
		}
	})
	p := r.Profile.clone()
	var ids []StackID
	var err error
	if p.Stacks, ids, err = newStacks(ctx, locs, start); err != nil {
		return err
	}
	p.Samples.Stack = make([]StackID, p.Samples.Len())
	for i, s := range r.Profile.Samples.Stack {
		p.Samples.Stack[i] = ids[s]
	}
	r.Profile, r.top = p, nil
	return nil
}

// linesDownTo returns the lines from the innermost that matches outwards, and whether one did.
func linesDownTo(f *nameFilter, lines []Line) ([]Line, bool) {
	for i, l := range lines {
		if name := f.p.Functions[l.Func].Name; name != 0 && f.text(name) {
			return lines[i:], true
		}
	}
	return lines, false
}

// simpleName is what prune_from sees of a function's name: without the dot that some symbol tables
// begin it with, and up to the first parenthesis that is not part of the two names C++ writes with
// one (pprof: profile/prune.go, simplifyFunc). Of a method of Go that is its package.
func simpleName(name string) string {
	name = strings.TrimPrefix(name, ".")
	for i := 0; i < len(name); i++ {
		switch rest := name[i:]; {
		case strings.HasPrefix(rest, "(anonymous namespace)"):
			i += len("(anonymous namespace)") - 1
		case strings.HasPrefix(rest, "operator()"):
			i += len("operator()") - 1
		case rest[0] == '(':
			return name[:i]
		}
	}
	return name
}
