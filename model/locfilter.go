package model

// locFilter is what the name filters of a query leave of each location of a
// profile. It follows profile/filter.go of pprof: focus and ignore judge a
// location by all its lines, then hide and show take lines away, then
// show_from takes those above (outside) its match, then prune_from those below
// (inside) its own.
type locFilter struct {
	marks  []locMark // of each location; nil if no filter is set
	kept   [][]Line  // the lines left of each; nil: all of them
	strict bool      // samples without any location are dropped
	from   bool      // show_from is set
	prune  bool      // prune_from is set
	unused []string  // the filters that matched nothing, by pprof's names
}

// locMark is a set of what the filters say of a location.
type locMark uint8

const (
	focused  locMark = 1 << iota // focus matches, or is not set
	ignored                      // ignore matches
	standing                     // something is left of it, be it an address
	begins                       // show_from matches: a stack may begin here
	ends                         // prune_from matches: a stack may end here
)

// newLocFilter compiles the six name filters.
func newLocFilter(p *Profile, q *Query) (*locFilter, error) {
	var all []*nameFilter
	var failed error
	compile := func(name, text string) *nameFilter {
		f, err := compileNames(p, name, text)
		if err != nil && failed == nil {
			failed = err
		}
		if f != nil {
			all = append(all, f)
		}
		return f
	}
	focus, ignore := compile("focus", q.Focus), compile("ignore", q.Ignore)
	hide, show := compile("hide", q.Hide), compile("show", q.Show)
	from, prune := compile("show_from", q.ShowFrom), compile("prune_from", q.PruneFrom)
	if failed != nil {
		return nil, failed
	}
	if prune != nil {
		prune.of = simpleName
	}
	cut := hide != nil || show != nil || from != nil || prune != nil
	f := &locFilter{
		strict: focus != nil || ignore != nil || hide != nil || show != nil,
		from:   from != nil, prune: prune != nil,
	}
	if !f.strict && !f.from && !f.prune {
		return f, nil
	}
	f.marks = make([]locMark, len(p.Locations))
	if cut {
		f.kept = make([][]Line, len(p.Locations))
	}
	for i := range p.Locations {
		loc := &p.Locations[i]
		mark := standing
		switch {
		case ignore != nil && ignore.location(loc):
			mark |= ignored
			ignore.used = true
		case focus == nil || focus.location(loc):
			mark |= focused
			if focus != nil {
				focus.used = true
			}
		}
		if !cut {
			f.marks[i] = mark
			continue
		}
		lines := p.Lines[loc.FirstLine:loc.EndLine]
		if hide != nil && hide.location(loc) {
			hide.used = true
			lines = linesNot(hide, loc, lines)
			if len(lines) == 0 {
				mark &^= standing
			}
		}
		if show != nil {
			lines = linesOf(show, loc, lines)
			if len(lines) == 0 {
				mark &^= standing
			} else {
				show.used = true
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
		f.marks[i], f.kept[i] = mark, lines
	}
	for _, g := range all {
		if !g.used {
			f.unused = append(f.unused, g.name)
		}
	}
	return f, nil
}

// lines is what is left of location i, innermost first, and whether the
// location stands at all: one without lines stands by its address.
func (f *locFilter) lines(p *Profile, i LocID) (lines []Line, stands bool) {
	if f.kept == nil {
		loc := &p.Locations[i]
		return p.Lines[loc.FirstLine:loc.EndLine], true
	}
	return f.kept[i], f.marks[i]&standing != 0
}

// linesNot returns the lines that do not match, none where the mapping does.
func linesNot(f *nameFilter, loc *Location, lines []Line) []Line {
	if f.mapping(loc) {
		return nil
	}
	return keepLines(lines, func(l Line) bool { return !f.line(l) })
}

// linesOf returns the lines that match, all where the mapping does.
func linesOf(f *nameFilter, loc *Location, lines []Line) []Line {
	if f.mapping(loc) {
		return lines
	}
	return keepLines(lines, f.line)
}

// linesFrom returns the lines up to the outermost that matches, and whether
// one did; all of them where the mapping matches.
func linesFrom(f *nameFilter, loc *Location, lines []Line) ([]Line, bool) {
	if f.mapping(loc) {
		return lines, true
	}
	for i := len(lines) - 1; i >= 0; i-- {
		if f.line(lines[i]) {
			return lines[:i+1], true
		}
	}
	return lines, false
}

// keepLines copies only where something is left out.
func keepLines(lines []Line, keep func(Line) bool) []Line {
	for i, l := range lines {
		if !keep(l) {
			out := append([]Line(nil), lines[:i]...)
			for _, l := range lines[i+1:] {
				if keep(l) {
					out = append(out, l)
				}
			}
			return out
		}
	}
	return lines
}
