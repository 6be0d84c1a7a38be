package flame

import (
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/scene"
)

// SideBySide shows both charts in a comparison, for a report: a [scene.Picture].
type SideBySide struct {
	Head   scene.Heading
	Charts [2]*Chart // base and new in one comparison, see [NewDiff]
	Names  [2]string
	Style  Style
	Width  float64
	Match  []bool // per node, shared by both sides; nil: no search
}

// Heading implements scene.Picture.
func (p *SideBySide) Heading() []string { return p.Head.Lines }

func (p *SideBySide) head() scene.Heading { return p.Charts[1].headed(p.Head, p.Style, p.Width) }

// Size implements scene.Picture. It returns the width that was asked for, and the height for the taller chart.
func (p *SideBySide) Size() (width, height float64) {
	rows := max(p.Charts[0].Height(), p.Charts[1].Height(), noteHeight)
	return p.Width, p.head().Height() + scene.SideLine + rows + scene.PictureMargin
}

// Draw implements scene.Picture.
func (p *SideBySide) Draw(cv scene.Canvas) {
	t := p.Style.Theme
	head := p.head()
	area := head.Draw(cv, t)
	halves := scene.Halves(cv, t, area, compare.SideNames(p.Names))
	for i, c := range p.Charts {
		half := halves[i]
		if c.empty() {
			scene.Note(cv, scene.Point{X: half.X0, Y: half.Y0 + RowHeight}, lang.L("There are no samples on this side."), half.W(), t.Muted)
			continue
		}
		c.paintWhole(cv, p.Style, half, p.Match)
	}
	p.Charts[1].paintHeadLegend(cv, p.Style, head, area)
}
