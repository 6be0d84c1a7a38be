package views

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"profstation/scene"
)

// outline is a border around one box, moved without repainting the picture.
type outline struct{ rect *canvas.Rectangle }

func newOutline(width float32) outline {
	r := canvas.NewRectangle(color.Transparent)
	r.StrokeWidth = width
	r.Hide()
	return outline{r}
}

// show puts the border around r, cut to the given area.
func (o outline) show(r, within scene.Rect, c scene.Color) {
	r = r.Intersect(within)
	if r.Empty() {
		o.hide()
		return
	}
	o.rect.StrokeColor = c
	o.rect.Move(fyne.NewPos(float32(r.X0), float32(r.Y0)))
	o.rect.Resize(fyne.NewSize(float32(r.W()), float32(r.H())))
	o.rect.Show()
	o.rect.Refresh()
}

func (o outline) hide() {
	if o.rect.Visible() {
		o.rect.Hide()
	}
}
