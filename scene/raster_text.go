package scene

import (
	"encoding/binary"
	"image"
	"math"
)

// Text blits s from the glyph cache, its baseline on the nearest row of device
// pixels, its letters on quarters of one.
func (r *Raster) Text(at Point, s string, f Font, c Color) {
	strike := r.glyphs.strike(f, r.scale)
	if strike == nil || c.A == 0 || r.clip.Empty() || len(s) == 0 {
		return
	}
	left, base := at.X*r.scale, at.Y*r.scale
	if !(math.Abs(left) < farAway && math.Abs(base) < farAway) {
		return
	}
	origin := r.img.Rect.Min
	y := origin.Y + snap(base)
	// No glyph of the Go family reaches further than that from its baseline.
	if reach := int(1.5*strike.size) + 1; y+reach < r.clip.Min.Y || y-reach > r.clip.Max.Y {
		return
	}
	p := premultiply(c)
	face, units := strike.face, int64(0)
	perUnit := f.Size * r.scale / float64(face.perEm)
	for _, char := range s {
		g := face.glyph(char)
		pen := int(math.Floor((left+float64(units)*perUnit)*subpixels + 0.5))
		units += g.advance
		x := origin.X + pen>>2
		if x-int(strike.size) > r.clip.Max.X {
			return
		}
		if m := r.glyphs.mask(strike, g, pen&(subpixels-1)); m != nil {
			r.blit(m, x+m.left, y+m.top, p)
		}
	}
}

// blit lays p through the mask, whose first pixel is (x, y).
func (r *Raster) blit(m *mask, x, y int, p premultiplied) {
	d := image.Rectangle{Min: image.Point{X: x, Y: y}, Max: image.Point{X: x + m.w, Y: y + m.h}}.Intersect(r.clip)
	if d.Empty() {
		return
	}
	word := uint32(p.r) | uint32(p.g)<<8 | uint32(p.b)<<16 | uint32(p.a)<<24
	n := d.Dx()
	for row := d.Min.Y; row < d.Max.Y; row++ {
		from := (row-y)*m.w + d.Min.X - x
		coverage := m.coverage[from : from+n]
		to := r.img.PixOffset(d.Min.X, row)
		pix := r.img.Pix[to : to+4*n]
		for i, k := range coverage {
			if k == 0 {
				continue
			}
			q := pix[4*i : 4*i+4 : 4*i+4]
			if k == 255 && p.a == 255 {
				binary.LittleEndian.PutUint32(q, word)
				continue
			}
			share := uint32(k)
			rest := 255 - uint32(div255(uint32(p.a)*share))
			q[0] = div255(uint32(p.r)*share + uint32(q[0])*rest)
			q[1] = div255(uint32(p.g)*share + uint32(q[1])*rest)
			q[2] = div255(uint32(p.b)*share + uint32(q[2])*rest)
			q[3] = div255(uint32(p.a)*share + uint32(q[3])*rest)
		}
	}
}
