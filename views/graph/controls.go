package graph

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/views/surface"
)

// controls is the line above a call graph: how many nodes, and which.
type controls struct {
	*surface.Controls
	object      fyne.CanvasObject
	slider      *surface.Slider
	count       *widget.Label
	untrimmed   *surface.Check
	tree        *surface.Check
	focus, peek *surface.Button
	undrawn     *undrawn // below the picture
}

// The node count: past the max, a graph is no picture any more.
const (
	fewestNodes = 10
	MaxNodes    = 400
)

// countWidth is the width for any node count, so that nothing beside it moves.
const countWidth = 176

// newControls makes the line. picked is the filter that leaves what was picked.
func newControls(send screen.Send, fit func(), picked func() string) *controls {
	c := &controls{Controls: surface.NewControls(send, nil), slider: surface.NewSlider(fewestNodes, MaxNodes), count: widget.NewLabel(""),
		undrawn: newUndrawn(send)}
	c.slider.Step = 10
	c.slider.OnChangeEnded = c.Unless(func(n float64) {
		send(screen.Show{Change: func(d *ask.Display) { d.GraphNodes = int(n) }})
	})
	c.slider.OnChanged = c.Unless(func(n float64) { c.count.SetText(atMost(int(n))) })
	c.Tell(c.slider, lang.Sentences(lang.L("The maximum number of nodes: the heaviest by flat and cum are drawn."),
		surface.Explain("residual")))
	c.Tell(c.count, lang.L("How many nodes are drawn, of all that match the filters."))
	c.untrimmed = c.Switch(lang.L("no trim"), lang.L("Every node and call, however small, as with go tool pprof -trim=false."),
		func(d *ask.Display) *bool { return &d.Untrimmed })
	c.tree = c.Switch(lang.L("as a tree"), lang.L("One box per call path instead of one per function."),
		func(d *ask.Display) *bool { return &d.GraphTree })
	whole := c.Button(lang.L("Fit"), nil, lang.L("Show the whole graph (F)"), fit)
	c.focus = surface.NewButton(lang.L("Focus on these"), nil, func() { send(screen.Refine{Name: "focus", Text: picked()}) })
	c.peek = surface.NewButton(lang.L("Show them in Peek"), nil, func() { send(screen.Jump{Tab: ask.PeekTab}) })
	c.Tell(c.focus, lang.L("Only stacks that contain one of the selected nodes."))
	c.Tell(c.peek, lang.L("Their callers and callees."))
	c.focus.Hide()
	c.peek.Hide()
	c.object = c.Lay(surface.Wrap(widget.NewLabel(lang.L("Nodes")),
		surface.Wide(160, c.slider), surface.Wide(countWidth, c.count), c.untrimmed, c.tree, whole, c.focus, c.peek))
	return c
}

func atMost(n int) string { return lang.L("at most {{.N}}", lang.With{"N": units.Count(int64(n))}) }

func (c *controls) show(s *screen.Snapshot) {
	defer c.Showing(s)()
	c.undrawn.show(s)
	c.slider.SetValue(float64(s.Display.GraphNodes))
	surface.SetEnabled(c.slider, !s.Display.Untrimmed)
	text := atMost(s.Display.GraphNodes)
	if s.Graph != nil && s.Graph.Chart != nil {
		g := s.Graph.Chart.Graph
		all := g.OfNodes + g.DroppedNodes
		text = lang.N(all, "{{.Shown}} of 1 node", "{{.Shown}} of {{.N}} nodes", lang.With{"Shown": units.Count(int64(len(g.Nodes)))})
	}
	c.count.SetText(text)
	more := len(s.Place.Selected.Also)
	surface.SetVisible(c.focus, more > 0)
	surface.SetVisible(c.peek, more > 0 && slices.Contains(s.Tabs, ask.PeekTab))
	if more > 0 {
		c.focus.SetText(lang.N(1+more, "Focus on it", "Focus on these {{.N}}", nil))
	}
}
