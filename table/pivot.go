package table

import (
	"context"
	"io"
	"strings"

	"profstation/model"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
)

// PivotReport sets two label keys against each other, or functions against one key.
type PivotReport struct {
	File      string // the file's name, as the user gave it
	Result    *query.Result
	Pivot     *labels.Pivot
	Rows      model.LabelAxis // not set if rows are functions
	Cols      model.LabelAxis
	Functions bool
	Cum       bool // for functions: show cum instead of flat
}

// Pivot makes the report on two keys. Its errors are those of [labels.NewPivot].
func Pivot(ctx context.Context, file string, r *query.Result, rows, cols model.LabelAxis) (*PivotReport, error) {
	p, err := labels.NewPivot(ctx, r, rows, cols)
	return &PivotReport{File: file, Result: r, Pivot: p, Rows: rows, Cols: cols}, err
}

// PivotFunctions makes the report on the functions in a result's table against one key.
func PivotFunctions(ctx context.Context, file string, r *query.Result, cols model.LabelAxis) (*PivotReport, error) {
	p, err := labels.PivotFunctions(ctx, r, nil, cols)
	return &PivotReport{
		File: file, Result: r, Pivot: p, Cols: cols,
		Functions: true, Cum: r.Query.Sort == query.ByCum,
	}, err
}

// Heading returns the lines above the table in a picture.
func (t *PivotReport) Heading() []string {
	return append(heading(t.Result), lang.L("{{.Rows}} by {{.Columns}}: {{.Height}} × {{.Width}}", lang.With{
		"Rows": t.rowsTitle(), "Columns": safe.Text(t.Cols.Key),
		"Height": units.Count(int64(len(t.Pivot.Rows))), "Width": units.Count(int64(len(t.Pivot.Cols))),
	}))
}

func (t *PivotReport) head(h *labels.PivotHead) string {
	switch {
	case h.Node != query.NoNode:
		return safe.Text(t.Result.Nodes.Node(h.Node).String())
	case h.Without:
		return labels.NoLabel()
	}
	return safe.Text(t.Result.Profile.LabelText(h.Axis, h.Value, "auto"))
}

func (t *PivotReport) value(flat, cum int64) int64 {
	if t.Cum {
		return cum
	}
	return flat
}

func (t *PivotReport) total(h *labels.PivotHead) int64 { return t.value(h.Net, h.Cum) }

func (t *PivotReport) cell(row, col int) int64 {
	return t.value(t.Pivot.Cell(row, col), t.Pivot.Cum(row, col))
}

// PivotFirst is the first column with values in [PivotReport.Table]; it shows Pivot.Cols[0]. Before it stand a
// row's name and its total.
const PivotFirst = 2

func (t *PivotReport) rowsTitle() string {
	if t.Functions {
		return lang.L("functions")
	}
	return safe.Text(t.Rows.Key)
}

// Table returns a table with a row for each row in the pivot, and a column for each of its first most columns, or
// all if most is 0. If columns are left out, the last column says how many.
func (t *PivotReport) Table(limit int) *Table {
	r, p := t.Result, t.Pivot
	shown := len(p.Cols)
	if limit > 0 {
		shown = min(shown, limit)
	}
	written := column(r, p.Rows, func(h *labels.PivotHead) []int64 { return []int64{t.total(h)} })
	format := orBlank(written)
	largest := int64(1) // among the rows; all bars are relative to it
	rows := make([]int, len(p.Rows))
	for i := range p.Rows {
		rows[i] = i
		largest = max(largest, units.Magnitude(t.total(&p.Rows[i])))
	}
	figure := func(c Column, value func(row int) int64) ColumnOf[int] {
		return ColumnOf[int]{c, func(row *int) string { return format(value(*row)) },
			func(row *int) float64 { return float64(value(*row)) / float64(largest) }}
	}
	columns := []ColumnOf[int]{
		{Column{t.rowsTitle(), 0, false, lang.L("What the row stands for.")}, func(row *int) string { return t.head(&p.Rows[*row]) }, nil},
		figure(Column{lang.L("all"), ValueWidth(format(r.Total)), true, lang.L("The row over all columns, each sample once.")},
			func(row int) int64 { return t.total(&p.Rows[row]) }),
	}
	for i := range shown {
		name := t.head(&p.Cols[i])
		width := min(200, max(ValueWidth(format(t.total(&p.Cols[i]))), 1.15*scene.Measure(name, headerFont)+2*gap))
		columns = append(columns, figure(Column{name, width, true, safe.Text(t.Cols.Key) + "=" + name},
			func(row int) int64 { return t.cell(row, i) }))
	}
	if more := len(p.Cols) - shown; more > 0 {
		left := Column{lang.N(more, "+ 1 more value", "+ {{.N}} more values", nil), 110, true,
			lang.L("Smaller values are omitted here, but not from exported figures.")}
		columns = append(columns, ColumnOf[int]{left, func(*int) string { return "" }, nil})
	}
	table := Of(rows, columns, nil, nil)
	if t.Functions {
		table.Shorter = func(row int) []string { return shorterNames(r, p.Rows[row].Node, "") }
	}
	table.Note = func(row int) string {
		h := &p.Rows[row]
		figure := func(v int64) string { return written(v) + " (" + units.Percent(v, r.Total) + ")" }
		lines := []string{t.head(h), figure(t.total(h))}
		for i := range shown {
			if v := t.cell(row, i); v != 0 {
				lines = append(lines, t.head(&p.Cols[i])+": "+figure(v))
			}
		}
		return strings.Join(lines, "\n")
	}
	return table
}

// Cells returns the table for a file of figures, with a row for each cell that is not 0. If a sample lacks a
// label, the label's field is empty.
func (t *PivotReport) Cells() *Table {
	p := t.Pivot
	type cell struct{ row, col int }
	var cells []cell
	for i, j := range p.Cells {
		cells = append(cells, cell{i, j})
	}
	exact := func(h *labels.PivotHead) units.Cell {
		switch {
		case h.Node != query.NoNode:
			return units.Text(t.Result.Nodes.Node(h.Node).String())
		case h.Without:
			return units.Cell{}
		case h.Axis.Numeric:
			return units.WholeCell(h.Value.Num)
		}
		return units.Text(h.Value.Text)
	}
	fields := []string{t.Rows.Key, t.Cols.Key, "value", "percent"}
	if t.Functions {
		fields = []string{"name", t.Cols.Key, "flat", "flat_percent", "cum", "cum_percent"}
	}
	share := func(v int64) units.Cell { return plain(units.Share(v, t.Result.Total)) }
	return Of(cells, nil, fields, func(c *cell) []units.Cell {
		flat, cum := p.Cell(c.row, c.col), p.Cum(c.row, c.col)
		return []units.Cell{exact(&p.Rows[c.row]), exact(&p.Cols[c.col]), units.WholeCell(flat), share(flat),
			units.WholeCell(cum), share(cum)}[:len(fields)]
	})
}

type pivotHeadJSON struct {
	Name   string  `json:"name,omitempty"`   // a function's name
	Text   *string `json:"text,omitempty"`   // a label's text; without text and number: no label
	Number *int64  `json:"number,omitempty"` // a label's number
	Value  int64   `json:"value"`
	Cum    *int64  `json:"cum,omitempty"`
}

func (t *PivotReport) headJSON(h *labels.PivotHead) pivotHeadJSON {
	out := pivotHeadJSON{Value: h.Net}
	switch {
	case h.Node != query.NoNode:
		out.Name, out.Cum = t.Result.Nodes.Node(h.Node).String(), &h.Cum
	case h.Without:
	case h.Axis.Numeric:
		out.Number = &h.Value.Num
	default:
		out.Text = &h.Value.Text
	}
	return out
}

type pivotRowJSON struct {
	pivotHeadJSON
	Cells []int64 `json:"cells"`               // in the order of the columns
	Cums  []int64 `json:"cum_cells,omitempty"` // for functions
}

// maxWritten limits how many cells WriteJSON writes. It counts cells that are 0, since those are written too.
const maxWritten = 20_000_000

// WriteJSON writes one object: the columns, and a list of rows with a cell for each column. It fails if there are
// too many cells.
func (t *PivotReport) WriteJSON(w io.Writer) error {
	if rows, cols := len(t.Pivot.Rows), len(t.Pivot.Cols); rows*cols > maxWritten {
		return lang.Error("the table has {{.Rows}} × {{.Columns}} cells, more than {{.Most}}: filter with focus, tagfocus or nodecount, or write .csv, which leaves out those that are 0",
			lang.With{"Rows": units.Count(int64(rows)), "Columns": units.Count(int64(cols)), "Most": units.Count(maxWritten)})
	}
	type pivotHead struct {
		head
		By      []string        `json:"by"`
		Columns []pivotHeadJSON `json:"columns"`
	}
	h := pivotHead{head: headOf(t.File, t.Result), By: []string{t.Rows.Key, t.Cols.Key}, Columns: []pivotHeadJSON{}}
	if t.Functions {
		h.By = []string{"function", t.Cols.Key}
	}
	for j := range t.Pivot.Cols {
		h.Columns = append(h.Columns, t.headJSON(&t.Pivot.Cols[j]))
	}
	return writeJSON(w, h, "rows", len(t.Pivot.Rows), func(i int) any {
		row := pivotRowJSON{pivotHeadJSON: t.headJSON(&t.Pivot.Rows[i]), Cells: []int64{}}
		for j := range t.Pivot.Cols {
			row.Cells = append(row.Cells, t.Pivot.Cell(i, j))
			if t.Functions {
				row.Cums = append(row.Cums, t.Pivot.Cum(i, j))
			}
		}
		return row
	})
}
