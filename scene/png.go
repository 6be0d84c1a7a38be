package scene

import (
	"image"
	"image/png"
	"io"
)

// EncodePNG writes img losslessly. Speed comes before size: pictures of boxes compress well anyhow.
func EncodePNG(w io.Writer, img *image.RGBA) error {
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, img)
}
