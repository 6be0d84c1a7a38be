package table

import (
	"cmp"
	"math"

	"profstation/model"
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
	Width float64 // logical pixels; 0: the room that the others leave
	Right bool    // aligned to the right, as figures are
	Help  string  // the meaning of the title, in a sentence
}

// Table is a table of texts, used by one goroutine at a time. Its functions must be cheap: they
// are called for each visible cell in each frame.
type Table struct {
	Columns []Column
	Rows    int
	Least   float64                    // what a column without a width needs to be read well; 0: comfortable
	Cell    func(row, col int) string  // the text of a cell, safe for a screen
	Bar     func(row, col int) float64 // the length of a quiet bar behind a cell, from −1 to 1; may be nil
	Signed  bool                       // bars are changes, and an increase has a colour too
	Quiet   func(row int) bool         // whether a row is written in a quiet colour; may be nil
	// Draw draws a cell in place of its bar and text, and reports whether it did; may be nil.
	Draw func(cv scene.Canvas, t *scene.Theme, row, col int, cell scene.Rect) bool
	Note func(row int) string // shown when somebody points at a row, in one or more lines; may be nil

	// Fields are the columns of a file; Record gives a row's exact values in their order, not
	// made safe for a screen.
	Fields []string
	Record func(row int, fields []model.Cell)

	cut   map[cutKey]string
	title rowTitle
}

// View is the part of a table that is drawn, and what is marked in it.
type View struct {
	Area            scene.Rect // where on the canvas, header included
	Top             float64    // how many pixels of the rows lie above the visible ones
	Theme           *scene.Theme
	Selected, Hover int // rows; −1: none
	SortColumn      int // −1: none
	Descending      bool
	Match           func(row int) bool // whether a row matches the search; nil without a search
}

// Height is the height that the header and all rows need.
func (t *Table) Height() float64 { return HeaderHeight + float64(t.Rows)*RowHeight }

const comfortable = 170.0 // the width at which a column that takes the rest can be read well

// Width is the width that all columns need.
func (t *Table) Width() (w float64) {
	for _, c := range t.Columns {
		if w += c.Width; c.Width == 0 {
			w += cmp.Or(t.Least, comfortable)
		}
	}
	return w
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
	for i := range t.Columns {
		if x0, x1 := t.span(v.Area, i); x0 <= at.X && at.X < x1 {
			return i
		}
	}
	return -1
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

// span is where column i lies. Columns without a width share what is left.
func (t *Table) span(area scene.Rect, i int) (x0, x1 float64) {
	fixed, open := 0.0, 0
	for _, c := range t.Columns {
		fixed += c.Width
		if c.Width == 0 {
			open++
		}
	}
	rest := max(narrowest, (area.W()-fixed)/float64(max(open, 1)))
	x1 = area.X0
	for _, c := range t.Columns[:i+1] {
		x0 = x1
		if c.Width == 0 {
			x1 += rest
		} else {
			x1 += c.Width
		}
	}
	return x0, x1
}
