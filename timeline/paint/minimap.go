package paint

import (
	"math"

	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
)

// PaintMinimap draws the whole trace into an area: how many goroutines run, work for
// the collector or are in system calls, over time, and the part that a window
// shows. The full height stands for the largest number at once.
func (p *Painter) PaintMinimap(cv scene.Canvas, area scene.Rect, w timeline.Window) {
	t := p.s.Theme
	if area.Empty() {
		return
	}
	cv.PushClip(area)
	defer cv.PopClip()
	cv.Fill(area, t.Surface)
	n, high := int(area.W()), int(area.H())
	if n < 1 || high < 1 {
		return
	}
	f := frame{Painter: p, pen: pen{Canvas: cv}, g: timeline.Grid{X0: area.X0}}
	for j := range p.miniature(n, high) {
		f.stacked(f.columnsBox(j, j+1, area), &p.fills.kind, p.mini[j])
	}
	whole := p.l.Timeline.Whole()
	x := func(at float64) float64 {
		return area.X0 + math.Round((at-whole.From)/whole.W()*area.W())
	}
	left, right := x(w.From), x(w.To)
	if right-left < 3 {
		left, right = (left+right)/2-1.5, (left+right)/2+1.5
	}
	shade := t.Background
	shade.A = 130
	cv.Fill(scene.Rect{X0: area.X0, Y0: area.Y0, X1: left, Y1: area.Y1}, shade)
	cv.Fill(scene.Rect{X0: right, Y0: area.Y0, X1: area.X1, Y1: area.Y1}, shade)
	cv.Outline(scene.Rect{X0: left, Y0: area.Y0, X1: right, Y1: area.Y1}, t.Selection, 1)
}

// MinimapTime returns the time at a place on a minimap.
func MinimapTime(t *timeline.Timeline, area scene.Rect, x float64) trace.Time {
	if area.Empty() {
		return 0
	}
	at := (x - area.X0) / area.W() * t.Whole().W()
	return trace.Time(math.Round(min(max(at, 0), t.Whole().W())))
}

// miniature returns the minimap's columns, which change with its size only.
func (p *Painter) miniature(n, high int) []timeline.Column {
	if len(p.mini) == n && p.miniHigh == high {
		return p.mini
	}
	p.mini, p.miniHigh = p.l.Timeline.Miniature(n, high), high
	return p.mini
}
