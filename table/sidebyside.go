package table

import (
	"encoding/csv"
	"io"
	"strings"

	"profstation/model"
	"profstation/model/compare"
)

// WriteSidesCSV writes the rows of both sides, those of the base first. The first
// column is the side, base or new.
func WriteSidesCSV(w io.Writer, base, now *Table) error {
	out := csv.NewWriter(w)
	out.Write(append([]string{"side"}, now.Fields...)) // errors stay until Flush
	for i, t := range []*Table{base, now} {
		record := make([]string, len(t.Fields))
		for row := range t.Rows {
			t.Record(row, record)
			out.Write(append([]string{compare.Sides[i]}, record...))
		}
	}
	out.Flush()
	return out.Error()
}

// TopBeside is [Top] for half of the room: narrower columns, and names without the
// paths of their packages, which the notes of the rows have. Files have them too.
func TopBeside(r *model.Result, rows []model.Row) *Table {
	t := Top(r, rows)
	for i, c := range t.Columns {
		if c.Width > 0 {
			t.Columns[i].Width = min(c.Width, slim)
		}
	}
	t.Least = slim
	whole := t.Cell
	t.Cell = func(row, col int) string {
		text := whole(row, col)
		if col != TopName {
			return text
		}
		name := r.Nodes.Node(rows[row].Node).Name
		return strings.Replace(text, model.Sanitise(name), model.Sanitise(model.ShortName(name, false)), 1)
	}
	return t
}

// slim is the width of a column of figures in half of the room.
const slim = 66.0
