package scene

import (
	"image"
	"image/draw"
	"math"
)

// Layer keeps the pixels of a picture, so that a picture that moves paints only
// the parts that come into sight. The zero Layer is empty.
type Layer struct {
	img   *image.RGBA
	r     *Raster
	scale float64
	// How far the picture has been moved since all of it was painted, as asked
	// and in whole device pixels: what is rounded does not add up.
	asked  Point
	actual image.Point
}

// Forget makes the next Draw paint all.
func (l *Layer) Forget() { l.r = nil }

// Draw lays the layer over all of a raster. Of what was drawn last, the picture
// has moved by so many logical pixels; paint fills the part that a clip leaves.
// Where pixels cannot be moved, since there are none or they would have to move
// by a part of one, all is painted.
func (l *Layer) Draw(to *Raster, dx, dy float64, paint func(Canvas)) {
	size := to.img.Rect.Size()
	fresh := l.r == nil || l.img.Rect.Size() != size || l.scale != to.scale
	if fresh {
		if l.img == nil || l.img.Rect.Size() != size {
			l.img = image.NewRGBA(image.Rectangle{Max: size})
		}
		if l.r == nil {
			l.r = NewRaster(l.img, to.scale)
		}
		l.scale = to.scale
	} else {
		l.asked.X += dx * l.scale
		l.asked.Y += dy * l.scale
		x, okX := whole(l.asked.X)
		y, okY := whole(l.asked.Y)
		by := image.Point{X: x, Y: y}.Sub(l.actual)
		fresh = !okX || !okY || !l.move(by, paint)
		l.actual = l.actual.Add(by)
	}
	if fresh {
		l.asked, l.actual = Point{}, image.Point{}
		l.r.Reset(l.img, l.scale)
		paint(l.r)
	}
	draw.Draw(to.img, to.img.Rect, l.img, image.Point{}, draw.Src)
}

// whole is the number of pixels nearest to v, if that is as good as v.
func whole(v float64) (int, bool) {
	const near = 0.02
	n := math.Round(v)
	return int(n), math.Abs(v-n) < near && math.Abs(n) < farAway
}

// move shifts all pixels and paints the two strips that become free.
func (l *Layer) move(by image.Point, paint func(Canvas)) bool {
	size := l.img.Rect.Size()
	kept := l.img.Rect.Intersect(l.img.Rect.Add(by))
	if kept.Dx() < size.X/2 || kept.Dy() < size.Y/2 {
		return false
	}
	if by == (image.Point{}) {
		return true
	}
	draw.Draw(l.img, kept, l.img, kept.Min.Sub(by), draw.Src) // which may overlap
	for _, d := range [...]image.Rectangle{
		image.Rect(0, 0, size.X, kept.Min.Y), image.Rect(0, kept.Max.Y, size.X, size.Y), // above, below
		image.Rect(0, kept.Min.Y, kept.Min.X, kept.Max.Y), image.Rect(kept.Max.X, kept.Min.Y, size.X, kept.Max.Y),
	} {
		if !d.Empty() {
			l.r.Reset(l.img, l.scale)
			l.r.clip = d
			paint(l.r)
		}
	}
	return true
}
