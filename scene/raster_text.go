package scene

import (
	"encoding/binary"
	"image"
	"math"
	"unicode/utf8"
)

// Text blits s from the glyph cache, with its baseline on the nearest row of device pixels and
// its letters on quarters of a pixel.
func (r *Raster) Text(at Point, s string, f Font, c Color) {
	if top, bottom := r.textRows(at, f); c.A == 0 || len(s) == 0 || max(top, r.clip.Min.Y) >= min(bottom, r.clip.Max.Y) {
		return
	}
	size, left, origin := sizeOf(f, r.scale), at.X*r.scale, r.origin
	y := origin.Y + snap(at.Y*r.scale)
	em := f.Size * r.scale
	p := premultiply(c)
	face, units := faceOf(f), int64(0)
	perUnit := em / perEm
	solid := f.solid(s)
	strike := r.glyphs.strike(face.ascii[' '].file, size)
	if ascii(s) {
		// Positions in quarters of a pixel, and where letters are out of sight.
		at, step, end := left*subpixels, perUnit*subpixels, (r.clip.Max.X-origin.X+int(em)+1)*subpixels
		for i := range len(s) {
			if i >= solid {
				p = premultiply(faded(c, len(s)-i))
			}
			g := &face.ascii[s[i]]
			pen := int(math.Floor(at + float64(units)*step + 0.5))
			if pen > end {
				return
			}
			units += g.advance
			if g.file != strike.file {
				strike = r.glyphs.strike(g.file, size)
			}
			m := strike.made(g, pen&(subpixels-1))
			if m == nil {
				if m = r.glyphs.mask(strike, *g, pen&(subpixels-1)); m == nil {
					continue
				}
			}
			r.blit(m, origin.X+pen>>2+m.left, y+m.top, p)
		}
		return
	}
	if l := face.line(s); l != nil {
		for _, g := range l.glyphs {
			p := p
			if g.at >= solid {
				p = premultiply(faded(c, l.after(g.at)))
			}
			pen := int(math.Floor((left+float64(g.x)*perUnit)*subpixels + 0.5))
			if m := r.glyphs.mask(r.glyphs.strike(g.file, size), g.glyph, pen&(subpixels-1)); m != nil {
				r.blit(m, origin.X+pen>>2+m.left, y-snap(float64(g.y)*perUnit)+m.top, p)
			}
		}
		return
	}
	forms := face.formsOf(s)
	for i, char := range s {
		if i >= solid {
			p = premultiply(faded(c, utf8.RuneCountInString(s[i:])))
		}
		g := face.glyph(char)
		if forms != nil {
			g = forms.form(char, g)
		}
		x := left + float64(units)*perUnit
		if origin.X+int(x)-int(em) > r.clip.Max.X {
			return
		}
		units += g.advance
		pen := int(math.Floor(x*subpixels + 0.5))
		if m := r.glyphs.mask(r.glyphs.strike(g.file, size), g, pen&(subpixels-1)); m != nil {
			r.blit(m, origin.X+pen>>2+m.left, y+m.top, p)
		}
	}
}

// textRows returns from which row on text may be seen, and above which. There are none if it is not painted at all.
func (r *Raster) textRows(at Point, f Font) (top, bottom int) {
	left, base := at.X*r.scale, at.Y*r.scale
	if sizeOf(f, r.scale) == 0 || !(math.Abs(left) < farAway && math.Abs(base) < farAway) {
		return 0, 0
	}
	reach := int(2*f.Size*r.scale) + 1 // no glyph reaches further from its baseline
	y := r.origin.Y + snap(base)
	return y - reach, y + reach + 1
}

// faded returns the colour of a fading letter. letters counts from it to the end of the text, both included.
func faded(c Color, letters int) Color {
	c.A = uint8(math.Round(float64(c.A) * fadeOf[min(letters, len(fadeOf))-1]))
	return c
}

// blit paints p through the mask, whose first pixel is at (x, y).
func (r *Raster) blit(m *mask, x, y int, p premultiplied) {
	x0, x1 := max(x, r.clip.Min.X), min(x+m.w, r.clip.Max.X)
	y0, y1 := max(y, r.clip.Min.Y), min(y+m.h, r.clip.Max.Y)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	if m.colours != nil {
		r.blitColours(m, x, y, p.a)
		return
	}
	n, stride, colour := x1-x0, r.img.Stride, p.lanes()
	from := (y0-y)*m.w + x0 - x
	to := r.img.PixOffset(x0, y0)
	for range y1 - y0 {
		coverage, pix := m.coverage[from:from+n], r.img.Pix[to:to+4*n]
		for ; len(coverage) >= 8; coverage, pix = coverage[8:], pix[32:] {
			if binary.LittleEndian.Uint64(coverage) != 0 {
				blendThrough(coverage[:8], pix, colour)
			}
		}
		blendThrough(coverage, pix, colour)
		from, to = from+m.w, to+stride
	}
}

// blitColours lays a glyph's picture over what is there, with opacity alpha.
func (r *Raster) blitColours(m *mask, x, y int, alpha uint8) {
	d := image.Rect(x, y, x+m.w, y+m.h).Intersect(r.clip)
	for row := d.Min.Y; row < d.Max.Y; row++ {
		from := m.colours[4*((row-y)*m.w+d.Min.X-x):]
		to := r.img.Pix[r.img.PixOffset(d.Min.X, row):]
		for i := range 4 * d.Dx() {
			rest := 255 - uint32(from[i|3])*uint32(alpha)/255
			to[i] = uint8(min(255, (uint32(from[i])*uint32(alpha)+uint32(to[i])*rest+127)/255))
		}
	}
}

func blendThrough(coverage, pix []uint8, colour uint64) {
	alpha := uint32(colour >> 48)
	for _, k := range coverage {
		if k != 0 {
			share := uint32(k)
			rest := 255 - share
			if alpha != 255 {
				rest = 255 - uint32(div255(alpha*share))
			}
			was := uint64(binary.LittleEndian.Uint32(pix))
			v := colour*uint64(share) + ((was|was<<24)&lanes)*uint64(rest) + lanes/255*128
			v = (v + (v>>8)&lanes) >> 8 & lanes // div255 in each lane
			binary.LittleEndian.PutUint32(pix, uint32(v|v>>24))
		}
		if len(pix) < 8 {
			return
		}
		pix = pix[4:]
	}
}

// lanes are a pixel's four channels with sixteen bits for each, in the order red, blue, green,
// alpha: the product of two bytes, and its rounding, does not overflow into the next lane.
const lanes = 0x00ff_00ff_00ff_00ff

func (p premultiplied) lanes() uint64 {
	return uint64(p.r) | uint64(p.b)<<16 | uint64(p.g)<<32 | uint64(p.a)<<48
}
