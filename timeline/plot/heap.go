package plot

import (
	"math"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline/analysis"
	"profstation/timeline/wording"
)

// Heap shows the size of the objects on the heap and the collector's goal, over time.
type Heap struct {
	Title         string
	Interval      trace.Interval
	Objects, Goal []analysis.Point
}

func (h *Heap) max() (largest uint64) {
	for _, p := range h.Objects {
		largest = max(largest, p.Value)
	}
	for _, p := range h.Goal {
		if !trace.NoGoal(p.Value) {
			largest = max(largest, p.Value)
		}
	}
	return largest
}

// Paint implements Plot.
func (h *Heap) Paint(cv scene.Canvas, area scene.Rect, t *scene.Theme) {
	highest := h.max()
	c := ground(cv, area, t, h.Title, highest == 0, lang.L("No heap size was recorded here."))
	if c == nil {
		return
	}
	b := c.box
	c.level(b.Y0, wording.Bytes(highest))
	if c.levels(2) == 2 {
		c.level((b.Y0+b.Y1)/2, wording.Bytes(highest/2))
	}
	y := func(v uint64) float64 { return b.Y1 - b.H()*float64(v)/float64(highest) }
	cv.PushClip(b)
	blue := t.Hue(230)
	for _, x := range h.columns(b, h.Objects, never) {
		cv.Fill(scene.Rect{X0: x.x0, Y0: y(x.lo), X1: x.x1, Y1: b.Y1}, blue)
		cv.Fill(scene.Rect{X0: x.x0, Y0: y(x.hi), X1: x.x1, Y1: y(x.lo)}, scene.Mix(t.Background, blue, 0.5))
	}
	var p scene.Path
	end := math.NaN()
	for _, x := range h.columns(b, h.Goal, trace.NoGoal) {
		if x.x0 != end { // the first, or there was no goal in between
			p.MoveTo(x.x0, y(x.hi)+1)
		}
		end = x.x1
		p.LineTo(x.x0, y(x.hi)+1)
		p.LineTo(x.x1, y(x.hi)+1)
	}
	cv.Path(&p, scene.Color{}, scene.Stroke{Color: t.Warning, Width: 1.5})
	cv.PopClip()
	c.times(h.Interval)
}

// column is one pixel of a series, or several with the same values, and the lowest and highest value there.
type column struct {
	x0, x1 float64
	lo, hi uint64
}

func never(uint64) bool { return false }

// columns returns the series' values in each pixel, with equal neighbours joined. It returns no column where none
// reports that a value stands for no value.
func (h *Heap) columns(b scene.Rect, points []analysis.Point, none func(uint64) bool) []column {
	var all []column
	n, i := int(b.W()), 0
	known, now := false, uint64(0)
	for j := range n {
		end := h.Interval.From + trace.Time(float64(j+1)/float64(n)*float64(h.Interval.Len()))
		c, any := column{b.X0 + float64(j), b.X0 + float64(j+1), now, now}, known
		for ; i < len(points) && (points[i].Time < end || j == n-1); i++ {
			if known = !none(points[i].Value); !known {
				continue
			}
			now = points[i].Value
			if !any {
				c.lo, c.hi, any = now, now, true
			}
			c.lo, c.hi = min(c.lo, now), max(c.hi, now)
		}
		if !any {
			continue
		}
		if k := len(all) - 1; k >= 0 && all[k].x1 == c.x0 && all[k].lo == c.lo && all[k].hi == c.hi {
			all[k].x1 = c.x1
			continue
		}
		all = append(all, c)
	}
	return all
}

// At returns the time at a place in an area.
func (h *Heap) At(area scene.Rect, x float64) trace.Time {
	return h.Interval.From + trace.Time(share(box(area), x)*float64(h.Interval.Len()))
}

// Tip implements Plot.
func (h *Heap) Tip(area scene.Rect, at scene.Point) string {
	if b := box(area); !b.Contains(at) || h.max() == 0 {
		return ""
	}
	time := h.At(area, at.X)
	text := wording.Moment(time, h.Interval.Len()/trace.Time(max(1, box(area).W())))
	if v, ok := valueAt(h.Objects, time); ok {
		text += "\n" + lang.L("heap {{.Size}}", lang.With{"Size": wording.Bytes(v)})
	}
	switch v, ok := valueAt(h.Goal, time); {
	case !ok:
	case trace.NoGoal(v):
		text += "\n" + lang.L("no goal")
	default:
		text += "\n" + lang.L("goal {{.Size}}", lang.With{"Size": wording.Bytes(v)})
	}
	return text + "\n" + lang.L("Click or Enter shows it in the timeline")
}

// Begin implements Walker.
func (h *Heap) Begin(area scene.Rect) (x, step float64) { return math.NaN(), box(area).W() / walkSteps }

// valueAt returns a series' value at a time. ok is false before its first point.
func valueAt(points []analysis.Point, at trace.Time) (v uint64, ok bool) {
	for _, p := range points {
		if p.Time > at {
			break
		}
		v, ok = p.Value, true
	}
	return v, ok
}
