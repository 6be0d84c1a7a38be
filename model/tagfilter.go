package model

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tagFilter is a compiled tagfocus or tagignore: it judges a label set.
type tagFilter func(set []Label) bool

var tagRange = regexp.MustCompile(`([+-]?[[:digit:]]+)([[:alpha:]]+)?`)

// compileTags reads the filters of a field, one a line: any of them makes
// tagignore ignore, all of them must hold for tagfocus. It returns nil if
// there is none.
func compileTags(p *Profile, field, text string) (tagFilter, error) {
	any := field == "tagignore"
	var all []tagFilter
	for line := range strings.SplitSeq(text, "\n") {
		f, err := compileTag(p, field, line)
		if err != nil {
			return nil, err
		}
		if f != nil {
			all = append(all, f)
		}
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return all[0], nil
	}
	return func(set []Label) bool {
		for _, f := range all {
			if f(set) == any {
				return any
			}
		}
		return !any
	}, nil
}

// compileTag reads pprof's language for labels (driver_focus.go): key=a,b is
// one of the values of a key; a,b without a key must all be found in some
// key:value; a number with a unit, or a range of two, judges numeric labels.
// It returns nil for an empty text.
func compileTag(p *Profile, field, text string) (tagFilter, error) {
	if text == "" {
		return nil, nil
	}
	key, value, keyed := strings.Cut(text, "=")
	if !keyed {
		key, value = "", text
	}
	in, err := parseTagRange(value)
	if err != nil {
		return nil, &QueryError{field, err}
	}
	if in != nil {
		units := p.LabelUnits()
		return func(set []Label) bool {
			return slices.ContainsFunc(set, func(l Label) bool {
				k := p.Strings.Raw(l.Key)
				return l.IsNum && (key == "" || k == key) && in(l.Num, units[k])
			})
		}, nil
	}
	var res []*regexp.Regexp
	for _, part := range strings.Split(value, ",") {
		re, err := regexp.Compile(part)
		if err != nil {
			return nil, &QueryError{field, err}
		}
		res = append(res, re)
	}
	found := func(set []Label, re *regexp.Regexp) bool {
		return slices.ContainsFunc(set, func(l Label) bool {
			k, text := p.Strings.Raw(l.Key), p.Strings.Raw(l.Str)
			if key == "" {
				text = k + ":" + text
			}
			return !l.IsNum && (key == "" || k == key) && re.MatchString(text)
		})
	}
	return func(set []Label) bool {
		// With a key one part is enough, without one all must be found.
		for _, re := range res {
			if found(set, re) == (key != "") {
				return key != ""
			}
		}
		return key == ""
	}, nil
}

// parseTagRange reads 32kb, :64kb, 4mb: and 12kb:64mb, both ends included. It
// returns nil if the text is something else: a regexp.
func parseTagRange(s string) (func(v int64, unit string) bool, error) {
	m := tagRange.FindAllStringSubmatch(s, 2)
	if len(m) == 0 {
		return nil, nil
	}
	number := func(i int) (int64, error) {
		v, err := strconv.ParseInt(m[i][1], 10, 64)
		if err != nil {
			return 0, fmt.Errorf("the number %s is too large", m[i][1])
		}
		return v, nil
	}
	between := func(lo, hi *float64, unit string) func(int64, string) bool {
		return func(v int64, from string) bool {
			x, u := Scale(v, from, unit)
			return u == unit && (lo == nil || x >= *lo) && (hi == nil || x <= *hi)
		}
	}
	shape := m[0][0]
	one := s == shape || s == shape+":" || s == ":"+shape
	if !one && (len(m) < 2 || s != shape+":"+m[1][0]) {
		return nil, nil
	}
	v, err := number(0)
	if err != nil {
		return nil, err
	}
	a, unit := Scale(v, m[0][2], m[0][2])
	switch s {
	case shape:
		return between(&a, &a, unit), nil
	case shape + ":":
		return between(&a, nil, unit), nil
	case ":" + shape:
		return between(nil, &a, unit), nil
	}
	if v, err = number(1); err != nil {
		return nil, err
	}
	b, unit2 := Scale(v, m[1][2], unit)
	if unit2 != unit {
		return nil, nil
	}
	return between(&a, &b, unit), nil
}
