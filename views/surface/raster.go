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
