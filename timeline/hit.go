package timeline

import (
	"profstation/model"
	"profstation/scene"
)

// Hit is what lies under a point.
type Hit struct {
	Row   int // −1: none
	Time  model.TraceTime
	Label bool // over the label of the row
	Axis  bool

	Span   model.SpanIndex   // NoSpan: none, or several in a column
	Region model.RegionIndex // NoRegion: none
	Task   model.TaskIndex   // NoTask: none
	Log    int32             // −1: none, as the ones below
	Sample int32
	Mark   int32
	Stop   int32
	Frame  model.FrameIndex
}

// At tells what lies under a point of the canvas.
func (l *Lanes) At(v View, at scene.Point) Hit {
	h := Hit{Row: -1, Span: model.NoSpan, Region: model.NoRegion, Task: model.NoTask, Log: -1, Sample: -1, Mark: -1, Stop: -1, Frame: -1}
	if !v.Area.Contains(at) {
		return h
	}
	plot := v.Plot()
	g := v.grid()
	h.Time = v.Time(at.X)
	h.Label = at.X < plot.X0
	if h.Axis = at.Y < plot.Y0; h.Axis {
		return h
	}
	y := at.Y - plot.Y0
	if y >= l.PinnedHeight() {
		y += v.Top
	}
	h.Row = l.rowAt(y)
	if h.Row < 0 || h.Label {
		return h
	}
	row := &l.Rows[h.Row]
	if lane, ok := l.Timeline.laneOf(row.Key); ok {
		h.Span = lane.hit(&g, at.X)
	}
	return h
}

// hit is the span that is drawn at x; NoSpan where there is none. Where a
// column holds several it is the one at its middle.
func (l *lane) hit(g *grid, x float64) model.SpanIndex {
	column := int(x - g.x0)
	one := *g
	one.first += int64(column)
	one.n = 1
	for _, p := range l.pieces(&one, LaneHeight-1, nil) {
		if p.entry >= 0 {
			return l.span(int(p.entry))
		}
	}
	at := (one.edge(0) + one.edge(1)) / 2
	i := l.find(at)
	if i < 0 || l.entry(i).end <= at {
		return model.NoSpan
	}
	return l.span(i)
}
