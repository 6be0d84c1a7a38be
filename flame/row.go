package flame

import (
	"cmp"
	"math"
	"slices"
)

// RowHeight is the height of a row in logical pixels, wherever it fits: in pictures, in charts
// that are not deep, and in those so deep that one has to scroll whatever the height.
const RowHeight = 18.0

// minRow is the height of a row at least: letters of minSize fit, and hands find its boxes.
const minRow = 12.0

// worth is the share of what is shown that a box has at least for which other rows are made lower. Recordings
// of servers have stacks of sixty rows of which the lower half are narrower lines, without names.
const worth = 0.01

// RowIn is the height of each of so many rows in an area of a height: that of [RowHeight], or so much less
// that all are in sight. Where they cannot be, none is less: small letters would save no scrolling.
func RowIn(height float64, rows int) float64 {
	if row := math.Floor(height / float64(rows)); row >= minRow {
		return min(row, RowHeight)
	}
	return RowHeight
}

func (v View) row() float64 { return cmp.Or(v.Row, RowHeight) }

// sizeIn is the size of letters in a row.
func sizeIn(row float64) float64 { return max(minSize, min(font.Size, row-3)) }

// Rows is the range of rows: first is 0 or negative, last at least 0.
func (c *Chart) Rows() (first, last int) { return -len(c.up.rows), len(c.down.rows) - 1 }

// Depth is how many rows there are.
func (c *Chart) Depth() int { return len(c.up.rows) + len(c.down.rows) }

// Worth is how many rows there are up to the last one on each side that has a box worth being in sight where
// all of the zoomed branch is: those for which [RowIn] finds a height.
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

// Height is how many logical pixels all rows need where each has [RowHeight].
func (c *Chart) Height() float64 { return float64(c.Depth()) * RowHeight }

// rowTop is how many pixels lie above a row of the chart.
func (c *Chart) rowTop(v View, row int, rootDown bool) float64 {
	first, last := c.Rows()
	if rootDown {
		return float64(last-row) * v.row()
	}
	return float64(row-first) * v.row()
}

// rowAt is the row at a height of the canvas, one past the last where there is none.
func (c *Chart) rowAt(v View, y float64, rootDown bool) int {
	first, last := c.Rows()
	n := math.Floor((y - v.Area.Y0 + v.Top) / v.row())
	switch {
	case !(n >= 0 && n <= float64(last-first)): // compared before it is made whole: y may be anything
		return last + 1
	case rootDown:
		return last - int(n)
	}
	return first + int(n)
}
