package table

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/scene"
)

// A picture of a part of a table has the rows of that part, with all that belongs to
// them.
func TestPicturePart(t *testing.T) {
	whole := &Table{
		Rows: 10, Min: 60, Signed: true, Columns: []Column{{Title: "n"}},
		Cell:  func(row, col int) string { return strconv.Itoa(row) },
		Note:  func(row int) string { return "note " + strconv.Itoa(row) },
		Bar:   func(row, col int) float64 { return float64(row) / 10 },
		Quiet: func(row int) bool { return row == 4 },
	}
	for _, c := range []struct{ from, to, first, rows int }{
		{3, 6, 3, 3}, {-5, 2, 0, 2}, {8, 20, 8, 2}, {7, 3, 0, 0}, {30, 40, 0, 0}, {0, 0, 0, 10},
	} {
		p := &Picture{Table: whole, Theme: &scene.Light, Empty: "nothing", Width: 300, From: c.from, To: c.to, SortColumn: -1}
		r := &scene.Recorder{}
		r.Width, r.Height = p.Size()
		room := c.rows
		if room == 0 {
			room = 2 // for the text that stands in their place
		}
		if want := p.Head.Height() + HeaderHeight + float64(room)*RowHeight + scene.PictureMargin; r.Height != want {
			t.Errorf("%v: %v high, want %v", c, r.Height, want)
		}
		p.Draw(r)
		var got, want []string
		for _, line := range r.Lines() {
			if strings.Contains(line, "note ") {
				got = append(got, strings.TrimSpace(line))
			}
		}
		for row := range c.rows {
			want = append(want, "note "+strconv.Itoa(c.first+row))
		}
		if len(got) != len(want) || !slices.EqualFunc(got, want, strings.Contains) {
			t.Errorf("%v: %q, want %q", c, got, want)
		}
		if empty := strings.Contains(r.String(), "nothing"); empty != (c.rows == 0) {
			t.Errorf("%v: empty %v", c, empty)
		}
	}
}
