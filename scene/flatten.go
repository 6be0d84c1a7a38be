package scene

import (
	"iter"
	"math"
)

// tolerance is how far the lines that replace a curve may be from it, in device pixels; maxPieces
// is the most lines for a curve, however large it is.
const (
	tolerance = 0.08
	maxPieces = 256
)

func (p *Path) finite() bool {
	for _, q := range p.points {
		if math.IsNaN(q.X-q.X) || math.IsNaN(q.Y-q.Y) {
			return false
		}
	}
	return true
}

// nearer limits a coordinate to where a difference of a thousandth still counts.
func nearer(v float64) float64 { return min(max(v, -farAway), farAway) }

// figures takes a path's figures as corners in device pixels; it must not keep the slice.
type figures interface {
	figure(points []Point, closed bool)
}

// flatten gives p's figures to the taker, in order. It returns its memory for the next time.
func (p *Path) flatten(scale float64, memory []Point, to figures) []Point {
	line := memory[:0]
	points := p.points
	begin := Point{}
	finish := func(closed bool) {
		if len(line) > 1 {
			to.figure(line, closed)
		}
		line = line[:0]
	}
	for _, step := range p.steps {
		var a [3]Point
		n := stepPoints[step]
		for i, q := range points[:n] {
			a[i] = Point{nearer(q.X * scale), nearer(q.Y * scale)}
		}
		points = points[n:]
		if step != moveStep && step != closeStep && len(line) == 0 {
			line = append(line, begin) // goes on after Close
		}
		switch step {
		case moveStep:
			finish(false)
			begin = a[0]
			line = append(line, begin)
		case lineStep:
			line = append(line, a[0])
		case quadStep:
			from := line[len(line)-1]
			c1, c2 := between(from, a[0], 2.0/3), between(a[1], a[0], 2.0/3)
			line = appendCubic(line, c1, c2, a[1])
		case cubicStep:
			line = appendCubic(line, a[0], a[1], a[2])
		case closeStep:
			finish(true)
		}
	}
	finish(false)
	return line
}

// Pieces iterates over the straight lines that form a path; a curve has as many as it has on a screen.
func (p *Path) Pieces() iter.Seq2[Point, Point] {
	return func(yield func(a, b Point) bool) { p.flatten(1, nil, &pieces{yield: yield}) }
}

type pieces struct {
	yield func(a, b Point) bool
	over  bool
}

func (s *pieces) figure(points []Point, closed bool) {
	for i := 0; i+1 < len(points) && !s.over; i++ {
		s.over = !s.yield(points[i], points[i+1])
	}
	if n := len(points); closed && !s.over {
		s.over = !s.yield(points[n-1], points[0])
	}
}

func between(a, b Point, t float64) Point {
	return Point{a.X + t*(b.X-a.X), a.Y + t*(b.Y-a.Y)}
}

// appendCubic adds a curve that begins at line's last point. The number of pieces follows from
// the curve's second differences d: n pieces stay within 6·d/(8·n²) of the curve (Wang's formula
// for degree three).
func appendCubic(line []Point, b, c, d Point) []Point {
	a := line[len(line)-1]
	bend := max(
		math.Hypot(a.X-2*b.X+c.X, a.Y-2*b.Y+c.Y),
		math.Hypot(b.X-2*c.X+d.X, b.Y-2*c.Y+d.Y),
	)
	n := int(min(math.Ceil(math.Sqrt(6*bend/(8*tolerance))), maxPieces))
	for i := 1; i < n; i++ {
		line = append(line, Cubic(a, b, c, d, float64(i)/float64(n)))
	}
	return append(line, d)
}
