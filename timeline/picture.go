package timeline

import (
	"cmp"

	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
)

// Picture is a part of a timeline with a heading, for a report: a
// [scene.Picture].
type Picture struct {
	Head   scene.Heading // without lines: what is shown, and which filter is in force
	Lanes  *Lanes
	Style  Style
	Window Window // the zero value shows all
	Width  float64
	Label  float64 // the width of labels; 0: LabelWidth
	Marks  Marks
}

// LabelWidth is the usual width of labels, in logical pixels.
const LabelWidth = 200.0

// Heading implements scene.Picture.
func (p *Picture) Heading() []string { return p.head().Lines }

func (p *Picture) head() scene.Heading { return p.Head.Or(p.lines) }

func (p *Picture) lines() []string {
	w := p.window()
	t := p.Lanes.Timeline
	line := t.Trace.Format + ", " + Duration(trace.Time(w.W()))
	if w != t.Whole() {
		line += " from " + Duration(trace.Time(w.From)) + " to " + Duration(trace.Time(w.To)) + " of " + Duration(t.Trace.End)
	}
	return p.Lanes.headLines(line)
}

// headLines are the lines of a heading: what is shown, the filter of the lanes,
// and room for the legend.
func (l *Lanes) headLines(what string) []string {
	lines := []string{what}
	if l.Query.Filter != "" {
		lines = append(lines, "lanes="+model.Sanitise(l.Query.Filter))
	}
	return append(lines, "")
}

func (p *Picture) window() Window {
	if p.Window == (Window{}) {
		return p.Lanes.Timeline.Whole()
	}
	return p.Window
}

// Size implements scene.Picture: the width that was asked for, and the height of
// all rows.
func (p *Picture) Size() (width, height float64) {
	return p.Width, p.head().Height() + AxisHeight + p.Lanes.Height() + scene.PictureMargin
}

// Draw implements scene.Picture.
func (p *Picture) Draw(cv scene.Canvas) {
	head := p.head()
	view := View{Window: p.window(), Area: head.Draw(cv, p.Style.Theme), Label: cmp.Or(p.Label, LabelWidth)}
	NewPainter(p.Lanes, p.Style, nil).Paint(cv, view, p.Marks)
	p.Lanes.paintHeadLegend(cv, p.Style, head)
}

// paintHeadLegend draws the legend into the last line of a heading.
func (l *Lanes) paintHeadLegend(cv scene.Canvas, s Style, head scene.Heading) {
	if !head.Bare {
		PaintLegend(cv, s, l.Timeline.Legend(scene.Point{X: scene.PictureMargin, Y: head.LastBaseline()}))
	}
}
