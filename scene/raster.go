package scene

import (
	"encoding/binary"
	"image"
	"math"

	"golang.org/x/image/vector"
)

// Raster paints premultiplied RGBA. Its rectangles have edges on whole device pixels, so that
// neighbours meet without overlap or gap; a rectangle that rounds to no pixel is not painted.
// Once glyphs and buffers are made, it allocates nothing.
type Raster struct {
	Until
	img    *image.RGBA
	origin image.Point // the picture's corner, in the coordinates of img
	scale  float64
	clip   image.Rectangle // in device pixels, within img.Rect
	clips  []image.Rectangle
	glyphs glyphCache

	flat     []Point
	polygon  polygon
	stroker  stroker
	hairline hairline
	z        vector.Rasterizer
	band     [][2]Point // edges
	alpha    image.Alpha
}

// NewRaster paints into img. scale is device pixels for each logical one; if it is not a positive number, it is 1.
func NewRaster(img *image.RGBA, scale float64) *Raster {
	r := new(Raster)
	r.Reset(img, scale)
	return r
}

// Reset begins the next picture over what img holds, without clips. It keeps glyphs and memory.
func (r *Raster) Reset(img *image.RGBA, scale float64) {
	if !(scale > 0) || math.IsInf(scale, 0) {
		scale = 1
	}
	r.img, r.origin, r.scale, r.clip, r.clips = img, img.Rect.Min, scale, img.Rect, r.clips[:0]
}

// Size returns the image's size in logical pixels.
func (r *Raster) Size() (w, h float64) {
	return float64(r.img.Rect.Dx()) / r.scale, float64(r.img.Rect.Dy()) / r.scale
}

func (r *Raster) Fill(b Rect, c Color) {
	if c.A != 0 && !b.Empty() {
		r.fill(r.device(b), premultiply(c))
	}
}

// Outline paints a border along b's inside, at least one device pixel wide.
func (r *Raster) Outline(b Rect, c Color, width float64) {
	if c.A == 0 || !(width > 0) || b.Empty() {
		return
	}
	d, p := r.device(b), premultiply(c)
	n := max(1, snap(width*r.scale))
	if 2*n >= d.Dx() || 2*n >= d.Dy() {
		r.fill(d, p)
		return
	}
	r.fill(image.Rect(d.Min.X, d.Min.Y, d.Max.X, d.Min.Y+n), p)
	r.fill(image.Rect(d.Min.X, d.Min.Y+n, d.Min.X+n, d.Max.Y-n), p)
	r.fill(image.Rect(d.Max.X-n, d.Min.Y+n, d.Max.X, d.Max.Y-n), p)
	r.fill(image.Rect(d.Min.X, d.Max.Y-n, d.Max.X, d.Max.Y), p)
}

func (r *Raster) PushClip(b Rect) {
	r.clips = append(r.clips, r.clip)
	if b.Empty() {
		r.clip = image.Rectangle{}
		return
	}
	r.clip = r.clip.Intersect(r.device(b))
}

func (r *Raster) PopClip() {
	if n := len(r.clips); n > 0 {
		r.clip, r.clips = r.clips[n-1], r.clips[:n-1]
	}
}

// Begin and End do nothing: pixels keep no titles.
func (r *Raster) Begin(Titler) {}
func (r *Raster) End()         {}

// device converts b, which is not empty, to pixels of the image.
func (r *Raster) device(b Rect) image.Rectangle {
	o := r.origin
	return image.Rectangle{
		Min: image.Point{X: o.X + snap(b.X0*r.scale), Y: o.Y + snap(b.Y0*r.scale)},
		Max: image.Point{X: o.X + snap(b.X1*r.scale), Y: o.Y + snap(b.Y1*r.scale)},
	}
}

// farAway is beyond any image and leaves a margin for sums in 32 bits.
const farAway = 1 << 29

// snap returns the edge between device pixels that is nearest to v.
func snap(v float64) int {
	switch {
	case v > farAway:
		return farAway
	case v < -farAway:
		return -farAway
	}
	return int(math.Floor(v + 0.5))
}

// narrow is the length of a row, in bytes, up to which storing pixels in pairs is faster than calling copy.
const narrow = 4 * 16

func (r *Raster) fill(d image.Rectangle, p premultiplied) {
	d = d.Intersect(r.clip)
	if d.Empty() {
		return
	}
	n, stride := 4*d.Dx(), r.img.Stride
	start := r.img.PixOffset(d.Min.X, d.Min.Y)
	pix := r.img.Pix[start : start+(d.Dy()-1)*stride+n]
	if p.a != 255 {
		for ; ; pix = pix[stride:] {
			p.blendRow(pix[:n])
			if len(pix) <= n {
				return
			}
		}
	}
	word := uint32(p.r) | uint32(p.g)<<8 | uint32(p.b)<<16 | 255<<24
	if n == 4 { // like most boxes in a crowded picture
		for at := 0; at < len(pix); at += stride {
			binary.LittleEndian.PutUint32(pix[at:], word)
		}
		return
	}
	if n <= narrow {
		for ; ; pix = pix[stride:] {
			row := pix[:n]
			for ; len(row) >= 8; row = row[8:] {
				binary.LittleEndian.PutUint64(row, uint64(word)|uint64(word)<<32)
			}
			if len(row) >= 4 {
				binary.LittleEndian.PutUint32(row, word)
			}
			if len(pix) <= n {
				return
			}
		}
	}
	row := pix[:n]
	for i := 0; i+4 <= len(row) && i < 64; i += 4 {
		binary.LittleEndian.PutUint32(row[i:], word)
	}
	for done := 64; done < n; done *= 2 {
		copy(row[done:], row[:done])
	}
	for len(pix) > n {
		pix = pix[stride:]
		copy(pix[:n], row)
	}
}

// premultiplied is a colour as image.RGBA keeps it.
type premultiplied struct{ r, g, b, a uint8 }

func premultiply(c Color) premultiplied {
	if c.A == 255 {
		return premultiplied{c.R, c.G, c.B, 255}
	}
	a := uint32(c.A)
	return premultiplied{div255(uint32(c.R) * a), div255(uint32(c.G) * a), div255(uint32(c.B) * a), c.A}
}

func (p premultiplied) blendRow(row []uint8) {
	rest := 255 - uint32(p.a)
	for len(row) >= 4 {
		q := row[:4:4]
		q[0] = p.r + div255(uint32(q[0])*rest)
		q[1] = p.g + div255(uint32(q[1])*rest)
		q[2] = p.b + div255(uint32(q[2])*rest)
		q[3] = p.a + div255(uint32(q[3])*rest)
		row = row[4:]
	}
}

// div255 returns v/255, rounded, for v up to 255×255.
func div255(v uint32) uint8 { v += 128; return uint8((v + v>>8) >> 8) }
