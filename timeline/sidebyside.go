package timeline

import (
	"profstation/model/compare"
	"profstation/model/trace"
	"profstation/scene"
)

// SideBySide is the timelines of both sides of a comparison, one below the other
// on one time scale, each from the beginning of its trace, for a report: a
// [scene.Picture].
type SideBySide struct {
	Head   scene.Heading // without lines: what is shown, and which filter is in force
	Lanes  [2]*Lanes     // base, new
	Names  [2]string
	Style  Style
	Window Window // the zero value shows all of both
	Width  float64
	Marks  [2]Marks
}

// sideLine is the height of the line above each timeline, with the gap before it.
const sideLine = 26.0

// Extent is the time up to which two timelines that stand together can be shown.
func Extent(a, b *Timeline) float64 { return max(a.Whole().To, b.Whole().To) }

// Heading implements scene.Picture.
func (p *SideBySide) Heading() []string { return p.head().Lines }

func (p *SideBySide) head() scene.Heading { return p.Head.Or(p.lines) }

func (p *SideBySide) lines() []string {
	w := p.window()
	line := "both " + Duration(trace.Time(w.W())) + " on one scale"
	if w.From != 0 || w.To != p.extent() {
		line += ", from " + Duration(trace.Time(w.From)) + " to " + Duration(trace.Time(w.To)) + " after the start of each"
	}
	for i, l := range p.Lanes {
		line += "; " + compare.Sides[i] + " " + Duration(l.Timeline.Trace.End)
	}
	return p.Lanes[1].headLines(line)
}

func (p *SideBySide) extent() float64 { return Extent(p.Lanes[0].Timeline, p.Lanes[1].Timeline) }

func (p *SideBySide) window() Window {
	if p.Window == (Window{}) {
		return Window{0, p.extent()}
	}
	return p.Window
}

// heights are the heights of both timelines, with the lines above them.
func (p *SideBySide) heights() (h [2]float64) {
	for i, l := range p.Lanes {
		h[i] = sideLine + AxisHeight + l.Height()
	}
	return h
}

// Size implements scene.Picture: the width that was asked for, and the height of
// all rows of both.
func (p *SideBySide) Size() (width, height float64) {
	h := p.heights()
	return p.Width, p.head().Height() + h[0] + h[1] + scene.PictureMargin
}

// Draw implements scene.Picture. Each timeline has half of a canvas that is too
// low for both.
func (p *SideBySide) Draw(cv scene.Canvas) {
	t := p.Style.Theme
	head := p.head()
	area := head.Draw(cv, t)
	heights := p.heights()
	if room := area.H(); heights[0]+heights[1] > room {
		heights[0] = max(min(heights[0], room/2), room-heights[1])
		heights[1] = room - heights[0]
	}
	top, names := area.Y0, compare.SideNames(p.Names)
	for i, l := range p.Lanes {
		scene.Note(cv, scene.Point{X: area.X0, Y: top + sideLine - 8}, names[i], area.W(), t.Text)
		v := View{Window: p.window(), Area: area, Label: LabelWidth, Extent: p.extent()}
		v.Area.Y0, v.Area.Y1 = top+sideLine, top+heights[i]
		NewPainter(l, p.Style, nil).Paint(cv, v, p.Marks[i])
		top += heights[i]
	}
	p.Lanes[1].paintHeadLegend(cv, p.Style, head)
}
