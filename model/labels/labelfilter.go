package labels

import (
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
)

// Selecting is a filter on labels, ready to be set. As tagfocus it keeps what the figure stands for, as
// tagignore the rest. If Without is set, it is the other way round, for samples without a label: as tagignore
// it keeps them. An empty Text means no filter, because pprof's language cannot express it.
type Selecting struct {
	Text    string
	Without bool
}

// SelectValue returns the filter for samples that have a value on an axis. It does not distinguish values
// that differ only in bytes that are not UTF-8. Numbers are compared in floating point, as in pprof, so
// neighbours beyond 2⁵³ are the same.
func SelectValue(p *model.Profile, a model.LabelAxis, v model.LabelValue) Selecting {
	if a.Numeric {
		return selectRange(p, a, func(unit string) string { return strconv.FormatInt(v.Num, 10) + unit })
	}
	if plainKey(a.Key) {
		return Selecting{Text: a.Key + "=^" + query.QuoteTag(v.Text) + "$"}
	}
	return Selecting{Text: "^" + query.QuoteTag(a.Key+":"+v.Text) + "$"}
}

// SelectRange returns the filter for samples with a number from lo to hi, both included.
func SelectRange(p *model.Profile, a model.LabelAxis, lo, hi int64) Selecting {
	if lo == hi {
		return SelectValue(p, a, model.LabelValue{Num: lo})
	}
	return selectRange(p, a, func(unit string) string {
		return strconv.FormatInt(lo, 10) + unit + ":" + strconv.FormatInt(hi, 10) + unit
	})
}

// SelectKey returns the filter for samples with any value on an axis.
func SelectKey(p *model.Profile, a model.LabelAxis) Selecting {
	switch {
	case a.Numeric:
		return selectRange(p, a, func(unit string) string { return strconv.FormatInt(-1<<63, 10) + unit + ":" })
	case plainKey(a.Key):
		return Selecting{Text: a.Key + "="}
	}
	return Selecting{Text: "^" + query.QuoteTag(a.Key+":")}
}

// SelectWithout returns the filter for samples without any value on an axis.
func SelectWithout(p *model.Profile, a model.LabelAxis) Selecting {
	s := SelectKey(p, a)
	s.Without = s.Text != ""
	return s
}

// plainKey reports whether key= begins a filter for a key. Without a key a filter judges key:value.
func plainKey(key string) bool { return key != "" && !strings.ContainsAny(key, "=\n") }

// selectRange returns a filter on a numeric axis. text makes it from the unit to use in ranges. The filter is
// empty for a key to which a range cannot be limited, and for units that ranges do not know.
func selectRange(p *model.Profile, a model.LabelAxis, text func(unit string) string) Selecting {
	unit, ok := units.RangeUnit(p.LabelUnits()[a.Key])
	if !ok || !plainKey(a.Key) {
		return Selecting{}
	}
	return Selecting{Text: a.Key + "=" + text(unit)}
}
