package plot

import (
	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// Heap is the size of the objects on the heap and the collector's goal, over
// time.
type Heap struct {
	Title         string
	Interval      trace.Interval
	Objects, Goal []analysis.Point
}

func bytes(v uint64) string { return model.Format(int64(min(v, 1<<62)), "bytes", "auto") }

func (h *Heap) most() (most uint64) {
	for _, p := range h.Objects {
		most = max(most, p.Value)
	}
	for _, p := range h.Goal {
		most = max(most, p.Value)
	}
	return most
}

// Paint implements Plot.
func (h *Heap) Paint(cv scene.Canvas, area scene.Rect, t *scene.Theme) {
	b := ground(cv, area, t, h.Title)
	if b.Empty() {
		return
	}
	most := h.most()
	if most == 0 {
		nothing(cv, b, t, "The trace tells no size of the heap in this interval.")
		return
	}
	level(cv, b, t, b.Y0, bytes(most))
	if levels(b, 2) == 2 {
		level(cv, b, t, (b.Y0+b.Y1)/2, bytes(most/2))
	}
	cv.PushClip(b)
	blue := t.Hue(230)
	for _, c := range h.columns(b, h.Objects) {
		high := b.H() * float64(c.hi) / float64(most)
		low := b.H() * float64(c.lo) / float64(most)
		cv.Fill(scene.Rect{X0: c.x0, Y0: b.Y1 - low, X1: c.x1, Y1: b.Y1}, blue)
		cv.Fill(scene.Rect{X0: c.x0, Y0: b.Y1 - high, X1: c.x1, Y1: b.Y1 - low}, scene.Mix(t.Background, blue, 0.5))
	}
	var p scene.Path
	for i, c := range h.columns(b, h.Goal) {
		y := b.Y1 - b.H()*float64(c.hi)/float64(most) + 1
		if i == 0 {
			p.MoveTo(c.x0, y)
		}
		p.LineTo(c.x0, y)
		p.LineTo(c.x1, y)
	}
	cv.Path(&p, scene.Color{}, scene.Stroke{Color: t.Warning, Width: 1.5})
	cv.PopClip()
	times(cv, area, b, t, h.Interval.From, h.Interval.To)
}

// column is a pixel of a series, or several in which it was the same: between
// what it was.
type column struct {
	x0, x1 float64
	lo, hi uint64
}

// columns are what a series was in each pixel; equal neighbours are one.
func (h *Heap) columns(b scene.Rect, points []analysis.Point) []column {
	var all []column
	n, i := int(b.W()), 0
	known, now := false, uint64(0)
	for j := range n {
		end := h.Interval.From + trace.Time(float64(j+1)/float64(n)*float64(h.Interval.Len()))
		c := column{b.X0 + float64(j), b.X0 + float64(j+1), now, now}
		for ; i < len(points) && (points[i].Time < end || j == n-1); i++ {
			now = points[i].Value
			if !known {
				c.lo, c.hi, known = now, now, true
			}
			c.lo, c.hi = min(c.lo, now), max(c.hi, now)
		}
		if !known {
			continue
		}
		if k := len(all) - 1; k >= 0 && all[k].lo == c.lo && all[k].hi == c.hi {
			all[k].x1 = c.x1
			continue
		}
		all = append(all, c)
	}
	return all
}

// At is the time at a place of an area.
func (h *Heap) At(area scene.Rect, x float64) trace.Time {
	return h.Interval.From + trace.Time(share(box(area), x)*float64(h.Interval.Len()))
}

// Tip implements Plot.
func (h *Heap) Tip(area scene.Rect, at scene.Point) string {
	if b := box(area); !b.Contains(at) || h.most() == 0 {
		return ""
	}
	time := h.At(area, at.X)
	text := timeline.Duration(time)
	if v, ok := valueAt(h.Objects, time); ok {
		text += "\nheap " + bytes(v)
	}
	if v, ok := valueAt(h.Goal, time); ok {
		text += "\ngoal " + bytes(v)
	}
	return text
}

// valueAt is what a series was at a time; ok is false before its first point.
func valueAt(points []analysis.Point, at trace.Time) (v uint64, ok bool) {
	for _, p := range points {
		if p.Time > at {
			break
		}
		v, ok = p.Value, true
	}
	return v, ok
}
