package graph

import (
	"profstation/model/lang"
	"profstation/scene"
)

// Picture is a whole chart with a heading, for a report: a [scene.Picture].
type Picture struct {
	Head  scene.Heading // if it has no lines, pprof's legend is used
	Chart *Chart
	Theme *scene.Theme
	Marks Marks // see [NoMarks]
	Part  *View // the part to draw, as it is on the screen; nil: all
}

// headingWidth limits how far the heading widens a narrow picture.
const headingWidth = 900.0

const nothing = "No nodes match: remove a filter, or choose a smaller node fraction or another sample type."

// Heading implements scene.Picture.
func (p *Picture) Heading() []string { return p.head().Lines }

func (p *Picture) head() scene.Heading {
	return p.Head.Or(func() []string { return p.Chart.Graph.Legend(lang.L) })
}

// Size implements scene.Picture. It returns the chart's size at 100%, or the part's.
func (p *Picture) Size() (width, height float64) {
	head := p.head()
	text, w, h := head.Width(), p.Chart.W*PointSize, p.Chart.H*PointSize
	if p.Part != nil {
		w, h = p.Part.Area.W(), p.Part.Area.H()
	}
	if p.Chart.empty() {
		text, h = max(text, scene.Measure(lang.L(nothing), scene.NoteFont)), 2*scene.Ascent(scene.NoteFont)
	}
	return max(min(text+1, headingWidth), w) + 2*scene.PictureMargin, head.Height() + h + scene.PictureMargin
}

func (c *Chart) empty() bool { return len(c.boxes) == 0 }

// Draw implements scene.Picture.
func (p *Picture) Draw(cv scene.Canvas) {
	w, h := cv.Size()
	area := p.head().Draw(cv, p.Theme)
	if p.Chart.empty() {
		at := scene.Point{X: area.X0, Y: area.Y0 + scene.Ascent(scene.NoteFont)}
		scene.Note(cv, at, lang.L(nothing), area.W(), p.Theme.Muted)
		return
	}
	// Centre the chart if the heading is wider. The area includes the margins, so that no border is lost to rounding.
	const margin = scene.PictureMargin / 2
	v := View{Scale: PointSize, Area: scene.Rect{Y0: area.Y0 - margin, X1: w, Y1: h}}
	v.Origin = scene.Point{X: (p.Chart.W - w/PointSize) / 2, Y: -margin / PointSize}
	if p.Part != nil {
		v.Scale, v.Origin = p.Part.Scale, p.Part.Origin
		left := (w - p.Part.Area.W()) / 2
		v.Area = scene.Rect{X0: left, Y0: area.Y0, X1: left + p.Part.Area.W(), Y1: min(h, area.Y0+p.Part.Area.H())}
		cv.PushClip(v.Area)
		defer cv.PopClip()
	}
	NewPainter(p.Chart, p.Theme).Paint(cv, v, p.Marks)
}
