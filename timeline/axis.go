package timeline

import (
	"math"
	"strconv"
	"strings"
	"time"

	"profstation/model/trace"
	"profstation/scene"
)

// ticks are the labelled places on an axis: multiples of a step that reads well.
type ticks struct {
	step int64 // nanoseconds
	// base is the time that labels count from, a multiple of a larger step; 0 if
	// they are times of the trace.
	base trace.Time
}

// tickRoom is the room of a label, in logical pixels.
const tickRoom = 96.0

// niceSteps are the steps from a second upwards. Shorter ones are 1, 2 and 5 times
// powers of ten.
var niceSteps = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// newTicks chooses ticks for a number of nanoseconds a pixel, beginning at a
// time.
func newTicks(from trace.Time, step float64) ticks {
	least := step * tickRoom
	t := ticks{}
	if least <= 5e8 {
		for p := int64(1); t.step == 0; p *= 10 {
			for _, f := range []int64{1, 2, 5} {
				if t.step == 0 && float64(f*p) >= least {
					t.step = f * p
				}
			}
		}
	} else {
		for _, s := range niceSteps {
			if t.step == 0 && float64(s) >= least {
				t.step = int64(s)
			}
		}
		if t.step == 0 {
			t.step = int64(math.Ceil(least/float64(24*time.Hour))) * int64(24*time.Hour)
		}
	}
	// More than six significant digits stand once, at the left.
	if t.step < 1e9 {
		if larger := pow10Above(t.step) * 1000; int64(from) >= larger*10 {
			t.base = trace.Time(int64(from) / larger * larger)
		}
	}
	return t
}

// pow10Above is the smallest power of ten that is not less than n.
func pow10Above(n int64) int64 {
	p := int64(1)
	for p < n {
		p *= 10
	}
	return p
}

// label is the text of a tick.
func (t *ticks) label(at trace.Time) string {
	if t.base != 0 {
		return "+" + formatTick(int64(at-t.base), t.step)
	}
	return formatTick(int64(at), t.step)
}

// formatTick writes a time with the decimals that a step needs.
func formatTick(ns, step int64) string {
	if ns == 0 {
		return "0"
	}
	if step >= 1e9 && ns >= 60e9 {
		s := ns / 1e9
		clock := pad(s/60%60) + ":" + pad(s%60)
		if s < 3600 {
			return strings.TrimPrefix(clock, "0") + " min"
		}
		return strconv.FormatInt(s/3600, 10) + ":" + clock + " h"
	}
	unit, name := int64(1), " ns"
	switch {
	case ns >= 1e9:
		unit, name = 1e9, " s"
	case ns >= 1e6:
		unit, name = 1e6, " ms"
	case ns >= 1e3:
		unit, name = 1e3, " µs"
	}
	decimals := 0
	for u := unit; u > step && decimals < 9; u /= 10 {
		decimals++
	}
	return strconv.FormatFloat(float64(ns)/float64(unit), 'f', decimals, 64) + name
}

func pad(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

// axis draws the ticks above the lanes and a faint line below each.
func (p *Painter) axis(cv scene.Canvas, v *View, g *grid) {
	t := p.s.Theme
	tr := p.l.Timeline.Trace
	plot := v.Plot()
	head := scene.Rect{X0: v.Area.X0, Y0: v.Area.Y0, X1: v.Area.X1, Y1: plot.Y0}
	cv.Fill(head, t.Surface)
	ticks := newTicks(g.edge(0), g.step)
	baseline := v.Area.Y0 + 15
	corner := scene.Rect{X0: v.Area.X0, Y0: v.Area.Y0, X1: plot.X0, Y1: plot.Y0}
	if text := p.corner(ticks, g.edge(0)); text != "" && corner.W() > 30 {
		text = scene.Fit(text, font, corner.W()-2*labelGap)
		cv.Text(scene.Point{X: corner.X1 - labelGap - scene.Measure(text, font), Y: baseline}, text, font, t.Text)
	}
	cv.PushClip(scene.Rect{X0: plot.X0, Y0: v.Area.Y0, X1: plot.X1, Y1: plot.Y1})
	first := int64(g.edge(0)) / ticks.step * ticks.step
	for at := first; at <= int64(g.edge(g.n)) && float64(at) <= max(float64(tr.End), v.Extent); at += ticks.step {
		x := g.x(trace.Time(at))
		cv.Fill(scene.Rect{X0: x, Y0: head.Y1 - 6, X1: x + 1, Y1: head.Y1}, t.Muted)
		cv.Fill(scene.Rect{X0: x, Y0: head.Y1, X1: x + 1, Y1: plot.Y1}, p.fills.rule)
		cv.Text(scene.Point{X: x + 3, Y: baseline}, ticks.label(trace.Time(at)), font, t.Muted)
	}
	cv.PopClip()
	cv.Fill(scene.Rect{X0: head.X0, Y0: head.Y1 - 1, X1: head.X1, Y1: head.Y1}, t.Line)
}

// corner is the text left of the ticks: the wall-clock time of the left edge, and
// the time that the ticks count from.
func (p *Painter) corner(ticks ticks, left trace.Time) string {
	tr := p.l.Timeline.Trace
	text := ""
	if ticks.base != 0 {
		text = formatTick(int64(ticks.base), pow10Above(ticks.step)*1000)
	}
	if wall := tr.WallAt(left); !wall.IsZero() {
		clock := wall.Format("15:04:05.000")
		if text == "" {
			return clock
		}
		return clock + "  " + text
	}
	return text
}
