package command

import (
	"image"
	"io"

	"profstation/scene"
)

// drawing is what can be drawn on a canvas of its own size, in logical pixels.
type drawing struct {
	width, height float64
	theme         *scene.Theme
	title, desc   string
	draw          func(scene.Canvas)
}

// mostPixels bounds the memory of a picture: 4 bytes each.
const mostPixels = 200e6

func (d *drawing) writeSVG(w io.Writer) error {
	cv := scene.NewSVG(w, d.width, d.height, scene.Color{}, d.title, d.desc)
	d.draw(cv)
	return cv.Close()
}

// check tells whether the picture can be made of pixels.
func (d *drawing) check(scale float64) error {
	w, h := pixels(d.width, scale), pixels(d.height, scale)
	if w*h <= mostPixels {
		return nil
	}
	return usagef("the picture would have %.0f × %.0f pixels, more than %.0f million: use a smaller --scale, --width or --height, or .svg",
		w, h, mostPixels/1e6)
}

func (d *drawing) writePNG(w io.Writer, scale float64) error {
	img := image.NewRGBA(image.Rect(0, 0, int(pixels(d.width, scale)), int(pixels(d.height, scale))))
	d.draw(scene.NewRaster(img, scale))
	return scene.EncodePNG(w, img)
}

// pixels is a length in whole device pixels, at least one.
func pixels(length, scale float64) float64 { return max(1, float64(int64(length*scale+0.5))) }
