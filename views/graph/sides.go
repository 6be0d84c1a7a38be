package graph

import (
	"slices"
	"strings"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/model/lang"
	"profstation/scene"
	"profstation/views/surface"
)

// Sides shows a comparison's call graph: one picture for the difference, or two that move together.
type Sides struct {
	*surface.Sides[*View]
	controls *controls
	charts   [2]*graph.Chart // that were put beside each other last
}

// NewSides makes the view.
func NewSides(send screen.Send) *Sides {
	v := &Sides{}
	v.controls = newControls(send, v.fit, v.onlyPicked)
	v.Sides = surface.NewSides(surface.Beside, func(side int) *View {
		one := newGraphSurface(send)
		one.onMove = func(before graph.View, at scene.Point) { v.follow(side, before, at) }
		one.onPlace = func(asked bool) { v.placed(side, asked) }
		one.onHover = func(node int32) { v.point(side, node) }
		return one
	})
	v.Object = surface.Border(v.controls.object, v.controls.undrawn.object, nil, nil, v.Object)
	return v
}

// Show shows a snapshot.
func (v *Sides) Show(s *screen.Snapshot) {
	both := s.Display.Compare.Way != ask.AsDifference
	if c := s.Compared(); c != nil && s.Graph != nil { // the old picture stays until there is a new one
		both = c.Other != nil
	}
	v.controls.show(s)
	v.Lay(s, both, lang.L("size: the difference; orange: increase, blue: decrease, grey: not sure"))
	v.Two[1].Show(s)
	if both {
		v.Two[0].Show(s.OfBase())
	}
	charts := [2]*graph.Chart{}
	if v.linked() {
		charts = [2]*graph.Chart{v.Two[0].graph.Chart, v.Two[1].graph.Chart}
	}
	if charts != v.charts { // they open at one zoom factor, so that sizes can be compared
		v.level()
	}
	v.charts = charts
}

// level gives both sides the smaller zoom factor, or that of the one that the user moved.
func (v *Sides) level() {
	if !v.linked() {
		return
	}
	common := min(v.Two[0].view.Scale, v.Two[1].view.Scale)
	for _, s := range v.Two {
		if s.touched {
			common = s.view.Scale
		}
	}
	for _, s := range v.Two {
		if k := s.view.Scale; !s.touched && k != common && k > 0 && common > 0 {
			s.view = s.graph.Chart.Zoom(s.view, scene.Point{X: s.Area().W() / 2}, common/k)
			s.Repaint()
		}
	}
}

// fit shows both graphs whole: the base follows, see placed.
func (v *Sides) fit() { v.Two[1].fit() }

// placed keeps the scale common after one side was placed anew. The other is placed anew too: else
// both could only become smaller. What the user asked for one holds for both.
func (v *Sides) placed(side int, asked bool) {
	if !v.linked() {
		return
	}
	from, to := v.Two[side], v.Two[1-side]
	if asked {
		to.whole, to.touched = from.whole, false
		to.Leave()
	}
	if !to.touched {
		to.place()
		to.Repaint()
	}
	v.level()
}

func (v *Sides) linked() bool { return v.Both() && v.Two[0].shown() && v.Two[1].shown() }

// counterpart is the same node on the other side; −1 where it is not shown there.
func (v *Sides) counterpart(side int, node int32) int32 {
	if node < 0 {
		return -1
	}
	// A node has the same number on both sides, see compare.Comparison.
	return v.Two[1-side].graph.Chart.Graph.NodeOf(v.Two[side].graph.Chart.Graph.Nodes[node].ID)
}

// follow moves the other side as one was moved: by as much, or, zoomed, around the same node.
func (v *Sides) follow(side int, before graph.View, at scene.Point) {
	if !v.linked() {
		return
	}
	from, to := v.Two[side], v.Two[1-side]
	c := to.graph.Chart
	if k := from.view.Scale / before.Scale; k != 1 {
		if n := v.counterpart(side, from.graph.Chart.NodeAt(before, at)); n >= 0 {
			r := c.NodeRect(to.view, n)
			at = scene.Point{X: (r.X0 + r.X1) / 2, Y: (r.Y0 + r.Y1) / 2}
		}
		to.view = c.Zoom(to.view, at, k)
	} else {
		dx, dy := before.Origin.X-from.view.Origin.X, before.Origin.Y-from.view.Origin.Y
		to.view = c.Pan(to.view, dx*before.Scale, dy*before.Scale)
	}
	to.touched = true
	to.Repaint()
}

// point lights up the node on the other side that is the same as one pointed at.
func (v *Sides) point(side int, node int32) {
	if !v.linked() {
		return
	}
	to := v.Two[1-side]
	if n := v.counterpart(side, node); n != to.marks.Hover {
		to.marks.Hover, to.marks.HoverEdge = n, -1
		to.Repaint()
	}
}

func (v *Sides) onlyPicked() string {
	var parts []string
	for _, s := range v.Two {
		if text := s.onlyPicked(); text != "" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "|")
}

// InSight returns the part in the difference's graph that is on the screen.
func (v *Sides) InSight() ask.Sight {
	if v.Both() {
		return ask.Sight{}
	}
	return v.Two[1].InSight()
}
