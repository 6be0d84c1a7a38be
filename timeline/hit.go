package timeline

import (
	"math"
	"sort"

	"profstation/model/trace"
	"profstation/scene"
)

// Hit is what lies under a point.
type Hit struct {
	Row   int // an index into Lanes.Rows; −1 for none
	Time  trace.Time
	Label bool // over the row's label
	Axis  bool // above the lanes

	From, To trace.Time // the column of pixels under the point

	Span   trace.SpanIndex  // NoSpan: none
	Shared bool             // several spans share the column; Span is at its middle
	Frame  trace.FrameIndex // −1: none
	// Event is what happened: an index into the table that the row, or the line at a lane's foot,
	// shows, such as Trace.Logs; −1: none.
	Event int32
}

// UnderlineHeight is how high the line at a lane's foot is that shows the
// collector's work there: sweeps on a P, mark assists by a goroutine.
const UnderlineHeight = 3.0

const near = 4 // how far from a moment a pointer may be, in logical pixels

// At finds what lies under a point on the canvas.
func (l *Lanes) At(v View, at scene.Point) Hit {
	h := Hit{Row: -1, Span: trace.NoSpan, Frame: -1, Event: -1}
	if !v.Area.Contains(at) || !(v.Window.W() > 0) {
		return h
	}
	plot, g := v.Plot(), v.Grid()
	h.Time = v.Time(at.X)
	h.Label, h.Axis = at.X < plot.X0, at.Y < plot.Y0
	if h.Axis {
		return h
	}
	y := at.Y - plot.Y0
	if y >= l.PinnedHeight() {
		y += v.Top
	}
	if h.Row = l.RowAt(y); h.Row < 0 || h.Label || h.Time > l.Timeline.Trace.End {
		return h
	}
	g.first, g.N = g.first+int64(math.Floor(at.X-g.X0)), 1
	g.X0 = math.Floor(at.X-g.X0) + g.X0
	h.From, h.To = g.Edge(0), g.Edge(1)
	l.hit(&h, &g)
	if row := &l.Rows[h.Row]; row.HasSpans() && y-l.tops[h.Row] >= row.Height()-1-UnderlineHeight {
		e := l.Timeline.Events(row)
		if i := e.pointed(h.Time, &g); i >= 0 {
			h.Event = e.Index(i)
		}
	}
	return h
}

// hit finds what a row shows in a grid with one column.
func (l *Lanes) hit(h *Hit, g *Grid) {
	t, row := l.Timeline, &l.Rows[h.Row]
	if lane, ok := t.Lane(row.Key); ok {
		h.Span, h.Shared = lane.hit(g)
		return
	}
	if row.Kind == StackRow {
		o := trace.GoIndex(row.Index)
		if span, ok := t.Trace.SpanAt(o, h.Time); ok {
			if frame, ok := t.FrameAt(span, int(row.Level)); ok {
				h.Span, h.Frame = span, frame
			}
		}
		return
	}
	e := t.Events(row)
	if i := e.pointed(h.Time, g); i >= 0 {
		h.Event = e.Index(i)
	}
}

// pointed returns the event at a time, or else the nearest one that is not further
// than some pixels; −1 if there is none.
func (e *Events) pointed(at trace.Time, g *Grid) int {
	i := sort.Search(e.N, func(i int) bool { return e.Time(i).To >= at })
	best, nearest := -1, near*g.Step
	for j := max(i-1, 0); j < min(i+2, e.N); j++ {
		time := e.Time(j)
		d := float64(max(time.From-at, at-time.To, 0))
		if d < nearest || d == 0 {
			best, nearest = j, d
		}
	}
	return best
}

// hit returns the span that is drawn in a grid with one column; NoSpan if there is none.
// If several share the column, it is the one at its middle.
func (l *Lane) hit(g *Grid) (span trace.SpanIndex, shared bool) {
	for _, p := range l.Pieces(g, LaneHeight-1, nil) {
		if p.Entry >= 0 {
			return l.Span(int(p.Entry)), false
		}
		shared = true
	}
	if !shared {
		return trace.NoSpan, false
	}
	at := g.Edge(0) + (g.Edge(1)-g.Edge(0))/2
	i := l.find(at)
	between := i < 0 || l.entry(i).end <= at
	if between && i+1 < l.n && l.start(i+1) < g.Edge(1) {
		i++ // that one is in the column
	}
	return l.Span(max(i, 0)), true
}

// Shares returns how long each kind lasts in the column of a hit, and how many spans that has.
func (l *Lanes) Shares(h Hit) (s Sums, spans int) {
	lane, _ := l.Timeline.Lane(l.Rows[h.Row].Key)
	c := newCursor(&lane)
	c.advance(h.From)
	before, first := c.sum, c.e.i
	c.advance(h.To)
	return c.sum.less(&before), int(c.e.i-first) + 1
}
