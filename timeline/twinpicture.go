package timeline

import (
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/trace"
	"profstation/scene"
)

// TwinPicture is two timelines below each other on one time scale, each from the
// beginning of its trace, for a report.
type TwinPicture struct {
	Lanes  [2]*Lanes // base, new
	Names  [2]string
	Style  Style
	Title  string
	Window Window // the zero value shows all of both
	Width  float64
	Marks  [2]Marks
	Bare   bool
}

// twinLine is the height of the line above each timeline, with the gap before it.
const twinLine = 26.0

// Extent is up to which time two timelines can be shown that stand together.
func Extent(a, b *Timeline) float64 { return max(a.Whole().To, b.Whole().To) }

// Heading is the lines above the lanes.
func (p *TwinPicture) Heading() []string {
	w := p.window()
	line := "both " + Duration(trace.Time(w.W())) + " on one scale"
	if w.From != 0 || w.To != p.extent() {
		line += ", from " + Duration(trace.Time(w.From)) + " to " + Duration(trace.Time(w.To)) + " after the start of each"
	}
	for i, l := range p.Lanes {
		line += "; " + compare.Sides[i] + " " + Duration(l.Timeline.Trace.End)
	}
	lines := []string{line}
	if q := p.Lanes[1].Query; q.Filter != "" {
		lines = append(lines, "lanes="+model.Sanitise(q.Filter))
	}
	return append(lines, "") // room for the legend
}

func (p *TwinPicture) extent() float64 { return Extent(p.Lanes[0].Timeline, p.Lanes[1].Timeline) }

func (p *TwinPicture) window() Window {
	if p.Window == (Window{}) {
		return Window{0, p.extent()}
	}
	return p.Window
}

func (p *TwinPicture) heading() scene.Heading {
	return scene.Heading{Title: p.Title, Lines: p.Heading(), Bare: p.Bare}
}

// Height is what the picture needs for all rows of both.
func (p *TwinPicture) Height() float64 {
	h := p.heading()
	height := h.Height() + scene.PictureMargin
	for _, l := range p.Lanes {
		height += twinLine + AxisHeight + l.Height()
	}
	return height
}

// Draw draws the picture. The canvas should be Width wide and Height high; of a
// lower one each timeline has half, and rows are cut off.
func (p *TwinPicture) Draw(cv scene.Canvas) {
	t := p.Style.Theme
	heading := p.heading()
	area := heading.Draw(cv, t)
	var heights [2]float64
	for i, l := range p.Lanes {
		heights[i] = twinLine + AxisHeight + l.Height()
	}
	if room := area.H(); heights[0]+heights[1] > room {
		heights[0] = max(min(heights[0], room/2), room-heights[1])
		heights[1] = room - heights[0]
	}
	top, names := area.Y0, compare.SideNames(p.Names)
	for i, l := range p.Lanes {
		name := scene.Fit(names[i], scene.NoteFont, area.W())
		cv.Text(scene.Point{X: area.X0, Y: top + twinLine - 8}, name, scene.NoteFont, t.Text)
		v := View{Window: p.window(), Area: area, Label: LabelWidth, Extent: p.extent()}
		v.Area.Y0, v.Area.Y1 = top+twinLine, top+heights[i]
		NewPainter(l, p.Style, nil).Paint(cv, v, p.Marks[i])
		top += heights[i]
	}
	if !p.Bare {
		at := scene.Point{X: area.X0, Y: heading.Height() - 10}
		PaintLegend(cv, p.Style, p.Lanes[1].Timeline.Legend(at))
	}
}
