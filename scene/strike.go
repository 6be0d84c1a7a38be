package scene

import (
	"image"
	"math"

	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

// Text looks sharp when the edges that run along whole lines, at the baseline, x-height and
// capital height, fall between rows of pixels. A strike therefore bends the vertical scale of its
// glyphs a little, so that these heights become whole pixels and the small overshoot of round
// letters becomes flat. The horizontal scale stays as it is, because Measure must agree with it.
// FreeType's light auto-hinter has the same aim. TrueType instructions, which the font library
// does not run, are not missed.

// subpixels is for how many positions within a device pixel a glyph is kept.
const subpixels = 4

// maxPixels is the largest size in which text is painted, in device pixels per em.
const maxPixels = 512

// strike is a face at one size in device pixels, with the masks made so far.
type strike struct {
	file  uint16
	size  float64
	masks []*maskPage // by glyph index × subpixels + position; nil: not made yet
	warp  warp
}

// mask is a glyph's coverage, or its picture; left and top lead from the pen to its first pixel.
type mask struct {
	left, top, w, h int
	coverage        []uint8
	colours         []uint8 // instead of coverage: premultiplied RGBA
}

// strikeKey is a typeface at a size in 1/64 device pixels.
type strikeKey struct {
	file uint16
	size int32
}

// glyphCache holds a Raster's masks, at most maxStrikes sizes and maxMaskBytes bytes. When either
// is reached it starts again empty, which never happens to a picture with a few sizes.
type glyphCache struct {
	strikes map[strikeKey]*strike
	last    strikeKey // for the previous text: most texts have the same size
	kept    *strike
	bytes   int
	z       vector.Rasterizer
}

const (
	maxStrikes   = 64
	maxMaskBytes = 8 << 20
)

// sizeOf returns f's size in 1/64 device pixels, 0 if text in that size cannot be painted.
func sizeOf(f Font, scale float64) int32 {
	size := f.Size * scale
	if !(size >= 0.5 && size <= maxPixels) {
		return 0
	}
	return int32(math.Round(size * 64))
}

func (c *glyphCache) strike(file uint16, size int32) *strike {
	key := strikeKey{file, size}
	if c.kept != nil && key == c.last {
		return c.kept
	}
	s := c.strikes[key]
	if s == nil {
		if c.strikes == nil || len(c.strikes) >= maxStrikes || c.bytes > maxMaskBytes {
			c.strikes, c.bytes = map[strikeKey]*strike{}, 0
		}
		s = &strike{file: file, size: float64(size) / 64}
		s.warp = newWarp(s.size)
		c.strikes[key] = s
	}
	c.last, c.kept = key, s
	return s
}

// mask returns g's coverage at a position in quarters of a pixel, nil if there is nothing to see.
func (c *glyphCache) mask(s *strike, g glyph, position int) *mask {
	i := int(g.index) // a box if no font has it
	switch g.kind {
	case blankGlyph:
		return nil
	case inkGlyph:
		i = int(g.index)*subpixels + position
	}
	at, in := i/len(maskPage{}), i%len(maskPage{})
	if at >= len(s.masks) {
		s.masks = append(s.masks, make([]*maskPage, at+1-len(s.masks))...)
	}
	if s.masks[at] == nil {
		s.masks[at] = new(maskPage)
		c.bytes += 8 * len(maskPage{})
	}
	m := &s.masks[at][in]
	if *m == nil {
		if g.kind == missingGlyph {
			*m = newBox(s.size, float64(g.advance)/perEm)
		} else {
			*m = c.rasterize(s, g, float64(position)/subpixels)
		}
		c.bytes += len((*m).coverage) + len((*m).colours)
	}
	return *m
}

type maskPage [256]*mask

// made returns the mask of a glyph with ink, nil if it was not made yet.
func (s *strike) made(g *glyph, position int) *mask {
	i := uint(g.index)*subpixels + uint(position)
	if at := i / uint(len(maskPage{})); g.kind == inkGlyph && at < uint(len(s.masks)) && s.masks[at] != nil {
		return s.masks[at][i%uint(len(maskPage{}))]
	}
	return nil
}

var noMask = new(mask) // for a glyph without an outline

func (c *glyphCache) rasterize(s *strike, g glyph, dx float64) *mask {
	drawn := typefaces.drawing(g)
	if drawn.colours != nil {
		return coloured(drawn, s.size)
	}
	if len(drawn.outline) == 0 {
		return noMask
	}
	perUnit := s.size / drawn.upem
	place := func(p opentype.SegmentPoint) (x, y float64) {
		x, y = float64(p.X)*perUnit+dx, float64(p.Y)*perUnit
		if drawn.builtIn {
			y = s.warp.height(y)
		}
		return x, -y
	}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range drawn.outline {
		for _, p := range drawn.outline[i].ArgsSlice() {
			x, y := place(p)
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
		}
	}
	// A broken font must not ask for a huge picture.
	if reach := 8 * s.size; !(x0 > -reach && y0 > -reach && x1 < reach && y1 < reach) {
		return noMask
	}
	m := &mask{left: int(math.Floor(x0)), top: int(math.Floor(y0))}
	m.w, m.h = int(math.Ceil(x1))-m.left+1, int(math.Ceil(y1))-m.top+1
	c.z.Reset(m.w, m.h)
	at := func(p opentype.SegmentPoint) (x, y float32) {
		px, py := place(p)
		return float32(px - float64(m.left)), float32(py - float64(m.top))
	}
	for i := range drawn.outline {
		seg := &drawn.outline[i]
		ax, ay := at(seg.Args[0])
		bx, by := at(seg.Args[1])
		cx, cy := at(seg.Args[2])
		switch seg.Op {
		case opentype.SegmentOpMoveTo:
			c.z.ClosePath()
			c.z.MoveTo(ax, ay)
		case opentype.SegmentOpLineTo:
			c.z.LineTo(ax, ay)
		case opentype.SegmentOpQuadTo:
			c.z.QuadTo(ax, ay, bx, by)
		case opentype.SegmentOpCubeTo:
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

// coloured returns the mask of a glyph that is a picture, such as an emoji.
func coloured(d drawing, size float64) *mask {
	perUnit := size / d.upem
	m := &mask{
		left: int(math.Floor(float64(d.extents.XBearing) * perUnit)),
		top:  -int(math.Ceil(float64(d.extents.YBearing) * perUnit)),
		w:    int(math.Round(float64(d.extents.Width) * perUnit)),
		h:    int(math.Round(-float64(d.extents.Height) * perUnit)),
	}
	if maxSide := int(4 * size); m.w <= 0 || m.h <= 0 || m.w > maxSide || m.h > maxSide {
		return noMask
	}
	to := image.NewRGBA(image.Rect(0, 0, m.w, m.h))
	draw.CatmullRom.Scale(to, to.Rect, d.colours, d.colours.Bounds(), draw.Src, nil)
	m.colours = to.Pix
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
	*m = mask{left: m.left + used.Min.X, top: m.top + used.Min.Y, w: used.Dx(), h: used.Dy(), coverage: kept}
}

// Stems in small text are thinner than a pixel and look pale. Up to boldest device pixels per em,
// partly covered pixels get a little more.
const boldest = 24

var stronger = func() (t [256]uint8) {
	for i := range t {
		t[i] = uint8(math.Round(255 * math.Pow(float64(i)/255, 0.85)))
	}
	return t
}()

// newBox returns the box for a letter that no font has, as wide as its advance in ems with a gap on both sides.
func newBox(size, advance float64) *mask {
	m := &mask{left: max(1, int(size*0.06)), w: max(2, int(size*(advance-0.14))), h: max(2, int(math.Round(size*capHeight)))}
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

// warp maps heights above the baseline, in device pixels, to whole pixels at the heights where the
// Go family's edges are.
type warp struct{ from, to [6]float64 }

// newWarp leaves large text alone, where whole pixels no longer matter.
func newWarp(size float64) warp {
	const overshoot = 0.017 // in round letters, in ems
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
