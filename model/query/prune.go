package query

import (
	"context"
	"strings"

	"profstation/model"
	"profstation/model/work"
)

// prune cuts each stack in the result below the location nearest to the leaf in which prune_from matches
// (pprof: profile/prune.go, PruneFrom). What lies above the beginning set by show_from is removed too,
// because it no longer counts.
//
// The cut stacks get their own table. Stacks that differed only below their cuts are one now, and both the
// order and what neighbours share have changed.
func (r *Result) prune(ctx context.Context, f *locFilter) error {
	old := r.Profile.Stacks
	var cut model.StackList
	steps, read := work.StepsUntil(ctx), old.Reader()
	for i := range model.StackID(old.Len()) {
		if r.stackOK != nil && !r.stackOK[i] {
			cut.Add(nil) // no sample with it counts
			continue
		}
		locs := read.From(i, int32(r.topOf(i)))
		if steps.Over(1 + len(locs)) {
			return ctx.Err()
		}
		end := len(locs)
		for end > 0 && f.marks[locs[end-1]]&ends == 0 {
			end--
		}
		if end == 0 {
			end = len(locs) // it matches nowhere
		}
		cut.Add(locs[:end])
	}
	p := r.Profile.Clone()
	var ids []model.StackID
	var err error
	if p.Stacks, ids, err = cut.Table(ctx); err != nil {
		return err
	}
	p.Samples.Stack = make([]model.StackID, p.Samples.Len())
	for i, s := range r.Profile.Samples.Stack {
		p.Samples.Stack[i] = ids[s]
	}
	r.Profile, r.top = p, nil
	return nil
}

// linesDownTo returns the lines from the innermost that matches outwards, and whether one did.
func linesDownTo(f *nameFilter, lines []model.Line) ([]model.Line, bool) {
	for i, l := range lines {
		if name := f.p.Functions[l.Func].Name; name != 0 && f.function(name) {
			return lines[i:], true
		}
	}
	return lines, false
}

// SimpleName returns the part that prune_from sees in a function's name: without the leading dot that some
// symbol tables use, and up to the first parenthesis that does not belong to one of the two C++ names written
// with one (pprof: profile/prune.go, simplifyFunc). For a Go method that is its package.
func SimpleName(name string) string {
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
