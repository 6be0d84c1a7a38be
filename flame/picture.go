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
	// Caption is the lines above the picture; nil: Heading. Bare leaves the title
	// and them out.
	Caption []string
	Bare    bool
}

// Heading is the lines above the chart: what is shown, and which filters are
// in force.
func (p *Picture) Heading() []string {
	r := p.Chart.Result
	lines := []string{r.Headline()}
	if d := p.Chart.Diff; d != nil {
		lines = d.Heading()
	}
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
	h := p.heading()
	return h.Height() + max(p.Chart.Height(), p.note()) + scene.PictureMargin
}

// note is the height of what is said instead of a chart of nothing.
func (p *Picture) note() float64 {
	if p.empty() {
		return 2 * RowHeight
	}
	return 0
}

func (p *Picture) empty() bool { return p.Chart.Down.Abs[0] == 0 }

func (p *Picture) caption() []string {
	if p.Caption != nil {
		return p.Caption
	}
	return p.Heading()
}

func (p *Picture) heading() scene.Heading {
	return p.Chart.headed(scene.Heading{Title: p.Title, Lines: p.caption(), Bare: p.Bare}, p.Style, p.Width)
}

// Draw draws the picture. The canvas should be Width wide and Height high; a
// lower one cuts rows off.
func (p *Picture) Draw(cv scene.Canvas) {
	t := p.Style.Theme
	heading := p.heading()
	area := heading.Draw(cv, t)
	painter := NewPainter(p.Chart, p.Style, p.Match, nil)
	view := View{Window: p.Chart.Window, Area: area, Mark: model.NoNode}
	if p.Style.RootDown {
		view.Top = p.Chart.Height() - area.H() // the root stands at the foot, whatever is cut off
	}
	painter.Paint(cv, view)
	p.Chart.paintHeadLegend(cv, p.Style, &heading, area)
	if p.empty() {
		text := scene.Fit("No samples are left: remove a filter or choose another sample type.", scene.NoteFont, area.W())
		cv.Text(scene.Point{X: area.X0, Y: area.Y0 + p.note() - 6}, text, scene.NoteFont, t.Muted)
	}
}
