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

// QuoteTag writes a text so that one part of a label filter finds it literally. Besides what a regular
// expression needs, it escapes the comma and the equals sign at which filters are split, and line ends. It
// also breaks up long runs of digits, which pprof would try, and fail, to read as a 64-bit number.
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

// tagFilter is a compiled tagfocus or tagignore. It judges a label set.
type tagFilter func(set []model.Label) bool

var tagRange = regexp.MustCompile(`([+-]?[[:digit:]]+)([[:alpha:]]+)?`)

// compileTags reads a field's filters, one per line. With tagignore any of them ignores a sample, with
// tagfocus all must hold. It returns nil if there are none.
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

// compileTag reads pprof's language for labels (driver_focus.go). key=a,b matches if one value of the key
// matches a or b. With a,b and no key, all parts must be found in some key:value. A number with a unit, or a
// range between two, judges numeric labels.
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

// parseTagRange reads 32kb, :64kb, 4mb: and 12kb:64mb; both ends are included. It returns nil if the text is
// something else, that is, a regexp.
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
