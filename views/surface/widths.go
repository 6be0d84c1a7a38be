package surface

import (
	"profstation/scene"
	"profstation/table"
)

// widths are the widths that a user gave to a grid's columns, by their titles: the next table of the same
// kind has them too.
type widths struct {
	by map[string]float64

	// The drag that goes on: where it began, the column that it draws wider (−1: none), and how wide that was.
	from   scene.Point
	column int
	width  float64
}

// nowhere is no point in a grid.
var nowhere = scene.Point{X: -1, Y: -1}

// minColumn is how narrow a column can be made, in logical pixels.
const minColumn = 24.0

// set gives a column a width; 0: its own.
func (w *widths) set(t *table.Table, column int, width float64) {
	title := t.Columns[column].Title
	if width == 0 {
		delete(w.by, title)
		return
	}
	if w.by == nil {
		w.by = map[string]float64{}
	}
	w.by[title] = width
}

// of returns a table's column widths, nil if all have their own.
func (w *widths) of(t *table.Table) []float64 {
	if !w.any(t) {
		return nil
	}
	out := make([]float64, len(t.Columns))
	for i, c := range t.Columns {
		out[i] = w.by[c.Title]
	}
	return out
}

func (w *widths) any(t *table.Table) bool {
	if t == nil || len(w.by) == 0 {
		return false
	}
	for _, c := range t.Columns {
		if w.by[c.Title] > 0 {
			return true
		}
	}
	return false
}
