package flame

import (
	"cmp"
	"math"
	"slices"
)

// RowHeight is a row's height in logical pixels, wherever it fits: in pictures, in charts that are not deep, and in
// charts so deep that they must be scrolled at any height.
const RowHeight = 18.0

// minRow is the least height for a row: letters with minSize fit, and people can hit its boxes.
const minRow = 12.0

// worth is the least share of the zoomed branch that a box must have for its row to count when rows are made lower.
// Recordings from servers have stacks with sixty rows, and in the lower half there are only narrow lines without
// names.
const worth = 0.01

// RowIn returns the height for each row in an area with that height: [RowHeight], or as much less as is needed to
// show all rows at once. If they cannot all be shown, it returns RowHeight, since smaller letters would save no
// scrolling.
func RowIn(height float64, rows int) float64 {
	if row := math.Floor(height / float64(rows)); row >= minRow {
		return min(row, RowHeight)
	}
	return RowHeight
}

func (v View) row() float64 { return cmp.Or(v.Row, RowHeight) }

// sizeIn returns the font size in a row.
func sizeIn(row float64) float64 { return max(minSize, min(font.Size, row-3)) }

// Rows returns the range of rows: first is 0 or negative, last at least 0.
func (c *Chart) Rows() (first, last int) { return -len(c.up.rows), len(c.down.rows) - 1 }

// Depth returns how many rows there are.
func (c *Chart) Depth() int { return len(c.up.rows) + len(c.down.rows) }

// Worth returns how many rows [RowIn] should find a height for. On each side it counts up to the last row that has a
// box worth seeing when all of the zoomed branch is visible.
func (c *Chart) Worth() int {
	n := 0
	for _, s := range []*side{&c.up, &c.down} {
		seen := func(b int32) bool {
			x, w := float64(s.X[b]), float64(s.Abs[b])
			return s.Merged[b] == 0 && w >= worth*c.Zoomed.W() && x < c.Zoomed.To && x+w > c.Zoomed.From
		}
		last := len(s.rows) - 1
		for last > 0 && !slices.ContainsFunc(s.rows[last], seen) {
			last--
		}
		n += last + 1
	}
	return n
}

// Height returns how many logical pixels all rows need if each has [RowHeight].
func (c *Chart) Height() float64 { return float64(c.Depth()) * RowHeight }

// rowTop returns how many pixels lie above a row in the chart.
func (c *Chart) rowTop(v View, row int, rootDown bool) float64 {
	first, last := c.Rows()
	if rootDown {
		return float64(last-row) * v.row()
	}
	return float64(row-first) * v.row()
}

// rowAt returns the row at a height on the canvas, or one past the last if there is none.
func (c *Chart) rowAt(v View, y float64, rootDown bool) int {
	first, last := c.Rows()
	n := math.Floor((y - v.Area.Y0 + v.Top) / v.row())
	switch {
	case !(n >= 0 && n <= float64(last-first)): // compare before converting to int: y may be any number
		return last + 1
	case rootDown:
		return last - int(n)
	}
	return first + int(n)
}
