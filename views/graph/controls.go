package graph

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/views/surface"
)

// graphControls is the line above a call graph: how many nodes, and which.
type graphControls struct {
	object  fyne.CanvasObject
	slider  *widget.Slider
	count   *widget.Label
	small   *widget.Check
	tree    *widget.Check
	focus   *widget.Button
	peek    *widget.Button
	showing bool
}

// The number of nodes: past the most, a graph is no picture any more.
const (
	fewestNodes = 10
	MostNodes   = 400
)

// countWidth is room for any number of nodes, so that nothing beside it moves.
const countWidth = 176

func newGraphControls(send screen.Send, fit, focus func()) *graphControls {
	c := &graphControls{slider: widget.NewSlider(fewestNodes, MostNodes), count: widget.NewLabel("")}
	c.slider.Step = 10
	c.slider.OnChangeEnded = func(n float64) {
		if !c.showing {
			send(screen.Show{Change: func(d *screen.Display) { d.GraphNodes = int(n) }})
		}
	}
	c.slider.OnChanged = func(n float64) {
		if !c.showing {
			c.count.SetText(lang.L("at most ") + strconv.Itoa(int(n)))
		}
	}
	c.small = widget.NewCheck(lang.L("small ones too"), func(on bool) {
		if !c.showing {
			send(screen.Show{Change: func(d *screen.Display) { d.GraphSmall = on }})
		}
	})
	c.tree = widget.NewCheck(lang.L("as a tree"), func(on bool) {
		if !c.showing {
			send(screen.Show{Change: func(d *screen.Display) { d.GraphTree = on }})
		}
	})
	whole := widget.NewButton(lang.L("Fit"), fit)
	whole.Importance = widget.LowImportance
	c.focus = widget.NewButton(lang.L("Focus on these"), focus)
	c.peek = widget.NewButton(lang.L("Peek at them"), func() { send(screen.ShowTab{Tab: screen.PeekTab}) })
	c.focus.Hide()
	c.peek.Hide()
	bar := surface.NewHinted(container.NewHBox(widget.NewLabel(lang.L("Nodes")),
		container.NewGridWrap(fyne.NewSize(160, c.slider.MinSize().Height), c.slider),
		container.NewGridWrap(fyne.NewSize(countWidth, c.count.MinSize().Height), c.count),
		c.small, c.tree, whole, c.focus, c.peek))
	bar.Tell(c.slider, lang.L("How many nodes are drawn at most: the heaviest by flat and cum. ")+surface.Explain("residual"))
	bar.Tell(c.count, lang.L("How many nodes are drawn, of all that the filters leave."))
	bar.Tell(c.small, lang.L("Also nodes and calls below the least share, which Filters … sets."))
	bar.Tell(c.tree, lang.L("One box for each way to a function, rather than one for each function."))
	bar.Tell(whole, lang.L("The whole graph in sight. f"))
	bar.Tell(c.focus, lang.L("Only the stacks that one of the picked nodes stands in."))
	bar.Tell(c.peek, lang.L("Who calls them, and whom they call."))
	c.object = container.NewHScroll(bar) // in a narrow window it scrolls
	return c
}

// show shows a snapshot.
func (c *graphControls) show(s *screen.Snapshot) {
	c.showing = true
	defer func() { c.showing = false }()
	c.slider.SetValue(float64(s.Display.GraphNodes))
	c.small.SetChecked(s.Display.GraphSmall)
	c.tree.SetChecked(s.Display.GraphTree)
	text := lang.L("at most ") + strconv.Itoa(s.Display.GraphNodes)
	if s.Graph != nil && s.Graph.Chart != nil {
		g := s.Graph.Chart.Graph
		text = strconv.Itoa(len(g.Nodes)) + lang.L(" of ") + model.Count(int64(g.OfNodes+g.DroppedNodes)) + lang.L(" nodes")
	}
	c.count.SetText(text)
	more := len(s.Place.Selected.Also)
	surface.SetVisible(c.focus, more > 0)
	surface.SetVisible(c.peek, more > 0 && slices.Contains(s.Tabs, screen.PeekTab))
	if more > 0 {
		c.focus.SetText(lang.L("Focus on these ") + strconv.Itoa(1+more))
	}
}
