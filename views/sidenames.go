package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/scene"
)

// sideNames are the lines above the pictures of two sides: what each is and what
// it has in all. One picture of both has the second alone.
type sideNames struct{ texts [2]*canvas.Text }

func newSideNames() *sideNames {
	n := &sideNames{}
	for i := range n.texts {
		n.texts[i] = canvas.NewText("", scene.Light.Muted)
		n.texts[i].TextSize = textSize()
		n.texts[i].TextStyle.Bold = true
	}
	return n
}

// object is the line of a side: 0 the base, 1 the new one.
func (n *sideNames) object(side int) fyne.CanvasObject { return container.NewPadded(n.texts[side]) }

// show names the sides. told is what one picture of both tells.
func (n *sideNames) show(s *screen.Snapshot, c *screen.Compared, beside bool, told string) {
	names := [2]string{}
	if s.Comparing != nil {
		names = [2]string{s.Comparing.Base.Name, s.Comparing.New.Name}
	}
	text := [2]string{lang.L("base: ") + names[0], lang.L("new: ") + names[1]}
	if c != nil {
		t := c.Comparison.Total()
		text[0] += "   " + c.Comparison.Format(t.Before)
		text[1] += "   " + c.Comparison.Format(t.After)
	}
	if !beside {
		text[1] = names[0] + " → " + names[1] + ": " + told
	}
	for i, t := range n.texts {
		t.Text, t.Color = "  "+arrows(model.Sanitise(text[i])), s.Display.Theme.Muted
		t.Refresh()
	}
}

// surfaceAt is the one of two surfaces at a position of the window, −1 for neither.
func surfaceAt(at fyne.Position, two ...*surface) int {
	for i, s := range two {
		p := fyne.CurrentApp().Driver().AbsolutePositionForObject(s)
		size := s.Size()
		if at.X >= p.X && at.X < p.X+size.Width && at.Y >= p.Y && at.Y < p.Y+size.Height {
			return i
		}
	}
	return -1
}
