package paint

import (
	"slices"

	"profstation/scene"
	"profstation/timeline"
)

// count sums up the rows in sight that share a census.
func (f *frame) count() {
	f.edges = slices.Grow(f.edges[:0], f.g.N+1)[:f.g.N+1]
	for i := range f.edges {
		f.edges[i] = min(max(f.g.Edge(i), 0), f.l.Timeline.Trace.End)
	}
	f.crowds.Begin(f.l, f.edges)
	for i := range f.rows {
		if !f.rows[i].Counts() {
			continue
		}
		if f.Over() {
			return
		}
		f.crowds.Add(f.rows[i].Key)
	}
	f.crowds.Sum()
}

// crowd draws how many in a group are in each kind of time: columns of stacked
// means, as high as the row for the most there ever are at once.
func (f *frame) crowd(r *painted) {
	fills := &f.fills.kind
	if r.Kind == timeline.TaskGroupRow {
		own := *fills
		own[timeline.Running] = f.hue(r.Text())
		fills = &own
	}
	height := r.box.H() * f.v.Peaks.Share(r.Kind, f.l.Timeline)
	f.crowds.Columns(r.Key, int(height), func(from, to int, c timeline.Column) {
		f.stacked(f.columnsBox(from, to, r.box), fills, c)
	})
}

// stackedKinds is the order in which kinds are stacked in a column, from the bottom.
var stackedKinds = timeline.Kinds()

// stacked draws a column, or equal ones, from the bottom up.
func (f *frame) stacked(b scene.Rect, fills *[timeline.KindCount]scene.Color, c timeline.Column) {
	y := b.Y1
	for i, k := range stackedKinds {
		if h := float64(c[i]); h > 0 {
			f.Fill(scene.Rect{X0: b.X0, Y0: max(y-h, b.Y0), X1: b.X1, Y1: y}, fills[k])
			y -= h
		}
	}
}
