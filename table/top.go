package table

import (
	"cmp"
	"strings"

	"profstation/model"
)

// The columns of [Top].
const (
	TopFlat = iota
	TopFlatPercent
	TopSumPercent
	TopCum
	TopCumPercent
	TopName
)

// Top is the table of nodes as `go tool pprof -top` prints it: all values in
// one unit, shares of the result's total, sums in the order of the rows. Sort the
// rows before, with [TopSort].
func Top(r *model.Result, rows []model.Row) *Table { return TopIn(r, rows, "minimum") }

// topLine is a row with the sum of the flat values down to it.
type topLine struct {
	model.Row
	sum int64
}

// TopIn is [Top] with values in a unit of the user's choice: "minimum", "auto"
// for the best one for each value, or a name such as ms or MB.
//
// In a file, values are whole numbers in the unit of the sample type, or their
// means; shares are in per cent and always positive, as in pprof.
func TopIn(r *model.Result, rows []model.Row, unit string) *Table {
	if unit == "minimum" {
		unit = r.TableUnit(rows)
	}
	lines := make([]topLine, len(rows))
	var sum, least, most int64
	for i, row := range rows {
		sum += row.Flat
		lines[i] = topLine{row, sum}
		least, most = min(least, row.FlatValue(), row.CumValue()), max(most, row.FlatValue(), row.CumValue())
	}
	value := valueWidth(r.Format(least, unit), r.Format(most, unit))
	inlined := inlinedFunctions(r)
	t := tableOf(lines, []column[topLine]{
		{glossed("flat", value), func(x *topLine) string { return r.Format(x.FlatValue(), unit) }, nil},
		{glossed("flat%", shareWidth), func(x *topLine) string { return model.Percent(x.Flat, r.Total) },
			func(x *topLine) float64 { return shareOf(r, x.Flat) }},
		{glossed("sum%", shareWidth), func(x *topLine) string { return model.Percent(x.sum, r.Total) }, nil},
		{glossed("cum", value), func(x *topLine) string { return r.Format(x.CumValue(), unit) }, nil},
		{glossed("cum%", shareWidth), func(x *topLine) string { return model.Percent(x.Cum, r.Total) },
			func(x *topLine) float64 { return shareOf(r, x.Cum) }},
		{nodeColumn(r.Query.Granularity, namedNode), func(x *topLine) string {
			n := r.Nodes.Node(x.Node)
			return model.Sanitise(n.String()) + inlined[n.Name].mark()
		}, nil},
	}, []string{"flat", "flat_percent", "sum_percent", "cum", "cum_percent", "name"}, func(x *topLine) []string {
		return []string{
			whole(x.FlatValue()), plain(model.Share(x.Flat, r.Total)), plain(model.Share(x.sum, r.Total)),
			whole(x.CumValue()), plain(model.Share(x.Cum, r.Total)), r.Nodes.Node(x.Node).String(),
		}
	})
	t.remember()
	cell := t.Cell // as it is here: TopBeside shortens names
	t.Note = func(row int) string {
		return cell(row, TopName) +
			"\nflat " + cell(row, TopFlat) + " (" + cell(row, TopFlatPercent) + ")" +
			"\ncum " + cell(row, TopCum) + " (" + cell(row, TopCumPercent) + ")"
	}
	return t
}

// TopBeside is [Top] for half of the room: narrower columns, and names without the
// paths of their packages, which the notes of the rows have. Files have them too.
func TopBeside(r *model.Result, rows []model.Row) *Table {
	const slim = 66.0
	t := Top(r, rows)
	for i, c := range t.Columns {
		if c.Width > 0 {
			t.Columns[i].Width = min(c.Width, slim)
		}
	}
	t.Least = slim
	cell := t.Cell
	t.Cell = func(row, col int) string {
		text := cell(row, col)
		if col != TopName {
			return text
		}
		name := r.Nodes.Node(rows[row].Node).Name
		return strings.Replace(text, model.Sanitise(name), model.Sanitise(model.ShortName(name, false)), 1)
	}
	return t
}

// TopSort sorts rows by a column of [Top]: figures by their magnitude, as pprof
// sorts them. The sum% of a row follows from the order of flat values, and so sorts
// as they do.
func TopSort(r *model.Result, rows []model.Row, column int, descending bool) {
	order[model.Row, int64]{
		key: func(x *model.Row) int64 {
			switch column {
			case TopCum, TopCumPercent:
				return model.Magnitude(x.Cum)
			}
			return model.Magnitude(x.Flat)
		},
		name:   func(x *model.Row) string { return r.Nodes.Node(x.Node).String() },
		byName: column == TopName, descending: descending,
		last: func(a, b *model.Row) int {
			return cmp.Or(cmp.Compare(model.Magnitude(b.Cum), model.Magnitude(a.Cum)), cmp.Compare(a.Node, b.Node))
		},
	}.sort(rows)
}
