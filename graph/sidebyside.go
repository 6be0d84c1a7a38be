package graph

import (
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/scene"
)

// SideBySide shows both charts in a comparison at one zoom factor, for a report: a [scene.Picture].
type SideBySide struct {
	Head   scene.Heading
	Charts [2]*Chart // base, new
	Names  [2]string
	Theme  *scene.Theme
	Marks  Marks // for both sides, see [NoMarks]
}

// The gap between the halves, and the height for the line above each.
const (
	sideGap  = 24.0
	sideLine = 24.0
)

// Heading implements scene.Picture.
func (p *SideBySide) Heading() []string { return p.Head.Lines }

func (p *SideBySide) widths() (w [2]float64) {
	names := compare.SideNames(p.Names)
	for i, c := range p.Charts {
		w[i] = max(c.W*PointSize, min(scene.Measure(names[i], scene.NoteFont)+1, headingWidth/2))
	}
	return w
}

// Size implements scene.Picture. It returns the size for both charts at 100%.
func (p *SideBySide) Size() (width, height float64) {
	w := p.widths()
	width = max(min(p.Head.Width()+1, headingWidth), w[0]+sideGap+w[1]) + 2*scene.PictureMargin
	return width, p.Head.Height() + sideLine + max(p.Charts[0].H, p.Charts[1].H, 20)*PointSize + scene.PictureMargin
}

// Draw implements scene.Picture.
func (p *SideBySide) Draw(cv scene.Canvas) {
	w, h := cv.Size()
	t := p.Theme
	p.Head.Draw(cv, t)
	x, top := scene.PictureMargin, p.Head.Height()
	widths, names := p.widths(), compare.SideNames(p.Names)
	for i, c := range p.Charts {
		area := scene.Rect{X0: x, Y0: top + sideLine, X1: min(x+widths[i], w), Y1: h}
		note := func(y float64, text string, color scene.Color) {
			scene.Note(cv, scene.Point{X: x, Y: y + scene.Ascent(scene.NoteFont)}, text, area.X1-x, color)
		}
		note(top, names[i], t.Text)
		if c.empty() {
			note(area.Y0, lang.L("No nodes match on this side."), t.Muted)
		} else {
			// The area includes some of the margin, so that no border is lost.
			const margin = sideGap / 2
			v := View{Scale: PointSize, Area: area.Inset(-margin)}
			v.Area.Y0, v.Area.Y1 = area.Y0-1, h
			v.Origin = scene.Point{X: -margin / PointSize, Y: -1 / PointSize}
			NewPainter(c, p.Theme).Paint(cv, v, p.Marks)
		}
		x += widths[i] + sideGap
	}
}
