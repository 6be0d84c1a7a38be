package flame

import (
	"profstation/model"
	"profstation/model/compare"
	"profstation/scene"
)

// TwinPicture is the charts of both sides of a comparison beside each other, for
// a report.
type TwinPicture struct {
	Base, New *Chart // of the same comparison, see [NewDiff]
	Names     [2]string
	Style     Style
	Title     string
	Width     float64
	Match     [2][]bool // per node of each side; nil: no search
	Caption   []string
	Bare      bool
}

func (p *TwinPicture) heading() scene.Heading {
	return p.New.headed(scene.Heading{Title: p.Title, Lines: p.Caption, Bare: p.Bare}, p.Style, p.Width)
}

// Height is what the picture needs for all rows of both.
func (p *TwinPicture) Height() float64 {
	h := p.heading()
	return h.Height() + scene.TwinLine + max(p.Base.Height(), p.New.Height(), 2*RowHeight) + scene.PictureMargin
}

// Draw draws the picture over the whole canvas.
func (p *TwinPicture) Draw(cv scene.Canvas) {
	t := p.Style.Theme
	heading := p.heading()
	area := heading.Draw(cv, t)
	halves := scene.Halves(cv, t, area, compare.SideNames(p.Names))
	for i, c := range []*Chart{p.Base, p.New} {
		half := halves[i]
		if c.Down.Abs[0] == 0 {
			cv.Text(scene.Point{X: half.X0, Y: half.Y0 + RowHeight}, scene.Fit("No samples are on this side.", scene.NoteFont, half.W()), scene.NoteFont, t.Muted)
			continue
		}
		view := View{Window: c.Window, Area: half, Mark: model.NoNode}
		if p.Style.RootDown {
			view.Top = c.Height() - half.H()
		}
		NewPainter(c, p.Style, p.Match[i], nil).Paint(cv, view)
	}
	p.New.paintHeadLegend(cv, p.Style, &heading, area)
}
