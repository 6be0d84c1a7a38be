package table

import (
	"cmp"
	"math"
	"slices"

	"profstation/model/units"
	"profstation/scene"
)

// Heights in logical pixels.
const (
	RowHeight    = 20.0
	HeaderHeight = 24.0
)

// Column is one column as it is drawn.
type Column struct {
	Title string
	// Width is the least width, in logical pixels. It grows with the title, which is longer in some languages.
	// 0: the column takes what the others leave.
	Width float64
	Right bool   // aligned to the right, as figures are
	Help  string // what the title means, in a sentence
}

// Table is a table of texts for use by one goroutine at a time. Its functions must be cheap: they are called for
// each visible cell in each frame.
type Table struct {
	Columns []Column
	Keys    []string // the columns' names, the same in every language; may be nil
	Rows    int
	Min     float64                    // the width at which a column without a width reads well; 0: comfortable
	Spare   []int                      // columns to leave out if the width does not suffice, in this order
	Cell    func(row, col int) string  // a cell's text, safe for a screen
	Bar     func(row, col int) float64 // the length of the muted bar behind a cell, from −1 to 1; may be nil
	Signed  bool                       // bars are changes, and an increase has a colour too
	Quiet   func(row int) bool         // whether to write a row in a muted colour; may be nil
	// Draw draws a cell in place of its bar and text, and reports whether it did; may be nil.
	Draw func(cv scene.Canvas, t *scene.Theme, row, col int, cell scene.Rect) bool
	// Shorter returns shorter forms of the text in the column that takes the remaining width, the longest first.
	// If nil, the end is cut off.
	Shorter func(row int) []string
	Strong  func(row int) bool   // whether a row stands out from the others; may be nil
	Note    func(row int) string // shown when somebody points at a row, in one or more lines; may be nil

	// Fields are the columns in a file. Record sets fields to a row's exact values in their order, not made safe
	// for a screen.
	Fields []string
	Record func(row int, fields []units.Cell)

	cut   map[cutKey]string
	edges []float64 // the columns' edges, from left to right, in the last layout

	// Titles of the group that is being painted. They are fields so that a frame does not allocate them.
	title rowTitle
	help  scene.Title
}

// View is the part of a table to draw, and what is marked in it.
type View struct {
	Area            scene.Rect // where on the canvas, header included
	Top             float64    // how many pixels of the rows lie above the visible ones
	Theme           *scene.Theme
	Selected, Hover int   // rows; −1: none
	Also            []int // rows that are selected besides
	SortColumn      int   // −1: none
	Descending      bool
	Widths          []float64          // column widths that replace the columns' own; 0 or missing: the column's own
	Match           func(row int) bool // whether a row matches the search; nil without a search
}

// Height returns the height that the header and all rows need.
func (t *Table) Height() float64 { return HeaderHeight + float64(t.Rows)*RowHeight }

const comfortable = 170.0 // the width at which a column that takes the remaining width reads well

// Width returns the width that all columns need. widths replaces some of their own widths, see [View].
func (t *Table) Width(widths []float64) (w float64) {
	for i := range t.Columns {
		w += cmp.Or(t.width(widths, i), t.Min, comfortable)
	}
	return w
}

// WidthIn returns the width that all columns need if that much is available: spare columns are left out before
// anything has to be scrolled to.
func (t *Table) WidthIn(available float64) float64 {
	w := t.Width(nil)
	for _, i := range t.Spare {
		if w > available {
			w -= t.width(nil, i)
		}
	}
	return w
}

// width returns a column's width, or 0 if it takes what the others leave.
func (t *Table) width(widths []float64, i int) float64 {
	if i < len(widths) && widths[i] > 0 {
		return widths[i]
	}
	c := &t.Columns[i]
	if c.Width == 0 || c.Title == "" {
		return c.Width
	}
	return max(c.Width, math.Ceil(scene.Measure(c.Title, headerFont)+scene.Measure(downwards, headerFont)+2*gap))
}

// grip is how far from a column's edge its heading can be taken to resize the column, in logical pixels.
const grip = 5.0

// EdgeAt returns the column whose right edge is under a point in the header, and the column's width. It returns −1
// if there is none. The last column has no edge to take: it ends with the table.
func (t *Table) EdgeAt(v View, at scene.Point) (column int, width float64) {
	if v.header().Contains(at) {
		t.lay(&v)
		for i := range t.Columns[:len(t.Columns)-1] {
			if x0, x1 := t.edges[i], t.edges[i+1]; x1 > x0 && math.Abs(at.X-x1) <= grip {
				return i, x1 - x0
			}
		}
	}
	return -1, 0
}

// RowAt returns the row under a point on the canvas, or −1.
func (t *Table) RowAt(v View, at scene.Point) int {
	if !v.rows().Contains(at) {
		return -1
	}
	// Compare before converting to int: Top may be any number.
	if row := math.Floor((at.Y - v.rows().Y0 + v.Top) / RowHeight); row >= 0 && row < float64(t.Rows) {
		return int(row)
	}
	return -1
}

// ColumnAt returns the column whose header is under a point on the canvas, or −1.
func (t *Table) ColumnAt(v View, at scene.Point) int {
	if !v.header().Contains(at) {
		return -1
	}
	return t.over(&v, at.X)
}

// over returns the column that a point is in, wherever above or below, or −1.
func (t *Table) over(v *View, x float64) int {
	t.lay(v)
	for i := range t.Columns {
		if t.edges[i] <= x && x < t.edges[i+1] {
			return i
		}
	}
	return -1
}

// CutAt returns the whole text of the cell under a point, if the cell is too narrow for it; "" otherwise.
func (t *Table) CutAt(v View, at scene.Point) string {
	row, column := t.RowAt(v, at), t.over(&v, at.X)
	if row < 0 || column < 0 {
		return ""
	}
	cell := t.RowRect(v, row)
	cell.X0, cell.X1 = t.edges[column], t.edges[column+1]
	if t.Draw != nil && t.Draw(&scene.Recorder{}, v.Theme, row, column, cell) {
		return "" // it is no text
	}
	if text := t.Cell(row, column); scene.Measure(text, t.font(row)) > cell.W()-2*gap {
		return text
	}
	return ""
}

// Cuts reports whether a column is too narrow for its title.
func (t *Table) Cuts(v View, column int) bool {
	t.lay(&v)
	return scene.Measure(t.Columns[column].Title, headerFont) > t.edges[column+1]-t.edges[column]-2*gap
}

// RowRect returns where a row is drawn, whether visible or not.
func (t *Table) RowRect(v View, row int) scene.Rect {
	y := v.rows().Y0 - v.Top + float64(row)*RowHeight
	return scene.Rect{X0: v.Area.X0, Y0: y, X1: v.Area.X1, Y1: y + RowHeight}
}

func (v *View) header() scene.Rect {
	h := v.Area
	h.Y1 = min(h.Y1, h.Y0+HeaderHeight)
	return h
}

func (v *View) rows() scene.Rect {
	r := v.Area
	r.Y0 += HeaderHeight
	return r
}

// narrowest is the least width for a column that takes the remaining width. A narrower area cuts it off.
const narrowest = 120.0

// lay finds the edges of all columns. Columns without a width share what is left. Spare columns that are left out
// get no width.
func (t *Table) lay(v *View) {
	t.edges = t.edges[:0]
	fixed, open := 0.0, 0
	for i := range t.Columns {
		w := t.width(v.Widths, i)
		fixed += w
		if t.edges = append(t.edges, w); w == 0 {
			open++
		}
	}
	for _, i := range t.Spare {
		if fixed+float64(open)*narrowest > v.Area.W() && i != v.SortColumn && t.edges[i] > 0 {
			fixed -= t.edges[i]
			t.edges[i] = -1 // left out
		}
	}
	rest, x := max(narrowest, (v.Area.W()-fixed)/float64(max(open, 1))), v.Area.X0
	for i, w := range t.edges {
		t.edges[i] = x
		switch {
		case w == 0:
			x += rest
		case w > 0:
			x += w
		}
	}
	t.edges = append(t.edges, x)
}

// Needs returns the least width at which no column is cut off, apart from spare ones.
func (t *Table) Needs(widths []float64) (w float64) {
	for i := range t.Columns {
		if !slices.Contains(t.Spare, i) {
			w += cmp.Or(t.width(widths, i), narrowest)
		}
	}
	return w
}
