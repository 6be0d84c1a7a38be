package surface

import (
	"testing"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/scene"
	"profstation/table"
)

// What is in sight of a table are the rows that are seen in full; of one that fits,
// all are.
func TestGridInSight(t *testing.T) {
	g := NewGrid(func(screen.Intent) {})
	viewtest.Window(t, g.Surface, 300, table.HeaderHeight+5*table.RowHeight)
	rows := func(n int) GridState {
		return GridState{Theme: &scene.Light, Selected: -1, Table: &table.Table{Columns: []table.Column{{Title: "a"}}, Rows: n, Cell: func(int, int) string { return "" }}}
	}
	g.Set(rows(5))
	if s := g.InSight(); s.Part() {
		t.Errorf("of five rows %+v are in sight", s)
	}
	g.Set(rows(100))
	if s := g.InSight(); s != (screen.Sight{From: 0, To: 5}) {
		t.Errorf("at the top %+v", s)
	}
	g.Center(50)
	if s := g.InSight(); s.To-s.From != 5 || s.From > 50 || s.To <= 50 {
		t.Errorf("around row 50 %+v", s)
	}
	g.move(0, -1e9)
	if s := g.InSight(); s != (screen.Sight{From: 95, To: 100}) {
		t.Errorf("at the end %+v", s)
	}
	g.Set(GridState{Theme: &scene.Light, Selected: -1})
	if s := g.InSight(); s.Part() {
		t.Errorf("of nothing %+v is in sight", s)
	}
}
