package paint

import (
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/wording"
)

const labelGap = 4.0

func (f *frame) row(r *painted) {
	box := r.box
	left := f.v.Area.X0
	if r.Kind == timeline.SectionRow {
		box.X0 = left
		f.Fill(box, f.t.Surface)
		f.label(r, true)
		return
	}
	if box.X0 < box.X1 {
		f.PushClip(box)
		f.content(r)
		f.PopClip()
	}
	f.label(r, false)
	f.Fill(scene.Rect{X0: left, Y0: box.Y1, X1: box.X1, Y1: box.Y1 + 1}, f.fills.rule)
}

func (f *frame) content(r *painted) {
	switch {
	case r.HasSpans():
		f.lane(r)
		f.underlines(r)
	case r.Counts():
		f.crowd(r)
	case r.Kind == timeline.HeapRow, r.Kind == timeline.MaxProcsRow:
		f.counter(r)
	case r.Kind == timeline.IdleProcsRow: // it is there because there is nothing
	case r.Kind == timeline.LogRow, r.Kind == timeline.SampleRow:
		f.points(r)
	default:
		f.bars(f.barsOf(r.Row), r.box)
	}
}

// label draws a row's label, at the left in its first 20 pixels, and a triangle
// if the row can be opened.
func (f *frame) label(r *painted, bold bool) {
	box := scene.Rect{X0: f.v.Area.X0, Y0: r.box.Y0, X1: min(f.v.Area.X0+f.v.Label, f.v.Area.X1), Y1: r.box.Y1}
	if box.Empty() {
		return
	}
	f.Fill(box, f.t.Surface)
	style, color := font, f.t.Text
	style.Bold = bold
	if r.Below() {
		if r.Level > 0 {
			return
		}
		color = f.t.Muted
	}
	x := box.X0 + labelGap + 10*float64(r.Depth)
	middle := box.Y0 + min(r.Height(), timeline.SectionHeight)/2 - 0.5
	if r.Opens {
		f.triangle(scene.Point{X: x + 4, Y: middle}, r.Open)
	}
	x += 12
	text := f.texts.fitLabel(f.l, r.Row, box.X1-labelGap-x, style)
	at := scene.Point{X: x, Y: middle + scene.Ascent(style)/2}
	f.PushClip(scene.Rect{X0: box.X0, Y0: box.Y0, X1: box.X1 - 2, Y1: box.Y1}) // the texts end there in a wider font, too
	defer f.PopClip()
	f.Text(at, text, style, color)
	if note := f.texts.note(r.Row); note != "" {
		at.Y += 15
		f.Text(at, scene.Fit(note, font, box.X1-labelGap-x), font, f.t.Muted)
	}
}

func (f *frame) lane(r *painted) {
	for i := range r.pieces {
		q := &r.pieces[i]
		b := f.columnsBox(int(q.From), int(q.To), r.box)
		if q.Entry < 0 {
			f.stacked(b, &f.fills.kind, q.Shares)
			continue
		}
		f.span(r, q, b)
	}
}

func (f *frame) columnsBox(from, to int, box scene.Rect) scene.Rect {
	return scene.Rect{X0: f.g.X0 + float64(from), Y0: box.Y0, X1: f.g.X0 + float64(to), Y1: box.Y1}
}

func (f *frame) span(r *painted, q *timeline.Piece, b scene.Rect) {
	span := r.lane.Span(int(q.Entry))
	f.title = title{t: f.l.Timeline, span: span}
	f.Begin(&f.title)
	b = f.gapped(b, f.fills.kind[q.Kind])
	if q.Kind == timeline.Unknown {
		f.hatch(b)
	}
	if room := b.W() - 2*labelGap; room > 8 {
		f.inside(b, f.texts.span(span, r.Kind == timeline.GoroutineRow, room), f.fills.text[q.Kind])
	}
	f.End()
}

// title is a box's text, made only if a back end keeps titles: a bar's with how long
// it lasts, or a span's description.
type title struct {
	of    func(i int) string
	i     int
	lasts trace.Time
	t     *timeline.Timeline
	span  trace.SpanIndex
}

// Title implements scene.Titler.
func (t *title) Title() string {
	if t.of != nil {
		return t.of(t.i) + "\n" + wording.Duration(t.lasts)
	}
	return describe.Span(t.t, t.span)
}
