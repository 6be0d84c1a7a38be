package table_test

import (
	"fmt"
	"math"
	"testing"

	"profstation/scene"
	"profstation/table"
)

// grid is a table whose cells say where they are.
func grid(rows int) *table.Table {
	return &table.Table{
		Columns: []table.Column{
			{Title: "left", Width: 50, Right: true},
			{Title: "rest"},
			{Title: "right", Width: 30, Help: "what it means"},
		},
		Rows: rows,
		Cell: func(row, col int) string { return fmt.Sprint(row, ".", col) },
		Note: func(row int) string { return fmt.Sprint("row ", row) },
	}
}

func view(area scene.Rect) table.View {
	return table.View{Area: area, Theme: &scene.Light, Selected: -1, Hover: -1, SortColumn: -1}
}

func TestRowAt(t *testing.T) {
	tab := grid(10)
	area := scene.Rect{X0: 10, Y0: 100, X1: 310, Y1: 200} // header to 124, then 3.8 rows
	for _, c := range []struct {
		top, x, y float64
		want      int
	}{
		{0, 10, 123.9, -1}, // header
		{0, 10, 124, 0},
		{0, 309.9, 143.9, 0},
		{0, 310, 143.9, -1}, // beside
		{0, 9, 143.9, -1},
		{0, 10, 144, 1},
		{0, 10, 199.9, 3},
		{0, 10, 200, -1}, // below
		{15, 10, 124, 0},
		{15, 10, 129, 1},
		{160, 10, 124, 8},
		{160, 10, 164, -1}, // after the last
		{-30, 10, 153, -1}, // before the first
		{-30, 10, 154, 0},
		{math.NaN(), 10, 154, -1},
		{math.Inf(1), 10, 154, -1},
		{math.Inf(-1), 10, 154, -1},
		{1e300, 10, 154, -1},
		{0, math.NaN(), 154, -1},
	} {
		v := view(area)
		v.Top = c.top
		at := scene.Point{X: c.x, Y: c.y}
		if got := tab.RowAt(v, at); got != c.want {
			t.Errorf("scrolled by %v, %v: row %d, want %d", c.top, at, got, c.want)
		}
		if row := tab.RowAt(v, at); row >= 0 && !tab.RowRect(v, row).Contains(at) {
			t.Errorf("row %d is under %v, but lies at %v", row, at, tab.RowRect(v, row))
		}
	}
	if got := grid(0).RowAt(view(area), scene.Point{X: 20, Y: 130}); got != -1 {
		t.Errorf("a table without rows has row %d", got)
	}
}

func TestColumnAt(t *testing.T) {
	for _, c := range []struct {
		width, x, y float64
		want        int
	}{
		{300, 0, 0, 0}, {300, 49.9, 23.9, 0}, {300, 50, 0, 1}, {300, 240.9, 0, 1}, {300, 241, 0, 2}, {300, 299.9, 0, 2},
		{300, 300, 0, -1}, {300, 10, 24, -1}, {300, 10, -1, -1},
		// The last column is wider than it says, as its title needs that. Where there is too little width it is cut off.
		{100, 99, 0, 1}, {190, 169.9, 0, 1}, {190, 170, 0, 2},
	} {
		v := view(scene.Rect{X1: c.width, Y1: 100})
		if got := grid(3).ColumnAt(v, scene.Point{X: c.x, Y: c.y}); got != c.want {
			t.Errorf("%v wide, at %v, %v: column %d, want %d", c.width, c.x, c.y, got, c.want)
		}
	}
}

func TestHeight(t *testing.T) {
	if got := grid(10).Height(); got != 224 {
		t.Errorf("10 rows are %v high, want 224", got)
	}
}
