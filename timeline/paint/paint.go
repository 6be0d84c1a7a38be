// Package paint draws lanes. A [Painter] draws their visible part on any scene.Canvas, in a
// few milliseconds, and [Picture] draws a part with its heading, for reports.
package paint

import (
	"context"
	"math"
	"slices"

	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/parallel"
	"profstation/timeline/wording"
)

// Marks are shown on top of lanes.
type Marks struct {
	Event    timeline.Event    // the event that is selected; the zero value: none
	Selected trace.SpanIndex   // the span that is selected, with its wake-up arrow; NoSpan none
	Row      timeline.Key      // the lane that the user went to, marked at its label; the zero Key none
	At       *trace.Time       // the moment that the user went to, marked on all lanes; nil none
	Interval *trace.Interval   // the time between two points that is measured, in any order; nil none
	Chain    []trace.SpanIndex // the spans that led to the selected one, whose wake-ups are drawn, too
	Recorded []Recorded        // other recordings, drawn on the axis
}

// Recorded says when another recording was made during the same run, a profile, on the
// trace's clock. From is To if it shows one moment.
type Recorded struct {
	Name     string
	From, To trace.Time
}

// Painter draws one list of lanes in one style. It keeps labels and memory
// between frames. A Painter is used by one goroutine at a time.
type Painter struct {
	l      *timeline.Lanes
	s      Style
	fills  fills
	texts  *texts
	rows   []painted
	pieces [rowsAtOnce][]timeline.Piece
	crowds timeline.Crowds
	edges  []trace.Time // between the columns
	title  title

	mini     []timeline.Column
	miniHigh int
	shape    scene.Path // for the pen
}

// painted is a row in sight.
type painted struct {
	*timeline.Row
	row    int        // its index
	box    scene.Rect // in the plot, without the line at its foot
	pieces []timeline.Piece
	lane   timeline.Lane
}

// frame is one drawing.
type frame struct {
	*Painter
	pen
	v    *timeline.View
	plot scene.Rect
	g    timeline.Grid // up to where the trace ends
}

// NewPainter prepares to draw lanes. Labels are taken over from old, which
// must be a painter for the same timeline and style, or nil.
func NewPainter(l *timeline.Lanes, s Style, old *Painter) *Painter {
	if old == nil {
		return &Painter{l: l, s: s, fills: newFills(&s), texts: &texts{t: l.Timeline}}
	}
	p := *old
	p.l = l
	return &p
}

// Paint draws the visible rows, the axis and the labels.
func (p *Painter) Paint(cv scene.Canvas, v timeline.View, m Marks) {
	if v.Area.Empty() || !(v.Window.W() > 0) || math.IsInf(v.Window.W(), 0) {
		return
	}
	cv.PushClip(v.Area)
	defer cv.PopClip()
	f := &frame{p, pen{cv, p.s.Theme, &p.shape}, &v, v.Plot(), v.Grid()}
	f.Fill(v.Area, f.t.Background)
	f.axis(m.Interval)
	f.g = f.g.Until(p.l.Timeline.Trace.End)
	f.ready()
	f.count()
	pinned := min(p.l.PinnedHeight(), f.plot.H())
	border := f.plot.Y0 + pinned
	f.band(f.plot.Y0, border, true)
	f.band(border, f.plot.Y1, false)
	if pinned > 0 {
		f.Fill(scene.Rect{X0: v.Area.X0, Y0: border - 1, X1: v.Area.X1, Y1: border}, f.t.Line)
	}
	f.beyond()
	f.losses()
	f.marks(m)
	f.none()
}

// None says below the rows that the filters leave no goroutine.
func (f *frame) none() {
	l := f.l
	if l.Goroutines > 0 || len(l.Timeline.Trace.Goroutines) == 0 || len(l.Query.Hidden) > 0 {
		return
	}
	text := scene.Fit(leavesNone(&l.Query), font, f.plot.W()-2*labelGap)
	w := scene.Measure(text, font)
	x := f.plot.X0 + (f.plot.W()-w)/2
	y := min(max(f.plot.Y0, f.plot.Y0+l.Height()-max(f.v.Top, 0))+20, f.plot.Y1-6)
	f.Fill(scene.Rect{X0: x - labelGap, Y0: y - timeline.LaneHeight/2, X1: x + w + labelGap, Y1: y + 6}, f.t.Background)
	f.Text(scene.Point{X: x, Y: y}, text, font, f.t.Text)
}

// leavesNone says what a query asks for that leaves no goroutine.
func leavesNone(q *timeline.Query) string {
	with := lang.With{"Filter": safe.Text(q.Filter), "Time": wording.Duration(trace.Time(q.MinDuration))}
	chosen, filter, long := q.IDs != nil, q.Filter != "", q.MinDuration > 0
	switch {
	case chosen && filter && long:
		return lang.L("None of the chosen goroutines matching “{{.Filter}}” has a span of {{.Time}} or longer.", with)
	case chosen && filter:
		return lang.L("None of the chosen goroutines matches “{{.Filter}}”.", with)
	case chosen && long:
		return lang.L("None of the chosen goroutines has a span of {{.Time}} or longer.", with)
	case chosen:
		return lang.L("None of the chosen goroutines matches.")
	case filter && long:
		return lang.L("No goroutine matching “{{.Filter}}” has a span of {{.Time}} or longer.", with)
	case filter:
		return lang.L("No goroutine matches “{{.Filter}}”.", with)
	case long:
		return lang.L("No goroutine has a span of {{.Time}} or longer.", with)
	}
	return lang.L("No goroutine matches.")
}

// band draws the rows that are pinned, or those that are not, between two heights.
func (f *frame) band(y0, y1 float64, pinned bool) {
	area := scene.Rect{X0: f.plot.X0, Y0: y0, X1: f.plot.X1, Y1: y1}
	if area.Empty() {
		return
	}
	area.X0 = f.v.Area.X0
	f.PushClip(area)
	defer f.PopClip()
	all := f.rows
	first := slices.IndexFunc(all, func(r painted) bool { return r.row >= f.l.Pinned }) // behind the pinned ones
	if first < 0 {
		first = len(all)
	}
	if all = all[:first]; !pinned {
		all = f.rows[first:]
	}
	for some := range slices.Chunk(all, rowsAtOnce) {
		parallel.For(context.Background(), len(some), func(_, i int) { f.prepare(&some[i], i) })
		for i := range some {
			if f.Over() {
				return
			}
			f.row(&some[i])
		}
	}
}

// rowsAtOnce is how many rows are prepared side by side, before they are drawn. A window shows
// fewer; a picture may have 100,000, and each of their pieces takes memory.
const rowsAtOnce = 128

// ready finds the rows in sight.
func (f *frame) ready() {
	f.rows = f.rows[:0]
	see := func(row int, above float64) bool {
		top := f.plot.Y0 + f.l.Top(row) - above
		if top >= f.plot.Y1 {
			return false
		}
		r := painted{Row: &f.l.Rows[row], row: row}
		r.box = scene.Rect{X0: f.plot.X0, Y0: top, X1: f.plot.X1, Y1: top + r.Height() - 1}
		f.rows = append(f.rows, r)
		return true
	}
	for i := range f.l.Pinned {
		see(i, 0)
	}
	if first := f.l.RowAt(max(f.v.Top, 0) + f.l.PinnedHeight()); first >= 0 {
		for i := max(first, f.l.Pinned); i < len(f.l.Rows) && see(i, f.v.Top); i++ {
		}
	}
}

// prepare finds what a row shows, if it is a lane. The pieces lie in the memory for that place.
func (f *frame) prepare(r *painted, place int) {
	if l, ok := f.l.Timeline.Lane(r.Key); ok {
		r.lane = l
		r.pieces = r.lane.Pieces(&f.g, timeline.LaneHeight-1, f.pieces[place][:0])
		f.pieces[place] = r.pieces
	}
}
