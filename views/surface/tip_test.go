package surface

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/scene"
	"profstation/table"
)

// A tip has the colours of what it lies on: one that is shown when they change,
// and the same text when it is shown again.
func TestTipColors(t *testing.T) {
	test.NewTempApp(t)
	in := func(what string, tip *tip, theme *scene.Theme) {
		t.Helper()
		if !tip.box.Visible() || tip.back.FillColor != theme.Surface || tip.lines[0].Color != theme.Text {
			t.Errorf("%s: shown %v, %v on %v", what, tip.box.Visible(), tip.lines[0].Color, tip.back.FillColor)
		}
	}
	g := NewGrid(func(screen.Intent) {})
	viewtest.Window(t, g.Surface, 300, 100)
	state := GridState{Theme: &scene.Light, Selected: -1, Table: &table.Table{
		Columns: []table.Column{{Title: "flat", Help: "what it means"}}, Rows: 1, Cell: func(int, int) string { return "1" }}}
	g.Set(state)
	g.MouseMoved(viewtest.Mouse(30, 5, 0))
	in("a heading", g.tip, &scene.Light)
	state.Theme = &scene.Dark
	g.Set(state)
	in("a heading that is pointed at when it becomes dark", g.tip, &scene.Dark)
	g.MouseOut()
	state.Theme = &scene.Light
	g.Set(state)
	g.MouseMoved(viewtest.Mouse(30, 5, 0))
	in("the heading in the light again", g.tip, &scene.Light)

	button := NewButton("first", nil, nil)
	bar := NewHinted(button)
	bar.Tell(button, "what it is for")
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

// Near the right and the lower edge a tip stays inside.
func TestTipInside(t *testing.T) {
	test.NewTempApp(t)
	tip, size := newTip(), fyne.NewSize(400, 120)
	tip.show("main.serve\n70ns (70.00%)\nthe third line of it", scene.Point{X: 398, Y: 118}, size, &scene.Light)
	if p, s := tip.box.Position(), tip.box.Size(); p.X < 0 || p.Y < 0 || p.X+s.Width > size.Width || p.Y+s.Height > size.Height {
		t.Errorf("tip at %v, %v", p, s)
	}
}
