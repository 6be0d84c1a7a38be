package table

import (
	"profstation/model/compare"
	"profstation/scene"
)

// Picture is a whole table with a heading, for a report: a [scene.Picture].
type Picture struct {
	Head     scene.Heading
	Table    *Table
	Theme    *scene.Theme
	Empty    string // the text to show if there are no rows
	Width    float64
	From, To int // show rows in [From, To); To 0: all
	// SortColumn, Descending and Match mean the same as in a View.
	SortColumn int
	Descending bool
	Match      func(row int) bool
}

// Heading implements scene.Picture.
func (p *Picture) Heading() []string { return p.Head.Lines }

// Size implements scene.Picture. It returns the width that was asked for, and the height for all rows.
func (p *Picture) Size() (width, height float64) {
	from, to := p.rows()
	height = p.Head.Height() + HeaderHeight + float64(to-from)*RowHeight + scene.PictureMargin
	if from == to {
		height += 2 * RowHeight
	}
	return p.Width, height
}

func (p *Picture) rows() (from, to int) {
	if p.To == 0 {
		return 0, p.Table.Rows
	}
	from = max(0, min(p.From, p.Table.Rows))
	return from, max(from, min(p.To, p.Table.Rows))
}

// Draw implements scene.Picture.
func (p *Picture) Draw(cv scene.Canvas) {
	area := p.Head.Draw(cv, p.Theme)
	from, to := p.rows()
	rows := area
	if p.To > 0 {
		rows.Y1 = min(area.Y1, area.Y0+HeaderHeight+float64(to-from)*RowHeight)
	}
	p.Table.Paint(cv, View{
		Area: rows, Top: float64(from) * RowHeight, Theme: p.Theme, Selected: -1, Hover: -1,
		SortColumn: p.SortColumn, Descending: p.Descending, Match: p.Match,
	})
	if from == to {
		at := scene.Point{X: area.X0 + gap, Y: area.Y0 + HeaderHeight + RowHeight}
		scene.Note(cv, at, p.Empty, area.W()-2*gap, p.Theme.Muted)
	}
}

// SideBySide shows the tables for both sides of a comparison, for a report: a [scene.Picture].
type SideBySide struct {
	Head       scene.Heading
	Tables     [2]*Table // base and new, with the same columns
	Names      [2]string
	Theme      *scene.Theme
	Width      float64
	SortColumn int
	Descending bool
	Match      [2]func(row int) bool
}

// Heading implements scene.Picture.
func (p *SideBySide) Heading() []string { return p.Head.Lines }

// Size implements scene.Picture. It returns the width that was asked for, and the height for the longer table.
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

// Size implements scene.Picture. It returns the width that was asked for, and a height that suits most trends.
func (p *TrendPicture) Size() (width, height float64) { return p.Width, 420 }

// Draw implements scene.Picture.
func (p *TrendPicture) Draw(cv scene.Canvas) {
	area := p.Head.Draw(cv, p.Theme)
	p.Trend.Paint(cv, TrendView{Area: area, Theme: p.Theme, Point: -1, Line: -1})
}
