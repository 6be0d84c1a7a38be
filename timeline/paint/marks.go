package paint

import (
	"math"

	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/wording"
)

func (f *frame) marks(m Marks) {
	if f.plot.Empty() {
		return
	}
	if m.Row != (timeline.Key{}) {
		f.goneTo(m.Row)
	}
	f.recorded(m.Recorded)
	if m.Interval != nil {
		f.interval(m.Interval.Ordered())
	}
	if m.At != nil {
		markMoment(f, *m.At)
	}
	if o, ok := describe.InspectEvent(f.l.Timeline.Names, m.Event); ok {
		f.PushClip(f.plot)
		f.outline(&o)
		f.PopClip()
	}
	if m.Selected == trace.NoSpan || int(m.Selected) >= f.l.Timeline.Trace.Spans.Len() {
		return
	}
	f.PushClip(f.plot)
	defer f.PopClip()
	f.selected(m.Selected)
	f.wakeup(m.Selected)
	for _, span := range m.Chain {
		f.wakeup(span)
	}
}

func (f *frame) goneTo(key timeline.Key) {
	area := f.plot
	area.X0 = f.v.Area.X0
	f.PushClip(area)
	defer f.PopClip()
	for i := range f.rows {
		if r := &f.rows[i]; r.Key == key {
			f.Fill(scene.Rect{X0: area.X0, Y0: r.box.Y0, X1: area.X0 + 3, Y1: r.box.Y1}, f.t.Selection)
		}
	}
}

func (f *frame) interval(in trace.Interval) {
	plot, top := f.plot, f.v.Area.Y0
	f.PushClip(scene.Rect{X0: plot.X0, Y0: top, X1: plot.X1, Y1: plot.Y1})
	defer f.PopClip()
	b := f.timeBox(in.From, in.To)
	shade := f.t.Selection
	shade.A = 20 // text below it keeps its contrast
	f.Fill(b, shade)
	for _, x := range []float64{b.X0, b.X1} {
		f.Fill(scene.Rect{X0: x, Y0: top, X1: x + 1, Y1: plot.Y1}, f.t.Selection)
	}
	tag, text := tagOf(f, in)
	f.Fill(tag, f.t.Selection)
	f.Text(scene.Point{X: tag.X0 + tagMargin, Y: top + 14.5}, text, boldFont, f.t.On(f.t.Selection))
}

// markMoment marks a moment with a line, and writes it on the axis.
func markMoment(f *frame, at trace.Time) {
	plot, top := f.plot, f.v.Area.Y0
	x := f.g.X(at)
	if x < plot.X0-1 || x > plot.X1 {
		return
	}
	x = min(x, plot.X1-1)
	f.Fill(scene.Rect{X0: x, Y0: top, X1: x + 1, Y1: plot.Y1}, f.t.Selection)
	text := wording.Moment(at, trace.Time(f.v.Window.W()/max(1, plot.W())))
	w := scene.Measure(text, boldFont)
	left := min(max(x-w/2, plot.X0+labelGap), plot.X1-w-labelGap)
	f.Fill(scene.Rect{X0: left - tagMargin, Y0: top + 2, X1: left + w + tagMargin, Y1: top + 19}, f.t.Selection)
	f.Text(scene.Point{X: left, Y: top + 14.5}, text, boldFont, f.t.On(f.t.Selection))
}

const tagMargin = 5.0

var boldFont = scene.Font{Size: font.Size, Bold: true}

// tagOf returns the text with the measured interval's length, and where it stands: on the axis, in
// the middle of the part in sight.
func tagOf(f *frame, in trace.Interval) (tag scene.Rect, text string) {
	plot, top, b := f.plot, f.v.Area.Y0, f.timeBox(in.From, in.To)
	text = wording.Duration(in.To - in.From)
	w := scene.Measure(text, boldFont)
	middle := (max(b.X0, plot.X0) + min(b.X1, plot.X1)) / 2
	x := min(max(middle-w/2, plot.X0+labelGap), plot.X1-w-labelGap)
	return scene.Rect{X0: x - tagMargin, Y0: top + 2, X1: x + w + tagMargin, Y1: top + 19}, text
}

// outline outlines an event wherever it is in sight.
func (f *frame) outline(o *describe.Occurrence) {
	for i := range f.rows {
		if r := &f.rows[i]; r.Holds(f.l.Timeline.Trace, o.Event) && !r.covered(f) {
			r.around(f, o.Time)
		}
	}
}

// covered reports whether the pinned rows hide a row.
func (r *painted) covered(f *frame) bool {
	return r.row >= f.l.Pinned && r.box.Y1+1 <= f.plot.Y0+f.l.PinnedHeight()
}

// around outlines a time in a row. It may be narrower than a pixel.
func (r *painted) around(f *frame, time trace.Interval) {
	b := f.timeBox(time.From, time.To)
	b.X1 = max(b.X1, b.X0+3)
	b.X0, b.X1 = max(b.X0, f.plot.X0-3), min(b.X1, f.plot.X1+3)
	if b.Y0, b.Y1 = r.box.Y0, r.box.Y1; !b.Empty() {
		f.Outline(b, f.t.Selection, 2)
	}
}

// selected outlines a span wherever it is in sight.
func (f *frame) selected(span trace.SpanIndex) {
	tr := f.l.Timeline.Trace
	o := tr.GoOf(span)
	for i := range f.rows {
		if r := &f.rows[i]; f.shows(r, o, span) {
			r.around(f, tr.SpanTime(o, span))
		}
	}
}

// closed reports whether a row is a goroutine's closed group, in sight.
func (r *painted) closed(f *frame, g trace.GoIndex) bool {
	return r.Kind == timeline.GroupRow && !r.Open && r.Text() == f.l.Timeline.Trace.Goroutines[g].Func && !r.covered(f)
}

// shows reports whether a span stands in a row, and the pinned rows do not hide it.
func (f *frame) shows(r *painted, g trace.GoIndex, span trace.SpanIndex) bool {
	if r.covered(f) {
		return false
	}
	p, m := f.l.Timeline.Trace.Spans.On(span)
	switch r.Kind {
	case timeline.GoroutineRow:
		return r.Index == int32(g)
	case timeline.ProcRow:
		return p != trace.NoProc && r.Index == int32(p)
	case timeline.ThreadRow:
		return m != trace.NoThread && r.Index == int32(m)
	}
	return false
}

// arrow is the wake-up of a span's goroutine by another one.
type arrow struct {
	of               describe.Inspection
	at, from, to     float64 // x of the moment, and the lanes' y
	fromSeen, toSeen bool
}

// arrow finds where the arrow to a span's goroutine is drawn, from the one that made it runnable; ok is false if there
// is none in sight.
func (f *frame) arrow(span trace.SpanIndex) (a arrow, ok bool) {
	t := f.l.Timeline
	x := describe.Inspect(t, span)
	if x.Woken == trace.NoSpan || x.Waker == trace.NoGo {
		return a, false
	}
	a.of, a.at = x, f.g.X(x.WokenAt)
	if a.at < f.plot.X0-20 || a.at > f.plot.X1+20 {
		return a, false
	}
	run := x.Woken // on a P or thread it is seen from when it runs
	if run+1 < t.Trace.Goroutines[x.Go].End {
		run++
	}
	a.to, a.toSeen = f.anchor(x.Go, run)
	a.from, a.fromSeen = f.anchor(x.Waker, x.WakerSpan)
	if a.from == a.to {
		a.from -= timeline.LaneHeight / 2
	}
	return a, a.toSeen || a.fromSeen
}

// wakeup draws a span's arrow. If one of its goroutines is not in the list or not in sight, the arrow ends at the plot's
// edge, with a chip that leads there.
func (f *frame) wakeup(span trace.SpanIndex) {
	a, ok := f.arrow(span)
	if !ok {
		return
	}
	color := f.t.Selection
	f.path.Reset()
	c := a.curve()
	f.path.MoveTo(c[0].X, c[0].Y)
	f.path.CubicTo(c[1].X, c[1].Y, c[2].X, c[2].Y, c[3].X, c[3].Y)
	f.Path(f.path, scene.Color{}, scene.Stroke{Color: color, Width: 1.5})
	f.polygon(color, scene.Point{X: a.at, Y: a.to}, scene.Point{X: a.at + 8, Y: a.to - 4}, scene.Point{X: a.at + 8, Y: a.to + 4})
	const r = 3.0
	f.polygon(color, scene.Point{X: a.at - r, Y: a.from}, scene.Point{X: a.at, Y: a.from - r}, scene.Point{X: a.at + r, Y: a.from},
		scene.Point{X: a.at, Y: a.from + r})
	if c, ok := a.chip(f); ok {
		f.Fill(c.box, f.t.Surface)
		f.Outline(c.box, f.t.Selection, 1)
		f.Text(scene.Point{X: c.box.X0 + chipMargin, Y: c.box.Y0 + 9 + scene.Ascent(font)/2}, scene.Fit(c.Text, font, f.plot.W()-12), font, f.t.Text)
	}
}

// curve is the arrow's line: a cubic Bézier curve by its ends and, between them, its two other points.
func (a *arrow) curve() [4]scene.Point {
	bend := a.at + 14
	return [4]scene.Point{{X: a.at, Y: a.from}, {X: bend, Y: a.from}, {X: bend, Y: a.to}, {X: a.at + 6, Y: a.to}}
}

// nearLine is how far from an arrow's line a pointer still is on it: not far, since spans lie around it.
const nearLine = 3.0

// meets reports whether a point is on the arrow's line.
func (a *arrow) meets(at scene.Point) bool {
	c := a.curve()
	steps := max(8, math.Abs(a.to-a.from)/nearLine)
	for i := range int(steps) + 2 {
		t := min(float64(i)/steps, 1)
		u := 1 - t
		x := u*u*u*c[0].X + 3*u*u*t*c[1].X + 3*u*t*t*c[2].X + t*t*t*c[3].X
		y := u*u*u*c[0].Y + 3*u*u*t*c[1].Y + 3*u*t*t*c[2].Y + t*t*t*c[3].Y
		if math.Hypot(at.X-x, at.Y-y) <= nearLine {
			return true
		}
	}
	return false
}

// Chip names the goroutine at an arrow's end that is out of sight.
type Chip struct {
	Of    describe.Inspection // of the span whose wake-up the arrow is
	Waker bool                // it names who woke, and not who was woken
	Text  string
	box   scene.Rect
}

const chipMargin = 5.0

// chip returns an arrow's chip; ok is false if both of its ends are in sight.
func (a *arrow) chip(f *frame) (c Chip, ok bool) {
	t, y := f.l.Timeline, a.to
	switch c.Of = a.of; {
	case !a.fromSeen:
		c.Waker, c.Text, y = true, a.of.WokenBy(t.GoName(a.of.Waker)), a.from
	case !a.toSeen:
		c.Text = a.of.Wakes(t.GoName(a.of.Go))
	default:
		return c, false
	}
	w := scene.Measure(scene.Fit(c.Text, font, f.plot.W()-12), font)
	x := max(f.plot.X0+6, min(a.at+18, f.plot.X1-w-6))
	y = min(max(y, f.plot.Y0+10), f.plot.Y1-10)
	c.box = scene.Rect{X0: x - chipMargin, Y0: y - 9, X1: x + w + chipMargin, Y1: y + 9}
	return c, true
}

// ChipAt finds the uppermost chip under a point in what Paint draws of that view with these marks.
func (p *Painter) ChipAt(v timeline.View, m Marks, at scene.Point) (found Chip, ok bool) {
	p.arrows(v, m, at, func(f *frame, a *arrow) {
		if c, any := a.chip(f); any && c.box.Contains(at) {
			found, ok = c, true // the later ones are drawn over it
		}
	})
	return found, ok
}

// OnArrow reports whether a point is on the line of an arrow in what Paint draws of that view with these marks.
func (p *Painter) OnArrow(v timeline.View, m Marks, at scene.Point) (on bool) {
	p.arrows(v, m, at, func(_ *frame, a *arrow) { on = on || a.meets(at) })
	return on
}

// arrows visits the arrows that Paint draws, the uppermost last, if a point is where they may be.
func (p *Painter) arrows(v timeline.View, m Marks, at scene.Point, visit func(*frame, *arrow)) {
	if m.Selected == trace.NoSpan || int(m.Selected) >= p.l.Timeline.Trace.Spans.Len() || !(v.Window.W() > 0) || !v.Plot().Contains(at) {
		return
	}
	f := &frame{Painter: p, v: &v, plot: v.Plot(), g: v.Grid()}
	f.g = f.g.Until(p.l.Timeline.Trace.End)
	f.ready()
	for _, span := range append([]trace.SpanIndex{m.Selected}, m.Chain...) {
		if a, drawn := f.arrow(span); drawn {
			visit(f, &a)
		}
	}
}

// anchor returns the middle of the row in which a goroutine's span stands: its own, its closed group's,
// its P's or its thread's. If none is in sight, seen is false and y is the edge beyond which it lies.
func (f *frame) anchor(o trace.GoIndex, span trace.SpanIndex) (y float64, seen bool) {
	for _, kind := range [...]timeline.RowKind{timeline.GoroutineRow, timeline.GroupRow, timeline.ProcRow, timeline.ThreadRow} {
		for i := range f.rows {
			if r := &f.rows[i]; r.Kind == kind && span != trace.NoSpan && (f.shows(r, o, span) || r.closed(f, o)) {
				return min(r.box.Y0+r.Height()/2, f.plot.Y1), true
			}
		}
	}
	row := f.l.Find(timeline.Key{Kind: timeline.GoroutineRow, Index: int32(o)})
	if row >= 0 && f.l.Top(row) > f.v.Top+f.l.PinnedHeight() {
		return f.plot.Y1, false
	}
	return f.plot.Y0, false
}
