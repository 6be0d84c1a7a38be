package timeline

import (
	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
)

// underline is the height of the line at the foot of a lane that shows the
// collector's work in it: sweeps on a P, mark assists of a goroutine.
const underline = 3.0

// underlines draws what is done for the collector at the foot of a lane.
func (p *Painter) underlines(cv scene.Canvas, g *grid, row *Row, box scene.Rect) {
	e := p.l.Timeline.collecting(row.Key)
	if e.n == 0 {
		return
	}
	box.Y0 = box.Y1 - underline
	fill := p.fills.mark
	p.things(cv, g, &boxes{events: e, fill: one(fill), together: fill}, box, false)
}

// losses draws the parts of the file that are missing: lost generations, with the
// reason, and the part that is still being read.
func (p *Painter) losses(cv scene.Canvas, v *View, g *grid) {
	tr := p.l.Timeline.Trace
	for i := range tr.Generations {
		if gen := &tr.Generations[i]; gen.Lost != "" {
			p.loss(cv, v, g, gen.Start, max(gen.End, gen.Start), "lost: "+model.Sanitise(gen.Lost))
		}
	}
	if tr.Partial {
		plot := v.Plot()
		x := max(g.x(tr.End), plot.X0)
		text := "loading…"
		w := scene.Measure(text, font)
		cv.Fill(scene.Rect{X0: x, Y0: plot.Y0, X1: plot.X1, Y1: plot.Y1}, p.s.Theme.Surface)
		p.note(cv, scene.Point{X: plot.X1 - w - 3*labelGap, Y: plot.Y0 + 6}, text)
	}
}

// beyond covers the time past the end of the trace, which is in sight beside a longer
// trace.
func (p *Painter) beyond(cv scene.Canvas, v *View, g *grid) {
	end := p.l.Timeline.Trace.End
	if v.Window.To <= float64(end) || p.l.Timeline.Trace.Partial {
		return
	}
	b := v.Plot()
	if b.X0 = max(snapped(g, end), b.X0); b.Empty() {
		return
	}
	cv.Fill(b, p.s.Theme.Surface)
	if b.X0 > v.Plot().X0 {
		cv.Fill(scene.Rect{X0: b.X0, Y0: b.Y0, X1: b.X0 + 1, Y1: b.Y1}, p.s.Theme.Muted)
	}
	const text = "the trace ended"
	if w := scene.Measure(text, font); b.W() > w+2*labelGap {
		cv.Text(scene.Point{X: b.X0 + 2*labelGap, Y: b.Y0 + 16}, text, font, p.s.Theme.Muted)
	}
}

// loss hatches a time in all lanes.
func (p *Painter) loss(cv scene.Canvas, v *View, g *grid, from, to trace.Time, text string) {
	plot := v.Plot()
	b := scene.Rect{X0: snapped(g, from), Y0: plot.Y0, X1: snapped(g, to), Y1: plot.Y1}
	// Nobody knows how long it was, and before the first event or after the last
	// there is nothing in sight: it is seen anyway, beside them.
	const least = 4
	b.X1 = max(b.X1, b.X0+least, snapped(g, 0)+least)
	b.X0 = min(b.X0, b.X1-least, snapped(g, p.l.Timeline.Trace.End)-least)
	if b = b.Intersect(plot); b.Empty() {
		return
	}
	p.title = title{p: p, span: trace.NoSpan, text: text}
	cv.Begin(&p.title)
	p.hatch(cv, b)
	if room := b.W() - 4*labelGap; room > 40 {
		p.note(cv, scene.Point{X: b.X0 + labelGap, Y: b.Y0 + 6}, p.texts.fit(text, room, font))
	}
	cv.End()
}

// note writes a text on a ground of its own.
func (p *Painter) note(cv scene.Canvas, at scene.Point, text string) {
	w := scene.Measure(text, font)
	cv.Fill(scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + w + 2*labelGap, Y1: at.Y + 18}, p.s.Theme.Surface)
	cv.Text(scene.Point{X: at.X + labelGap, Y: at.Y + 13}, text, font, p.s.Theme.Text)
}
