package graph

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/scene"
	"profstation/views/surface"
)

// Hover implements [surface.Picture].
func (v *View) Hover(at scene.Point) {
	if !v.shown() || v.inMinimap(at) {
		v.Leave()
		return
	}
	c := v.graph.Chart
	node, edge := c.NodeAt(v.view, at), int32(-1)
	if node < 0 {
		edge = c.EdgeAt(v.view, at)
	}
	if node != v.marks.Hover || edge != v.marks.HoverEdge {
		v.marks.Hover, v.marks.HoverEdge = node, edge
		v.Repaint()
		v.onHover(node)
	}
	switch {
	case node >= 0:
		text := strings.Join(append([]string{c.DescribeNode(node)}, v.change(node)...), "\n")
		v.ShowTip(text, at)
	case edge >= 0:
		v.ShowTip(c.DescribeEdge(edge), at)
	default:
		v.HideTip()
	}
}

// Leave implements [surface.Picture].
func (v *View) Leave() {
	v.HideTip()
	if v.marks.Hover >= 0 || v.marks.HoverEdge >= 0 {
		v.marks.Hover, v.marks.HoverEdge = -1, -1
		v.Repaint()
		v.onHover(-1)
	}
}

func (v *View) name(node int32) string {
	g := v.graph.Chart.Graph
	return g.Result.Nodes.Node(g.Nodes[node].ID).String()
}

func (v *View) selectNode(node int32) {
	v.send(screen.Select{Selection: ask.Selection{Node: v.name(node)}})
}

// selectSeen selects a node that the user points at: it must not move away from the pointer.
func (v *View) selectSeen(node int32) {
	v.selected = v.name(node)
	v.selectNode(node)
}

// Click implements [surface.Picture]: it selects, with Ctrl several; twice it turns the graph around the node.
func (v *View) Click(p surface.Pointer) {
	if !v.shown() {
		return
	}
	c := v.graph.Chart
	if v.inMinimap(p.At) {
		v.moved(c.Center(v.view, v.minimap(), p.At), p.At)
		return
	}
	node := c.NodeAt(v.view, p.At)
	switch {
	case node < 0:
		v.marks.SelectedEdge = c.EdgeAt(v.view, p.At)
		v.Repaint()
		v.send(screen.Select{})
	case p.Button == desktop.MouseButtonSecondary:
		v.Leave()
		v.selectSeen(node)
		v.PopUp(v.menu(node), p.Abs)
	case p.Mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		v.pick(node)
	case p.Count == 2:
		v.send(screen.Pivot{Node: v.name(node)})
	default:
		v.selectSeen(node)
	}
}

func (v *View) pick(node int32) {
	name := v.name(node)
	var all []string
	if v.selection.Node != "" {
		all = append([]string{v.selection.Node}, v.selection.Also...)
	}
	if i := slices.Index(all, name); i >= 0 {
		all = slices.Delete(all, i, i+1)
	} else {
		all = append(all, name)
	}
	var s ask.Selection
	if len(all) > 0 {
		s.Node = all[0]
	}
	if len(all) > 1 {
		s.Also = all[1:]
	}
	v.selected = s.Node // it must not move away from the pointer
	v.send(screen.Select{Selection: s})
}

func (v *View) pickedOf(s ask.Selection) {
	clear(v.picked)
	v.selection = s
	if len(s.Also) > 0 {
		g := v.graph.Chart.Graph
		for i := range g.Nodes {
			if name := v.name(int32(i)); name == s.Node || slices.Contains(s.Also, name) {
				v.picked[int32(i)] = true
			}
		}
	}
}

// onlyPicked returns the filter that keeps stacks with any picked node; "" without any.
func (v *View) onlyPicked() string {
	if !v.shown() || len(v.picked) == 0 {
		return ""
	}
	g := v.graph.Chart.Graph
	var nodes []query.NodeID
	for i := range g.Nodes {
		if v.picked[int32(i)] {
			nodes = append(nodes, g.Nodes[i].ID)
		}
	}
	return g.Result.Only(nodes...)
}

func (v *View) menu(node int32) *fyne.Menu {
	g := v.graph.Chart.Graph
	light := fyne.NewMenuItem(lang.L("Highlight path from root"), func() { v.light(node) })
	return surface.NodeMenu(g.Result, g.Nodes[node].ID, v.send, ask.GraphTab, v.tabs, light)
}

// light highlights the path to a node, and no longer if it is highlighted already.
func (v *View) light(node int32) {
	g := v.graph.Chart.Graph
	if node < 0 || int(node) >= len(g.Nodes) { // none, or in a graph that has gone since
		return
	}
	path := g.PathTo(node)
	if len(path) == 0 {
		v.send(screen.Remark{Text: lang.L("It is a root: no path leads to it.")})
	}
	lit := make([]bool, len(g.Edges))
	for _, e := range path {
		lit[e] = true
	}
	if slices.Equal(lit, v.marks.Lit) {
		lit = nil
	}
	v.marks.Lit = lit
	v.Repaint()
}

// moved takes a view that the user chose; one with another scale was zoomed at a point.
func (v *View) moved(to graph.View, at scene.Point) {
	before := v.view
	v.view, v.touched = to, true
	v.onMove(before, at)
	v.Leave()
	v.Repaint()
}

// gestures says what a hand and the keys do in the picture: arrows walk along edges and sideways.
func (v *View) gestures() {
	v.Ready, v.Pane, v.Notch = v.shown, v.Area, 1.25
	v.WheelZooms, v.Wheel.Right, v.Wheel.Down = true, 4, 4
	v.Pan = func(right, down float64) { v.moved(v.graph.Chart.Pan(v.view, -right, -down), scene.Point{}) }
	v.Zoom = func(at scene.Point, closer float64) { v.moved(v.graph.Chart.Zoom(v.view, at, closer), at) }
	v.Grab = func() (g surface.Grip) {
		if v.inMinimap(v.Pressed.At) {
			g.Move = func(p surface.Pointer) { v.moved(v.graph.Chart.Center(v.view, v.minimap(), p.At), p.At) }
		}
		return g
	}
	v.Keys = map[fyne.KeyName]func(){
		fyne.KeyUp:     func() { v.navigate(v.graph.Chart.Graph.Caller) },
		fyne.KeyDown:   func() { v.navigate(v.graph.Chart.Graph.Callee) },
		fyne.KeyLeft:   func() { v.navigate(func(at int32) int32 { return v.graph.Chart.Beside(at, -1, 0) }) },
		fyne.KeyRight:  func() { v.navigate(func(at int32) int32 { return v.graph.Chart.Beside(at, 1, 0) }) },
		fyne.KeyReturn: v.pivot,
		fyne.KeyHome:   func() { v.settle(false) },
		fyne.KeyEscape: v.escape,
	}
	v.Typed = map[string]func(){"f0": v.fit, "r": func() {
		if v.marks.Selected < 0 {
			v.send(surface.Unselected())
		}
		v.light(v.marks.Selected)
	}}
}

// Key implements [surface.Picture].
func (v *View) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	return v.shown() && len(v.graph.Chart.Graph.Nodes) > 0 && v.Viewport.Key(name, mods)
}

// Rune implements [surface.Picture].
func (v *View) Rune(r rune) bool {
	switch {
	case r == 'n' && v.shown():
		return v.step(1)
	case r == 'N' && v.shown():
		return v.step(-1)
	}
	return v.Viewport.Rune(r)
}

// walk selects the selected node's neighbour, or the heaviest node if none is selected.
func (v *View) navigate(to func(int32) int32) {
	at := v.marks.Selected
	if at < 0 {
		v.selectNode(0)
		return
	}
	next := to(at)
	v.selectNode(next)
	if next == at {
		v.send(screen.Remark{Text: lang.L("There is no node on that side.")})
	}
}

func (v *View) pivot() {
	if at := v.marks.Selected; at >= 0 {
		v.send(screen.Pivot{Node: v.name(at)})
	} else {
		v.send(surface.Unselected())
	}
}

// escape undoes what only this view knows, or else asks for more.
func (v *View) escape() {
	if v.marks.Lit == nil && v.marks.SelectedEdge < 0 {
		v.send(screen.Escape{})
		return
	}
	v.marks.Lit, v.marks.SelectedEdge = nil, -1
	v.Repaint()
}

// step selects the picture's next node that the search found, in the order in which they are counted,
// and reports whether there is one: the desk knows matches that are not in the picture.
func (v *View) step(by int) bool {
	g := v.graph.Chart.Graph
	found := slices.DeleteFunc(slices.Clone(v.found), func(n query.NodeID) bool { return g.NodeOf(n) < 0 })
	if len(found) == 0 {
		return false
	}
	at := -1
	if s := v.marks.Selected; s >= 0 {
		at = slices.Index(found, g.Nodes[s].ID)
	}
	if at < 0 && by < 0 {
		at = 0
	}
	next := found[(at+by+len(found))%len(found)]
	v.selected = "" // even if it is the one that is selected
	v.selectNode(g.NodeOf(next))
	return true
}
