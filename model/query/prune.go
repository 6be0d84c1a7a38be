package query

import (
	"context"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/names"
	"profstation/model/work"
)

// cut cuts each stack in the result below the location nearest to the leaf in which prune_from matches
// (pprof: profile/prune.go, PruneFrom), and folds the frames that only does not keep. What lies above the
// beginning set by show_from is removed too, because it no longer counts.
//
// The cut stacks get their own table. Stacks that differed only in what was cut are one now, and both the
// order and what neighbours share have changed.
func (r *Result) cut(ctx context.Context, f *locFilter) error {
	old := r.Profile.Stacks
	var cut model.StackList
	var left []model.LocID
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
		for f.prune && end > 0 && f.marks[locs[end-1]]&ends == 0 {
			end--
		}
		if end == 0 {
			end = len(locs) // it matches nowhere
		}
		locs = locs[:end]
		if f.only != nil {
			left = f.only.fold(left[:0], locs)
			locs = left
		}
		cut.Add(locs)
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

// onlyFilter folds the frames that [Only] does not keep.
type onlyFilter struct {
	p     *model.Profile
	word  Only
	match *nameFilter // for a regular expression; else nil

	// Locations from labels up to alone are frames for tagroot and tagleaf, which stay. From alone on there is one for
	// each kind of code.
	labels, alone model.LocID

	stays []bool // per location: a frame stays in it
	other []bool // per location: it has a frame that does not stay
	near  []near // per location: whose code is in it
}

// near says whose code is in a stack: an index in nearest of its frame that is nearest to the program's own code.
type near uint8

// nearest lists the kinds of code from the program's own on, and nobody is for a stack without frames.
var nearest = [...]names.CodeKind{names.MainModule, names.ThirdParty, names.Std, names.Runtime, names.OtherCode}

const nobody = near(len(nearest))

// withAlone is a profile with a location for each kind of code, behind all others and in no stack: (runtime alone).
var withAlone = model.DeriveQuick(func(p *model.Profile) *model.Profile {
	texts, q := model.Extend(p.Strings), p.Clone()
	q.Strings = texts.Strings
	q.Functions, q.Lines, q.Locations = slices.Clip(p.Functions), slices.Clip(p.Lines), slices.Clip(p.Locations)
	for _, k := range nearest {
		n := int32(len(q.Lines))
		q.Lines = append(q.Lines, model.Line{Func: model.FuncID(len(q.Functions))})
		q.Functions = append(q.Functions, model.Function{Name: texts.ID(k.Alone())})
		q.Locations = append(q.Locations, model.Location{Mapping: model.NoMapping, FirstLine: n, EndLine: n + 1})
	}
	return q
})

// newOnlyFilter returns nil if all frames stay. p is asked with frames for labels and those that withAlone adds.
func newOnlyFilter(p, asked *model.Profile, word Only, compile func(name, text string) *nameFilter) *onlyFilter {
	if word == "" {
		return nil
	}
	n := len(p.Locations)
	f := &onlyFilter{
		p: p, word: word, labels: model.LocID(len(asked.Locations)), alone: model.LocID(n - len(nearest)),
		stays: make([]bool, n), other: make([]bool, n), near: make([]near, n),
	}
	if !slices.Contains(Onlys, word) {
		f.match = compile("only", string(word))
	}
	return f
}

// keeps reports whether the frames of a function stay.
func (f *onlyFilter) keeps(l model.Line) bool {
	if f.match != nil {
		found := f.match.line(l)
		f.match.used = f.match.used || found
		return found
	}
	switch kind := names.CodeKindOf(f.p, l.Func); f.word {
	case OnlyMine:
		return kind == names.MainModule
	case OnlyModules:
		return kind != names.Std && kind != names.Runtime
	case OnlyRuntime:
		return kind == names.Runtime
	default:
		return kind != names.Runtime
	}
}

// learn takes note of a location in which the filters before left some lines, and returns those that stay.
func (f *onlyFilter) learn(i int, lines []model.Line, stands bool) []model.Line {
	f.near[i] = nobody
	switch {
	case !stands:
		return lines
	case model.LocID(i) >= f.labels:
		f.stays[i] = true
		return lines
	case len(lines) == 0: // an address without a name
		f.near[i] = nobody - 1
		f.stays[i] = f.word == OnlyModules || f.word == OnlyProgram
		f.other[i] = !f.stays[i]
		return lines
	}
	for _, l := range lines {
		f.near[i] = min(f.near[i], near(slices.Index(nearest[:], names.CodeKindOf(f.p, l.Func))))
	}
	left := withoutLines(lines, func(l model.Line) bool { return !f.keeps(l) })
	f.other[i] = len(left) < len(lines)
	if f.word == OnlyRuntime && f.other[i] { // the calls above those that somebody else made are theirs
		n := 0
		for f.keeps(lines[n]) {
			n++
		}
		left = lines[:n]
	}
	f.stays[i] = len(left) > 0
	return left
}

// fold puts the locations of a stack that stay into an empty slice or, if none does, the one for those alone in it.
func (f *onlyFilter) fold(to, locs []model.LocID) []model.LocID {
	begin, code, of := 0, 0, nobody // code is where frames begin that are no labels
	for d, l := range locs {
		if f.word == OnlyRuntime && f.other[l] {
			begin = d
		}
		of = min(of, f.near[l])
	}
	folded := of != nobody
	for d, l := range locs {
		label := l >= f.labels
		if label && code == d {
			code++
		}
		if label || d >= begin && f.stays[l] {
			to = append(to, l)
			folded = folded && label
		}
	}
	if folded {
		to = slices.Insert(to, code, f.alone+model.LocID(of))
	}
	return to
}

// aloneIn returns the location for those alone in a stack, or −1 if a frame of it stays.
func (f *onlyFilter) aloneIn(locs []model.LocID) model.LocID {
	for _, l := range f.fold(nil, locs) {
		if l >= f.alone {
			return l
		}
	}
	return -1
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
