package table

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
	"profstation/scene"
)

// The columns of [Diff].
const (
	DiffBase = iota
	DiffNew
	DiffDelta
	DiffPercent
	DiffShare
	DiffVerdict
	DiffName
)

// changed is what one row in a table of changes shows.
type changed struct {
	compare.Change
	share float64 // share in all changes, in per cent
}

// changes describes the columns in a table of changes.
type changes[T any] struct {
	of      func(*T) changed
	name    func(*T) string // as it is written in a file
	column  func(iter.Seq[float64]) func(float64) string
	unit    string // the suffix of all values, such as /s; shown once, above the differences
	percent func(*changed) string
	help    changeHelp
}

// changeHelp explains the columns. Where a text is empty, the glossary explains the column.
type changeHelp struct{ base, now, delta, percent, share, real string }

// columns returns all columns for the rows; name heads the last one.
func (c changes[T]) columns(rows []T, name Column) []ColumnOf[T] {
	shown := func(text string) string { return strings.TrimSuffix(text, c.unit) }
	figures := func(of func(*changed) []float64) iter.Seq[float64] {
		return func(yield func(float64) bool) {
			for i := range rows {
				x := c.of(&rows[i])
				for _, v := range of(&x) {
					if !yield(v) {
						return
					}
				}
			}
		}
	}
	format := c.column(figures(func(x *changed) []float64 { return []float64{x.Before, x.After} }))
	change := c.column(figures(func(x *changed) []float64 { return []float64{x.Delta} }))
	signed := func(v float64) string {
		if v > 0 {
			return "+" + change(v)
		}
		return change(v)
	}
	lowest, highest := "", ""
	for i := range rows {
		x := c.of(&rows[i])
		if s := shown(format(max(math.Abs(x.Before), math.Abs(x.After)))); len(s) > len(highest) {
			highest = s
		}
		if s := shown(signed(x.Delta)); len(s) > len(lowest) {
			lowest = s
		}
	}
	value := ValueWidth(lowest, highest)
	show := func(head Column, help string, text func(*changed) string) ColumnOf[T] {
		head.Help = cmp.Or(help, head.Help)
		return ColumnOf[T]{head, func(row *T) string {
			x := c.of(row)
			return text(&x)
		}, nil}
	}
	share := show(termed("of Σ|Δ|", shareWidth), c.help.share, func(x *changed) string { return strconv.FormatFloat(x.share, 'f', 2, 64) + "%" })
	share.Bar = func(row *T) float64 { return c.of(row).share / 100 }
	verdict := show(termed("significance", max(verdictWidth, scene.Measure(compare.Unjudged.Short(), font)+20)),
		c.help.real, func(x *changed) string { return x.Verdict.Outcome.Short() })
	verdict.Right = false
	delta := show(glossed("Δ", max(value, ValueWidth("Δ"+c.unit))), c.help.delta, func(x *changed) string { return shown(signed(x.Delta)) })
	delta.Title += c.unit
	return []ColumnOf[T]{
		show(termed("base", value), c.help.base, func(x *changed) string { return shown(format(x.Before)) }),
		show(termed("new", value), c.help.now, func(x *changed) string { return shown(format(x.After)) }),
		delta,
		show(glossed("Δ%", shareWidth), c.help.percent, c.percent),
		share,
		verdict,
		{name, func(row *T) string { return safe.Text(c.name(row)) }, nil},
	}
}

func (c changes[T]) table(rows []T, columns []ColumnOf[T], fields []string, record func(*T) []units.Cell) *Table {
	t := Of(rows, columns, fields, record)
	t.Signed, t.Spare = true, []int{DiffShare, DiffPercent, DiffBase, DiffNew}
	t.Quiet = func(row int) bool { return c.of(&rows[row]).Verdict.Outcome.Noise() }
	t.remember()
	return t
}

// sort sorts rows by a column: figures by their magnitude, with rows that are new or gone as infinite changes, and
// verdicts by their corrected probability. Among equal names the node numbers decide.
func (c changes[T]) sort(ctx context.Context, rows []T, column int, descending bool, node func(T) int) {
	Sorting[T, float64]{
		Key: func(row *T) float64 {
			switch x := c.of(row); column {
			case DiffBase:
				return math.Abs(x.Before)
			case DiffNew:
				return math.Abs(x.After)
			case DiffDelta:
				return math.Abs(x.Delta)
			case DiffPercent:
				return math.Abs(x.Percent())
			case DiffShare:
				return math.Abs(x.share)
			case DiffVerdict:
				if math.IsNaN(x.Verdict.Q) {
					return -2 // after all rows that were judged
				}
				return -x.Verdict.Q
			}
			return 0
		},
		Name: c.name, ByName: column == DiffName, Descending: descending,
		Last: func(a, b T) int { return cmp.Compare(node(a), node(b)) },
	}.Sort(work.StepsUntil(ctx), rows)
}

// Diff returns the table of what changed: base, new, Δ, Δ%, share of change, the verdict, and the name. It shows
// cum values if the comparison's query sorts by cum, else flat ones. The rows must not change afterwards.
//
// In a file it has both flat and cum values, normalised as their columns say. Unknown values are empty.
func Diff(c *compare.Comparison, rows []compare.Row) *Table {
	d := diffChanges(c)
	fields := slices.Concat([]string{"name"}, changeFields(c, "_flat"), changeFields(c, "_cum"))
	t := d.table(rows, d.columns(rows, nodeColumn(c.Query.Granularity, lang.L(namedNode))), fields, func(r *compare.Row) []units.Cell {
		return slices.Concat([]units.Cell{units.Text(c.Name(r.Node))}, changeRecord(&r.Flat, r.FlatShare), changeRecord(&r.Cum, r.CumShare))
	})
	t.Shorter = func(row int) []string { return shorterNames(c.New, rows[row].Node, "") }
	t.Note = func(row int) string {
		r := &rows[row]
		return t.Cell(row, DiffName) + "\n" + lang.L("flat {{.Change}}",
			lang.With{"Change": changeNote(c, &r.Flat, ": ")}) + spreadNote(c, r, false) +
			"\n" + lang.L("cum {{.Change}}", lang.With{"Change": changeNote(c, &r.Cum, ": ")}) + spreadNote(c, r, true)
	}
	return t
}

// spreadNote lists a figure's values in each recording of the two groups. It returns "" if two single recordings
// are compared.
func spreadNote(c *compare.Comparison, r *compare.Row, cum bool) string {
	before, after := c.Spread(r.Node, cum)
	if before == nil {
		return ""
	}
	return "\n  " + lang.L("base: {{.Values}}", lang.With{"Values": join(before, ", ", c.Format)}) +
		"\n  " + lang.L("new: {{.Values}}", lang.With{"Values": join(after, ", ", c.Format)})
}

// changeFields returns the names of changeRecord's fields. of follows each name, and by what they are normalised the
// names of values.
func changeFields(c *compare.Comparison, of string) []string {
	by := c.Column()
	return []string{"base" + of + by, "new" + of + by, "delta" + of + by, "delta" + of + "_percent", "share_of_change" + of,
		"finding" + of, "p" + of, "q" + of}
}

// changeRecord returns a change's fields in a file: base, new, Δ, Δ%, share of change, finding, p and q.
func changeRecord(x *compare.Change, share float64) []units.Cell {
	return []units.Cell{
		plain(x.Before), plain(x.After), plain(x.Delta), Exact(x.Percent()), Exact(share),
		units.Text(string(x.Verdict.Outcome)), Exact(x.Verdict.P), Exact(x.Verdict.Q),
	}
}

// changeNote describes a change in words, followed by the separator and the verdict.
func changeNote(c *compare.Comparison, x *compare.Change, separator string) string {
	return fmt.Sprintf("%s → %s, %s (%s)%s%s", c.Format(x.Before), c.Format(x.After), c.FormatChange(x.Delta),
		x.PercentText(), separator, c.Words(lang.L, x))
}

// comparisonChanges describes the columns of changes in a comparison.
func comparisonChanges[T any](c *compare.Comparison, help changeHelp, of func(*T) changed, name func(*T) string) changes[T] {
	return changes[T]{
		unit: c.Normalisation.Suffix(),
		of:   of, name: name, column: func(all iter.Seq[float64]) func(float64) string { return compare.InOneUnit(c, all) }, percent: func(x *changed) string { return x.PercentText() },
		help: help,
	}
}

func diffChanges(c *compare.Comparison) changes[compare.Row] {
	with := lang.With{"Value": shownValue(c.Query), "Way": c.Normalisation.Words(lang.L)}
	return comparisonChanges(c, changeHelp{
		base:  lang.L("The {{.Value}} value in the base, normalised: {{.Way}}.", with),
		now:   lang.L("The {{.Value}} value in the new profile, normalised: {{.Way}}.", with),
		share: lang.L("The change as a share of all changes, up and down, of flat values."),
	}, func(r *compare.Row) changed {
		if c.Query.Sort == query.ByCum {
			return changed{r.Cum, r.CumShare}
		}
		return changed{r.Flat, r.FlatShare}
	}, func(r *compare.Row) string { return c.Name(r.Node) })
}

func shownValue(q query.Query) string {
	if q.Sort == query.ByCum {
		return "cum"
	}
	return "flat"
}

// DiffSort sorts rows by one of [Diff]'s columns.
func DiffSort(ctx context.Context, c *compare.Comparison, rows []compare.Row, column int, descending bool) {
	diffChanges(c).sort(ctx, rows, column, descending, func(r compare.Row) int { return int(r.Node) })
}

// LabelsDiff returns the table of what changed in the samples with each value of a label. The rows must not change
// afterwards.
func LabelsDiff(c *compare.Comparison, rows []compare.LabelRow) *Table {
	key := 80.0
	for i := range rows {
		key = max(key, min(220, ValueWidth(safe.Text(rows[i].Key))))
	}
	with := lang.With{"Way": c.Normalisation.Words(lang.L)}
	d := comparisonChanges(c, changeHelp{
		base:  lang.L("The value of the samples with this label in the base, normalised: {{.Way}}.", with),
		now:   lang.L("The value of the samples with this label in the new profile, normalised: {{.Way}}.", with),
		share: lang.L("The change as a share of all changes, up and down, among the key's values."),
	},
		func(x *compare.LabelRow) changed { return changed{x.Change, x.Share} },
		func(x *compare.LabelRow) string {
			if x.Missing() {
				return lang.L("(without it)")
			}
			return x.Value
		})
	first := ColumnOf[compare.LabelRow]{Column{lang.L("label"), key, false, lang.L("The key of the label, as it was given to pprof.Do.")},
		func(x *compare.LabelRow) string { return safe.Text(x.Key) }, nil}
	t := d.table(rows, append([]ColumnOf[compare.LabelRow]{first},
		d.columns(rows, Column{lang.L("value"), 0, false, lang.L("The value of the label.")})...),
		append([]string{"key", "value"}, changeFields(c, "")...),
		func(x *compare.LabelRow) []units.Cell {
			return append([]units.Cell{units.Text(x.Key), units.Text(x.Value)}, changeRecord(&x.Change, x.Share)...)
		})
	t.Note = func(row int) string {
		x := &rows[row]
		return safe.Text(x.Key) + " = " + safe.Text(d.name(x)) + "\n" + changeNote(c, &x.Change, "\n")
	}
	return t
}

// DiffReport is a comparison's table with its heading.
type DiffReport struct {
	Base, New  string // the names of the files, as the user gave them
	Comparison *compare.Comparison
	Rows       []compare.Row
}

type diffJSON struct {
	Base          string            `json:"base"`
	New           string            `json:"new"`
	Type          string            `json:"type"`
	Unit          string            `json:"unit"`
	Normalisation string            `json:"normalisation"`
	Method        compare.Method    `json:"method"`
	Explanation   []string          `json:"explanation"`
	Filters       map[string]string `json:"filters"`
	Total         diffFigure        `json:"total"`
	Rows          []diffRow         `json:"rows"`
}

type diffRow struct {
	Name string     `json:"name"`
	Flat diffFigure `json:"flat"`
	Cum  diffFigure `json:"cum"`
}

// diffFigure holds a figure's values. Base and New are as recorded, all others are normalised. Figures that are
// unknown or infinite are null.
type diffFigure struct {
	Base       int64           `json:"base"`
	New        int64           `json:"new"`
	Before     float64         `json:"base_normalised"`
	After      float64         `json:"new_normalised"`
	Delta      float64         `json:"delta"`
	Percent    *float64        `json:"delta_percent"`
	Share      *float64        `json:"share_of_change,omitempty"`
	Finding    compare.Outcome `json:"finding"`
	Words      string          `json:"words"`
	P          *float64        `json:"p"`
	Q          *float64        `json:"q"`
	Low        *float64        `json:"low"`
	High       *float64        `json:"high"`
	Detectable *float64        `json:"detectable"`
}

// WriteJSON writes one object: what was compared and how, and the rows.
func (t *DiffReport) WriteJSON(w io.Writer) error {
	c := t.Comparison
	total := c.Total()
	d := diffJSON{
		Base: t.Base, New: t.New, Type: c.Type.Type, Unit: c.Type.Unit,
		Normalisation: c.Normalisation.Words(lang.English), Method: c.Method(), Explanation: c.Explain(lang.English),
		Filters: filters(c.Query), Total: figureOf(c, &total.Change, math.NaN()), Rows: make([]diffRow, len(t.Rows)),
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		d.Rows[i] = diffRow{c.Name(r.Node), figureOf(c, &r.Flat, r.FlatShare), figureOf(c, &r.Cum, r.CumShare)}
	}
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	out.SetEscapeHTML(false)
	return out.Encode(d)
}

func figureOf(c *compare.Comparison, x *compare.Change, share float64) diffFigure {
	number := func(v float64) *float64 {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return &v
	}
	v := &x.Verdict
	low, high := v.Interval()
	return diffFigure{
		x.Base, x.New, x.Before, x.After, x.Delta, number(x.Percent()), number(share),
		v.Outcome, c.Words(lang.English, x), number(v.P), number(v.Q), number(low), number(high), number(v.Detectable()),
	}
}
