package surface

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"profstation/scene"
)

// Outline is a border around one box, moved without repainting the picture.
type Outline struct{ *canvas.Rectangle }

func newOutline(width float32) Outline {
	r := canvas.NewRectangle(color.Transparent)
	r.StrokeWidth = width
	r.Hide()
	return Outline{r}
}

// Surround puts the border around r, cut to the given area.
func (o Outline) Surround(r, within scene.Rect, c scene.Color) {
	r = r.Intersect(within)
	if r.Empty() {
		o.Hide()
		return
	}
	o.StrokeColor = c
	o.Move(fyne.NewPos(float32(r.X0), float32(r.Y0)))
	o.Resize(fyne.NewSize(float32(r.W()), float32(r.H())))
	o.Show()
	o.Refresh()
}

// Hide takes the border off the screen. A hidden one is left alone: the window
// would be painted anew.
func (o Outline) Hide() {
	if o.Visible() {
		o.Rectangle.Hide()
	}
}
