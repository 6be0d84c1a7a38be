package graph

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/graph"
	"profstation/scene"
	"profstation/views/surface"
)

// Sides shows the call graph of a comparison: one picture of the
// difference, or one of each side that are moved, zoomed, pointed at and selected
// in together.
type Sides struct {
	Object   fyne.CanvasObject
	controls *graphControls
	sides    [2]*View // base, new; a difference is shown by the second
	names    *surface.SideNames
	halves   *fyne.Container
	charts   [2]*graph.Chart // that were put beside each other last
}

// graphTwin tells of a call graph what the one beside it follows. A nil one tells
// nothing.
type graphTwin struct {
	moved  func(before graph.View, at scene.Point)
	placed func(asked bool) // anew, because the user asked for it or there is other room
	over   func(node int32)
}

func (t *graphTwin) tellMoved(before graph.View, at scene.Point) {
	if t != nil {
		t.moved(before, at)
	}
}

func (t *graphTwin) tellPlaced(asked bool) {
	if t != nil {
		t.placed(asked)
	}
}

func (t *graphTwin) tellOver(node int32) {
	if t != nil {
		t.over(node)
	}
}

// NewSides makes the view.
func NewSides(send screen.Send) *Sides {
	v := &Sides{names: surface.NewSideNames()}
	v.controls = newGraphControls(send, v.fit, func() { send(screen.Refine{Name: "focus", Text: v.onlyPicked()}) })
	var panes [2]fyne.CanvasObject
	for i := range v.sides {
		v.sides[i] = newGraphSurface(send)
		v.sides[i].twin = &graphTwin{
			moved:  func(before graph.View, at scene.Point) { v.follow(i, before, at) },
			placed: func(asked bool) { v.placed(i, asked) },
			over:   func(node int32) { v.point(i, node) },
		}
		panes[i] = container.NewBorder(v.names.Object(i), nil, nil, nil, v.sides[i].Surface)
	}
	v.halves = container.New(surface.Halves{}, panes[0], panes[1])
	v.Object = container.NewBorder(v.controls.object, nil, nil, nil, v.halves)
	return v
}

// Show shows a snapshot.
func (v *Sides) Show(s *screen.Snapshot) {
	var c *screen.Compared
	if s.Answer != nil {
		c = s.Answer.Compared
	}
	beside := s.Display.Compare.Way != screen.AsDifference
	if c != nil && s.Graph != nil { // the old picture stays until there is a new one
		beside = c.Other != nil
	}
	if pane := v.halves.Objects[0]; pane.Visible() != beside {
		surface.SetVisible(pane, beside)
		v.halves.Refresh()
	}
	v.controls.show(s)
	v.names.Show(s, c, beside, lang.L("size: the difference; red: more, green: less"))
	v.sides[1].Show(s)
	if !beside {
		v.charts = [2]*graph.Chart{}
		return
	}
	other := *s
	other.Graph = s.BaseGraph
	if c != nil {
		other.Answer = c.Other
	}
	v.sides[0].Show(&other)
	if v.beside() {
		v.align()
	}
}

// align opens two graphs at one zoom factor, so that sizes can be compared.
func (v *Sides) align() {
	charts := [2]*graph.Chart{v.sides[0].graph.Chart, v.sides[1].graph.Chart}
	if charts == v.charts {
		return
	}
	v.charts = charts
	v.level()
}

// level gives both sides the smaller of their zoom factors, where the user has
// not chosen one.
func (v *Sides) level() {
	if !v.beside() || v.sides[0].touched || v.sides[1].touched {
		return
	}
	least := min(v.sides[0].view.Scale, v.sides[1].view.Scale)
	for _, s := range v.sides {
		if k := s.view.Scale; k > least && least > 0 {
			s.view = s.graph.Chart.Zoom(s.view, scene.Point{X: s.Area().W() / 2}, least/k)
			s.Repaint()
		}
	}
}

// fit shows the whole of both graphs: the base follows, see placed.
func (v *Sides) fit() { v.sides[1].fit() }

// placed keeps the scale common after one side was placed anew. The other is placed
// anew too: else both could only become smaller. What the user asked of one holds
// for both.
func (v *Sides) placed(side int, asked bool) {
	if !v.beside() {
		return
	}
	from, to := v.sides[side], v.sides[1-side]
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

// beside tells whether both sides are shown.
func (v *Sides) beside() bool {
	return v.halves.Objects[0].Visible() && v.sides[0].shown() && v.sides[1].shown()
}

// counterpart is the node of the other side that is the same as one of a side; −1
// where it is not shown there.
func (v *Sides) counterpart(side int, node int32) int32 {
	if node < 0 {
		return -1
	}
	// A node has the same number on both sides, see compare.Comparison.
	return v.sides[1-side].graph.Chart.Graph.NodeOf(v.sides[side].graph.Chart.Graph.Nodes[node].ID)
}

// follow moves the other side as one was moved: by as much, or, zoomed, around the
// same node.
func (v *Sides) follow(side int, before graph.View, at scene.Point) {
	if !v.beside() {
		return
	}
	from, to := v.sides[side], v.sides[1-side]
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

// point lights up the node of the other side that is the same as one pointed at.
func (v *Sides) point(side int, node int32) {
	if !v.beside() {
		return
	}
	to := v.sides[1-side]
	if n := v.counterpart(side, node); n != to.marks.Hover {
		to.marks.Hover, to.marks.HoverEdge = n, -1
		to.Repaint()
	}
}

func (v *Sides) onlyPicked() string {
	var parts []string
	for _, s := range v.sides {
		if text := s.onlyPicked(); text != "" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "|")
}

// InSight is the part of the graph of the difference that is on the screen.
func (v *Sides) InSight() screen.Sight { return v.sides[1].InSight() }

// TypedKey gives a key to the side that was clicked last, to the new one before.
func (v *Sides) TypedKey(e *fyne.KeyEvent) { v.sides[1].TypedKey(e) }

// Unused sets who gets the letters that neither side has a use for.
func (v *Sides) Unused(f func(rune)) {
	for _, s := range v.sides {
		s.Unused(f)
	}
}

// SideAt tells which side is at a position of the window: 0 the base, 1 the new
// one, −1 neither, or one picture of both.
func (v *Sides) SideAt(at fyne.Position) int {
	if !v.beside() {
		return -1
	}
	return surface.SurfaceAt(at, v.sides[0].Surface, v.sides[1].Surface)
}
