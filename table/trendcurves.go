package table

import (
	"math"

	"profstation/scene"
)

// trendCurves holds a trend's figures as they are drawn in a plot.
type trendCurves struct {
	scale
	from, to [][]piece // each layer's two ends, in pieces; lines have only the second
	restarts []float64 // where the program was started again
}

// piece is a part of a curve without a gap, from left to right.
type piece []scene.Point

// minGap is the least width of a gap that is left open. So there are no more pieces than a picture can show.
const minGap = 2.0

// curves returns the curves in a plot. It makes them once: a series may have 100,000 profiles, and the picture is
// drawn again whenever the pointer moves.
func (t *Trend) curves(plot scene.Rect) *trendCurves {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.made != nil && t.made.plot == plot {
		return t.made
	}
	n := len(t.Lines.Lines)
	c := &trendCurves{scale: t.scale(plot), from: make([][]piece, n), to: make([][]piece, n)}
	from, to := make([]curve, n), make([]curve, n)
	add := func(point int, x float64) {
		t.layers(point, func(i int, a, b float64) {
			if t.Stacked {
				from[i].add(scene.Point{X: x, Y: c.y(a)})
			}
			to[i].add(scene.Point{X: x, Y: c.y(b)})
		})
	}
	finish := func(i int) {
		if len(to[i].points) > 0 {
			c.from[i], c.to[i] = append(c.from[i], from[i].points), append(c.to[i], to[i].points)
			from[i], to[i] = curve{}, curve{}
		}
	}
	finishAll := func() {
		for i := range n {
			finish(i)
		}
	}
	last, open := math.Inf(-1), false
	for k, p := range t.Lines.Points {
		if open = open || p.Restarted || p.AfterGap || p.Missing; p.Missing {
			continue
		}
		x := c.x(p.Time)
		if p.Restarted && (len(c.restarts) == 0 || x-c.restarts[len(c.restarts)-1] >= minGap) {
			c.restarts = append(c.restarts, x)
		}
		if open && x-last >= minGap {
			finishAll()
		}
		for i := range n {
			if !t.Stacked && !t.known(i, k) {
				finish(i)
			}
		}
		add(k, x)
		if last, open = c.x(end(&p)), false; last > x { // a step is level
			add(k, last)
		}
	}
	finishAll()
	t.made = c
	return c
}

// curve holds points from left to right, without those that no picture shows. Among many in one pixel column, it
// keeps the first, the highest, the lowest and the last.
type curve struct {
	points []scene.Point
	column float64
	first  int // where the column's points begin
}

func (c *curve) add(p scene.Point) {
	if column := math.Floor(p.X); len(c.points) == 0 || column != c.column {
		c.column, c.first = column, len(c.points)
	}
	at := c.points[c.first:]
	if len(at) < 4 {
		c.points = append(c.points, p)
		return
	}
	// The two extremes stand between the first point and the last so far, which becomes an extreme if it is one.
	low, high := 1, 2
	if at[low].Y > at[high].Y {
		low, high = high, low
	}
	switch last := at[3]; {
	case last.Y < at[low].Y:
		at[low] = last
	case last.Y > at[high].Y:
		at[high] = last
	}
	if at[1].X > at[2].X {
		at[1], at[2] = at[2], at[1]
	}
	at[3] = p
}
