package scene

import (
	"image"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Text looks sharp when the edges that run along whole lines of it, baseline, x-height and capital
// height, fall between rows of pixels. A strike therefore bends the vertical scale of its glyphs a
// little, so that those three heights become whole pixels and the small overshoot of round letters
// lies flat; the horizontal scale stays as it is, because Measure must agree with it. FreeType's
// light auto-hinter has the same aim. TrueType instructions, which the sfnt package does not run,
// are not missed.

// subpixels is how many positions between two device pixels a glyph is kept for.
const subpixels = 4

// maxPixels is the largest text painted, in device pixels per em.
const maxPixels = 512

// strike is a face at one size in device pixels, with the masks made so far.
type strike struct {
	face  *face
	size  float64
	masks []*mask // by glyph index × subpixels + position; nil: not made yet
	tofu  *mask
	warp  warp
}

// mask is the coverage of a glyph; left and top lead from the pen to its first pixel.
type mask struct {
	left, top, w, h int
	coverage        []uint8
}

// strikeKey is a font at a size in 1/64 device pixels.
type strikeKey struct {
	face int
	size int32
}

// glyphCache holds the masks of a Raster, at most maxStrikes sizes and maxMaskBytes of coverage;
// when either is reached it starts anew, which a picture that uses a handful of sizes never sees.
type glyphCache struct {
	strikes map[strikeKey]*strike
	last    strikeKey // of the text before: most texts are of its size
	kept    *strike
	bytes   int
	buf     sfnt.Buffer
	z       vector.Rasterizer
}

const (
	maxStrikes   = 64
	maxMaskBytes = 8 << 20
)

// strike is nil if text of that size cannot be painted.
func (c *glyphCache) strike(f Font, scale float64) *strike {
	size := f.Size * scale
	if !(size >= 0.5 && size <= maxPixels) {
		return nil
	}
	key := strikeKey{f.face(), int32(math.Round(size * 64))}
	if c.kept != nil && key == c.last {
		return c.kept
	}
	s := c.strikes[key]
	if s == nil {
		if c.strikes == nil || len(c.strikes) >= maxStrikes || c.bytes > maxMaskBytes {
			c.strikes, c.bytes = map[strikeKey]*strike{}, 0
		}
		face := faceOf(f)
		s = &strike{face: face, size: float64(key.size) / 64, masks: make([]*mask, face.font.NumGlyphs()*subpixels)}
		s.warp = newWarp(s.size)
		c.strikes[key] = s
	}
	c.last, c.kept = key, s
	return s
}

// mask is the coverage of g at position quarters of a pixel, nil if there is nothing to see.
func (c *glyphCache) mask(s *strike, g glyph, position int) *mask {
	switch g.kind {
	case blankGlyph:
		return nil
	case tofuGlyph:
		if s.tofu == nil {
			s.tofu = newTofu(s.size)
		}
		return s.tofu
	}
	m := &s.masks[int(g.index)*subpixels+position]
	if *m == nil {
		*m = c.rasterize(s, g, float64(position)/subpixels)
		c.bytes += len((*m).coverage)
	}
	return *m
}

var noMask = new(mask) // of a glyph that has no outline

func (c *glyphCache) rasterize(s *strike, g glyph, dx float64) *mask {
	segments, err := s.face.font.LoadGlyph(&c.buf, g.index, fixed.I(int(s.face.perEm)), nil)
	if err != nil || len(segments) == 0 {
		return noMask
	}
	// At as many pixels as the em has units, segments are in units, y downwards.
	perUnit := s.size / float64(s.face.perEm)
	place := func(p fixed.Point26_6) (x, y float64) {
		return float64(p.X)/64*perUnit + dx, -s.warp.height(-float64(p.Y) / 64 * perUnit)
	}
	b := segments.Bounds()
	x0, y0 := place(b.Min)
	x1, y1 := place(b.Max)
	m := &mask{left: int(math.Floor(x0)), top: int(math.Floor(y0))}
	m.w, m.h = int(math.Ceil(x1))-m.left+1, int(math.Ceil(y1))-m.top+1
	c.z.Reset(m.w, m.h)
	at := func(p fixed.Point26_6) (x, y float32) {
		px, py := place(p)
		return float32(px - float64(m.left)), float32(py - float64(m.top))
	}
	for _, seg := range segments {
		ax, ay := at(seg.Args[0])
		bx, by := at(seg.Args[1])
		cx, cy := at(seg.Args[2])
		switch seg.Op {
		case sfnt.SegmentOpMoveTo:
			c.z.ClosePath()
			c.z.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			c.z.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			c.z.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			c.z.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	c.z.ClosePath()
	alpha := image.NewAlpha(image.Rect(0, 0, m.w, m.h))
	c.z.Draw(alpha, alpha.Rect, image.Opaque, image.Point{})
	m.coverage = alpha.Pix
	m.trim()
	if s.size <= boldest {
		for i, k := range m.coverage {
			m.coverage[i] = stronger[k]
		}
	}
	return m
}

func (m *mask) trim() {
	used := image.Rectangle{}
	for i, k := range m.coverage {
		if k != 0 {
			x, y := i%m.w, i/m.w
			used = used.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	kept := make([]uint8, 0, used.Dx()*used.Dy())
	for y := used.Min.Y; y < used.Max.Y; y++ {
		kept = append(kept, m.coverage[y*m.w+used.Min.X:y*m.w+used.Max.X]...)
	}
	*m = mask{m.left + used.Min.X, m.top + used.Min.Y, used.Dx(), used.Dy(), kept}
}

// Stems of small text are thinner than a pixel and look pale. Up to boldest device
// pixels per em, partly covered pixels get a little more.
const boldest = 24

var stronger = func() (t [256]uint8) {
	for i := range t {
		t[i] = uint8(math.Round(255 * math.Pow(float64(i)/255, 0.85)))
	}
	return t
}()

// newTofu is the empty box for a rune that the fonts do not have.
func newTofu(size float64) *mask {
	m := &mask{left: max(1, int(size*0.06)), w: max(2, int(size*0.46)), h: max(2, int(math.Round(size*capHeight)))}
	m.top = -m.h
	m.coverage = make([]uint8, m.w*m.h)
	for y := range m.h {
		for x := range m.w {
			if x == 0 || y == 0 || x == m.w-1 || y == m.h-1 {
				m.coverage[y*m.w+x] = 160
			}
		}
	}
	return m
}

// warp maps heights above the baseline, in device pixels, to whole pixels at the zones of the Go family.
type warp struct{ from, to [6]float64 }

// newWarp leaves large text alone, where whole pixels no longer matter.
func newWarp(size float64) warp {
	const overshoot = 0.017 // of round letters, in ems
	from := [6]float64{-overshoot, 0, xHeight, xHeight + overshoot, capHeight, capHeight + overshoot}
	for i := range from {
		from[i] *= size
	}
	x, capital := math.Round(from[2]), math.Round(from[4])
	if size > 40 || x < 3 {
		return warp{from, from}
	}
	return warp{from, [6]float64{0, 0, x, x, capital, capital}}
}

func (w *warp) height(y float64) float64 {
	last := len(w.from) - 1
	switch {
	case y <= w.from[0]:
		return y - w.from[0] + w.to[0]
	case y >= w.from[last]:
		return y - w.from[last] + w.to[last]
	}
	for i := 1; ; i++ {
		if y <= w.from[i] {
			return w.to[i-1] + (y-w.from[i-1])/(w.from[i]-w.from[i-1])*(w.to[i]-w.to[i-1])
		}
	}
}
