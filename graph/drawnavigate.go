package graph

import (
	"math"

	"profstation/scene"
)

// Scales, in logical pixels for each point.
const (
	smallestScale = 0.01
	largestScale  = 4 * PointSize
	readable      = 0.85 // at this scale the smallest names, 8 points high, are readable
)

// Fit returns the view that shows the whole chart, in the middle of the area and at no more than 100%.
func (c *Chart) Fit(area scene.Rect) View {
	v := View{Scale: PointSize, Area: area}
	if c.W > 0 && c.H > 0 {
		const air = 0.98
		v.Scale = max(smallestScale, min(v.Scale, air*area.W()/c.W, air*area.H()/c.H))
	}
	v.Origin = scene.Point{X: (c.W - area.W()/v.Scale) / 2, Y: (c.H - area.H()/v.Scale) / 2}
	return v
}

// Opening returns the view to begin with. That is the whole chart if its names are then readable. Otherwise it is as
// much of the hottest path as fits, from its root at the top.
func (c *Chart) Opening(area scene.Rect) View {
	v := c.Fit(area)
	path := c.Graph.HotPath()
	if v.Scale >= readable || area.Empty() || len(path) == 0 {
		return v
	}
	v.Scale = readable
	w, h := area.W()/v.Scale, area.H()/v.Scale
	const air = 12.0
	hot := c.rects[path[0]]
	top := hot.Y0 - air
	for _, n := range path[1:] {
		r := c.rects[n]
		grown := hot.Union(r)
		if r.Y0 < top || r.Y1 > top+h-air || grown.W() > w-2*air {
			break
		}
		hot = grown
	}
	v.Origin = scene.Point{
		X: within((hot.X0+hot.X1-w)/2, w, c.W),
		Y: within(top, h, c.H),
	}
	return v
}

// within moves a span with the given size so that it lies in [0, all], or centres it if it is larger.
func within(from, size, all float64) float64 {
	if size >= all {
		return (all - size) / 2
	}
	const air = 6.0
	return max(-air, min(from, all+air-size))
}

// Follow returns the view in which a node is where it was in another layout for the same graph.
func (c *Chart) Follow(v View, before *Chart, node int32) View {
	from, to := before.rects[node].Middle(), c.rects[node].Middle()
	v.Origin.X += to.X - from.X
	v.Origin.Y += to.Y - from.Y
	return v
}

// Central returns the node nearest to the middle of a view, or −1 if there are no nodes.
func (c *Chart) Central(v View) int32 {
	p := v.chart(v.Area.Middle())
	return c.nearest(-1, func(m scene.Point) float64 { return math.Hypot(m.X-p.X, m.Y-p.Y) })
}

// nearest returns the node whose middle has the least distance, or none if all distances are infinite.
func (c *Chart) nearest(none int32, distance func(middle scene.Point) float64) int32 {
	best, nearest := none, math.Inf(1)
	for i := range c.Graph.Nodes {
		if d := distance(c.rects[i].Middle()); d < nearest {
			best, nearest = int32(i), d
		}
	}
	return best
}

// Zoom multiplies the scale by a factor. What is at the given point on the canvas stays there.
func (c *Chart) Zoom(v View, at scene.Point, factor float64) View {
	if !v.usable() || !(factor > 0) || math.IsInf(factor, 0) {
		return v
	}
	p := v.chart(at)
	v.Scale = min(max(v.Scale*factor, smallestScale), largestScale)
	v.Origin = scene.Point{X: p.X - (at.X-v.Area.X0)/v.Scale, Y: p.Y - (at.Y-v.Area.Y0)/v.Scale}
	return c.Clamp(v)
}

// Pan moves the chart by the given logical pixels.
func (c *Chart) Pan(v View, dx, dy float64) View {
	if !v.usable() {
		return v
	}
	v.Origin.X -= dx / v.Scale
	v.Origin.Y -= dy / v.Scale
	return c.Clamp(v)
}

// Clamp moves a view back so that the middle of its area lies in the chart.
func (c *Chart) Clamp(v View) View {
	if !(v.Scale > 0) || math.IsInf(v.Scale, 0) {
		return c.Fit(v.Area)
	}
	w, h := v.Area.W()/v.Scale, v.Area.H()/v.Scale
	v.Origin.X = clamped(v.Origin.X+w/2, c.W) - w/2
	v.Origin.Y = clamped(v.Origin.Y+h/2, c.H) - h/2
	return v
}

func clamped(x, limit float64) float64 {
	if math.IsNaN(x) {
		return limit / 2
	}
	return max(0, min(x, limit))
}

// Reveal moves a view as little as needed to show all of a node. If the node is too large, it centres it.
func (c *Chart) Reveal(v View, node int32) View {
	if !v.usable() {
		return v
	}
	r := c.rects[node].Inset(-12)
	shift := func(low, high, from, size float64) float64 {
		switch {
		case high-low > size:
			return (low+high-size)/2 - from
		case low < from:
			return low - from
		case high > from+size:
			return high - from - size
		}
		return 0
	}
	v.Origin.X += shift(r.X0, r.X1, v.Origin.X, v.Area.W()/v.Scale)
	v.Origin.Y += shift(r.Y0, r.Y1, v.Origin.Y, v.Area.H()/v.Scale)
	return v
}

// Beside returns the nearest node in a direction, such as (0, 1) for down, for arrow keys. It returns the node itself
// if there is none. Distance to the side counts more than distance ahead.
func (c *Chart) Beside(node int32, dx, dy float64) int32 {
	from := c.rects[node].Middle()
	return c.nearest(node, func(to scene.Point) float64 {
		x, y := to.X-from.X, to.Y-from.Y
		ahead, aside := x*dx+y*dy, math.Abs(x*dy-y*dx)
		if ahead <= 1 || aside > 2*ahead {
			return math.Inf(1)
		}
		return ahead + 2*aside
	})
}
