package flame

import (
	"strings"

	"profstation/model"
	"profstation/scene"
)

// Picture is a whole chart with a heading that says what it shows, for a
// report.
type Picture struct {
	Chart *Chart
	Style Style
	Title string // usually the name of the file
	Width float64
	Match []bool // per node: what a search found; nil: none
}

// Margins of a picture, in logical pixels.
const (
	margin      = 12.0
	headingLine = 17.0
)

var (
	titleFont   = scene.Font{Size: scene.TextSize + 2, Bold: true}
	headingFont = scene.Font{Size: scene.TextSize}
)

// Heading is the lines above the chart: what is shown, and which filters are
// in force.
func (p *Picture) Heading() []string {
	r := p.Chart.Result
	lines := []string{r.Headline()}
	if f := filterLine(r.Query); f != "" {
		lines = append(lines, f)
	}
	if o := p.Chart.Options; o.Pivot != model.NoNode {
		lines = append(lines, "callers and callees of "+displayName(r, o.Pivot, p.Style.Generics))
	}
	return lines
}

func filterLine(q model.Query) string {
	var parts []string
	for _, f := range q.Filters() {
		parts = append(parts, f.Name+"="+model.Sanitise(f.Text))
	}
	return strings.Join(parts, "  ")
}

// Height is what the picture needs for all its rows.
func (p *Picture) Height() float64 {
	return p.top() + max(p.Chart.Height(), p.note()) + margin
}

// note is the height of what is said instead of a chart of nothing.
func (p *Picture) note() float64 {
	if p.empty() {
		return 2 * headingLine
	}
	return 0
}

func (p *Picture) empty() bool { return p.Chart.Down.Abs[0] == 0 }

func (p *Picture) top() float64 {
	return margin + headingLine*float64(1+len(p.Heading())) + 6
}

// Draw draws the picture. The canvas should be Width wide and Height high; a
// lower one cuts rows off.
func (p *Picture) Draw(cv scene.Canvas) {
	w, h := cv.Size()
	t := p.Style.Theme
	cv.Fill(scene.Rect{X1: w, Y1: h}, t.Background)
	y := margin + scene.Ascent(titleFont)
	cv.Text(scene.Point{X: margin, Y: y}, scene.Fit(p.Title, titleFont, w-2*margin), titleFont, t.Text)
	for _, line := range p.Heading() {
		y += headingLine
		cv.Text(scene.Point{X: margin, Y: y}, scene.Fit(line, headingFont, w-2*margin), headingFont, t.Muted)
	}
	area := scene.Rect{X0: margin, Y0: p.top(), X1: w - margin, Y1: h - margin}
	painter := NewPainter(p.Chart, p.Style, p.Match, nil)
	view := View{Window: p.Chart.Window, Area: area, Mark: model.NoNode}
	if p.Style.RootDown {
		view.Top = p.Chart.Height() - area.H() // the root stands at the foot, whatever is cut off
	}
	painter.Paint(cv, view)
	p.Chart.PaintLegend(cv, p.Style, w-margin, margin+scene.Ascent(titleFont))
	if p.empty() {
		text := scene.Fit("No samples are left: remove a filter or choose another sample type.", headingFont, w-2*margin)
		cv.Text(scene.Point{X: margin, Y: area.Y0 + p.note() - margin/2}, text, headingFont, t.Muted)
	}
}
