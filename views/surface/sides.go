package surface

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/scene"
)

// SideNames are the lines above the pictures of two sides: what each is and what
// it has in all. One picture of both has the second alone.
type SideNames struct{ texts [2]*canvas.Text }

func NewSideNames() *SideNames {
	n := &SideNames{}
	for i := range n.texts {
		n.texts[i] = canvas.NewText("", scene.Light.Muted)
		n.texts[i].TextSize = TextSize()
		n.texts[i].TextStyle.Bold = true
	}
	return n
}

// Object is the line of a side: 0 the base, 1 the new one.
func (n *SideNames) Object(side int) fyne.CanvasObject { return container.NewPadded(n.texts[side]) }

// Show names the sides. told is what one picture of both tells.
func (n *SideNames) Show(s *screen.Snapshot, c *screen.Compared, beside bool, told string) {
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
		t.Text, t.Color = "  "+Arrows(model.Sanitise(text[i])), s.Display.Theme.Muted
		t.Refresh()
	}
}

// SurfaceAt is the one of two surfaces at a position of the window, −1 for neither.
func SurfaceAt(at fyne.Position, two ...*Surface) int {
	for i, s := range two {
		p := fyne.CurrentApp().Driver().AbsolutePositionForObject(s)
		size := s.Size()
		if at.X >= p.X && at.X < p.X+size.Width && at.Y >= p.Y && at.Y < p.Y+size.Height {
			return i
		}
	}
	return -1
}

// Halves gives two objects a half each, or the second all where the first is
// hidden.
type Halves struct{}

const halvesGap = float32(6)

// Layout implements fyne.Layout.
func (Halves) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	if o[0].Visible() {
		w := (size.Width - halvesGap) / 2
		o[0].Move(fyne.NewPos(0, 0))
		o[0].Resize(fyne.NewSize(w, size.Height))
		x = w + halvesGap
	}
	o[1].Move(fyne.NewPos(x, 0))
	o[1].Resize(fyne.NewSize(size.Width-x, size.Height))
}

// MinSize implements fyne.Layout.
func (Halves) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	if !o[0].Visible() {
		return b
	}
	return fyne.NewSize(a.Width+b.Width+halvesGap, max(a.Height, b.Height))
}
