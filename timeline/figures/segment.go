package figures

import (
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// segment is a part of a stacked bar: a share of the bar's room, from 0 to 1.
type segment struct {
	column *analysis.Column
	share  float64
}

// stack draws a stacked bar into a cell.
func stack(cv scene.Canvas, t *scene.Theme, cell scene.Rect, parts []segment) {
	x, room := cell.X0+4, cell.W()-8
	for _, p := range parts {
		w := p.share * room
		if !(w > 0.05) {
			x += max(w, 0)
			continue
		}
		cv.Fill(scene.Rect{X0: x, Y0: cell.Y0 + 4, X1: x + w, Y1: cell.Y1 - 4}, Color(t, p.column))
		x += w
	}
}

// Color is the fill of a kind of time: as in the timeline, with a paler shade for
// the part of system calls without a P.
func Color(t *scene.Theme, c *analysis.Column) scene.Color {
	s := timeline.Style{Theme: t}
	fill := s.Color(timeline.Kind(c.Kind))
	switch {
	case c.Kind == trace.UnknownTime:
		return t.Quiet
	case c.Blocked:
		return scene.Mix(t.Background, fill, 0.55)
	}
	return fill
}

// segments are the parts of a breakdown, at a scale: how much time fills the
// bar.
func segments(columns []analysis.Column, b *analysis.Breakdown, full trace.Time) []segment {
	if full <= 0 {
		return nil
	}
	var parts []segment
	for i := range columns {
		if b.Times[i] > 0 {
			parts = append(parts, segment{&columns[i], float64(b.Times[i]) / float64(full)})
		}
	}
	return parts
}
