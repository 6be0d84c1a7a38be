package table

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/model/units"
	"profstation/model/work"
)

// The columns in [Top].
const (
	TopFlat = iota
	TopFlatPercent
	TopSumPercent
	TopCum
	TopCumPercent
	TopName
	TopLife // only with lives
)

// topLine is a row with the sum of the flat values down to it.
type topLine struct {
	query.Row
	sum int64
}

// Top returns the table of nodes with the columns of `go tool pprof -top`: all values in one unit, see
// [query.Result.InOneUnit], shares relative to the result's total, and sums in the order of the rows. Call [TopSort] first
// to sort them.
//
// In a file, values are whole numbers in the sample type's unit, or their means. Shares are in per cent and always
// positive, as in pprof.
//
// With lives, the last column says how long what a node allocates itself lives, whatever the query filters.
func Top(r *query.Result, rows []query.Row, lives *series.Lives) *Table {
	format := r.RowsInOneUnit(rows)
	lines := make([]topLine, len(rows))
	var sum, smallest, largest int64
	for i, row := range rows {
		sum += row.Flat
		lines[i] = topLine{row, sum}
		smallest, largest = min(smallest, row.FlatValue(), row.CumValue()), max(largest, row.FlatValue(), row.CumValue())
	}
	value := ValueWidth(format(smallest), format(largest))
	inlined := inlinedFunctions(r)
	columns := []ColumnOf[topLine]{
		{glossedOf(r, "flat", value), func(x *topLine) string { return format(x.FlatValue()) }, nil},
		shares(glossed("flat%", shareWidth), r, func(x *topLine) int64 { return x.Flat }),
		{glossed("sum%", shareWidth), func(x *topLine) string { return units.Percent(x.sum, r.Total) }, nil},
		{glossedOf(r, "cum", value), func(x *topLine) string { return format(x.CumValue()) }, nil},
		shares(glossed("cum%", shareWidth), r, func(x *topLine) int64 { return x.Cum }),
		{nodeColumn(r.Query.Granularity, lang.L(namedNode)), func(x *topLine) string {
			n := r.Nodes.Node(x.Node)
			return safe.Text(n.String()) + mark(inlined[n.Name])
		}, nil},
	}
	fields := []string{"flat", "flat_percent", "sum_percent", "cum", "cum_percent", "name"}
	of := func(n query.NodeID) *series.Life { return lives.Of[r.Nodes.Node(n).Name] }
	if lives != nil {
		term := lang.Later("mean life")
		fields = append(fields, lifeFields...)
		columns = append(columns, ColumnOf[topLine]{glossed(term, lifeWidth), func(x *topLine) string { return life(of(x.Node)) }, nil})
	}
	t := Of(lines, columns, fields, func(x *topLine) []units.Cell {
		cells := []units.Cell{
			units.WholeCell(x.FlatValue()), plain(units.Share(x.Flat, r.Total)), plain(units.Share(x.sum, r.Total)),
			units.WholeCell(x.CumValue()), plain(units.Share(x.Cum, r.Total)), units.Text(r.Nodes.Node(x.Node).String()),
		}
		if lives != nil {
			cells = append(cells, lifeCells(of(x.Node))...)
		}
		return cells
	})
	t.Spare = []int{TopSumPercent, TopCumPercent, TopFlatPercent, TopCum}
	t.remember()
	t.Shorter = func(row int) []string {
		id := rows[row].Node
		return shorterNames(r, id, mark(inlined[r.Nodes.Node(id).Name]))
	}
	cell := t.Cell // the Cell set above: TopBeside shortens names
	t.Note = func(row int) string {
		text := cell(row, TopName) +
			"\n" + lang.L("flat {{.Value}} ({{.Share}})", lang.With{"Value": cell(row, TopFlat), "Share": cell(row, TopFlatPercent)}) +
			"\n" + lang.L("cum {{.Value}} ({{.Share}})", lang.With{"Value": cell(row, TopCum), "Share": cell(row, TopCumPercent)})
		if lives != nil {
			if l := of(rows[row].Node); l != nil {
				text += "\n" + livesText(l, lives.Covers)
			}
		}
		return text
	}
	return t
}

// TopBeside is [Top] for half the width: columns are narrower, and names lack their package paths. Notes and files
// keep them.
func TopBeside(r *query.Result, rows []query.Row) *Table {
	const slim = 66.0
	t := Top(r, rows, nil)
	for i, c := range t.Columns {
		if c.Width > 0 {
			t.Columns[i].Width = min(c.Width, slim)
		}
	}
	t.Min = slim
	cell := t.Cell
	t.Cell = func(row, col int) string {
		text := cell(row, col)
		if col != TopName {
			return text
		}
		name := r.Nodes.Node(rows[row].Node).Name
		return strings.Replace(text, safe.Text(name), safe.Text(r.LanguageOf(rows[row].Node).Short(name, false)), 1)
	}
	return t
}

// TopSort sorts rows by one of [Top]'s columns, figures by their magnitude, as pprof does. A row's sum% follows
// from the order of flat values, so it sorts like flat. Without lives, so does [TopLife]; what has none is shortest. If the
// context ends, the order means nothing.
func TopSort(ctx context.Context, r *query.Result, rows []query.Row, lives *series.Lives, column int, descending bool) {
	Sorting[query.Row, int64]{
		Key: func(x *query.Row) int64 {
			if column == TopLife && lives != nil {
				return lastsFor(lives.Of[r.Nodes.Node(x.Node).Name])
			}
			if column == TopCum || column == TopCumPercent {
				return units.Magnitude(x.Cum)
			}
			return units.Magnitude(x.Flat)
		},
		Name:   func(x *query.Row) string { return r.Nodes.Node(x.Node).String() },
		ByName: column == TopName, Descending: descending,
		Last: func(a, b query.Row) int {
			return cmp.Or(cmp.Compare(units.Magnitude(b.Cum), units.Magnitude(a.Cum)), cmp.Compare(a.Node, b.Node))
		},
	}.Sort(work.StepsUntil(ctx), rows)
}

// TopReport is the table of a result's nodes with its heading.
type TopReport struct {
	File   string // the file's name, as the user gave it
	Result *query.Result
	Table  *query.Table
}

// Heading returns the lines above the table: what is shown, the active filters, how much of the total the rows
// account for, and what was left out.
func (t *TopReport) Heading() []string {
	return append(heading(t.Result), strings.Join(explain.Summary(t.Result, lang.L, t.Table, t.Result.RowsInOneUnit(t.Table.Rows)), " · "))
}

// topHeader is the JSON object around the rows. Values are in Unit.
type topHeader struct {
	subject
	Granularity query.Granularity `json:"granularity"`
	Sort        query.Sort        `json:"sort"`
	Filters     map[string]string `json:"filters"`
	Shown       int               `json:"shown"`         // rows
	Nodes       int               `json:"nodes"`         // before nodecount
	Dropped     int               `json:"dropped"`       // dropped by nodefraction
	Cutoff      int64             `json:"cutoff"`        // rows with a smaller |cum| were dropped
	Flat        int64             `json:"accounted_for"` // Σflat over the rows
}

// topRow is one row. File and Line are the row's own, or where its function begins.
type topRow struct {
	Flat        int64   `json:"flat"`
	FlatPercent float64 `json:"flat_percent"`
	SumPercent  float64 `json:"sum_percent"`
	Cum         int64   `json:"cum"`
	CumPercent  float64 `json:"cum_percent"`
	Name        string  `json:"name"`
	File        string  `json:"file,omitempty"`
	Line        int64   `json:"line,omitempty"`
	Inline      string  `json:"inline,omitempty"`
}

// WriteJSON writes one object: what was asked and left out, and the rows with the fields in the CSV form and,
// where known, file, line and inlining. Values are whole numbers in the sample type's unit. Bytes that are not
// UTF-8 become U+FFFD, since JSON cannot hold them; WriteCSV keeps them.
func (t *TopReport) WriteJSON(w io.Writer) error {
	r := t.Result
	h := topHeader{
		subject:     headOf(t.File, r).subject,
		Granularity: cmp.Or(r.Query.Granularity, query.Functions), Sort: cmp.Or(r.Query.Sort, query.ByFlat), Filters: filters(r.Query),
		Shown: len(t.Table.Rows), Nodes: t.Table.Nodes, Dropped: t.Table.Dropped,
		Cutoff: t.Table.Cutoff, Flat: t.Table.Flat,
	}
	inlined := inlinedFunctions(r)
	var sum int64
	return writeJSON(w, h, "rows", len(t.Table.Rows), func(i int) any {
		row := t.Table.Rows[i]
		sum += row.Flat
		node := r.Nodes.Node(row.Node)
		file, line := place(r, row.Node)
		return topRow{
			row.FlatValue(), units.Share(row.Flat, r.Total), units.Share(sum, r.Total),
			row.CumValue(), units.Share(row.Cum, r.Total), node.String(), file, line, inlined[node.Name],
		}
	})
}

// TopText prepares what `go tool pprof -top` prints (pprof: internal/report/report.go, printText). Unlike pprof,
// it takes shares of means from their sums. The only error, before the returned function writes, is the context's.
func TopText(ctx context.Context, r *query.Result) (func(io.Writer) error, error) {
	t, err := r.Top(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := r.TopCalls(ctx)
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		out, unit := bufio.NewWriter(w), r.TableUnit(t.Rows)
		textHead(out, r, unit)
		textFilters(out, r)
		for _, l := range explain.Summary(r, lang.English, t, inUnit(r, unit)) {
			fmt.Fprintln(out, units.AsPprof(l))
		}
		fmt.Fprintf(out, "%10s %5s%% %5s%% %10s %5s%%\n", "flat", "flat", "sum", "cum", "cum")
		var sum int64
		for i := range rows {
			x := &rows[i]
			sum += x.Flat
			var calls compiled
			for _, c := range x.Callers {
				calls.add(c.Inline && !r.Query.Granularity.OfOwners())
			}
			fmt.Fprintf(out, "%10s %s %s %10s %s  %s%s\n", r.FormatPprof(x.FlatValue(), unit), ratio(x.Flat, r.Total), ratio(sum, r.Total),
				r.FormatPprof(x.CumValue(), unit), ratio(x.Cum, r.Total), r.Nodes.Node(x.Node), mark(calls.how()))
		}
		return out.Flush()
	}, nil
}

// place returns where in the source a node stands. Line 0 means not known.
func place(r *query.Result, id query.NodeID) (file string, line int64) {
	n := r.Nodes.Node(id)
	if n.File != "" && (n.Line != 0 || r.Query.Granularity != query.FileFunctions) {
		return n.File, n.Line
	}
	fn := r.Declared(id)
	if fn == model.NoFunc {
		return n.File, 0
	}
	f := r.Profile.Functions[fn]
	return r.Profile.Strings.Raw(f.File), f.StartLine
}
