package query

import (
	"cmp"
	"context"
	"regexp"
	"slices"

	"profstation/model"
	"profstation/model/work"
)

// locFilter holds what a query's name filters leave in each location of a profile. It follows
// profile/filter.go in pprof: focus and ignore judge a location by all its lines, then hide and show take
// lines away, then show_from takes those above (outside) its match, then prune_from those below (inside) its
// own. At last only folds what is left, see [Only].
type locFilter struct {
	marks  []locMark      // one for each location; nil if no filter is set
	kept   [][]model.Line // the lines left in each location; nil: all of them
	strict bool           // samples without any location are dropped
	from   bool           // show_from is set
	prune  bool           // prune_from is set
	only   *onlyFilter    // nil: all frames stay
	unused []string       // the filters that matched nothing, by pprof's names
}

// locMark is a set of filter results for a location.
type locMark uint8

const (
	focused  locMark = 1 << iota // focus matches, or is not set
	ignored                      // ignore matches
	standing                     // something is left in the location, even if only an address
	begins                       // show_from matches: a stack may begin here
	ends                         // prune_from matches: a stack may end here
)

// newLocFilter makes the filter for p, which is asked with frames for tagroot, tagleaf and only.
func newLocFilter(ctx context.Context, p *model.Profile, q *Query, asked *model.Profile) (*locFilter, error) {
	var all []*nameFilter
	var failed error
	compile := func(name, text string) *nameFilter {
		f, err := compileNames(p, name, text)
		failed = cmp.Or(failed, err)
		if f != nil {
			all = append(all, f)
		}
		return f
	}
	focus, ignore := compile("focus", q.Focus), compile("ignore", q.Ignore)
	hide, show := compile("hide", q.Hide), compile("show", q.Show)
	from, prune := compile("show_from", q.ShowFrom), compile("prune_from", q.PruneFrom)
	only := newOnlyFilter(p, asked, Only(q.Only), compile)
	if failed != nil {
		return nil, failed
	}
	if prune != nil {
		prune.of = SimpleName
	}
	cut := hide != nil || show != nil || from != nil || prune != nil || only != nil
	f := &locFilter{
		strict: focus != nil || ignore != nil || hide != nil || show != nil,
		from:   from != nil, prune: prune != nil, only: only,
	}
	if !f.strict && !cut {
		return f, nil
	}
	f.marks = make([]locMark, len(p.Locations))
	if cut {
		f.kept = make([][]model.Line, len(p.Locations))
	}
	count := work.StepsUntil(ctx)
	for _, g := range all {
		g.count = count
	}
	for i := range p.Locations {
		loc := &p.Locations[i]
		if count.Over(1 + int(loc.EndLine-loc.FirstLine)) {
			return nil, ctx.Err()
		}
		mark := standing
		switch {
		case ignore != nil && ignore.location(loc):
			mark |= ignored
		case focus == nil || focus.location(loc):
			mark |= focused
		}
		if !cut {
			f.marks[i] = mark
			continue
		}
		lines := p.Lines[loc.FirstLine:loc.EndLine]
		if hide != nil && hide.location(loc) {
			if lines = withoutLines(lines, hide.line); hide.mapping(loc) {
				lines = nil
			}
			if len(lines) == 0 {
				mark &^= standing
			}
		}
		if show != nil && (only == nil || i < int(only.alone)) {
			if !show.mapping(loc) {
				lines = withoutLines(lines, func(l model.Line) bool { return !show.line(l) })
			}
			show.used = show.used || len(lines) > 0
			if len(lines) == 0 {
				mark &^= standing
			}
		}
		if from != nil {
			ok := false
			if lines, ok = linesFrom(from, loc, lines); ok {
				mark |= begins
				from.used = true
			}
		}
		if prune != nil {
			ok := false
			if lines, ok = linesDownTo(prune, lines); ok {
				mark |= ends
				prune.used = true
			}
		}
		if only != nil {
			lines = only.learn(i, lines, mark&standing != 0)
		}
		f.marks[i], f.kept[i] = mark, lines
	}
	for _, g := range all {
		if !g.used {
			f.unused = append(f.unused, g.name)
		}
	}
	return f, nil
}

// lines returns the lines left in location i, innermost first, and whether anything is left. A location
// without lines may still be left with its address.
func (f *locFilter) lines(p *model.Profile, i model.LocID) (lines []model.Line, stands bool) {
	if f.kept == nil {
		loc := &p.Locations[i]
		return p.Lines[loc.FirstLine:loc.EndLine], true
	}
	return f.kept[i], f.marks[i]&standing != 0 && (f.only == nil || f.only.stays[i])
}

// linesFrom returns the lines up to the outermost that matches, and whether one did. If the mapping matches
// it returns all lines.
func linesFrom(f *nameFilter, loc *model.Location, lines []model.Line) ([]model.Line, bool) {
	if f.mapping(loc) {
		return lines, true
	}
	for i, l := range slices.Backward(lines) {
		if f.line(l) {
			return lines[:i+1], true
		}
	}
	return lines, false
}

// withoutLines returns the lines for which out is false. It copies them only if one is left out.
func withoutLines(lines []model.Line, out func(model.Line) bool) []model.Line {
	if !slices.ContainsFunc(lines, out) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), out)
}

// nameFilter is a regular expression that remembers its answers for the names in one profile.
type nameFilter struct {
	name string // pprof's name for the filter
	re   *regexp.Regexp
	p    *model.Profile
	memo []int8              // per StringID: 0 not asked, 1 matches, −1 does not
	of   func(string) string // returns the part that is judged; nil for the whole text
	used bool                // it had something to match

	count *work.Steps // counts the bytes that were judged; nil: nobody counts
}

// compileNames compiles a filter. It returns nil for an empty text.
func compileNames(p *model.Profile, field, text string) (*nameFilter, error) {
	if text == "" {
		return nil, nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, &Error{field, err}
	}
	return &nameFilter{name: field, re: re, p: p, memo: make([]int8, p.Strings.Len())}, nil
}

func (f *nameFilter) text(id model.StringID) bool {
	if f.memo[id] == 0 {
		f.memo[id] = -1
		s := f.p.Strings.Raw(id)
		if f.count != nil {
			f.count.Over(16 + len(s))
		}
		if f.of != nil {
			s = f.of(s)
		}
		if f.re.MatchString(s) {
			f.memo[id] = 1
		}
	}
	return f.memo[id] > 0
}

func (f *nameFilter) line(l model.Line) bool {
	fn := &f.p.Functions[l.Func]
	return f.function(fn.Name) || f.text(fn.File)
}

// function reports whether the function's name matches, or one of its aliases.
func (f *nameFilter) function(name model.StringID) bool {
	of := f.p.Aliases.Of(name)
	return f.text(name) || of != nil && slices.ContainsFunc(of.Names, f.text)
}

// mapping reports whether the file matches from which a location was mapped. If a profile has no mappings at
// all, pprof gives it one without a name (internal/driver/fetch.go, locateBinaries), which ^$ matches.
func (f *nameFilter) mapping(loc *model.Location) bool {
	if loc.Mapping >= 0 {
		return f.text(f.p.Mappings[loc.Mapping].File)
	}
	return len(f.p.Mappings) == 0 && f.text(0)
}

// location reports whether anything in a location matches, including its inlined lines (pprof:
// profile/filter.go, matchesName).
func (f *nameFilter) location(loc *model.Location) bool {
	found := slices.ContainsFunc(f.p.Lines[loc.FirstLine:loc.EndLine], f.line) || f.mapping(loc)
	f.used = f.used || found
	return found
}
