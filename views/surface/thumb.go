package surface

import (
	"profstation/scene"
)

// thumbWidth is how wide the mark of the scroll position is.
const thumbWidth = 5.0

// PaintThumb marks, at the right edge of an area, which part of something of
// the given height is visible. It draws nothing where all of it is.
func PaintThumb(cv scene.Canvas, t *scene.Theme, area scene.Rect, top, height float64) {
	if height <= area.H() || area.H() <= 0 {
		return
	}
	long := max(24, area.H()*area.H()/height)
	y := area.Y0 + (area.H()-long)*min(1, max(0, top/(height-area.H())))
	c := t.Muted
	c.A = 130
	cv.Fill(scene.Rect{X0: area.X1 - thumbWidth, Y0: y, X1: area.X1 - 1, Y1: y + long}, c)
}

// paintThumbBelow is the same at the lower edge, of something of the given width.
func paintThumbBelow(cv scene.Canvas, t *scene.Theme, area scene.Rect, left, width float64) {
	if width <= area.W() || area.W() <= 0 {
		return
	}
	long := max(24, area.W()*area.W()/width)
	x := area.X0 + (area.W()-long)*min(1, max(0, left/(width-area.W())))
	c := t.Muted
	c.A = 130
	cv.Fill(scene.Rect{X0: x, Y0: area.Y1 - thumbWidth, X1: x + long, Y1: area.Y1 - 1}, c)
}
