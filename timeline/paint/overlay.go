package paint

import (
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
)

func (f *frame) underlines(r *painted) {
	box := r.box
	box.Y0 = box.Y1 - timeline.UnderlineHeight
	if e := f.l.Timeline.Events(r.Row); e.N > 0 { // most lanes have none
		f.bars(eventBars(e, one(f.fills.mark), nil, f.fills.mark), box)
	}
}

func (f *frame) losses() {
	tr := f.l.Timeline.Trace
	for i := range tr.Generations {
		if gen := &tr.Generations[i]; gen.Lost != "" {
			f.loss(gen.Start, max(gen.End, gen.Start), lang.L("lost: {{.Why}}", lang.With{"Why": safe.Text(gen.Lost)}))
		}
	}
	if tr.Partial {
		b := f.plot
		b.X0 = max(f.g.X(tr.End), b.X0)
		f.Fill(b, f.t.Surface)
		text := lang.L("loading…")
		f.note(scene.Point{X: b.X1 - scene.Measure(text, font) - 3*labelGap, Y: b.Y0 + 6}, text)
	}
}

// beyond covers the time after the trace ended, which is in sight beside a longer trace.
func (f *frame) beyond() {
	tr := f.l.Timeline.Trace
	if f.v.Window.To <= float64(tr.End) || tr.Partial {
		return
	}
	b := f.plot
	if b.X0 = max(f.g.Snapped(tr.End), b.X0); b.Empty() {
		return
	}
	f.Fill(b, f.t.Surface)
	if b.X0 > f.plot.X0 {
		f.Fill(scene.Rect{X0: b.X0, Y0: b.Y0, X1: b.X0 + 1, Y1: b.Y1}, f.t.Muted)
	}
	text := lang.L("the trace ended")
	if w := scene.Measure(text, font); b.W() > w+2*labelGap {
		f.Text(scene.Point{X: b.X0 + 2*labelGap, Y: b.Y0 + 16}, text, font, f.t.Muted)
	}
}

func (f *frame) loss(from, to trace.Time, text string) {
	b := f.timeBox(from, to)
	// Nobody knows how long it was, and before the first event or after the last
	// there is nothing in sight: it is seen anyway, beside them.
	const minWidth = 4
	b.X1 = max(b.X1, b.X0+minWidth, f.g.Snapped(0)+minWidth)
	b.X0 = min(b.X0, b.X1-minWidth, f.g.Snapped(f.l.Timeline.Trace.End)-minWidth)
	if b = b.Intersect(f.plot); b.Empty() {
		return
	}
	f.Begin(scene.Title(text))
	f.hatch(b)
	if room := b.W() - 4*labelGap; room > 40 {
		f.note(scene.Point{X: b.X0 + labelGap, Y: b.Y0 + 6}, f.texts.fit(text, room, font))
	}
	f.End()
}

// timeBox returns the part of the plot, or beside it, between two times.
func (f *frame) timeBox(from, to trace.Time) scene.Rect {
	return scene.Rect{X0: f.g.Snapped(from), Y0: f.plot.Y0, X1: f.g.Snapped(to), Y1: f.plot.Y1}
}
