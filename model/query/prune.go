package query

import (
	"context"
	"strings"

	"profstation/model"
	"profstation/model/work"
)

// prune cuts the stacks of a result after the location nearest to their leaf
// in which prune_from matches (pprof: profile/prune.go, PruneFrom). What lies
// above the beginning that show_from set goes too, for it no longer counts.
//
// The cut stacks are a table of their own: two that differed only below their
// cuts are one now, and neither the order nor what neighbours share is as it was.
func (r *Result) prune(ctx context.Context, f *locFilter) error {
	old := r.Profile.Stacks
	var cut model.StackList
	steps, read := work.StepsUntil(ctx), old.Reader()
	for i := range model.StackID(old.Len()) {
		if r.stackOK != nil && !r.stackOK[i] {
			cut.Add(nil) // of which no sample counts
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

// SimpleName is what prune_from sees of a function's name: without the dot that some symbol tables
// begin it with, and up to the first parenthesis that is not part of the two names C++ writes with
// one (pprof: profile/prune.go, simplifyFunc). Of a method of Go that is its package.
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
