package flame

import (
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/scene"
)

// Picture is a whole chart with a heading, for a report: a [scene.Picture].
type Picture struct {
	Head  scene.Heading // if it has no lines: the data shown, and the active filters
	Chart *Chart
	Style Style
	Width float64
	Match []bool // per node: whether it matches the search; nil without a search
}

// Heading implements scene.Picture.
func (p *Picture) Heading() []string { return p.Head.Or(p.lines).Lines }

func (p *Picture) lines() []string {
	r := p.Chart.Result
	lines := []string{explain.Headline(r)}
	if d := p.Chart.Diff; d != nil {
		lines = d.Heading()
	}
	lines = append(lines, r.Query.Caption(r.Profile)...)
	if o := p.Chart.Options; o.Pivot != query.NoNode {
		lines = append(lines, lang.L(explain.EndsOf(r.Profile.Kind).Around, lang.With{"Name": displayName(r, o.Pivot, p.Style.Generics)}))
	}
	return lines
}

// Size implements scene.Picture. It returns the width that was asked for, and the height for all rows.
func (p *Picture) Size() (width, height float64) {
	rows := p.Chart.Height()
	if p.Chart.empty() {
		rows = max(rows, noteHeight)
	}
	return p.Width, p.head().Height() + rows + scene.PictureMargin
}

const noteHeight = 2 * RowHeight // for the words that replace an empty chart

func (c *Chart) empty() bool { return c.Down.Abs[0] == 0 }

func (p *Picture) head() scene.Heading { return p.Chart.headed(p.Head.Or(p.lines), p.Style, p.Width) }

// Draw implements scene.Picture.
func (p *Picture) Draw(cv scene.Canvas) {
	t := p.Style.Theme
	head := p.head()
	area := head.Draw(cv, t)
	p.Chart.paintWhole(cv, p.Style, area, p.Match)
	p.Chart.paintHeadLegend(cv, p.Style, head, area)
	if p.Chart.empty() {
		at := scene.Point{X: area.X0, Y: area.Y0 + noteHeight - 6}
		scene.Note(cv, at, lang.L("No samples match: remove a filter or choose another sample type."), area.W(), t.Muted)
	}
}

// paintWhole draws all of a chart over the background. In a flame the root stays at the bottom, whatever is cut off.
func (c *Chart) paintWhole(cv scene.Canvas, s Style, area scene.Rect, match []bool) {
	view := View{Window: c.Window, Area: area, Mark: query.NoNode, Filled: true}
	if s.RootDown {
		view.Top = c.Height() - area.H()
	}
	NewPainter(c, s, match, nil).Paint(cv, view)
}
