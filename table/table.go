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
	Width float64 // logical pixels, at least: it grows with the title, which is longer in some languages; 0: what the others leave
	Right bool    // aligned to the right, as figures are
	Help  string  // the meaning of the title, in a sentence
}

// Table is a table of texts, used by one goroutine at a time. Its functions must be cheap: they
// are called for each visible cell in each frame.
type Table struct {
	Columns []Column
	Keys    []string // of columns, which know them in every language; may be nil
	Rows    int
	Least   float64                    // what a column without a width needs to be read well; 0: comfortable
	Spare   []int                      // columns to leave out where the width does not suffice, the first of them first
	Cell    func(row, col int) string  // the text of a cell, safe for a screen
	Bar     func(row, col int) float64 // the length of a quiet bar behind a cell, from −1 to 1; may be nil
	Signed  bool                       // bars are changes, and an increase has a colour too
	Quiet   func(row int) bool         // whether a row is written in a quiet colour; may be nil
	// Draw draws a cell in place of its bar and text, and reports whether it did; may be nil.
	Draw func(cv scene.Canvas, t *scene.Theme, row, col int, cell scene.Rect) bool
	// Shorter are the forms of the text in the column that takes the rest, for less width, the longest first;
	// may be nil: the end is cut off.
	Shorter func(row int) []string
	Strong  func(row int) bool   // whether a row stands out from the others; may be nil
	Note    func(row int) string // shown when somebody points at a row, in one or more lines; may be nil

	// Fields are the columns of a file; Record gives a row's exact values in their order, not
	// made safe for a screen.
	Fields []string
	Record func(row int, fields []units.Cell)

	cut   map[cutKey]string
	edges []float64 // of columns, from left to right, as they were laid out last

	// What a group that is being painted is called: a field, so that a frame allocates none of them.
	title rowTitle
	help  scene.Title
}

// View is the part of a table that is drawn, and what is marked in it.
type View struct {
	Area            scene.Rect // where on the canvas, header included
	Top             float64    // how many pixels of the rows lie above the visible ones
	Theme           *scene.Theme
	Selected, Hover int // rows; −1: none
	SortColumn      int // −1: none
	Descending      bool
	Widths          []float64          // of columns, in place of their own; 0 and those that are missing: their own
	Match           func(row int) bool // whether a row matches the search; nil without a search
}

// Height is the height that the header and all rows need.
func (t *Table) Height() float64 { return HeaderHeight + float64(t.Rows)*RowHeight }

const comfortable = 170.0 // the width at which a column that takes the rest can be read well

// Width is the width that all columns need, some of which may have other widths than their own, see [View].
func (t *Table) Width(widths []float64) (w float64) {
	for i := range t.Columns {
		w += cmp.Or(t.width(widths, i), t.Least, comfortable)
	}
	return w
}

// WidthIn is the width that all columns need where so much is available: spare ones go before anything has to be scrolled to.
func (t *Table) WidthIn(available float64) float64 {
	w := t.Width(nil)
	for _, i := range t.Spare {
		if w > available {
			w -= t.width(nil, i)
		}
	}
	return w
}

// width is the width of a column, 0 if it takes what the others leave.
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

// grip is how far beside the edge of a column its heading can be taken to draw it wider, in logical pixels.
const grip = 5.0

// EdgeAt is the column whose right edge is under a point of the header, or −1, and the width of the column.
// The last one has none: it ends with the table.
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

// RowAt is the row under a point of the canvas, or −1.
func (t *Table) RowAt(v View, at scene.Point) int {
	if !v.rows().Contains(at) {
		return -1
	}
	// Compared before it is made whole: Top may be anything.
	if row := math.Floor((at.Y - v.rows().Y0 + v.Top) / RowHeight); row >= 0 && row < float64(t.Rows) {
		return int(row)
	}
	return -1
}

// ColumnAt is the column whose header is under a point of the canvas, or −1.
func (t *Table) ColumnAt(v View, at scene.Point) int {
	if !v.header().Contains(at) {
		return -1
	}
	t.lay(&v)
	for i := range t.Columns {
		if t.edges[i] <= at.X && at.X < t.edges[i+1] {
			return i
		}
	}
	return -1
}

// Cuts reports whether a column is too narrow for its title.
func (t *Table) Cuts(v View, column int) bool {
	t.lay(&v)
	return scene.Measure(t.Columns[column].Title, headerFont) > t.edges[column+1]-t.edges[column]-2*gap
}

// RowRect is where a row is drawn, visible or not.
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

// narrowest is the least width of a column that takes the rest. A narrower area cuts it off.
const narrowest = 120.0

// lay finds the edges of all columns. Columns without a width share what is left; spare ones that are left
// out have no width.
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

// Needs is the least width at which no column is cut off that is not spare.
func (t *Table) Needs(widths []float64) (w float64) {
	for i := range t.Columns {
		if !slices.Contains(t.Spare, i) {
			w += cmp.Or(t.width(widths, i), narrowest)
		}
	}
	return w
}
