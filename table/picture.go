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
	Bare       bool // without title and heading
}

// Height is what the picture needs for all its rows.
func (p *Picture) Height() float64 {
	heading := p.heading()
	h := heading.Height() + p.Table.Height() + scene.PictureMargin
	if p.Table.Rows == 0 {
		h += 2 * RowHeight
	}
	return h
}

func (p *Picture) heading() scene.Heading {
	return scene.Heading{Title: p.Title, Lines: p.Heading, Bare: p.Bare}
}

// Draw draws the picture. The canvas should be Width wide and Height high; a
// lower one cuts rows off.
func (p *Picture) Draw(cv scene.Canvas) {
	heading := p.heading()
	area := heading.Draw(cv, p.Theme)
	p.Table.Paint(cv, View{
		Area: area, Theme: p.Theme, Selected: -1, Hover: -1,
		SortColumn: p.SortColumn, Descending: p.Descending, Match: p.Match,
	})
	if p.Table.Rows == 0 {
		at := scene.Point{X: area.X0 + gap, Y: area.Y0 + HeaderHeight + RowHeight}
		cv.Text(at, scene.Fit(p.Empty, scene.NoteFont, area.W()-2*gap), scene.NoteFont, p.Theme.Muted)
	}
}
