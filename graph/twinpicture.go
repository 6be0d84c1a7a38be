package graph

import (
	"profstation/model/compare"
	"profstation/scene"
)

// TwinPicture is the charts of both sides of a comparison beside each other, at
// one zoom factor, for a report.
type TwinPicture struct {
	Base, New *Chart
	Names     [2]string
	Style     Style
	Title     string
	Marks     [2]Marks // of each side, see [NoMarks]
	Caption   []string
	Bare      bool
}

// The gap between the halves, and the height of the line above each.
const (
	twinGap  = 24.0
	twinLine = 24.0
)

func (p *TwinPicture) heading() scene.Heading {
	return scene.Heading{Title: p.Title, Lines: p.Caption, Bare: p.Bare}
}

func (p *TwinPicture) charts() [2]*Chart { return [2]*Chart{p.Base, p.New} }

// widths are those of the halves.
func (p *TwinPicture) widths() (w [2]float64) {
	names := compare.SideNames(p.Names)
	for i, c := range p.charts() {
		w[i] = max(c.W*PointSize, min(scene.Measure(names[i], scene.NoteFont)+1, headingWidth/2))
	}
	return w
}

// Width is what the picture needs at 100%, in logical pixels.
func (p *TwinPicture) Width() float64 {
	h, w := p.heading(), p.widths()
	return max(min(h.Width()+1, headingWidth), w[0]+twinGap+w[1]) + 2*scene.PictureMargin
}

// Height is what the picture needs at 100%, in logical pixels.
func (p *TwinPicture) Height() float64 {
	h := p.heading()
	return h.Height() + twinLine + max(p.Base.H, p.New.H, 20)*PointSize + scene.PictureMargin
}

// Draw draws the picture. The canvas should be Width wide and Height high; what a
// smaller one has no room for is cut off.
func (p *TwinPicture) Draw(cv scene.Canvas) {
	w, h := cv.Size()
	t := p.Style.Theme
	heading := p.heading()
	heading.Draw(cv, t)
	x, top := scene.PictureMargin, heading.Height()
	widths, names := p.widths(), compare.SideNames(p.Names)
	for i, c := range p.charts() {
		right := min(x+widths[i], w)
		cv.Text(scene.Point{X: x, Y: top + scene.Ascent(scene.NoteFont)}, scene.Fit(names[i], scene.NoteFont, right-x), scene.NoteFont, t.Text)
		area := scene.Rect{X0: x, Y0: top + twinLine, X1: right, Y1: h}
		if len(c.boxes) == 0 {
			at := scene.Point{X: x, Y: area.Y0 + scene.Ascent(scene.NoteFont)}
			cv.Text(at, scene.Fit("No nodes are left on this side.", scene.NoteFont, right-x), scene.NoteFont, t.Muted)
		} else {
			// The area takes some of the margin in, so that no border is lost.
			const margin = twinGap / 2
			v := View{Scale: PointSize, Area: area.Inset(-margin)}
			v.Area.Y0, v.Area.Y1 = area.Y0-1, h
			v.Origin = scene.Point{X: -margin / PointSize, Y: -1 / PointSize}
			NewPainter(c, p.Style).Paint(cv, v, p.Marks[i])
		}
		x += widths[i] + twinGap
	}
}
