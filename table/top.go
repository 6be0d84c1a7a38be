package table

import (
	"strconv"
	"strings"

	"profstation/model"
	"profstation/scene"
)

// The columns of [Top].
const (
	TopFlat = iota
	TopFlatPercent
	TopSumPercent
	TopCum
	TopCumPercent
	TopName
	topColumns
)

// Top is the table of nodes as `go tool pprof -top` prints it: all values in
// one unit, shares of the result's total, sums in the order of the rows. It
// keeps the rows, which must not change afterwards: sort them before, with
// [TopSort].
func Top(r *model.Result, rows []model.Row) *Table {
	return TopIn(r, rows, "minimum")
}

// TopIn is [Top] with values in a unit of the user's choice: "minimum", "auto"
// for the best one for each value, or a name such as ms or MB.
func TopIn(r *model.Result, rows []model.Row, unit string) *Table {
	t := &top{r: r, rows: rows, unit: unit}
	if unit == "minimum" {
		t.unit = r.TableUnit(rows)
	}
	t.inlined = inlinedFunctions(r)
	t.cells = make([][topColumns]string, len(rows))
	t.sum = make([]int64, len(rows))
	var sum, least, most int64
	for i, row := range rows {
		sum += row.Flat
		t.sum[i] = sum
		least, most = min(least, row.FlatValue(), row.CumValue()), max(most, row.FlatValue(), row.CumValue())
	}
	value := valueWidth(t.format(least), t.format(most))
	columns := []Column{
		{"flat", value, true, model.Glossary("flat")},
		{"flat%", shareWidth, true, model.Glossary("flat%")},
		{"sum%", shareWidth, true, model.Glossary("sum%")},
		{"cum", value, true, model.Glossary("cum")},
		{"cum%", shareWidth, true, model.Glossary("cum%")},
		{nodeTitle(r.Query.Granularity), 0, false, "The node, named as go tool pprof names it."},
	}
	return &Table{
		Columns: columns, Rows: len(rows), Cell: t.cell, Bar: t.bar, Note: t.note,
		Fields: []string{"flat", "flat_percent", "sum_percent", "cum", "cum_percent", "name"},
		Record: t.record,
	}
}

// nodeTitle says what a node of a granularity is.
func nodeTitle(g model.Granularity) string {
	switch g {
	case model.Files:
		return "file"
	case model.Lines:
		return "line"
	case model.Addresses:
		return "address"
	}
	return "function"
}

const shareWidth = 84.0

// valueWidth is the width of a column of values, of which the longest are
// given: with room for a wider font than ours, which an SVG may be shown in.
func valueWidth(values ...string) float64 {
	width := 60.0
	for _, s := range values {
		// Another value may have two decimals where this one has none.
		if !strings.Contains(s, ".") {
			s += ".00"
		}
		width = max(width, 1.15*scene.Measure(s, font))
	}
	return width + 2*gap
}

type top struct {
	r     *model.Result
	rows  []model.Row
	unit  string
	sum   []int64              // of flat, down to each row
	cells [][topColumns]string // made when first shown

	inlined map[string]Inlining // by name of function; nil: not known
}

func (t *top) format(v int64) string { return t.r.Format(v, t.unit) }

func (t *top) cell(row, col int) string {
	c := &t.cells[row]
	if c[TopFlat] == "" {
		x := t.rows[row]
		*c = [topColumns]string{
			t.format(x.FlatValue()), model.Percent(x.Flat, t.r.Total), model.Percent(t.sum[row], t.r.Total),
			t.format(x.CumValue()), model.Percent(x.Cum, t.r.Total), model.Sanitise(t.name(row)) + t.inlining(row).mark(),
		}
	}
	return c[col]
}

// name is the node's name as it stands in the profile.
func (t *top) name(row int) string { return t.r.Nodes.Node(t.rows[row].Node).String() }

func (t *top) bar(row, col int) float64 {
	v := t.rows[row].Flat
	switch col {
	case TopFlatPercent:
	case TopCumPercent:
		v = t.rows[row].Cum
	default:
		return 0
	}
	if t.r.Total == 0 {
		return 0
	}
	return float64(v) / float64(t.r.Total)
}

func (t *top) note(row int) string {
	return t.cell(row, TopName) +
		"\nflat " + t.cell(row, TopFlat) + " (" + t.cell(row, TopFlatPercent) + ")" +
		"\ncum " + t.cell(row, TopCum) + " (" + t.cell(row, TopCumPercent) + ")"
}

// record fills the fields of a file: whole numbers in the unit of the sample
// type, or their means, shares in per cent, always positive as in pprof.
func (t *top) record(row int, f []string) {
	x := t.rows[row]
	f[0] = strconv.FormatInt(x.FlatValue(), 10)
	f[1] = plain(model.Share(x.Flat, t.r.Total))
	f[2] = plain(model.Share(t.sum[row], t.r.Total))
	f[3] = strconv.FormatInt(x.CumValue(), 10)
	f[4] = plain(model.Share(x.Cum, t.r.Total))
	f[5] = t.name(row)
}

// plain writes a number with as many digits as it has, without an exponent.
func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
