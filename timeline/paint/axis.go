package paint

import (
	"strings"

	"profstation/model/trace"
	"profstation/model/units"
	"profstation/scene"
)

// ticks are the labelled places on an axis: multiples of a step that reads well.
type ticks struct {
	step int64      // nanoseconds
	base trace.Time // what labels count from, a multiple of a larger step; 0: the trace's beginning
}

const tickRoom = 96.0 // the room for a label, in logical pixels

// newTicks chooses ticks for a number of nanoseconds a pixel, beginning at a time.
func newTicks(from trace.Time, step float64) ticks {
	t := ticks{step: units.TickStep(step * tickRoom)}
	// More than six significant digits stand once, at the left.
	if t.step < 1e9 {
		if larger := pow10Above(t.step) * 1000; int64(from) >= larger*10 {
			t.base = trace.Time(int64(from) / larger * larger)
		}
	}
	return t
}

// pow10Above returns the smallest power of ten that is not less than n.
func pow10Above(n int64) int64 {
	p := int64(1)
	for p < n {
		p *= 10
	}
	return p
}

func (t *ticks) label(at trace.Time) string {
	if t.base != 0 {
		return "+" + units.Tick(int64(at-t.base), t.step)
	}
	return units.Tick(int64(at), t.step)
}

// axis draws the ticks above the lanes and a faint line below each. Labels stand where they are whole, and
// not where a measured interval's length stands.
func (f *frame) axis(measured *trace.Interval) {
	t, area, plot := f.t, f.v.Area, f.plot
	f.Fill(scene.Rect{X0: area.X0, Y0: area.Y0, X1: area.X1, Y1: plot.Y0}, t.Surface)
	ticks := newTicks(f.g.Edge(0), f.g.Step)
	baseline := area.Y0 + 15
	if text, room := f.corner(ticks), plot.X0-area.X0; text != "" && room > 30 {
		text = scene.Fit(text, font, room-2*labelGap)
		f.PushClip(scene.Rect{X0: area.X0, Y0: area.Y0, X1: plot.X0 - 1, Y1: plot.Y0}) // its room also in a wider font
		f.Text(scene.Point{X: plot.X0 - labelGap - scene.Measure(text, font), Y: baseline}, text, font, t.Text)
		f.PopClip()
	}
	f.PushClip(scene.Rect{X0: plot.X0, Y0: area.Y0, X1: plot.X1, Y1: plot.Y1})
	taken := scene.Rect{}
	if measured != nil {
		taken, _ = tagOf(f, measured.Ordered())
	}
	last := min(float64(f.g.Edge(f.g.N)), max(float64(f.l.Timeline.Trace.End), f.v.Extent))
	for at := int64(f.g.Edge(0)) / ticks.step * ticks.step; float64(at) <= last; at += ticks.step {
		x := f.g.X(trace.Time(at))
		f.Fill(scene.Rect{X0: x, Y0: plot.Y0 - 6, X1: x + 1, Y1: plot.Y0}, t.Muted)
		f.Fill(scene.Rect{X0: x, Y0: plot.Y0, X1: x + 1, Y1: plot.Y1}, f.fills.rule)
		text := ticks.label(trace.Time(at))
		room := scene.Rect{X0: x + 3, Y0: baseline - scene.Ascent(font), X1: x + 3 + scene.Measure(text, font), Y1: baseline}
		if x > plot.X0-1 && room.X1 <= plot.X1 && room.Intersect(taken).Empty() {
			f.Text(scene.Point{X: room.X0, Y: baseline}, text, font, t.Muted)
		}
	}
	f.PopClip()
	f.Fill(scene.Rect{X0: area.X0, Y0: plot.Y0 - 1, X1: area.X1, Y1: plot.Y0}, t.Line)
}

// corner returns the text left of the ticks: the left edge's wall-clock time, and
// the time that the ticks count from.
func (f *frame) corner(ticks ticks) string {
	var parts []string
	if wall := f.l.Timeline.Trace.WallAt(f.g.Edge(0)); !wall.IsZero() {
		layout := "15:04:05.000"
		for step := int64(1e6); step > ticks.step && step > 1; step /= 10 {
			layout += "0"
		}
		parts = append(parts, wall.Format(layout))
	}
	if ticks.base != 0 {
		parts = append(parts, units.Tick(int64(ticks.base), pow10Above(ticks.step)*1000))
	}
	return strings.Join(parts, "  ")
}
