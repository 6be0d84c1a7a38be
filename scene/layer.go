package scene

import (
	"image"
	"image/draw"
	"math"
)

// Layer keeps a picture's pixels, so that a move paints only the parts that come into sight.
type Layer struct {
	r      Raster // without an image: nothing was painted yet
	forgot bool
	// How far the picture has been moved since it was painted whole, as asked and in whole device
	// pixels, so that rounding errors do not add up.
	asked  Point
	actual image.Point
}

// Forget makes the next Draw paint everything.
func (l *Layer) Forget() { l.forgot = true }

// Draw lays the layer over a whole raster. Since the last call the picture has moved by dx and dy
// logical pixels; paint fills what its canvas's clip leaves. If pixels cannot be moved, because
// there are none or they would have to move by a fraction, everything is painted.
func (l *Layer) Draw(to *Raster, dx, dy float64, paint func(Canvas)) {
	size := to.img.Rect.Size()
	if l.r.img == nil || l.r.img.Rect.Size() != size {
		l.r.img, l.forgot = NewImage(size.X, size.Y), true
	}
	fresh := l.forgot || l.r.scale != to.scale
	if !fresh {
		l.asked.X += dx * to.scale
		l.asked.Y += dy * to.scale
		x, okX := whole(l.asked.X)
		y, okY := whole(l.asked.Y)
		by := image.Point{X: x, Y: y}.Sub(l.actual)
		fresh = !okX || !okY || !l.move(by, paint)
		l.actual = l.actual.Add(by)
	}
	if fresh {
		l.asked, l.actual, l.forgot = Point{}, image.Point{}, false
		l.r.Reset(l.r.img, to.scale)
		paint(&l.r)
	}
	draw.Draw(to.img, to.img.Rect, l.r.img, image.Point{}, draw.Src)
}

// whole returns the whole number nearest to v, and whether v is that number, except for rounding.
func whole(v float64) (int, bool) {
	const near = 0.02
	n := math.Round(v)
	return int(n), math.Abs(v-n) < near && math.Abs(n) < farAway
}

// move shifts all pixels and paints the two strips that become free.
func (l *Layer) move(by image.Point, paint func(Canvas)) bool {
	img, size := l.r.img, l.r.img.Rect.Size()
	kept := img.Rect.Intersect(img.Rect.Add(by))
	if kept.Dx() < size.X/2 || kept.Dy() < size.Y/2 {
		return false
	}
	if by == (image.Point{}) {
		return true
	}
	draw.Draw(img, kept, img, kept.Min.Sub(by), draw.Src) // the two may overlap
	for _, d := range [...]image.Rectangle{
		image.Rect(0, 0, size.X, kept.Min.Y), image.Rect(0, kept.Max.Y, size.X, size.Y), // above, below
		image.Rect(0, kept.Min.Y, kept.Min.X, kept.Max.Y), image.Rect(kept.Max.X, kept.Min.Y, size.X, kept.Max.Y),
	} {
		if !d.Empty() {
			l.r.Reset(img, l.r.scale)
			l.r.clip = d
			paint(&l.r)
		}
	}
	return true
}
