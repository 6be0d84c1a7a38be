package scene

import (
	"image"
	"image/draw"
	"math"
	"slices"
)

// Path paints with smooth edges. It does not paint a path with a coordinate that is not finite.
func (r *Raster) Path(p *Path, fill Color, s Stroke) {
	if p == nil || p.Empty() || r.clip.Empty() || !p.finite() {
		return
	}
	if fill.A != 0 {
		r.begin(0)
		r.flat = p.flatten(r.scale, r.flat, &r.polygon)
		r.paintPolygon(premultiply(fill))
	}
	if width := s.Width * r.scale; s.Color.A != 0 && width > 0 && width < farAway {
		r.begin(miterLimit * width)
		r.stroker.start(&r.polygon, s, r.scale)
		r.stroker.thin = nil
		// A translucent colour must not be laid twice where a line crosses itself.
		if width <= hairlineWidth && s.Color.A == 255 {
			r.hairline = hairline{img: r.img, origin: r.origin, clip: r.clip, colour: premultiply(s.Color).lanes(), half: width / 2}
			r.stroker.thin = &r.hairline
		}
		r.flat = p.flatten(r.scale, r.flat, &r.stroker)
		r.paintPolygon(premultiply(s.Color))
	}
}

// begin empties the polygon. Shapes are cut at the clip; lines that are going to be stroked are
// cut where a stroke with that reach cannot be seen.
func (r *Raster) begin(reach float64) {
	g := &r.polygon
	g.clip = pixels(r.clip.Sub(r.origin))
	g.points, g.starts = g.points[:0], g.starts[:0]
	r.stroker.visible = g.clip.Inset(-reach)
}

func pixels(r image.Rectangle) Rect {
	return Rect{float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)}
}

// bandHeight is how many rows of pixels are rasterised at once. The rasteriser works on all
// pixels in a rectangle. The rectangle around a long slanting line has nearly all pixels, but the
// one around the line's part in a band has few.
const bandHeight = 24

func (r *Raster) paintPolygon(p premultiplied) {
	low, high := r.polygon.rows()
	for y := low; y < high; y += bandHeight {
		r.paintBand(y, min(y+bandHeight, high), p)
	}
}

func (r *Raster) paintBand(y0, y1 int, p premultiplied) {
	r.band = r.polygon.between(r.band[:0], float64(y0), float64(y1))
	if len(r.band) == 0 {
		return
	}
	left, right := math.Inf(1), math.Inf(-1)
	for _, e := range r.band {
		left, right = min(left, e[0].X, e[1].X), max(right, e[0].X, e[1].X)
	}
	m := mask{left: int(math.Floor(left)), top: y0, h: y1 - y0}
	if m.w = int(math.Ceil(right)) - m.left; m.w == 0 {
		return
	}
	r.z.Reset(m.w, m.h)
	r.z.DrawOp = draw.Src
	dx, dy := float64(m.left), float64(m.top)
	for _, e := range r.band {
		r.z.MoveTo(float32(e[0].X-dx), float32(e[0].Y-dy))
		r.z.LineTo(float32(e[1].X-dx), float32(e[1].Y-dy))
	}
	r.alpha.Pix = slices.Grow(r.alpha.Pix[:0], m.w*m.h)[:m.w*m.h]
	r.alpha.Stride, r.alpha.Rect = m.w, image.Rectangle{Max: image.Point{X: m.w, Y: m.h}}
	r.z.Draw(&r.alpha, r.alpha.Rect, image.Opaque, image.Point{})
	m.coverage = r.alpha.Pix
	r.blit(&m, r.origin.X+m.left, r.origin.Y+m.top, p)
}

// polygon collects closed figures in device pixels from the image's corner, cut to the clip while
// they come in: the rasteriser's time grows with the length of a line, however little can be
// seen. What lies beside the clip is moved to its border, where it winds around the same pixels;
// what lies above or below is moved likewise and encloses nothing.
type polygon struct {
	clip   Rect
	points []Point
	starts []bool // for each point, whether a figure starts there
}

// figure adds one figure, which closes itself.
func (g *polygon) figure(points []Point, _ bool) {
	if len(points) < 3 {
		return
	}
	g.add(g.border(points[len(points)-1]), true)
	for i, p := range points {
		g.line(points[(i+len(points)-1)%len(points)], p)
	}
}

func (g *polygon) add(p Point, start bool) {
	g.points, g.starts = append(g.points, p), append(g.starts, start)
}

func (g *polygon) border(p Point) Point {
	return Point{min(max(p.X, g.clip.X0), g.clip.X1), min(max(p.Y, g.clip.Y0), g.clip.Y1)}
}

// line adds the line from a to b, with both ends moved to the clip. Between the places where it
// crosses the four sides, it is still straight after that.
func (g *polygon) line(a, b Point) {
	var cuts [4]float64
	n := 0
	cross := func(from, to, side float64) {
		if (from < side) != (to < side) {
			cuts[n] = (side - from) / (to - from)
			n++
		}
	}
	cross(a.X, b.X, g.clip.X0)
	cross(a.X, b.X, g.clip.X1)
	cross(a.Y, b.Y, g.clip.Y0)
	cross(a.Y, b.Y, g.clip.Y1)
	slices.Sort(cuts[:n])
	for _, t := range cuts[:n] {
		g.add(g.border(between(a, b, t)), false)
	}
	g.add(g.border(b), false)
}

// rows returns the first row of pixels that the polygon touches, and the row after the last.
func (g *polygon) rows() (low, high int) {
	if len(g.points) == 0 {
		return 0, 0
	}
	top, bottom := g.points[0].Y, g.points[0].Y
	for _, p := range g.points[1:] {
		top, bottom = min(top, p.Y), max(bottom, p.Y)
	}
	return int(math.Floor(top)), int(math.Ceil(bottom))
}

// between appends the edges between y0 and y1, cut where they go on.
func (g *polygon) between(edges [][2]Point, y0, y1 float64) [][2]Point {
	for i, b := range g.points {
		if g.starts[i] {
			continue
		}
		a := g.points[i-1]
		if a.Y == b.Y || max(a.Y, b.Y) <= y0 || min(a.Y, b.Y) >= y1 {
			continue
		}
		edges = append(edges, [2]Point{cutAt(a, b, y0, y1), cutAt(b, a, y0, y1)})
	}
	return edges
}

// cutAt returns a, or the point nearest to it on the line to b with y from y0 to y1.
func cutAt(a, b Point, y0, y1 float64) Point {
	y := min(max(a.Y, y0), y1)
	if y == a.Y {
		return a
	}
	return Point{a.X + (y-a.Y)/(b.Y-a.Y)*(b.X-a.X), y}
}
