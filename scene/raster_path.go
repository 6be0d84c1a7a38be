package scene

import (
	"image"
	"math"
)

// Path paints with smooth edges. A path with a coordinate that is not finite is
// not painted.
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
		r.stroker.start(&r.polygon, width, s.Dash, r.scale)
		r.flat = p.flatten(r.scale, r.flat, &r.stroker)
		r.paintPolygon(premultiply(s.Color))
	}
}

// begin empties the polygon. Shapes are cut at the clip; lines that are going to
// be stroked are cut where a stroke of that reach cannot be seen.
func (r *Raster) begin(reach float64) {
	o := r.img.Rect.Min
	r.polygon.reset(r.clip.Sub(o))
	r.stroker.visible = Rect{
		float64(r.clip.Min.X-o.X) - reach, float64(r.clip.Min.Y-o.Y) - reach,
		float64(r.clip.Max.X-o.X) + reach, float64(r.clip.Max.Y-o.Y) + reach,
	}
}

// paintPolygon fills what the polygon encloses, over the pixels that it touches.
func (r *Raster) paintPolygon(p premultiplied) {
	touched := r.polygon.touched()
	if touched.Empty() {
		return
	}
	r.z.Reset(touched.Dx(), touched.Dy())
	dx, dy := float64(touched.Min.X), float64(touched.Min.Y)
	for i, q := range r.polygon.points {
		x, y := float32(q.X-dx), float32(q.Y-dy)
		if r.polygon.starts[i] {
			r.z.ClosePath()
			r.z.MoveTo(x, y)
		} else {
			r.z.LineTo(x, y)
		}
	}
	r.z.ClosePath()
	*r.paint = p
	r.z.Draw(r.img, touched.Add(r.img.Rect.Min), r.source, image.Point{})
}

// polygon collects closed figures in device pixels from the image's corner, cut
// to the clip while they come in: the rasteriser takes time in proportion to the
// length of a line, however little of it can be seen. What lies left or right of
// the clip is moved to its border, where it winds around the same pixels; what
// lies above or below is moved likewise and encloses nothing.
type polygon struct {
	clip   Rect
	points []Point
	starts []bool // of a figure, by point
}

func (g *polygon) reset(clip image.Rectangle) {
	g.clip = Rect{float64(clip.Min.X), float64(clip.Min.Y), float64(clip.Max.X), float64(clip.Max.Y)}
	g.points, g.starts = g.points[:0], g.starts[:0]
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

// border is the point of the clip nearest to p.
func (g *polygon) border(p Point) Point {
	return Point{min(max(p.X, g.clip.X0), g.clip.X1), min(max(p.Y, g.clip.Y0), g.clip.Y1)}
}

// line adds the line from a to b, both moved to the clip: between the places
// where it crosses the four sides it is straight after moving too.
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
	for i := 1; i < n; i++ {
		for j := i; j > 0 && cuts[j] < cuts[j-1]; j-- {
			cuts[j], cuts[j-1] = cuts[j-1], cuts[j]
		}
	}
	for _, t := range cuts[:n] {
		g.add(g.border(Point{a.X + t*(b.X-a.X), a.Y + t*(b.Y-a.Y)}), false)
	}
	g.add(g.border(b), false)
}

// touched is the smallest area of whole pixels around all points.
func (g *polygon) touched() image.Rectangle {
	if len(g.points) == 0 {
		return image.Rectangle{}
	}
	low, high := g.points[0], g.points[0]
	for _, p := range g.points[1:] {
		low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
		high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
	}
	return image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)), int(math.Ceil(high.Y)))
}
