package table

import (
	"math"
	"strconv"

	"profstation/model"
	"profstation/model/compare"
)

// The columns of [Diff] and [Groups].
const (
	DiffBase = iota
	DiffNew
	DiffDelta
	DiffPercent
	DiffShare
	DiffVerdict
	DiffName
)

// change is a row of a table of changes.
type change struct {
	before, after, delta float64
	share                float64 // of all changes, in per cent
	verdict              *compare.Verdict
}

// changes are the columns of a table of changes.
type changes[T any] struct {
	of      func(*T) change
	format  func(float64) string
	signed  func(float64) string // for differences
	percent func(*T) string
	wide    float64 // the least width of the verdict
	help    changeHelp
}

// changeHelp explains the columns. Where a text is empty, the glossary explains it.
type changeHelp struct{ base, now, delta, percent, share, real string }

// table is a table of rows with a column for their names, and with one before the
// figures where first is not nil.
func (c changes[T]) table(rows []T, first *column[T], name column[T], fields []string, record func(*T) []string) *Table {
	least, most := "", ""
	for i := range rows {
		x := c.of(&rows[i])
		if s := c.format(max(math.Abs(x.before), math.Abs(x.after))); len(s) > len(most) {
			most = s
		}
		if s := c.signed(x.delta); len(s) > len(least) {
			least = s
		}
	}
	value := valueWidth(least, most)
	explained := func(title string, width float64, right bool, help string) Column {
		if help == "" {
			help = model.Glossary(title)
		}
		return Column{title, width, right, help}
	}
	var columns []column[T]
	if first != nil {
		columns = append(columns, *first)
	}
	columns = append(columns,
		column[T]{Column{"base", value, true, c.help.base}, func(x *T) string { return c.format(c.of(x).before) }, nil},
		column[T]{Column{"new", value, true, c.help.now}, func(x *T) string { return c.format(c.of(x).after) }, nil},
		column[T]{explained("Δ", value, true, c.help.delta), func(x *T) string { return c.signed(c.of(x).delta) }, nil},
		column[T]{explained("Δ%", shareWidth, true, c.help.percent), c.percent, nil},
		column[T]{Column{"of Δ", shareWidth, true, c.help.share},
			func(x *T) string { return strconv.FormatFloat(c.of(x).share, 'f', 2, 64) + "%" },
			func(x *T) float64 { return c.of(x).share / 100 }},
		column[T]{explained("is it real?", max(c.wide, verdictWidth), false, c.help.real), func(x *T) string { return string(c.of(x).verdict.Finding) }, nil},
		name)
	t := tableOf(rows, columns, fields, record)
	t.Signed = true
	t.Quiet = func(row int) bool { return c.of(&rows[row]).verdict.Noise() }
	t.remember()
	return t
}

// sort sorts rows by a column: figures by their magnitude, what is new or gone as
// an infinite change, verdicts by their corrected probability. percent is the
// change of a row in parts of its base.
func (c changes[T]) sort(rows []T, column int, descending bool, name func(*T) string, percent func(*T) float64, last func(a, b *T) int) {
	order[T, float64]{
		key: func(x *T) float64 {
			switch r := c.of(x); column {
			case DiffBase:
				return math.Abs(r.before)
			case DiffNew:
				return math.Abs(r.after)
			case DiffDelta:
				return math.Abs(r.delta)
			case DiffPercent:
				return math.Abs(percent(x))
			case DiffShare:
				return math.Abs(r.share)
			case DiffVerdict:
				if math.IsNaN(r.verdict.Q) {
					return -2 // after all that were judged
				}
				return -r.verdict.Q
			}
			return 0
		},
		name: name, byName: column == DiffName, descending: descending, last: last,
	}.sort(rows)
}
