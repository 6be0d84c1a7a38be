package table

import (
	"profstation/model/compare"
	"profstation/scene"
)

// Picture is a whole table with a heading, for a report: a [scene.Picture].
type Picture struct {
	Head  scene.Heading
	Table *Table
	Theme *scene.Theme
	Empty string // the text if there are no rows
	Width float64
	// SortColumn, Descending and Match mean the same as in a View.
	SortColumn int
	Descending bool
	Match      func(row int) bool
}

// Heading implements scene.Picture.
func (p *Picture) Heading() []string { return p.Head.Lines }

// Size implements scene.Picture: the width that was asked for, and the height of
// all rows.
func (p *Picture) Size() (width, height float64) {
	height = p.Head.Height() + p.Table.Height() + scene.PictureMargin
	if p.Table.Rows == 0 {
		height += 2 * RowHeight
	}
	return p.Width, height
}

// Draw implements scene.Picture.
func (p *Picture) Draw(cv scene.Canvas) {
	area := p.Head.Draw(cv, p.Theme)
	p.Table.Paint(cv, View{
		Area: area, Theme: p.Theme, Selected: -1, Hover: -1,
		SortColumn: p.SortColumn, Descending: p.Descending, Match: p.Match,
	})
	if p.Table.Rows == 0 {
		at := scene.Point{X: area.X0 + gap, Y: area.Y0 + HeaderHeight + RowHeight}
		scene.Note(cv, at, p.Empty, area.W()-2*gap, p.Theme.Muted)
	}
}

// SideBySide is the tables of both sides of a comparison, for a report: a
// [scene.Picture].
type SideBySide struct {
	Head       scene.Heading
	Tables     [2]*Table // base, new, of the same columns
	Names      [2]string
	Theme      *scene.Theme
	Width      float64
	SortColumn int
	Descending bool
	Match      [2]func(row int) bool
}

// Heading implements scene.Picture.
func (p *SideBySide) Heading() []string { return p.Head.Lines }

// Size implements scene.Picture: the width that was asked for, and the height of
// all rows of both.
func (p *SideBySide) Size() (width, height float64) {
	rows := max(p.Tables[0].Height(), p.Tables[1].Height())
	return p.Width, p.Head.Height() + scene.SideLine + rows + scene.PictureMargin
}

// Draw implements scene.Picture.
func (p *SideBySide) Draw(cv scene.Canvas) {
	halves := scene.Halves(cv, p.Theme, p.Head.Draw(cv, p.Theme), compare.SideNames(p.Names))
	for i, t := range p.Tables {
		t.Paint(cv, View{
			Area: halves[i], Theme: p.Theme, Selected: -1, Hover: -1,
			SortColumn: p.SortColumn, Descending: p.Descending, Match: p.Match[i],
		})
	}
}

// TrendPicture is a trend with a heading, for a report: a [scene.Picture].
type TrendPicture struct {
	Head  scene.Heading
	Trend *Trend
	Theme *scene.Theme
	Width float64
}

// Heading implements scene.Picture.
func (p *TrendPicture) Heading() []string { return p.Head.Lines }

// Size implements scene.Picture: the width that was asked for, and a height that
// shows most trends well.
func (p *TrendPicture) Size() (width, height float64) { return p.Width, 420 }

// Draw implements scene.Picture.
func (p *TrendPicture) Draw(cv scene.Canvas) {
	area := p.Head.Draw(cv, p.Theme)
	p.Trend.Paint(cv, TrendView{Area: area, Theme: p.Theme, Point: -1, Line: -1})
}
