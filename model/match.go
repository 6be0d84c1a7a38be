package model

import "regexp"

// nameFilter is a compiled regular expression with its answers for the
// functions and locations of one profile.
type nameFilter struct {
	name string // pprof's, of the filter
	re   *regexp.Regexp
	p    *Profile
	memo []int8              // per StringID: 0 not asked, 1 matches, −1 does not
	of   func(string) string // the part of a text that is judged; nil for all of it
	used bool                // it had something to match
}

// compileNames returns nil for an empty text.
func compileNames(p *Profile, field, text string) (*nameFilter, error) {
	if text == "" {
		return nil, nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, &QueryError{field, err}
	}
	return &nameFilter{name: field, re: re, p: p, memo: make([]int8, p.Strings.Len())}, nil
}

func (f *nameFilter) text(id StringID) bool {
	if f.memo[id] == 0 {
		f.memo[id] = -1
		s := f.p.Strings.Raw(id)
		if f.of != nil {
			s = f.of(s)
		}
		if f.re.MatchString(s) {
			f.memo[id] = 1
		}
	}
	return f.memo[id] > 0
}

// line reports whether the function of a line matches by name or file.
func (f *nameFilter) line(l Line) bool {
	fn := &f.p.Functions[l.Func]
	return f.text(fn.Name) || f.text(fn.File)
}

// mapping reports whether the file that a location was mapped from matches. Where
// a profile has no mappings at all pprof gives it one without a name
// (internal/driver/fetch.go, locateBinaries), which ^$ matches.
func (f *nameFilter) mapping(loc *Location) bool {
	if loc.Mapping >= 0 {
		return f.text(f.p.Mappings[loc.Mapping].File)
	}
	return len(f.p.Mappings) == 0 && f.text(0)
}

// location reports whether anything of a location matches, its inlined lines
// included (pprof: profile/filter.go, matchesName).
func (f *nameFilter) location(loc *Location) bool {
	for _, l := range f.p.Lines[loc.FirstLine:loc.EndLine] {
		if f.line(l) {
			return true
		}
	}
	return f.mapping(loc)
}
