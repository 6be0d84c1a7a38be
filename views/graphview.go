package views

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/graph"
	"profstation/model"
	"profstation/scene"
)

// GraphView shows a call graph that can be walked in.
type GraphView struct {
	*surface
	Object fyne.CanvasObject // the surface with its controls above it
	send   Send

	controls *graphControls
	graph    *CallGraph
	result   *model.Result // of the answer beside the graph
	theme    *scene.Theme
	empty    string
	view     graph.View
	marks    graph.Marks
	selected string         // the node that was last brought into sight
	picked   map[int32]bool // by Ctrl+click
	touched  bool           // the user moved: a better layout must not move back
	inMap    bool           // a drag began in the minimap
	tip      *tip

	layer      scene.Layer
	last       painted // what the layer shows, and from where
	lastOrigin scene.Point
}

// NewGraphView makes the view.
func NewGraphView(send Send) *GraphView {
	v := &GraphView{send: send, marks: graph.NoMarks(), tip: newTip(), picked: map[int32]bool{}}
	v.surface = newSurface(v, v.tip.box)
	v.copied = func() { send(Copy{Selected}) }
	v.controls = newGraphControls(send, v.fit, v.focusPicked)
	v.Object = container.NewBorder(v.controls.object, nil, nil, nil, v.surface)
	return v
}

// Show shows a snapshot.
func (v *GraphView) Show(s *Snapshot) {
	v.theme = s.Display.Theme
	v.empty = emptyText(s)
	v.controls.show(s)
	before := v.graph
	v.graph, v.result = s.Graph, nil
	if s.Answer != nil {
		v.result = s.Answer.Result
	}
	if !v.shown() {
		if s.Graph != nil && s.Graph.Note != "" {
			v.empty = s.Graph.Note
		} else if s.Layout {
			v.empty = "Laying out …"
		}
		v.out()
		v.repaint()
		return
	}
	c := v.graph.Chart
	if before == nil || before.Chart != c {
		clear(v.picked)
		v.marks = graph.NoMarks()
		if before == nil || before.Chart == nil || before.Chart.Graph != c.Graph || !v.touched {
			v.touched = false
			v.view = c.Fit(v.area())
		}
		v.selected = ""
	}
	v.mark(s)
	v.repaint()
}

func (v *GraphView) shown() bool { return v.graph != nil && v.graph.Chart != nil }

// mark brings the marks up to date with the selection and the search.
func (v *GraphView) mark(s *Snapshot) {
	v.marks.Selected, v.marks.Match = -1, nil
	name := ""
	a := s.Answer
	if a != nil && v.graph.Chart.Graph.Result.Nodes == a.Result.Nodes {
		v.marks.Match = a.Match
		if a.Details != nil {
			v.marks.Selected = v.graph.Chart.Graph.NodeOf(a.Details.Node)
			name = a.Details.Name
		}
	}
	if v.marks.Selected >= 0 && name != v.selected {
		v.view = v.graph.Chart.Reveal(v.view, v.marks.Selected)
	}
	v.selected = name
}

// paint implements picture.
func (v *GraphView) paint(cv scene.Canvas) {
	if !v.shown() || len(v.graph.Chart.Graph.Nodes) == 0 {
		paintEmpty(cv, v.theme, v.empty)
		return
	}
	v.paintChart(cv)
	for n := range v.picked {
		cv.Outline(v.graph.Chart.NodeRect(v.view, n).Inset(-3), v.theme.Selection, 2)
	}
	if !v.graph.Chart.Whole(v.view) {
		v.graph.Painter.Minimap(cv, v.minimap(), v.view)
	}
	if v.graph.Note != "" {
		v.paintNote(cv, v.graph.Note)
	}
}

// painted is what the pixels of a chart depend on, but for its place.
type painted struct {
	painter                 *graph.Painter
	hover, selected         int32
	hoverEdge, selectedEdge int32
	lit, match              *bool
	scale                   float64
}

// first is where a slice begins, for telling it from others.
func first(s []bool) *bool {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

// paintChart draws the chart, or moves what was drawn last: a large one takes
// longer than a frame.
func (v *GraphView) paintChart(cv scene.Canvas) {
	raster, ok := cv.(*scene.Raster)
	if !ok {
		v.graph.Painter.Paint(cv, v.view, v.marks)
		return
	}
	m := v.marks
	now := painted{v.graph.Painter, m.Hover, m.Selected, m.HoverEdge, m.SelectedEdge,
		first(m.Lit), first(m.Match), v.view.Scale}
	if now != v.last {
		v.layer.Forget()
	}
	dx := (v.lastOrigin.X - v.view.Origin.X) * v.view.Scale
	dy := (v.lastOrigin.Y - v.view.Origin.Y) * v.view.Scale
	v.last, v.lastOrigin = now, v.view.Origin
	v.layer.Draw(raster, dx, dy, func(cv scene.Canvas) { v.graph.Painter.Paint(cv, v.view, v.marks) })
}

// paintNote writes a line at the foot of the picture.
func (v *GraphView) paintNote(cv scene.Canvas, text string) {
	area := v.area()
	text = scene.Fit(text, scene.NoteFont, area.W()-24)
	ground := scene.Rect{X0: 6, Y0: area.Y1 - 26, X1: 18 + scene.Measure(text, scene.NoteFont), Y1: area.Y1 - 6}
	cv.Fill(ground, v.theme.Surface)
	cv.Text(scene.Point{X: 12, Y: area.Y1 - 12}, text, scene.NoteFont, v.theme.Warning)
}

// minimap is where the whole chart is shown small.
func (v *GraphView) minimap() scene.Rect {
	a := v.area()
	w, h := math.Min(200, a.W()/3), math.Min(150, a.H()/3)
	return scene.Rect{X0: a.X1 - w - 8, Y0: a.Y0 + 8, X1: a.X1 - 8, Y1: a.Y0 + h + 8}
}

// inMinimap tells whether a point lies in a minimap that is shown.
func (v *GraphView) inMinimap(at scene.Point) bool {
	return v.shown() && !v.graph.Chart.Whole(v.view) && v.minimap().Contains(at)
}

func (v *GraphView) fit() {
	if v.shown() {
		v.touched = false
		v.view = v.graph.Chart.Fit(v.area())
		v.repaint()
	}
}

// resized implements picture.
func (v *GraphView) resized() {
	if !v.shown() {
		return
	}
	if v.touched {
		v.view.Area = v.area()
		v.view = v.graph.Chart.Clamp(v.view)
		return
	}
	v.view = v.graph.Chart.Fit(v.area())
}

// over implements picture.
func (v *GraphView) over(at scene.Point) {
	if !v.shown() || v.inMinimap(at) {
		v.out()
		return
	}
	c := v.graph.Chart
	node, edge := c.NodeAt(v.view, at), int32(-1)
	if node < 0 {
		edge = c.EdgeAt(v.view, at)
	}
	if node != v.marks.Hover || edge != v.marks.HoverEdge {
		v.marks.Hover, v.marks.HoverEdge = node, edge
		v.repaint()
	}
	switch {
	case node >= 0:
		v.tip.show(c.DescribeNode(node), at, v.Size(), v.theme)
	case edge >= 0:
		v.tip.show(c.DescribeEdge(edge), at, v.Size(), v.theme)
	default:
		v.tip.hide()
	}
}

// out implements picture.
func (v *GraphView) out() {
	v.tip.hide()
	if v.marks.Hover >= 0 || v.marks.HoverEdge >= 0 {
		v.marks.Hover, v.marks.HoverEdge = -1, -1
		v.repaint()
	}
}

// name is how a node of the graph is known elsewhere.
func (v *GraphView) name(node int32) string {
	g := v.graph.Chart.Graph
	return g.Result.Nodes.Node(g.Nodes[node].ID).String()
}

func (v *GraphView) selectNode(node int32) { v.send(Select{Selection{Node: v.name(node)}}) }

// clicked implements picture: it selects; with Ctrl it picks several; twice it
// focuses on the node.
func (v *GraphView) clicked(p pointer) {
	if !v.shown() {
		return
	}
	c := v.graph.Chart
	if v.inMinimap(p.at) {
		v.moved(c.Center(v.view, v.minimap(), p.at))
		return
	}
	node := c.NodeAt(v.view, p.at)
	switch {
	case node < 0:
		clear(v.picked)
		v.controls.pick(0)
		v.send(Select{})
	case p.button == desktop.MouseButtonSecondary:
		v.out()
		v.selectNode(node)
		v.popUp(v.menu(node), p.abs)
	case p.mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		if v.picked[node] {
			delete(v.picked, node)
		} else {
			v.picked[node] = true
		}
		v.controls.pick(len(v.picked))
		v.repaint()
	case p.count == 2:
		v.send(Refine{"focus", v.only(node)})
	default:
		v.selectNode(node)
	}
}

func (v *GraphView) only(nodes ...int32) string {
	g := v.graph.Chart.Graph
	ids := make([]model.NodeID, len(nodes))
	for i, n := range nodes {
		ids[i] = g.Nodes[n].ID
	}
	return only(g.Result, ids...)
}

// focusPicked leaves the stacks that one of the picked nodes stands in.
func (v *GraphView) focusPicked() {
	if !v.shown() || len(v.picked) == 0 {
		return
	}
	var nodes []int32
	for i := range v.graph.Chart.Graph.Nodes {
		if v.picked[int32(i)] {
			nodes = append(nodes, int32(i))
		}
	}
	v.send(Refine{"focus", v.only(nodes...)})
}

func (v *GraphView) menu(node int32) *fyne.Menu {
	g := v.graph.Chart.Graph
	return nodeMenu(g.Result, g.Nodes[node].ID, v.send,
		fyne.NewMenuItem("Light the way from the root", func() { v.light(node) }),
		fyne.NewMenuItem("Show in the flame graph", func() {
			v.send(Pivot{v.name(node)})
			v.send(ShowTab{FlameTab})
		}))
}

// light marks the heaviest way from a root to a node.
func (v *GraphView) light(node int32) {
	v.marks.Lit = make([]bool, len(v.graph.Chart.Graph.Edges))
	for _, e := range v.graph.Chart.Graph.PathTo(node) {
		v.marks.Lit[e] = true
	}
	v.repaint()
}

// moved takes a view that the user chose.
func (v *GraphView) moved(to graph.View) {
	v.view, v.touched = to, true
	v.tip.hide()
	v.repaint()
}

// dragged implements picture.
func (v *GraphView) dragged(dx, dy float64, p pointer) {
	if !v.shown() {
		return
	}
	if v.inMinimap(p.at) && v.inMinimap(v.pressed.at) {
		v.moved(v.graph.Chart.Center(v.view, v.minimap(), p.at))
		return
	}
	v.moved(v.graph.Chart.Pan(v.view, dx, dy))
}

// scrolled implements picture: the wheel zooms at the pointer, as in other
// viewers of graphs; with Shift it moves sideways, with Alt up and down.
func (v *GraphView) scrolled(dx, dy float64, p pointer) {
	if !v.shown() {
		return
	}
	c := v.graph.Chart
	switch {
	case p.mods&fyne.KeyModifierShift != 0:
		v.moved(c.Pan(v.view, (dx+dy)*4, 0))
	case p.mods&fyne.KeyModifierAlt != 0:
		v.moved(c.Pan(v.view, 0, dy*4))
	default:
		v.moved(c.Zoom(v.view, p.at, math.Exp(dy/zoomNotch)))
	}
}

// key implements picture: arrows walk along edges and sideways.
func (v *GraphView) key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	if !v.shown() || len(v.graph.Chart.Graph.Nodes) == 0 {
		return false
	}
	c, at := v.graph.Chart, v.marks.Selected
	to := int32(0) // the weightiest, where nothing is selected
	switch name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight:
		if at >= 0 {
			to = v.beside(at, name)
		}
		v.selectNode(to)
	case fyne.KeyReturn, fyne.KeyEnter:
		if at >= 0 {
			v.send(Refine{"focus", v.only(at)})
		}
	case fyne.KeyHome:
		v.fit()
	case fyne.KeyPageUp:
		v.moved(c.Pan(v.view, 0, v.area().H()*0.8))
	case fyne.KeyPageDown:
		v.moved(c.Pan(v.view, 0, -v.area().H()*0.8))
	case fyne.KeyEscape:
		if len(v.picked) > 0 || v.marks.Lit != nil {
			clear(v.picked)
			v.controls.pick(0)
			v.marks.Lit = nil
			v.repaint()
			return true
		}
		v.send(Escape{})
	default:
		return false
	}
	return true
}

func (v *GraphView) beside(at int32, key fyne.KeyName) int32 {
	c := v.graph.Chart
	switch key {
	case fyne.KeyUp:
		return c.Graph.Caller(at)
	case fyne.KeyDown:
		return c.Graph.Callee(at)
	case fyne.KeyLeft:
		return c.Beside(at, -1, 0)
	}
	return c.Beside(at, 1, 0)
}

// rune implements picture.
func (v *GraphView) rune(r rune) bool {
	if !v.shown() {
		return false
	}
	a := v.area()
	middle := scene.Point{X: a.W() / 2, Y: a.H() / 2}
	switch r {
	case '+', '=':
		v.moved(v.graph.Chart.Zoom(v.view, middle, 1.25))
	case '-':
		v.moved(v.graph.Chart.Zoom(v.view, middle, 1/1.25))
	case 'f', '0':
		v.fit()
	case 'r':
		if v.marks.Selected >= 0 {
			v.light(v.marks.Selected)
		}
	default:
		return false
	}
	return true
}
