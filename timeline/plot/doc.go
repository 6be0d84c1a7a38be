// Package plot draws what an analysis of an execution trace found: how durations are distributed, how the mutator
// utilization falls with shorter windows, how the heap grew, and where Ps were at work.
//
// A plot is a value. It draws itself into an area on a canvas and says what is at a point there. So the window, a
// file for a report and a test all show the same.
package plot

import (
	"math"

	"profstation/model/trace"
	"profstation/model/units"
	"profstation/scene"
	"profstation/timeline/wording"
)

// Plot can be drawn into an area and pointed at.
type Plot interface {
	// Paint fills the area.
	Paint(cv scene.Canvas, area scene.Rect, t *scene.Theme)
	// Tip describes what is at a point, in one or more lines, or returns "" if nothing is there.
	Tip(area scene.Rect, at scene.Point) string
}

// Walker is a plot that sets its own steps for walking along it with the keyboard.
type Walker interface {
	// Begin returns where across an area a walk begins, NaN for one of its sides, and the least length of a step.
	Begin(area scene.Rect) (x, step float64)
}

// walkSteps is about how many steps the keyboard needs to go along the time.
const walkSteps = 60

var font = scene.Font{Size: scene.TextSize - 1}

// Space around a plot's box for its scales, in logical pixels.
const (
	left, right, top, bottom = 66.0, 14.0, 30.0, 20.0
)

// box returns the part of an area where data is drawn.
func box(area scene.Rect) scene.Rect {
	return scene.Rect{X0: area.X0 + left, Y0: area.Y0 + top, X1: area.X1 - right, Y1: area.Y1 - bottom}
}

// Foot returns a y in an area, near the bottom of its box, where a plot has something to say at any x, however low the
// area is.
func Foot(area scene.Rect) float64 {
	b := box(area)
	return b.Y0 + 0.9*b.H()
}

// chart is a plot that is being drawn.
type chart struct {
	scene.Canvas
	t         *scene.Theme
	area, box scene.Rect
}

// ground fills the area, writes the title and draws the frame. If the plot is empty, it writes why. It returns nil if
// there is nothing else to draw.
func ground(cv scene.Canvas, area scene.Rect, t *scene.Theme, title string, empty bool, why string) *chart {
	b := box(area)
	cv.Fill(area, t.Background)
	f := scene.Font{Size: scene.TextSize, Bold: true}
	cv.Text(scene.Point{X: area.X0 + 8, Y: area.Y0 + 5 + scene.Ascent(f)}, scene.Fit(title, f, area.W()-16), f, t.Text)
	if b.Empty() {
		return nil
	}
	cv.Fill(scene.Rect{X0: b.X0, Y0: b.Y1, X1: b.X1, Y1: b.Y1 + 1}, t.Line)
	if empty {
		cv.Text(scene.Point{X: b.X0, Y: (b.Y0 + b.Y1) / 2}, scene.Fit(why, font, b.W()), font, t.Muted)
		return nil
	}
	return &chart{cv, t, area, b}
}

// below writes a text under the box, around x but inside the area.
func (c *chart) below(x float64, text string) {
	c.Text(scene.Point{X: c.left(x, text), Y: c.box.Y1 + 5 + scene.Ascent(font)}, text, font, c.t.Muted)
}

// left is where a text under the box begins.
func (c *chart) left(x float64, text string) float64 {
	w := scene.Measure(text, font)
	return max(c.area.X0+2, min(x-w/2, c.area.X1-w-2))
}

func (c *chart) tick(x float64, text string) {
	c.Fill(scene.Rect{X0: x, Y0: c.box.Y1, X1: x + 1, Y1: c.box.Y1 + 4}, c.t.Muted)
	c.below(x, text)
}

// levels returns into how many parts lines divide the box's height, with their values at the left. It starts with
// most, and halves that until the values fit.
func (c *chart) levels(limit int) int {
	for limit > 1 && c.box.H()/float64(limit) < 1.3*font.Size {
		limit /= 2
	}
	return limit
}

func (c *chart) rule() scene.Color { return c.t.Rule(0.7) }

func (c *chart) level(y float64, text string) {
	c.Fill(scene.Rect{X0: c.box.X0, Y0: y, X1: c.box.X1, Y1: y + 1}, c.rule())
	w := scene.Measure(text, font)
	c.Text(scene.Point{X: c.box.X0 - w - 6, Y: y + scene.Ascent(font)/2}, text, font, c.t.Muted)
}

// times writes a time scale below the box.
func (c *chart) times(of trace.Interval) {
	if of.Empty() {
		return
	}
	long, b := float64(of.Len()), c.box
	step := trace.Time(units.RoundStep(long / math.Floor(max(2, b.W()/90))))
	for at := (of.From + step - 1) / step * step; at <= of.To; at += step {
		c.tick(b.X0+float64(at-of.From)/long*b.W(), wording.Moment(at, step))
	}
}

// share returns where x lies in the box, from 0 to 1.
func share(b scene.Rect, x float64) float64 { return min(max((x-b.X0)/b.W(), 0), 1) }
