package views

import (
	"profstation/graph"
	"profstation/scene"
	"profstation/table"
)

// Sight is the part of a picture that is on the screen, of those that can be
// scrolled without anybody being told.
type Sight struct {
	// Rows From and before To of a table are in sight. To 0: it shows no table, or
	// all of it.
	From, To int
	// Graph is the part of a call graph; nil: it shows none, or all of it.
	Graph *graph.View
}

// Part tells whether there is more than what is in sight.
func (s Sight) Part() bool { return s.To > 0 || s.Graph != nil }

// InSight is the part of the table that is on the screen.
func (g *Grid) InSight() (s Sight) {
	rows := g.rows()
	room := g.area().H() - table.HeaderHeight
	if rows == 0 || float64(rows)*table.RowHeight <= room {
		return s
	}
	s.From = int(g.top/table.RowHeight + 0.5)
	s.To = min(rows, max(s.From+1, int((g.top+room)/table.RowHeight)))
	return s
}

// InSight is the part of the call graph that is on the screen.
func (v *GraphView) InSight() (s Sight) {
	if v.shown() && !v.graph.Chart.Whole(v.view) {
		view := v.view
		view.Area = scene.Rect{X1: view.Area.W(), Y1: view.Area.H()}
		s.Graph = &view
	}
	return s
}
