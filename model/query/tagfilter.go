package query

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
)

// QuoteTag writes a text so that it is found literally by one part of a filter
// on labels: besides what a regular expression needs, without the comma and the
// equals sign that filters are divided at, without line ends, and without runs
// of digits that pprof would try, and fail, to read as a number of 64 bits.
func QuoteTag(s string) string {
	var b strings.Builder
	digits := 0
	for _, r := range s {
		if r < '0' || r > '9' {
			digits = 0
		} else if digits++; digits == 18 {
			digits = 0
			b.WriteString("[" + string(r) + "]")
			continue
		}
		switch {
		case r == ',' || r == '=' || r < ' ' || r == 0x7f:
			b.WriteString(`\x{` + strconv.FormatInt(int64(r), 16) + `}`)
			digits = 0
		case r == '\ufffd':
			b.WriteString(`\x{FFFD}`)
		default:
			b.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	return b.String()
}

// tagFilter is a compiled tagfocus or tagignore: it judges a label set.
type tagFilter func(set []model.Label) bool

var tagRange = regexp.MustCompile(`([+-]?[[:digit:]]+)([[:alpha:]]+)?`)

// compileTags reads the filters of a field, one a line: any of them makes tagignore ignore, all of
// them must hold for tagfocus. It returns nil if there is none.
func compileTags(p *model.Profile, field, text string) (tagFilter, error) {
	any := field == "tagignore"
	var all []tagFilter
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" {
			continue
		}
		f, err := compileTag(p, field, line)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return all[0], nil
	}
	return func(set []model.Label) bool {
		return slices.ContainsFunc(all, func(f tagFilter) bool { return f(set) == any }) == any
	}, nil
}

// compileTag reads pprof's language for labels (driver_focus.go): key=a,b is
// one of the values of a key; a,b without a key must all be found in some
// key:value; a number with a unit, or a range of two, judges numeric labels.
func compileTag(p *model.Profile, field, text string) (tagFilter, error) {
	key, value, keyed := strings.Cut(text, "=")
	if !keyed {
		key, value = "", text
	}
	in, err := parseTagRange(value)
	if err != nil {
		return nil, &Error{field, err}
	}
	if in != nil {
		unitOf := p.LabelUnits()
		return func(set []model.Label) bool {
			return slices.ContainsFunc(set, func(l model.Label) bool {
				k := p.Strings.Raw(l.Key)
				return l.IsNum && (key == "" || k == key) && in(l.Num, unitOf[k])
			})
		}, nil
	}
	var res []*regexp.Regexp
	for part := range strings.SplitSeq(value, ",") {
		re, err := regexp.Compile(part)
		if err != nil {
			return nil, &Error{field, err}
		}
		res = append(res, re)
	}
	found := func(set []model.Label, re *regexp.Regexp) bool {
		return slices.ContainsFunc(set, func(l model.Label) bool {
			k, text := p.Strings.Raw(l.Key), p.Strings.Raw(l.Str)
			if key == "" {
				text = k + ":" + text
			}
			return !l.IsNum && (key == "" || k == key) && re.MatchString(text)
		})
	}
	return func(set []model.Label) bool {
		// With a key one part is enough, without one all must be found.
		any := key != ""
		return slices.ContainsFunc(res, func(re *regexp.Regexp) bool { return found(set, re) == any }) == any
	}, nil
}

// parseTagRange reads 32kb, :64kb, 4mb: and 12kb:64mb, both ends included. It
// returns nil if the text is something else: a regexp.
func parseTagRange(s string) (func(v int64, unit string) bool, error) {
	numbers := tagRange.FindAllStringSubmatch(s, 2)
	if len(numbers) == 0 {
		return nil, nil
	}
	one := numbers[0][0]
	switch s {
	case one, one + ":", ":" + one:
		numbers = numbers[:1]
	default:
		if len(numbers) < 2 || s != one+":"+numbers[1][0] {
			return nil, nil
		}
	}
	var bounds []float64
	unit := numbers[0][2]
	for i, n := range numbers {
		v, err := strconv.ParseInt(n[1], 10, 64)
		if err != nil {
			return nil, lang.Error("the number {{.Number}} is too large", lang.With{"Number": n[1]})
		}
		x, u := units.Scale(v, n[2], unit)
		if i > 0 && u != unit {
			return nil, nil
		}
		bounds, unit = append(bounds, x), u
	}
	lo, hi := bounds[0], bounds[len(bounds)-1]
	switch s {
	case one + ":":
		hi = math.Inf(1)
	case ":" + one:
		lo = math.Inf(-1)
	}
	return func(v int64, from string) bool {
		x, u := units.Scale(v, from, unit)
		return u == unit && lo <= x && x <= hi
	}, nil
}
