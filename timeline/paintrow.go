package timeline

import (
	"profstation/model/trace"
	"profstation/scene"
)

const labelGap = 4.0

// row draws one row with its label.
func (p *Painter) row(cv scene.Canvas, v *View, g *grid, r *painted) {
	row := &p.l.Rows[r.row]
	plot := v.Plot()
	box := scene.Rect{X0: plot.X0, Y0: r.top, X1: plot.X1, Y1: r.top + row.Height() - 1}
	if row.Kind == SectionRow {
		box.X0 = v.Area.X0
		cv.Fill(box, p.s.Theme.Surface)
		p.label(cv, v, row, r.top, true)
		return
	}
	if box.X0 < box.X1 {
		cv.PushClip(scene.Rect{X0: box.X0, Y0: box.Y0, X1: box.X1, Y1: box.Y1})
		p.content(cv, g, r, row, box)
		cv.PopClip()
	}
	p.label(cv, v, row, r.top, false)
	cv.Fill(scene.Rect{X0: v.Area.X0, Y0: box.Y1, X1: plot.X1, Y1: box.Y1 + 1}, p.fills.rule)
}

// content draws what a row shows into its box.
func (p *Painter) content(cv scene.Canvas, g *grid, r *painted, row *Row, box scene.Rect) {
	t := p.l.Timeline
	switch {
	case row.Kind == ProcRow, row.Kind == ThreadRow, row.Kind == GoroutineRow:
		p.lane(cv, g, r, row, box)
		p.underlines(cv, g, row, box)
	case row.kind().counts:
		p.crowd(cv, g, row, box)
	case row.Kind == HeapRow, row.Kind == MaxProcsRow:
		p.counter(cv, g, row, box)
	case row.Kind == LogRow:
		logs := t.events(row.Key, 0)
		p.points(cv, g, &logs, func(i int) string { return t.LogText(logs.index(i)) }, box, p.s.Theme.Selection)
	case row.Kind == SampleRow:
		samples := t.events(row.Key, 0)
		p.points(cv, g, &samples, nil, box, p.s.Theme.Hover)
	default:
		p.things(cv, g, p.thingsOf(row), box, true)
	}
}

// label draws the label of a row, at the left of its first 20 pixels, and the
// triangle of one that can be opened.
func (p *Painter) label(cv scene.Canvas, v *View, row *Row, top float64, bold bool) {
	t := p.s.Theme
	box := scene.Rect{X0: v.Area.X0, Y0: top, X1: min(v.Area.X0+v.Label, v.Area.X1), Y1: top + row.Height() - 1}
	if box.Empty() {
		return
	}
	cv.Fill(box, t.Surface)
	f, color := font, t.Text
	f.Bold = bold
	if row.kind().sub {
		if row.Level > 0 {
			return
		}
		color = t.Muted
	}
	x := box.X0 + labelGap + 10*float64(row.Depth)
	middle := top + min(row.Height(), sectionHeight)/2 - 0.5
	if row.Opens {
		p.triangle(cv, scene.Point{X: x + 4, Y: middle}, row.Open)
	}
	x += 12
	text := p.texts.fitLabel(row, box.X1-labelGap-x, f)
	cv.Text(scene.Point{X: x, Y: middle + scene.Ascent(f)/2}, text, f, color)
	if note := p.texts.note(row); note != "" {
		note = scene.Fit(note, font, box.X1-labelGap-x)
		cv.Text(scene.Point{X: x, Y: middle + scene.Ascent(f)/2 + 15}, note, font, t.Muted)
	}
}

// triangle points down if a row is open, else to the right.
func (p *Painter) triangle(cv scene.Canvas, at scene.Point, open bool) {
	corners := []scene.Point{{X: at.X - 2, Y: at.Y - 4}, {X: at.X + 3, Y: at.Y}, {X: at.X - 2, Y: at.Y + 4}}
	if open {
		corners = []scene.Point{{X: at.X - 4, Y: at.Y - 2}, {X: at.X + 4, Y: at.Y - 2}, {X: at.X, Y: at.Y + 3}}
	}
	p.polygon(cv, p.s.Theme.Muted, corners...)
}

// polygon fills the area between corners.
func (p *Painter) polygon(cv scene.Canvas, fill scene.Color, corners ...scene.Point) {
	p.path.Reset()
	p.path.MoveTo(corners[0].X, corners[0].Y)
	for _, c := range corners[1:] {
		p.path.LineTo(c.X, c.Y)
	}
	p.path.Close()
	cv.Path(&p.path, fill, scene.Stroke{})
}

// lane draws the pieces of a lane.
func (p *Painter) lane(cv scene.Canvas, g *grid, r *painted, row *Row, box scene.Rect) {
	for i := range r.pieces {
		q := &r.pieces[i]
		b := scene.Rect{X0: g.x0 + float64(q.from), Y0: box.Y0, X1: g.x0 + float64(q.to), Y1: box.Y1}
		if q.entry < 0 {
			p.stacked(cv, b, &p.fills.kind, q.shares.height)
			continue
		}
		p.span(cv, &r.lane, row, q, b)
	}
}

// span draws a box for one span, with its label.
func (p *Painter) span(cv scene.Canvas, l *lane, row *Row, q *piece, b scene.Rect) {
	span := l.span(int(q.entry))
	p.title = title{p: p, span: span}
	cv.Begin(&p.title)
	fill := b
	if b.W() > 3 {
		fill.X1-- // a line of background between neighbours
	}
	cv.Fill(fill, p.fills.kind[q.kind])
	if q.kind == Unknown {
		p.hatch(cv, fill)
	}
	if room := fill.W() - 2*labelGap; room > 8 {
		if text := p.texts.span(span, row.Kind == GoroutineRow, room); text != "" {
			cv.Text(scene.Point{X: fill.X0 + labelGap, Y: b.Y0 + (b.H()+scene.Ascent(font))/2}, text, font, p.fills.text[q.kind])
		}
	}
	cv.End()
}

// hatch draws slanted lines over lost time.
func (p *Painter) hatch(cv scene.Canvas, b scene.Rect) {
	cv.PushClip(b)
	p.path.Reset()
	const step = 8
	for x := b.X0 - b.H(); x < b.X1; x += step {
		p.path.MoveTo(x, b.Y1)
		p.path.LineTo(x+b.H(), b.Y0)
	}
	cv.Path(&p.path, scene.Color{}, scene.Stroke{Color: p.s.Theme.Muted, Width: 1})
	cv.PopClip()
}

// title is the text of a box, made only if a back end keeps titles: a text that is
// known, or that of a span or of a thing.
type title struct {
	p     *Painter
	span  trace.SpanIndex
	s     things
	i     int
	lasts trace.Time
	text  string
}

// Title implements scene.Titler.
func (t *title) Title() string {
	switch {
	case t.text != "":
		return t.text
	case t.s != nil:
		return t.s.text(t.i) + "\n" + Duration(t.lasts)
	}
	return t.p.l.Timeline.Describe(t.span)
}
