package table

import (
	"io"
	"strconv"

	"profstation/model"
	"profstation/scene"
)

// PivotReport is two label keys against each other, or functions against one.
type PivotReport struct {
	File      string // the name of the file, as the user gave it
	Result    *model.Result
	Pivot     *model.Pivot
	Rows      model.LabelAxis // not of functions
	Cols      model.LabelAxis
	Functions bool
	Cum       bool // of functions: show cum instead of flat
}

// Pivot makes the report of two keys.
func Pivot(file string, r *model.Result, rows, cols model.LabelAxis) *PivotReport {
	return &PivotReport{File: file, Result: r, Pivot: r.Pivot(rows, cols), Rows: rows, Cols: cols}
}

// PivotFunctions makes the report of a result's functions, as many as its table
// has, against one key.
func PivotFunctions(file string, r *model.Result, cols model.LabelAxis) *PivotReport {
	return &PivotReport{
		File: file, Result: r, Pivot: r.PivotFunctions(nil, cols), Cols: cols,
		Functions: true, Cum: r.Query.Sort == model.ByCum,
	}
}

// Heading is the lines above a picture of the table.
func (t *PivotReport) Heading() []string {
	rows := "functions"
	if !t.Functions {
		rows = model.Sanitise(t.Rows.Key)
	}
	return append(heading(t.Result), rows+" by "+model.Sanitise(t.Cols.Key)+": "+
		model.Count(int64(len(t.Pivot.Rows)))+" × "+model.Count(int64(len(t.Pivot.Cols))))
}

func (t *PivotReport) head(h *model.PivotHead) string {
	switch {
	case h.Node != model.NoNode:
		return model.Sanitise(t.Result.Nodes.Node(h.Node).String())
	case h.Without:
		return Without
	}
	return model.Sanitise(t.Result.Profile.LabelText(h.Axis, h.Value, "auto"))
}

func (t *PivotReport) cell(row, col int) int64 {
	if t.Cum {
		return t.Pivot.Cum(row, col)
	}
	return t.Pivot.Cell(row, col)
}

func (t *PivotReport) total(h *model.PivotHead) int64 {
	if t.Cum {
		return h.Cum
	}
	return h.Net
}

// The columns of [PivotReport.Table] before those of values.
const (
	PivotName = iota
	PivotTotal
	PivotFirst // column PivotFirst+i is Pivot.Cols[i]
)

// Table has a row for each row of the pivot and a column for each of its first
// most columns; 0 is all. Of those beyond, the last column says how many.
func (t *PivotReport) Table(most int) *Table {
	r, p := t.Result, t.Pivot
	shown := len(p.Cols)
	if most > 0 {
		shown = min(shown, most)
	}
	unit := unitOf(r)
	format := func(v int64) string {
		if v == 0 {
			return ""
		}
		return r.Format(v, unit)
	}
	title := "functions"
	if !t.Functions {
		title = model.Sanitise(t.Rows.Key)
	}
	largest := int64(1) // of the rows, which all bars are drawn beside
	for i := range p.Rows {
		largest = max(largest, model.Magnitude(t.total(&p.Rows[i])))
	}
	columns := []Column{
		{title, 0, false, "What the row stands for."},
		{"all", valueWidth(format(r.Total)), true, "The row over all columns, each sample once."},
	}
	for i := range shown {
		name := t.head(&p.Cols[i])
		width := min(200, max(valueWidth(format(t.total(&p.Cols[i]))), 1.15*scene.Measure(name, headerFont)+2*gap))
		columns = append(columns, Column{name, width, true, model.Sanitise(t.Cols.Key) + "=" + name})
	}
	if more := len(p.Cols) - shown; more > 0 {
		columns = append(columns, Column{"+ " + model.Count(int64(more)) + " more", 110, true, "Values that are lighter are left out here, not from the files of figures."})
	}
	return &Table{
		Columns: columns, Rows: len(p.Rows),
		Cell: func(row, col int) string {
			switch {
			case col == PivotName:
				return t.head(&p.Rows[row])
			case col == PivotTotal:
				return format(t.total(&p.Rows[row]))
			case col-PivotFirst < shown:
				return format(t.cell(row, col-PivotFirst))
			}
			return ""
		},
		Bar: func(row, col int) float64 {
			switch {
			case col == PivotName:
				return 0
			case col == PivotTotal:
				return float64(t.total(&p.Rows[row])) / float64(largest)
			case col-PivotFirst < shown:
				return float64(t.cell(row, col-PivotFirst)) / float64(largest)
			}
			return 0
		},
		Note: func(row int) string {
			h := &p.Rows[row]
			told := func(v int64) string { return r.Format(v, unit) + " (" + model.Percent(v, r.Total) + ")" }
			text := t.head(h) + "\n" + told(t.total(h))
			for i := range shown {
				if v := t.cell(row, i); v != 0 {
					text += "\n" + t.head(&p.Cols[i]) + ": " + told(v)
				}
			}
			return text
		},
	}
}

// Cells is the table of a file of figures: a row for each cell that is not 0.
// Of a label that a sample does not have the field is empty.
func (t *PivotReport) Cells() *Table {
	p := t.Pivot
	type cell struct{ row, col int }
	var cells []cell
	for i := range p.Rows {
		for j := range p.Cols {
			if p.Cell(i, j) != 0 || p.Cum(i, j) != 0 {
				cells = append(cells, cell{i, j})
			}
		}
	}
	exact := func(h *model.PivotHead) string {
		switch {
		case h.Node != model.NoNode:
			return t.Result.Nodes.Node(h.Node).String()
		case h.Without:
			return ""
		case h.Axis.Numeric:
			return strconv.FormatInt(h.Value.Num, 10)
		}
		return h.Value.Text
	}
	out := &Table{Rows: len(cells)}
	value := func(v int64) (string, string) {
		return strconv.FormatInt(v, 10), plain(model.Share(v, t.Result.Total))
	}
	if t.Functions {
		out.Fields = []string{"name", t.Cols.Key, "flat", "flat_percent", "cum", "cum_percent"}
	} else {
		out.Fields = []string{t.Rows.Key, t.Cols.Key, "value", "percent"}
	}
	out.Record = func(row int, f []string) {
		c := cells[row]
		f[0], f[1] = exact(&p.Rows[c.row]), exact(&p.Cols[c.col])
		f[2], f[3] = value(p.Cell(c.row, c.col))
		if t.Functions {
			f[4], f[5] = value(p.Cum(c.row, c.col))
		}
	}
	return out
}

type pivotHeadJSON struct {
	Name   string  `json:"name,omitempty"`   // of a function
	Text   *string `json:"text,omitempty"`   // of a label; without text and number: no label
	Number *int64  `json:"number,omitempty"` // of a label
	Value  int64   `json:"value"`
	Cum    *int64  `json:"cum,omitempty"`
}

func (t *PivotReport) headJSON(h *model.PivotHead) pivotHeadJSON {
	out := pivotHeadJSON{Value: h.Net}
	switch {
	case h.Node != model.NoNode:
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
	Cells []int64 `json:"cells"`               // in the order of columns
	Cums  []int64 `json:"cum_cells,omitempty"` // of functions
}

// WriteJSON writes one object: the columns, and a list of rows with their
// cells in the order of the columns.
func (t *PivotReport) WriteJSON(w io.Writer) error {
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
