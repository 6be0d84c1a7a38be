package timeline

import (
	"math"

	"profstation/model/trace"
	"profstation/scene"
)

// marks draws the measured interval, the selected span and what woke it.
func (p *Painter) marks(cv scene.Canvas, v *View, g *grid, m Marks) {
	plot := v.Plot()
	if plot.Empty() {
		return
	}
	p.goneTo(cv, v, m.Row)
	p.recorded(cv, v, g, m.Recorded)
	if m.Interval != nil {
		p.interval(cv, v, g, *m.Interval)
	}
	if m.Selected == trace.NoSpan || int(m.Selected) >= p.l.Timeline.Trace.Spans.Len() {
		return
	}
	cv.PushClip(plot)
	defer cv.PopClip()
	p.selected(cv, v, g, m.Selected)
	p.wakeup(cv, v, g, m.Selected)
	for _, span := range m.Chain {
		p.wakeup(cv, v, g, span)
	}
}

// goneTo marks the lane that the user went to, at its label.
func (p *Painter) goneTo(cv scene.Canvas, v *View, key Key) {
	if key == (Key{}) {
		return
	}
	area := v.Plot()
	area.X0 = v.Area.X0
	cv.PushClip(area)
	defer cv.PopClip()
	for i := range p.rows {
		r := &p.rows[i]
		if row := &p.l.Rows[r.row]; row.Key == key {
			cv.Fill(scene.Rect{X0: area.X0, Y0: r.top, X1: area.X0 + 3, Y1: r.top + row.Height() - 1}, p.s.Theme.Selection)
		}
	}
}

// interval shades a time and writes how long it is.
func (p *Painter) interval(cv scene.Canvas, v *View, g *grid, in trace.Interval) {
	t, plot := p.s.Theme, v.Plot()
	in = in.Ordered()
	cv.PushClip(scene.Rect{X0: plot.X0, Y0: v.Area.Y0, X1: plot.X1, Y1: plot.Y1})
	defer cv.PopClip()
	b := scene.Rect{X0: snapped(g, in.From), Y0: plot.Y0, X1: snapped(g, in.To), Y1: plot.Y1}
	shade := t.Selection
	shade.A = 28
	cv.Fill(b, shade)
	for _, x := range []float64{b.X0, b.X1} {
		cv.Fill(scene.Rect{X0: x, Y0: v.Area.Y0, X1: x + 1, Y1: plot.Y1}, t.Selection)
	}
	text := Duration(in.To - in.From)
	bold := font
	bold.Bold = true
	w := scene.Measure(text, bold)
	// In sight, at the middle of what is seen of it.
	middle := (max(b.X0, plot.X0) + min(b.X1, plot.X1)) / 2
	x := min(max(middle-w/2, plot.X0+labelGap), plot.X1-w-labelGap)
	ground := scene.Rect{X0: x - 5, Y0: v.Area.Y0 + 2, X1: x + w + 5, Y1: v.Area.Y0 + 19}
	cv.Fill(ground, t.Selection)
	cv.Text(scene.Point{X: x, Y: ground.Y0 + 12.5}, text, bold, t.On(t.Selection))
}

// selected outlines a span wherever it is in sight.
func (p *Painter) selected(cv scene.Canvas, v *View, g *grid, span trace.SpanIndex) {
	tr := p.l.Timeline.Trace
	o := tr.GoOf(span)
	start, end := tr.Spans.Start.At(int(span)), tr.SpanEnd(o, span)
	for i := range p.rows {
		r := &p.rows[i]
		row := &p.l.Rows[r.row]
		if !p.shows(row, o, span) || !p.inSight(v, r) {
			continue
		}
		b := scene.Rect{X0: snapped(g, start), Y0: r.top, X1: snapped(g, end), Y1: r.top + row.Height() - 1}
		b.X1 = max(b.X1, b.X0+3) // it may be narrower than a pixel
		b.X0, b.X1 = max(b.X0, v.Plot().X0-3), min(b.X1, v.Plot().X1+3)
		if !b.Empty() {
			cv.Outline(b, p.s.Theme.Selection, 2)
		}
	}
}

// shows reports whether a span stands in a row.
func (p *Painter) shows(row *Row, g trace.GoIndex, span trace.SpanIndex) bool {
	s := &p.l.Timeline.Trace.Spans
	on := s.State(span) == trace.GoRunning || s.State(span) == trace.GoSyscall
	switch row.Kind {
	case GoroutineRow:
		return row.Index == int32(g)
	case ProcRow:
		return on && row.Index == int32(s.Proc(span))
	case ThreadRow:
		return on && row.Index == int32(s.Thread(span))
	}
	return false
}

// inSight reports whether a row is not under the pinned ones.
func (p *Painter) inSight(v *View, r *painted) bool {
	return r.row < p.l.Pinned || r.top+p.l.Rows[r.row].Height() > v.Plot().Y0+p.l.PinnedHeight()
}

// wakeup draws an arrow to the goroutine of a span from the one that made it
// runnable. If one of them is not in the list or not in sight, the arrow ends at the
// edge of the plot, with its name.
func (p *Painter) wakeup(cv scene.Canvas, v *View, g *grid, span trace.SpanIndex) {
	t := p.l.Timeline
	x := t.Inspect(span)
	if x.Woken == trace.NoSpan || x.Waker == trace.NoGo || x.Waker == x.Go {
		return
	}
	at := g.x(x.WokenAt)
	plot := v.Plot()
	if at < plot.X0-20 || at > plot.X1+20 {
		return
	}
	run := x.Woken // on a P or thread it is seen from when it runs
	if run+1 < t.Trace.Goroutines[x.Go].End {
		run++
	}
	to, toSeen := p.anchor(v, x.Go, run)
	from, fromSeen := p.anchor(v, x.Waker, x.WakerSpan)
	if !toSeen && !fromSeen {
		return
	}
	if from == to {
		from -= LaneHeight / 2
	}
	color := p.s.Theme.Selection
	p.path.Reset()
	bend := at + 14
	p.path.MoveTo(at, from)
	p.path.CubicTo(bend, from, bend, to, at+6, to)
	cv.Path(&p.path, scene.Color{}, scene.Stroke{Color: color, Width: 1.5})
	p.polygon(cv, color, scene.Point{X: at, Y: to}, scene.Point{X: at + 8, Y: to - 4}, scene.Point{X: at + 8, Y: to + 4})
	const r = 3.0
	p.polygon(cv, color, scene.Point{X: at - r, Y: from}, scene.Point{X: at, Y: from - r}, scene.Point{X: at + r, Y: from}, scene.Point{X: at, Y: from + r})
	if !fromSeen {
		p.tag(cv, v, "woken by "+t.GoName(x.Waker), at+18, from)
	}
	if !toSeen {
		p.tag(cv, v, "wakes "+t.GoName(x.Go), at+18, to)
	}
}

// tag writes a name at the edge of the plot.
func (p *Painter) tag(cv scene.Canvas, v *View, text string, x, y float64) {
	plot := v.Plot()
	w := scene.Measure(text, font)
	x = max(plot.X0+6, min(x, plot.X1-w-6))
	y = min(max(y, plot.Y0+10), plot.Y1-10)
	b := scene.Rect{X0: x - 5, Y0: y - 9, X1: x + w + 5, Y1: y + 9}
	cv.Fill(b, p.s.Theme.Surface)
	cv.Outline(b, p.s.Theme.Selection, 1)
	cv.Text(scene.Point{X: x, Y: y + scene.Ascent(font)/2}, text, font, p.s.Theme.Text)
}

// anchor is the middle of the row in which a goroutine's span stands: its own,
// that of its P or of its thread. seen is false if none is in sight: then it is the
// edge beyond which it lies.
func (p *Painter) anchor(v *View, o trace.GoIndex, span trace.SpanIndex) (y float64, seen bool) {
	for _, kind := range []RowKind{GoroutineRow, ProcRow, ThreadRow} {
		for i := range p.rows {
			r := &p.rows[i]
			row := &p.l.Rows[r.row]
			if row.Kind != kind || span == trace.NoSpan || !p.shows(row, o, span) || !p.inSight(v, r) {
				continue
			}
			return math.Min(r.top+row.Height()/2, v.Plot().Y1), true
		}
	}
	if row := p.l.Find(Key{GoroutineRow, int32(o)}); row >= 0 && p.l.tops[row] > v.Top+p.l.PinnedHeight() {
		return v.Plot().Y1, false
	}
	return v.Plot().Y0, false
}
