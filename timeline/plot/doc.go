// Package plot draws what an analysis of an execution trace found: how durations
// are distributed, how the mutator utilization falls with shorter windows, how
// the heap grew, where Ps were at work.
//
// A plot is a value. It draws itself into an area of a canvas and says what is
// at a point of it, so the window, a file for a report and a test have the same.
package plot

import (
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
)

// Plot is what can be drawn into an area and pointed at.
type Plot interface {
	// Paint fills the area.
	Paint(cv scene.Canvas, area scene.Rect, t *scene.Theme)
	// Tip describes what is at a point, in one or more lines; "" for nothing.
	Tip(area scene.Rect, at scene.Point) string
}

var font = scene.Font{Size: scene.TextSize - 1}

// Room around a plot's box for its scales, in logical pixels.
const (
	left, right, top, bottom = 66.0, 14.0, 30.0, 20.0
)

// box is the part of an area that data is drawn in.
func box(area scene.Rect) scene.Rect {
	return scene.Rect{X0: area.X0 + left, Y0: area.Y0 + top, X1: area.X1 - right, Y1: area.Y1 - bottom}
}

// ground fills the area, writes the title and draws the frame.
func ground(cv scene.Canvas, area scene.Rect, t *scene.Theme, title string) scene.Rect {
	b := box(area)
	cv.Fill(area, t.Background)
	f := scene.Font{Size: scene.TextSize, Bold: true}
	cv.Text(scene.Point{X: area.X0 + 8, Y: area.Y0 + 5 + scene.Ascent(f)}, scene.Fit(title, f, area.W()-16), f, t.Text)
	if !b.Empty() {
		cv.Fill(scene.Rect{X0: b.X0, Y0: b.Y1, X1: b.X1, Y1: b.Y1 + 1}, t.Line)
	}
	return b
}

// nothing writes why a plot is empty.
func nothing(cv scene.Canvas, b scene.Rect, t *scene.Theme, why string) {
	if !b.Empty() {
		cv.Text(scene.Point{X: b.X0, Y: (b.Y0 + b.Y1) / 2}, scene.Fit(why, font, b.W()), font, t.Muted)
	}
}

// below writes a text under the box, around x but inside the area.
func below(cv scene.Canvas, area, b scene.Rect, x float64, text string, c scene.Color) {
	w := scene.Measure(text, font)
	at := max(area.X0+2, min(x-w/2, area.X1-w-2))
	cv.Text(scene.Point{X: at, Y: b.Y1 + 5 + scene.Ascent(font)}, text, font, c)
}

// levels are how many parts, at most so many and halved until they fit, the
// height of a box is divided into by lines with their values at the left.
func levels(b scene.Rect, most int) int {
	for most > 1 && b.H()/float64(most) < 1.3*font.Size {
		most /= 2
	}
	return most
}

// level draws a line across the box with its value at the left.
func level(cv scene.Canvas, b scene.Rect, t *scene.Theme, y float64, text string) {
	cv.Fill(scene.Rect{X0: b.X0, Y0: y, X1: b.X1, Y1: y + 1}, scene.Mix(t.Background, t.Line, 0.7))
	w := scene.Measure(text, font)
	cv.Text(scene.Point{X: b.X0 - w - 6, Y: y + scene.Ascent(font)/2}, text, font, t.Muted)
}

// times writes a scale of time below the box.
func times(cv scene.Canvas, area, b scene.Rect, t *scene.Theme, from, to trace.Time) {
	long := to - from
	if long <= 0 || b.Empty() {
		return
	}
	most := trace.Time(max(2, b.W()/90))
	step := trace.Time(1)
	for scale := step; step*most < long; scale *= 10 {
		for _, m := range [...]trace.Time{1, 2, 5} {
			if step = m * scale; step*most >= long {
				break
			}
		}
	}
	for at := (from + step - 1) / step * step; at <= to; at += step {
		x := b.X0 + float64(at-from)/float64(long)*b.W()
		cv.Fill(scene.Rect{X0: x, Y0: b.Y1, X1: x + 1, Y1: b.Y1 + 4}, t.Muted)
		below(cv, area, b, x, timeline.Duration(at), t.Muted)
	}
}

// share is where x lies in the box, from 0 to 1.
func share(b scene.Rect, x float64) float64 { return min(max((x-b.X0)/b.W(), 0), 1) }
