package surface

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"profstation/scene"
)

// Raster is filled by a painter of ours, at the size in device pixels.
type Raster struct {
	*canvas.Raster
	draw func(scene.Canvas)
	img  *image.RGBA
	cv   *scene.Raster
}

// NewRaster makes a raster that draw fills.
func NewRaster(draw func(scene.Canvas)) *Raster {
	r := &Raster{draw: draw}
	r.Raster = canvas.NewRaster(r.generate)
	r.ScaleMode = canvas.ImageScalePixels
	return r
}

// generate paints. Fyne uploads the pixels at once, so one image serves all frames.
func (r *Raster) generate(w, h int) image.Image {
	if r.img == nil || r.img.Rect.Dx() != w || r.img.Rect.Dy() != h {
		r.img = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	scale := 1.0
	if width := r.Size().Width; width > 0 {
		scale = float64(w) / float64(width)
	}
	if r.cv == nil {
		r.cv = scene.NewRaster(r.img, scale)
	} else {
		r.cv.Reset(r.img, scale)
	}
	r.draw(r.cv)
	return r.img
}

// Text makes a line of text, larger than others by some pixels.
func Text(text string, c color.Color, larger float32, bold bool) *canvas.Text {
	t := canvas.NewText(text, c)
	t.TextSize = TextSize() + larger
	t.TextStyle.Bold = bold
	return t
}

// Paragraph makes a text over as many lines as it needs.
func Paragraph(text string, i widget.Importance) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	l.Importance = i
	return l
}

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
