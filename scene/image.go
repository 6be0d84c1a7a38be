package scene

import (
	"image"

	"profstation/model/large"
)

// NewImage returns an image with w × h transparent pixels.
func NewImage(w, h int) *image.RGBA {
	return &image.RGBA{Pix: large.Make[uint8](4 * w * h), Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
}
