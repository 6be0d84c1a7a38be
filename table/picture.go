package table

import (
	"profstation/scene"
)

// Picture is a whole table with a heading, for a report.
type Picture struct {
	Table   *Table
	Theme   *scene.Theme
	Title   string   // usually the name of the file
	Heading []string // what is shown, and which filters are in force
	Empty   string   // what is written where there are no rows
	Width   float64
	// SortColumn, Descending and Match are those of a View.
	SortColumn int
	Descending bool
	Match      func(row int) bool
}

// Margins of a picture, in logical pixels, as package flame has them.
const (
	margin      = 12.0
	headingLine = 17.0
)

var (
	titleFont   = scene.Font{Size: scene.TextSize + 2, Bold: true}
	headingFont = scene.Font{Size: scene.TextSize}
)

// Height is what the picture needs for all its rows.
func (p *Picture) Height() float64 {
	h := p.top() + p.Table.Height() + margin
	if p.Table.Rows == 0 {
		h += 2 * RowHeight
	}
	return h
}

func (p *Picture) top() float64 {
	return margin + headingLine*float64(1+len(p.Heading)) + 6
}

// Draw draws the picture. The canvas should be Width wide and Height high; a
// lower one cuts rows off.
func (p *Picture) Draw(cv scene.Canvas) {
	w, h := cv.Size()
	t := p.Theme
	cv.Fill(scene.Rect{X1: w, Y1: h}, t.Background)
	y := margin + scene.Ascent(titleFont)
	cv.Text(scene.Point{X: margin, Y: y}, scene.Fit(p.Title, titleFont, w-2*margin), titleFont, t.Text)
	for _, line := range p.Heading {
		y += headingLine
		cv.Text(scene.Point{X: margin, Y: y}, scene.Fit(line, headingFont, w-2*margin), headingFont, t.Muted)
	}
	area := scene.Rect{X0: margin, Y0: p.top(), X1: w - margin, Y1: h - margin}
	p.Table.Paint(cv, View{
		Area: area, Theme: t, Selected: -1, Hover: -1,
		SortColumn: p.SortColumn, Descending: p.Descending, Match: p.Match,
	})
	if p.Table.Rows == 0 {
		at := scene.Point{X: margin + gap, Y: area.Y0 + HeaderHeight + RowHeight}
		cv.Text(at, scene.Fit(p.Empty, headingFont, area.W()-2*gap), headingFont, t.Muted)
	}
}
