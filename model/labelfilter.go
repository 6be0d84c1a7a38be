package model

import (
	"regexp"
	"strconv"
	"strings"
)

// Selecting is a filter on labels, ready to be set: as tagfocus it leaves what the figure stands
// for, as tagignore the rest. Where Without is set it is the other way round, for samples without a
// label: as tagignore it leaves them. An empty Text is no filter: pprof's language cannot say it.
type Selecting struct {
	Text    string
	Without bool
}

// SelectValue is the filter for samples that have a value of an axis. Values that differ only in
// bytes that are no UTF-8 are the same to it; numbers are compared in floating point, as pprof does
// it, so beyond 2⁵³ neighbours are the same.
func (p *Profile) SelectValue(a LabelAxis, v LabelValue) Selecting {
	if a.Numeric {
		return p.selectRange(a, func(unit string) string { return strconv.FormatInt(v.Num, 10) + unit })
	}
	if plainKey(a.Key) {
		return Selecting{Text: a.Key + "=^" + quoteTag(v.Text) + "$"}
	}
	return Selecting{Text: "^" + quoteTag(a.Key+":"+v.Text) + "$"}
}

// SelectRange is the filter for samples with a number from lo to hi, both included.
func (p *Profile) SelectRange(a LabelAxis, lo, hi int64) Selecting {
	if lo == hi {
		return p.SelectValue(a, LabelValue{Num: lo})
	}
	return p.selectRange(a, func(unit string) string {
		return strconv.FormatInt(lo, 10) + unit + ":" + strconv.FormatInt(hi, 10) + unit
	})
}

// SelectKey is the filter for samples with any value of an axis.
func (p *Profile) SelectKey(a LabelAxis) Selecting {
	switch {
	case a.Numeric:
		return p.selectRange(a, func(unit string) string { return strconv.FormatInt(-1<<63, 10) + unit + ":" })
	case plainKey(a.Key):
		return Selecting{Text: a.Key + "="}
	}
	return Selecting{Text: "^" + quoteTag(a.Key+":")}
}

// SelectWithout is the filter for samples without any value of an axis.
func (p *Profile) SelectWithout(a LabelAxis) Selecting {
	s := p.SelectKey(a)
	s.Without = s.Text != ""
	return s
}

// plainKey reports whether key= begins a filter for a key. Without a key a filter judges key:value.
func plainKey(key string) bool { return key != "" && !strings.ContainsAny(key, "=\n") }

// selectRange is a filter on an axis of numbers, which text makes, given the unit for ranges. It is
// empty for a key that a range cannot be limited to, and for units that ranges do not know.
func (p *Profile) selectRange(a LabelAxis, text func(unit string) string) Selecting {
	unit, ok := rangeUnit(p.LabelUnits()[a.Key])
	if !ok || !plainKey(a.Key) {
		return Selecting{}
	}
	return Selecting{Text: a.Key + "=" + text(unit)}
}

// quoteTag writes a text so that it is found literally by one part of a filter
// on labels: besides what a regular expression needs, without the comma and the
// equals sign that filters are divided at, without line ends, and without runs
// of digits that pprof would try, and fail, to read as a number of 64 bits.
func quoteTag(s string) string {
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
