package flame_test

import (
	"slices"
	"strings"
	"testing"

	"profstation/flame"
	"profstation/model/query"
	"profstation/scene"
)

// Rows are lower only where that brings all of them into sight, and never so low that nobody reads or hits them.
func TestRowIn(t *testing.T) {
	for _, c := range []struct {
		height float64
		rows   int
		want   float64
	}{
		{900, 1, flame.RowHeight}, {900, 50, flame.RowHeight}, {899, 50, 17}, {900, 65, 13}, {780, 65, 12},
		{779, 65, flame.RowHeight}, {900, 500, flame.RowHeight}, {0, 3, flame.RowHeight}, {-10, 3, flame.RowHeight}, {0, 0, flame.RowHeight},
	} {
		if got := flame.RowIn(c.height, c.rows); got != c.want {
			t.Errorf("%d rows in %v are %v high, want %v", c.rows, c.height, got, c.want)
		}
	}
}

// Rows whose boxes are all narrow lines make no others lower: most recordings of servers have many.
func TestWorth(t *testing.T) {
	tail := slices.Repeat([]string{"tail"}, 40)
	for _, c := range []struct {
		stacks []stack
		pivot  string
		want   int
	}{
		{[]stack{{[]string{"a", "b"}, 3}, {[]string{"a"}, 2}}, "", 3},
		{[]stack{{tail, 1}}, "", 41},
		{[]stack{{[]string{"a", "b"}, 991}, {tail, 9}}, "", 3},
		{[]stack{{[]string{"a", "b"}, 990}, {tail, 10}}, "", 41},
		{[]stack{{[]string{"a", "mid", "b", "c"}, 5}}, "mid", 4},
		{[]stack{{[]string{"a", "mid", "b"}, 1000}, {slices.Concat(tail, []string{"mid"}), 1}}, "mid", 3},
	} {
		r := evaluate(t, profile(c.stacks))
		o := whole()
		if c.pivot != "" {
			o.Pivot = node(t, r, c.pivot)
		}
		if got := chartOf(t, r, o).Worth(); got != c.want {
			t.Errorf("%d rows of %v are worth being in sight, want %d", got, c.stacks, c.want)
		}
	}
}

// Names in lower rows are written in smaller letters, and none is larger than its row.
func TestLettersOfLowRows(t *testing.T) {
	c := typed(t, goProfile)
	p := flame.NewPainter(c, light, nil, nil)
	for row, size := range map[float64]string{0: "11", 18: "11", 14: "11", 13: "10", 12: "9"} {
		rec := &scene.Recorder{Width: 400, Height: 100}
		p.Paint(rec, flame.View{Window: c.Window, Row: row, Area: scene.Rect{X1: 400, Y1: 100}, Mark: query.NoNode})
		if want := `"main.main" ` + size + " "; !strings.Contains(rec.String(), want) {
			t.Errorf("in rows of %v there is no %s in\n%s", row, want, rec)
		}
	}
}
