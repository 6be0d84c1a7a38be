package scene

import "image"

// Raster paints premultiplied RGBA.
type Raster struct {
	img   *image.RGBA
	scale float64
}

// NewRaster paints into img, which must be tight (no SubImage); a logical pixel
// is scale device pixels wide.
func NewRaster(img *image.RGBA, scale float64) *Raster {
	r := new(Raster)
	r.Reset(img, scale)
	return r
}

// Reset paints the next picture into img and keeps glyphs and memory.
func (r *Raster) Reset(img *image.RGBA, scale float64) { r.img, r.scale = img, scale }

// Size is the size of the image in logical pixels.
func (r *Raster) Size() (w, h float64) {
	b := r.img.Bounds()
	return float64(b.Dx()) / r.scale, float64(b.Dy()) / r.scale
}

func (r *Raster) Fill(Rect, Color)                {}
func (r *Raster) Outline(Rect, Color, float64)    {}
func (r *Raster) Path(*Path, Color, Stroke)       {}
func (r *Raster) Text(Point, string, Font, Color) {}
func (r *Raster) PushClip(Rect)                   {}
func (r *Raster) PopClip()                        {}
func (r *Raster) Begin(Titler)                    {}
func (r *Raster) End()                            {}
