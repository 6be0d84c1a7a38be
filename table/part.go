package table

import "profstation/scene"

// Part is the rows of t from one on and before another, as a table of its own. It
// is used by the same goroutine as t.
func (t *Table) Part(from, to int) *Table {
	from = max(0, min(from, t.Rows))
	to = max(from, min(to, t.Rows))
	p := *t
	p.Rows = to - from
	p.cut, p.title = nil, rowTitle{} // of other rows
	p.Cell = func(row, col int) string { return t.Cell(row+from, col) }
	if t.Bar != nil {
		p.Bar = func(row, col int) float64 { return t.Bar(row+from, col) }
	}
	if t.Quiet != nil {
		p.Quiet = func(row int) bool { return t.Quiet(row + from) }
	}
	if t.Draw != nil {
		p.Draw = func(cv scene.Canvas, th *scene.Theme, row, col int, cell scene.Rect) bool {
			return t.Draw(cv, th, row+from, col, cell)
		}
	}
	if t.Note != nil {
		p.Note = func(row int) string { return t.Note(row + from) }
	}
	if t.Record != nil {
		p.Record = func(row int, fields []string) { t.Record(row+from, fields) }
	}
	return &p
}
