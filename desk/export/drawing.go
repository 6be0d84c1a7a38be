// Package export writes pictures and tables to files: whole or not at all. The
// window and the export command share it, so that both write the same.
package export

import (
	"fmt"
	"image"
	"io"
	"strings"

	"profstation/scene"
)

// Drawing is what can be drawn on a canvas of its own size, in logical pixels.
type Drawing struct {
	Width, Height float64
	Title, Desc   string // for those who cannot see it
	Draw          func(scene.Canvas)
}

// Of is a picture in its own size.
func Of(p scene.Picture, title string) Drawing {
	w, h := p.Size()
	return Drawing{Width: w, Height: h, Title: title, Desc: strings.Join(p.Heading(), "\n"), Draw: p.Draw}
}

// mostPixels bounds the memory of a picture: 4 bytes each.
const mostPixels = 200e6

// SVG writes the picture with real text.
func (d *Drawing) SVG(w io.Writer) error {
	cv := scene.NewSVG(w, d.Width, d.Height, scene.Color{}, d.Title, d.Desc)
	d.Draw(cv)
	return cv.Close()
}

// Check tells whether the picture can be made of pixels.
func (d *Drawing) Check(scale float64) error {
	w, h := pixels(d.Width, scale), pixels(d.Height, scale)
	if w*h <= mostPixels {
		return nil
	}
	return fmt.Errorf("the picture would have %.0f × %.0f pixels, more than %.0f million: use a smaller scale, width or height, or .svg",
		w, h, mostPixels/1e6)
}

// PNG writes the picture in pixels; scale is pixels for each logical pixel.
func (d *Drawing) PNG(w io.Writer, scale float64) error {
	img := image.NewRGBA(image.Rect(0, 0, int(pixels(d.Width, scale)), int(pixels(d.Height, scale))))
	d.Draw(scene.NewRaster(img, scale))
	return scene.EncodePNG(w, img)
}

// pixels is a length in whole device pixels, at least one.
func pixels(length, scale float64) float64 { return max(1, float64(int64(length*scale+0.5))) }
