package timeline

import (
	"context"
	"math"

	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline/parallel"
)

// Marks are shown on top of lanes.
type Marks struct {
	// Selected is the span that is selected, with its wake-up arrow; NoSpan
	// none.
	Selected trace.SpanIndex
	// Row is the lane that the user went to, marked at its label; the zero Key none.
	Row Key
	// Interval is the time between two points that is measured, in any order;
	// nil none.
	Interval *trace.Interval
	// Chain are spans whose wake-ups are drawn besides that of the selected
	// one: those that led to it.
	Chain []trace.SpanIndex
	// Recorded are the times of other recordings, drawn on the axis.
	Recorded []Recorded
}

// Recorded is the time of another recording of the same run, a profile, on the
// trace's clock. From is To if it is of one moment.
type Recorded struct {
	Name     string
	From, To trace.Time
}

// Painter draws one list of lanes in one style. It keeps labels and memory
// between frames. A Painter is used by one goroutine at a time.
type Painter struct {
	l      *Lanes
	s      Style
	fills  fills
	texts  *texts
	rows   []painted
	crowds crowds
	title  title

	mini     []crowdColumn
	miniHigh int
	path     scene.Path
}

// painted is a row in sight.
type painted struct {
	row    int
	top    float64
	pieces []piece
	lane   lane
}

// NewPainter prepares to draw lanes. Labels are taken over from old, which
// must be a painter of the same timeline and style, or nil.
func NewPainter(l *Lanes, s Style, old *Painter) *Painter {
	p := &Painter{l: l, s: s}
	if old != nil {
		p.fills, p.texts, p.rows, p.crowds = old.fills, old.texts, old.rows, old.crowds
		p.mini, p.miniHigh = old.mini, old.miniHigh
		return p
	}
	p.fills, p.texts = newFills(&s), &texts{t: l.Timeline}
	return p
}

// Paint draws the visible rows, the axis and the labels.
func (p *Painter) Paint(cv scene.Canvas, v View, m Marks) {
	if v.Area.Empty() || !(v.Window.W() > 0) || math.IsInf(v.Window.W(), 0) {
		return
	}
	cv.PushClip(v.Area)
	defer cv.PopClip()
	t := p.s.Theme
	cv.Fill(v.Area, t.Background)
	g := v.grid()
	p.axis(cv, &v, &g)
	g = g.until(p.l.Timeline.Trace.End)
	p.ready(&v, &g)
	p.count(&g)
	plot := v.Plot()
	pinned := min(p.l.PinnedHeight(), plot.H())
	areas := [2]scene.Rect{plot, plot}
	areas[0].Y1 = plot.Y0 + pinned
	areas[1].Y0 = areas[0].Y1
	for i, area := range areas {
		if area.Empty() {
			continue
		}
		whole := area
		whole.X0 = v.Area.X0
		cv.PushClip(whole)
		for j := range p.rows {
			if r := &p.rows[j]; (r.row < p.l.Pinned) == (i == 0) {
				p.row(cv, &v, &g, r)
			}
		}
		cv.PopClip()
	}
	if pinned > 0 {
		cv.Fill(scene.Rect{X0: v.Area.X0, Y0: areas[1].Y0 - 1, X1: v.Area.X1, Y1: areas[1].Y0}, t.Line)
	}
	p.beyond(cv, &v, &g)
	p.losses(cv, &v, &g)
	p.marks(cv, &v, &g, m)
}

// ready finds the rows in sight and prepares them, side by side.
func (p *Painter) ready(v *View, g *grid) {
	plot := v.Plot()
	n := 0
	see := func(row int, top float64) {
		if n == cap(p.rows) {
			p.rows = append(p.rows[:n], painted{})
		}
		p.rows = p.rows[:n+1] // with the memory of its pieces
		p.rows[n].row, p.rows[n].top = row, top
		n++
	}
	pinned := p.l.PinnedHeight()
	for i := range p.l.Pinned {
		if top := plot.Y0 + p.l.tops[i]; top < plot.Y1 {
			see(i, top)
		}
	}
	if first := p.l.rowAt(max(v.Top, 0) + pinned); first >= 0 {
		for i := max(first, p.l.Pinned); i < len(p.l.Rows); i++ {
			top := plot.Y0 + p.l.tops[i] - v.Top
			if top >= plot.Y1 {
				break
			}
			see(i, top)
		}
	}
	p.rows = p.rows[:n]
	parallel.For(context.Background(), n, func(_, i int) { p.prepare(&p.rows[i], g) })
}

// prepare finds what a row shows, if it is a lane.
func (p *Painter) prepare(r *painted, g *grid) {
	r.pieces = r.pieces[:0]
	l, ok := p.l.Timeline.laneOf(p.l.Rows[r.row].Key)
	if !ok {
		return
	}
	r.lane = l
	r.pieces = r.lane.pieces(g, LaneHeight-1, r.pieces)
}
