package views

import (
	"testing"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/scene"
)

// A tip has the colours of what it lies on: one that is shown when they change,
// and the same text when it is shown again.
func TestTipColors(t *testing.T) {
	in := func(what string, tip *tip, theme *scene.Theme) {
		t.Helper()
		if !tip.box.Visible() || tip.back.FillColor != theme.Surface || tip.lines[0].Color != theme.Text {
			t.Errorf("%s: shown %v, %v on %v", what, tip.box.Visible(), tip.lines[0].Color, tip.back.FillColor)
		}
	}
	top, s := shownTop(t)
	top.MouseMoved(mouse(600, 5, 0))
	in("a heading", top.tip, &scene.Light)
	dark := again(s)
	dark.Display.Theme = &scene.Dark
	top.Show(dark)
	in("a heading that is pointed at when it becomes dark", top.tip, &scene.Dark)
	top.MouseOut()
	top.Show(s)
	top.MouseMoved(mouse(600, 5, 0))
	in("the heading in the light again", top.tip, &scene.Light)

	graph, s := shownGraph(t, small())
	x, y := graph.at(t, "main.log")
	graph.MouseMoved(mouse(x, y, 0))
	dark = again(s)
	dark.Display.Theme = &scene.Dark
	graph.Show(dark)
	in("a node", graph.tip, &scene.Dark)

	test.NewTempApp(t)
	button := widget.NewButton("first", nil)
	bar := newHinted(button)
	bar.tell(button, "what it is for")
	r := newHintRig(t, bar)
	bar.cover.MouseIn(at(3, 3))
	r.wait()
	r.SetTheme(&scene.Dark)
	in("a control", r.tip, &scene.Dark)
	r.Leave()
	r.SetTheme(&scene.Light)
	bar.cover.MouseMoved(at(3, 3))
	r.wait()
	in("the control in the light", r.tip, &scene.Light)
}
