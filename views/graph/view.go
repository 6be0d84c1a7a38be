// Package graph has the call graph view: one alone ([View]), and the two in a comparison ([Sides]).
package graph

import (
	"math"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/scene"
	"profstation/views/surface"
)

// View shows a call graph that can be walked in.
type View struct {
	*surface.Surface
	surface.Viewport
	send screen.Send
	tabs []ask.Tab // from the document

	controls *controls // nil: they stand elsewhere
	graph    *screen.CallGraph
	result   *query.Result // from the answer beside the graph
	empty    string
	view     graph.View
	pointed
	brought
	picked    map[int32]bool // in a selection with several
	selection ask.Selection  // so far
	whole     bool           // the whole chart was asked for, however small
	touched   bool           // the user moved, or went to a node: the picture is not laid anew
	onMove    func(before graph.View, at scene.Point)
	onPlace   func(asked bool) // anew, because the user asked for it or the size changed
	onHover   func(node int32)
	compared  *ask.Compared // nil: it shows no comparison

	kept kept
}

// brought is what was brought into sight last.
type brought struct {
	selected string // the node
	reveals  int    // see [screen.Snapshot]
}

// pointed is what is pointed out in a chart.
type pointed struct {
	marks graph.Marks
	found []query.NodeID // by the search, in step order
}

// kept is the chart as it was drawn last: a large one takes longer than a frame.
type kept struct {
	layer  scene.Layer
	shows  painted
	origin scene.Point // from where
}

// New makes the view.
func New(send screen.Send) *View {
	v := newGraphSurface(send)
	v.controls = newControls(send, v.fit, v.onlyPicked)
	v.Object = surface.Border(v.controls.object, v.controls.undrawn.object, nil, nil, v.Surface)
	return v
}

// newGraphSurface makes a view without its controls.
func newGraphSurface(send screen.Send) *View {
	v := &View{send: send, pointed: pointed{marks: graph.NoMarks()}, picked: map[int32]bool{},
		onMove: func(graph.View, scene.Point) {}, onPlace: func(bool) {}, onHover: func(int32) {}}
	v.Surface = surface.New(v, send)
	v.gestures()
	v.Selected = func() (scene.Point, bool) {
		if !v.shown() || v.marks.Selected < 0 {
			return scene.Point{}, false
		}
		v.reveal(v.marks.Selected)
		v.Repaint()
		return v.Center(v.graph.Chart.NodeRect(v.view, v.marks.Selected)), true
	}
	return v
}

// Show shows a snapshot.
func (v *View) Show(s *screen.Snapshot) {
	v.SetTheme(s.Display.Theme)
	v.tabs = s.Filled()
	v.empty = surface.EmptyText(s)
	if v.controls != nil {
		v.controls.show(s)
	}
	var before *graph.Chart
	if v.graph != nil {
		before = v.graph.Chart
	}
	v.graph, v.result, v.compared = s.Graph, nil, nil
	if s.Answer != nil {
		v.result, v.compared = s.Answer.Result, s.Answer.Compared
	}
	if !v.shown() {
		if s.Graph != nil && s.Graph.Note != "" {
			v.empty = s.Graph.Note
		} else if s.Layout {
			v.empty = lang.L("Laying out…")
		}
		v.Leave()
		v.Repaint()
		return
	}
	if v.graph.Chart != before {
		v.replace(before)
	}
	v.mark(s)
	v.Repaint()
}

// replace looks at a new chart. In a better layout for the same graph, marks and the user's place stay.
func (v *View) replace(before *graph.Chart) {
	c := v.graph.Chart
	v.Leave()
	if before == nil || before.Graph != c.Graph {
		v.marks = graph.NoMarks()
		v.touched, v.selected = false, ""
		v.place()
		return
	}
	if !v.touched {
		v.place()
		v.selected = "" // to be brought into sight again
		return
	}
	still := v.marks.Selected
	if still < 0 {
		still = before.Central(v.view)
	}
	if still >= 0 {
		v.view = c.Clamp(c.Follow(v.view, before, still))
	}
}

func (v *View) shown() bool { return v.graph != nil && v.graph.Chart != nil }

func (v *View) mark(s *screen.Snapshot) {
	v.marks.Selected, v.marks.Match, v.marks.Quiet, v.marks.Changes = -1, nil, nil, nil
	v.found = nil
	v.pickedOf(s.Place.Selected)
	name := s.Place.Selected.Node
	told := name == "" // whether it is known which node the name is
	a := s.Answer
	if a != nil && v.graph.Chart.Graph.Result.Nodes == a.Result.Nodes {
		v.marks.Match, v.found = a.Match, a.Found
		if a.Compared != nil {
			m := ask.ChangeMarks(a.Compared, &s.Display.Compare)
			v.marks.Quiet, v.marks.Changes, v.marks.Fade = m.Quiet, m.Changes, m.Fade
		}
		if a.Details != nil {
			v.marks.Selected = v.graph.Chart.Graph.NodeOf(a.Details.Node)
			told = a.Result.Nodes.Node(a.Details.Node).String() == name // else they belong to the last selection
		}
	}
	if !told {
		return
	}
	if v.marks.Selected >= 0 && (name != v.selected || s.RevealCount != v.reveals) {
		v.reveal(v.marks.Selected)
	}
	v.selected, v.reveals = name, s.RevealCount
}

// reveal brings a node into sight, out from under the minimap. Whoever was brought elsewhere stays there.
func (v *View) reveal(node int32) {
	c := v.graph.Chart
	to := c.Reveal(v.view, node)
	if r, m := c.NodeRect(to, node).Inset(-12), v.minimap(); !c.Whole(to) && !r.Intersect(m).Empty() {
		up, left := r.Y1-m.Y0, r.X1-m.X0
		if fits := r.X0 >= left; fits && (left < up || r.Y0 < up) {
			to.Origin.X += left / to.Scale
		} else {
			to.Origin.Y += up / to.Scale
		}
	}
	if to != v.view {
		v.view, v.touched = to, true
		v.Leave()
	}
}

func (v *View) change(node int32) []string {
	if v.compared == nil || v.graph.Chart.Graph.Result.Nodes != v.result.Nodes {
		return nil
	}
	c := v.compared.Comparison
	_, cum := c.Node(v.graph.Chart.Graph.Nodes[node].ID) // with the same number there
	return []string{
		lang.L("cum: base {{.Base}}, new {{.New}}: {{.Change}}", lang.With{"Base": c.Format(cum.Before), "New": c.Format(cum.After),
			"Change": c.FormatChange(cum.Delta) + " (" + cum.PercentText() + ")"}),
		c.Words(lang.L, &cum),
	}
}

// Paint implements [surface.Picture].
func (v *View) Paint(cv scene.Canvas) {
	if !v.shown() || len(v.graph.Chart.Graph.Nodes) == 0 {
		surface.PaintEmpty(cv, v.Theme, v.empty)
		return
	}
	v.paintChart(cv)
	for n := range v.picked {
		cv.Outline(v.graph.Chart.NodeRect(v.view, n).Inset(-3), v.Theme.Selection, 2)
	}
	if !v.graph.Chart.Whole(v.view) {
		v.graph.Painter.Minimap(cv, v.minimap(), v.view, v.marks)
	}
	if v.graph.Note != "" {
		v.paintNote(cv, v.graph.Note)
	}
}

// painted is what a chart's pixels depend on, but for its place.
type painted struct {
	painter                 *graph.Painter
	hover, selected         int32
	hoverEdge, selectedEdge int32
	lit, match, quiet       *bool
	fade, changes           bool
	scale                   float64
}

// first is where a slice begins, which distinguishes it from others.
func first(s []bool) *bool {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

func (v *View) paintChart(cv scene.Canvas) {
	raster, ok := cv.(*scene.Raster)
	if !ok {
		v.graph.Painter.Paint(cv, v.view, v.marks)
		return
	}
	m := v.marks
	now := painted{v.graph.Painter, m.Hover, m.Selected, m.HoverEdge, m.SelectedEdge,
		first(m.Lit), first(m.Match), first(m.Quiet), m.Fade, m.Changes != nil, v.view.Scale}
	k := &v.kept
	if now != k.shows {
		k.layer.Forget()
	}
	dx := (k.origin.X - v.view.Origin.X) * v.view.Scale
	dy := (k.origin.Y - v.view.Origin.Y) * v.view.Scale
	k.shows, k.origin = now, v.view.Origin
	k.layer.Draw(raster, dx, dy, func(cv scene.Canvas) { v.graph.Painter.Paint(cv, v.view, v.marks) })
}

func (v *View) paintNote(cv scene.Canvas, text string) {
	area := v.Area()
	width := area.W() - 24
	if !v.graph.Chart.Whole(v.view) {
		width -= area.X1 - v.minimap().X0
	}
	text = scene.Fit(text, scene.NoteFont, width)
	ground := scene.Rect{X0: 6, Y0: area.Y1 - 26, X1: 18 + scene.Measure(text, scene.NoteFont), Y1: area.Y1 - 6}
	cv.Fill(ground, v.Theme.Surface)
	cv.Outline(ground, v.Theme.Line, 1)
	cv.Text(scene.Point{X: 12, Y: area.Y1 - 12}, text, scene.NoteFont, v.Theme.Warning)
}

// minimap is where the whole chart is shown small: below, for roots and what is hot stand above.
func (v *View) minimap() scene.Rect {
	const air = 8.0
	a, c := v.Area(), v.graph.Chart
	k := min(math.Min(220, a.W()/3)/c.W, math.Min(160, a.H()/3)/c.H)
	return scene.Rect{X0: a.X1 - air - k*c.W, Y0: a.Y1 - air - k*c.H, X1: a.X1 - air, Y1: a.Y1 - air}
}

func (v *View) inMinimap(at scene.Point) bool {
	return v.shown() && !v.graph.Chart.Whole(v.view) && v.minimap().Contains(at)
}

// place puts the picture where it is until the user moves it.
func (v *View) place() {
	if v.whole {
		v.view = v.graph.Chart.Fit(v.Area())
	} else {
		v.view = v.graph.Chart.Opening(v.Area())
	}
}

func (v *View) fit() { v.settle(true) }

// settle shows the whole chart, or what it opened with.
func (v *View) settle(whole bool) {
	if v.shown() {
		v.whole, v.touched = whole, false
		v.Leave()
		v.place()
		v.Repaint()
		v.onPlace(true)
	}
}

// Resized implements [surface.Picture]. A selected node that was in sight stays there, as when its details
// take some width.
func (v *View) Resized() {
	if !v.shown() {
		return
	}
	c, at := v.graph.Chart, v.marks.Selected
	seen := at >= 0 && !c.NodeRect(v.view, at).Intersect(v.view.Area).Empty()
	if v.touched {
		v.view.Area = v.Area()
		v.view = c.Clamp(v.view)
	} else {
		v.place()
		v.onPlace(false)
	}
	if seen {
		v.reveal(at)
	}
}

// InSight returns the call graph part that is on the screen.
func (v *View) InSight() (s ask.Sight) {
	if v.shown() && !v.graph.Chart.Whole(v.view) {
		view := v.view
		view.Area = scene.Rect{X1: view.Area.W(), Y1: view.Area.H()}
		s.Graph = &view
	}
	return s
}
