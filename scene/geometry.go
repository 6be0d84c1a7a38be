package scene

// Lengths are logical pixels (canvas units): x runs to the right, y runs down,
// the origin is the picture's upper left corner. Rectangles are half open:
// a point on the left or upper edge is inside, one on the right or lower is not.
// Device pixels exist only inside Raster, which multiplies by its scale.

// Point is a place in the picture.
type Point struct{ X, Y float64 }

// Rect is the area from (X0, Y0) up to but not including (X1, Y1).
type Rect struct{ X0, Y0, X1, Y1 float64 }

// W returns the width, negative if the edges are swapped.
func (r Rect) W() float64 { return r.X1 - r.X0 }

// H returns the height, negative if the edges are swapped.
func (r Rect) H() float64 { return r.Y1 - r.Y0 }

// Middle returns the point in the middle.
func (r Rect) Middle() Point { return Point{(r.X0 + r.X1) / 2, (r.Y0 + r.Y1) / 2} }

// Empty reports whether r contains no point; a NaN anywhere makes r empty.
func (r Rect) Empty() bool { return !(r.X0 < r.X1 && r.Y0 < r.Y1) }

// Intersect returns the area that lies in both, the zero Rect if there is none.
func (r Rect) Intersect(o Rect) Rect {
	i := Rect{max(r.X0, o.X0), max(r.Y0, o.Y0), min(r.X1, o.X1), min(r.Y1, o.Y1)}
	if i.Empty() {
		return Rect{}
	}
	return i
}

// Union returns the smallest area that holds both; an empty one counts as a point or a line.
func (r Rect) Union(o Rect) Rect {
	return Rect{min(r.X0, o.X0), min(r.Y0, o.Y0), max(r.X1, o.X1), max(r.Y1, o.Y1)}
}

// Around returns the smallest area that holds all points, the zero Rect if there are none.
func Around(points []Point) (r Rect) {
	for i, p := range points {
		if i == 0 {
			r = p.At()
		}
		r = r.Union(p.At())
	}
	return r
}

// At returns the area that is only this point; it is empty.
func (p Point) At() Rect { return Rect{p.X, p.Y, p.X, p.Y} }

// Cubic returns the point at share t along a cubic Bézier curve from a to d.
func Cubic(a, b, c, d Point, t float64) Point {
	u := 1 - t
	k0, k1, k2, k3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return Point{k0*a.X + k1*b.X + k2*c.X + k3*d.X, k0*a.Y + k1*b.Y + k2*c.Y + k3*d.Y}
}

// Contains reports whether p lies in r.
func (r Rect) Contains(p Point) bool {
	return r.X0 <= p.X && p.X < r.X1 && r.Y0 <= p.Y && p.Y < r.Y1
}

// Inset moves every edge inwards by d, outwards if d is negative.
func (r Rect) Inset(d float64) Rect {
	return Rect{r.X0 + d, r.Y0 + d, r.X1 - d, r.Y1 - d}
}
