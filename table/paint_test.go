package table_test

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"profstation/internal/golden"
	"profstation/scene"
	"profstation/table"
)

func TestPaint(t *testing.T) {
	tab := grid(4)
	tab.Bar = func(row, col int) float64 {
		if col == 0 {
			return []float64{0, 0.5, -0.5, 7}[row]
		}
		return 0
	}
	v := view(scene.Rect{X1: 300, Y1: 84}) // three rows
	v.Selected, v.Hover, v.SortColumn, v.Descending = 1, 2, 2, true
	v.Match = func(row int) bool { return row == 0 }
	r := &scene.Recorder{Width: 300, Height: 84}
	tab.Paint(r, v)
	golden.Check(t, "paint.txt", r.String())
}

// What does not move while scrolling is the header; rows that are not seen cost
// nothing.
func TestPaintVisibleRows(t *testing.T) {
	for _, c := range []struct {
		top  float64
		want []int
	}{
		{0, []int{0, 1, 2}},
		{19.5, []int{0, 1, 2, 3}},
		{20, []int{1, 2, 3}},
		{1e6 * table.RowHeight, nil},
		{(1e6 - 1) * table.RowHeight, []int{999_999}},
		{-41, []int{0}},
		{-1e300, nil},
		{1e300, nil},
	} {
		var asked []int
		tab := grid(1e6)
		tab.Cell = func(row, col int) string {
			if col == 0 {
				asked = append(asked, row)
			}
			return "x"
		}
		v := view(scene.Rect{X1: 300, Y1: 84})
		v.Top = c.top
		r := &scene.Recorder{Width: 300, Height: 84}
		tab.Paint(r, v)
		if !slices.Equal(asked, c.want) {
			t.Errorf("scrolled by %v: rows %v are drawn, want %v", c.top, asked, c.want)
		}
		if !strings.Contains(r.String(), `"left"`) {
			t.Errorf("scrolled by %v: no header", c.top)
		}
	}
}

// Nothing is drawn outside its own cell.
func TestPaintCuts(t *testing.T) {
	tab := grid(1)
	long := strings.Repeat("ж<&世", 5000)
	tab.Cell = func(row, col int) string { return long }
	tab.Columns[0].Title = long
	r := &scene.Recorder{Width: 300, Height: 60}
	tab.Paint(r, view(scene.Rect{X1: 300, Y1: 60}))
	texts := 0
	for _, line := range r.Lines() {
		var x, y float64
		var s string
		if n, _ := fmt.Sscanf(strings.TrimSpace(line), "text %f %f %q", &x, &y, &s); n < 3 {
			continue
		}
		texts++
		if end := x + scene.Measure(s, scene.Font{Size: scene.TextSize}); end > 300 || len(s) > 500 {
			t.Errorf("a text of %d bytes is drawn to %v", len(s), end)
		}
	}
	if texts < 2 {
		t.Errorf("%d texts are drawn", texts)
	}
}

func TestPaintDoesNotAllocate(t *testing.T) {
	few, many := grid(1000), grid(1000)
	for _, tab := range []*table.Table{few, many} {
		tab.Bar = func(row, col int) float64 { return float64(row%7-3) / 3 }
		tab.Cell = func(row, col int) string { return "a text that is too long for most of the columns that there are" }
	}
	allocations := func(tab *table.Table, height int) float64 {
		cv := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, 300, height)), 1)
		v := view(scene.Rect{X1: 300, Y1: float64(height)})
		v.Selected, v.Match = 3, func(row int) bool { return row%2 == 0 }
		tab.Paint(cv, v)
		return testing.AllocsPerRun(20, func() { tab.Paint(cv, v) })
	}
	a, b := allocations(few, 100), allocations(many, 4000)
	if b > a {
		t.Errorf("painting 3 rows makes %v allocations, painting 198 rows %v", a, b)
	}
}

// Text can be read on all that a row may stand on.
func TestContrast(t *testing.T) {
	for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
		for name, fill := range table.Fills(theme) {
			if c := scene.Contrast(theme.Text, fill); c < scene.MinContrast {
				t.Errorf("%s: text on %s has a contrast of %.2f, want %v", theme.Name, name, c, scene.MinContrast)
			}
		}
		if c := scene.Contrast(theme.Muted, theme.Surface); c < scene.MinContrast {
			t.Errorf("%s: titles have a contrast of %.2f", theme.Name, c)
		}
	}
}
