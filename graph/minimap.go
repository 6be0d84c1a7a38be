package graph

import "profstation/scene"

// Minimap draws the whole chart into a small area, with a frame around what a view shows.
func (p *Painter) Minimap(cv scene.Canvas, area scene.Rect, v View, m Marks) {
	small := p.c.Fit(area)
	cv.PushClip(area)
	defer cv.PopClip()
	cv.Fill(area, p.theme.Surface)
	for i, r := range p.c.rects {
		fill := p.nodelet.border
		if i < len(p.nodes) {
			k := p.node(m, int32(i))
			if fill = k.border; m.Changes != nil {
				fill = k.fill
			}
		}
		to := small.rect(r)
		to.X1, to.Y1 = max(to.X1, to.X0+1), max(to.Y1, to.Y0+1)
		cv.Fill(to, fill)
	}
	from := v.chart(scene.Point{X: v.Area.X0, Y: v.Area.Y0})
	to := v.chart(scene.Point{X: v.Area.X1, Y: v.Area.Y1})
	frame := small.rect(scene.Rect{X0: from.X, Y0: from.Y, X1: to.X, Y1: to.Y})
	cv.Outline(frame.Intersect(area), p.theme.Selection, 2)
	cv.Outline(area, p.theme.Line, 1)
}

// Whole reports whether a view shows the whole chart.
func (c *Chart) Whole(v View) bool {
	r := v.rect(scene.Rect{X1: c.W, Y1: c.H})
	const slack = 2 // pixels, for rounding
	return r.X0 >= v.Area.X0-slack && r.Y0 >= v.Area.Y0-slack && r.X1 <= v.Area.X1+slack && r.Y1 <= v.Area.Y1+slack
}

// Center moves a view so that a point on its minimap is in the middle.
func (c *Chart) Center(v View, minimap scene.Rect, at scene.Point) View {
	p := c.Fit(minimap).chart(at)
	v.Origin = scene.Point{X: p.X - v.Area.W()/v.Scale/2, Y: p.Y - v.Area.H()/v.Scale/2}
	return c.Clamp(v)
}
