package timeline

import (
	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
)

// Picture is a part of a timeline with a heading that says what it shows, for
// a report.
type Picture struct {
	Lanes  *Lanes
	Style  Style
	Title  string // usually the name of the file
	Window Window // the zero value shows all
	Width  float64
	Label  float64 // the width of labels; 0: LabelWidth
	Marks  Marks
	// Caption is the lines above the picture; nil: Heading. Bare leaves the title
	// and them out.
	Caption []string
	Bare    bool
}

// LabelWidth is the width of labels unless told otherwise, in logical pixels.
const LabelWidth = 200.0

// Heading is the lines above the lanes.
func (p *Picture) Heading() []string {
	w := p.window()
	t := p.Lanes.Timeline
	line := t.Trace.Format + ", " + Duration(trace.Time(w.W()))
	if w != t.Whole() {
		line += " from " + Duration(trace.Time(w.From)) + " to " + Duration(trace.Time(w.To)) + " of " + Duration(t.Trace.End)
	}
	lines := []string{line}
	if q := p.Lanes.Query; q.Filter != "" {
		lines = append(lines, "lanes="+model.Sanitise(q.Filter))
	}
	return append(lines, "") // room for the legend
}

func (p *Picture) window() Window {
	if p.Window == (Window{}) {
		return p.Lanes.Timeline.Whole()
	}
	return p.Window
}

func (p *Picture) caption() []string {
	if p.Caption != nil {
		return p.Caption
	}
	return p.Heading()
}

func (p *Picture) heading() scene.Heading {
	return scene.Heading{Title: p.Title, Lines: p.caption(), Bare: p.Bare}
}

// Height is what the picture needs for all its rows.
func (p *Picture) Height() float64 {
	h := p.heading()
	return h.Height() + AxisHeight + p.Lanes.Height() + scene.PictureMargin
}

// Draw draws the picture. The canvas should be Width wide and Height high; a
// lower one cuts rows off.
func (p *Picture) Draw(cv scene.Canvas) {
	heading := p.heading()
	area := heading.Draw(cv, p.Style.Theme)
	view := View{Window: p.window(), Area: area, Label: p.Label}
	if view.Label == 0 {
		view.Label = LabelWidth
	}
	marks := p.Marks
	NewPainter(p.Lanes, p.Style, nil).Paint(cv, view, marks)
	if !p.Bare {
		at := scene.Point{X: view.Area.X0, Y: heading.Height() - 10}
		PaintLegend(cv, p.Style, p.Lanes.Timeline.Legend(at))
	}
}
