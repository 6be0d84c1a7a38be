package scene

import "math"

// miterLimit is how many widths a corner may stick out before it is cut off. It is SVG's own
// default, so that both back ends agree.
const miterLimit = 4

// maxDashes is the most dashes in one path. If more could be seen, they would be so short that
// they looked like grey: the line is drawn solid.
const maxDashes = 20000

// stroker turns lines into the outlines of their strokes: along one side, and back along the
// other. If the inner sides at a corner do not meet, because a line is too short, the outline
// goes through the corner itself, so that it never winds backwards around anything.
type stroker struct {
	to      *polygon
	thin    *hairline // paints lines without corners at once; nil: all go to the polygon
	half    float64   // half the width, in device pixels
	dash    []float64
	period  float64 // sum of dash
	visible Rect    // in device pixels; lines outside need no dashes
	line    []Point // without repeated points
	piece   []Point // one dash
	outline []Point
	steps   int // counts in dashed, so that it ends for any numbers
}

func (k *stroker) start(to *polygon, s Stroke, scale float64) {
	k.to, k.half, k.dash, k.period, k.steps = to, s.Width*scale/2, k.dash[:0], s.period()*scale, 0
	if !(k.period > 0) || math.IsInf(k.period, 0) {
		return
	}
	for _, d := range s.Dash {
		k.dash = append(k.dash, d*scale)
	}
	if len(k.dash)%2 == 1 { // as in SVG
		k.dash = append(k.dash, k.dash...)
		k.period *= 2
	}
}

func (k *stroker) figure(points []Point, closed bool) {
	k.line = k.line[:0]
	for _, p := range points {
		if n := len(k.line); n == 0 || k.line[n-1] != p {
			k.line = append(k.line, p)
		}
	}
	if n := len(k.line); closed && n > 1 && k.line[0] == k.line[n-1] {
		k.line = k.line[:n-1]
	}
	if len(k.line) < 2 {
		return
	}
	if len(k.dash) == 0 || k.tooFine(closed) {
		k.solid(k.line, closed)
		return
	}
	if closed {
		k.line = append(k.line, k.line[0])
	}
	k.dashed()
}

// tooFine reports whether the visible part of the line has too many dashes.
func (k *stroker) tooFine(closed bool) bool {
	n := 0.0
	for i, p := range k.line {
		if i == 0 && !closed {
			continue
		}
		from := k.line[(i+len(k.line)-1)%len(k.line)]
		t0, t1 := k.visible.cut(from, p)
		n += (t1 - t0) * math.Hypot(p.X-from.X, p.Y-from.Y) / k.period * float64(len(k.dash))
	}
	return !(n < maxDashes)
}

// cut returns the part within r of the line from a to b, as shares in 0…1. They are equal if
// there is none (Liang and Barsky).
func (r Rect) cut(a, b Point) (t0, t1 float64) {
	t0, t1 = 0, 1
	side := func(from, step, low, high float64) {
		if step == 0 {
			if from < low || from > high {
				t1 = t0
			}
			return
		}
		enter, leave := (low-from)/step, (high-from)/step
		if enter > leave {
			enter, leave = leave, enter
		}
		t0, t1 = max(t0, enter), min(t1, leave)
	}
	side(a.X, b.X-a.X, r.X0, r.X1)
	side(a.Y, b.Y-a.Y, r.Y0, r.Y1)
	if !(t0 < t1) {
		return 0, 0
	}
	return t0, t1
}

// dashed cuts the line into dashes. It skips whole periods that cannot be seen.
func (k *stroker) dashed() {
	index, left := 0, k.dash[0] // which dash or gap, and how much of it is to come
	k.piece = append(k.piece[:0], k.line[0])
	finish := func() {
		if index%2 == 0 && len(k.piece) > 1 {
			k.solid(k.piece, false)
		}
	}
	for i := 1; i < len(k.line); i++ {
		a, b := k.line[i-1], k.line[i]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		t0, t1 := k.visible.cut(a, b)
		at := 0.0
		for at < length && k.steps < 4*maxDashes {
			k.steps++
			hidden := t0*length - at
			if at >= t1*length {
				hidden = length - at
			}
			if skip := min(math.Floor(hidden/k.period)*k.period, hidden); skip > 0 {
				finish()
				at += skip
				k.piece = append(k.piece[:0], between(a, b, at/length))
			}
			step := min(left, length-at)
			at += step
			left -= step
			p := b
			if at < length {
				p = between(a, b, at/length)
			}
			if k.piece[len(k.piece)-1] != p {
				k.piece = append(k.piece, p)
			}
			if left > 0 {
				break // the dash goes on around the corner
			}
			finish()
			index = (index + 1) % len(k.dash)
			left = k.dash[index]
			k.piece = append(k.piece[:0], p)
		}
	}
	finish()
}

// solid adds the outline of a line whose neighbouring points differ.
func (k *stroker) solid(line []Point, closed bool) {
	if k.thin != nil && !closed && straightish(line) {
		k.thin.line(line)
		return
	}
	k.outline = k.outline[:0]
	k.side(line, closed, 1)
	if closed {
		k.to.figure(k.outline, true)
		k.outline = k.outline[:0]
	}
	k.side(line, closed, -1)
	k.to.figure(k.outline, true)
}

// side goes along the right hand side of the line: from its beginning or, with direction −1, from its end.
func (k *stroker) side(line []Point, closed bool, direction int) {
	n := len(line)
	at := func(i int) Point {
		if direction < 0 {
			i = n - 1 - i
		}
		return line[(i+n)%n]
	}
	for i := range n {
		p := at(i)
		switch {
		case !closed && i == 0:
			k.outline = append(k.outline, k.offset(p, normal(p, at(1))))
		case !closed && i == n-1:
			k.outline = append(k.outline, k.offset(p, normal(at(i-1), p)))
		default:
			before, after := at(i-1+n), at(i+1)
			length := min(math.Hypot(p.X-before.X, p.Y-before.Y), math.Hypot(after.X-p.X, after.Y-p.Y))
			k.corner(p, normal(before, p), normal(p, after), length)
		}
	}
}

// normal returns the unit vector to the right on the way from a to b (y points down).
func normal(a, b Point) Point {
	l := math.Hypot(b.X-a.X, b.Y-a.Y)
	return Point{-(b.Y - a.Y) / l, (b.X - a.X) / l}
}

func (k *stroker) offset(p, n Point) Point { return Point{p.X + k.half*n.X, p.Y + k.half*n.Y} }

// corner goes around p from normal n to normal m; the shorter line is length long.
func (k *stroker) corner(p, n, m Point, length float64) {
	turn := n.X*m.Y - n.Y*m.X // the sine of the angle
	cosine := n.X*m.X + n.Y*m.Y
	// The two sides meet half·tan(angle/2) before or after the corner.
	inner := turn > 0
	meet := inner && k.half*turn <= length*(1+cosine)
	// The length of the mitre, divided by the width, is 1/cos(angle/2).
	mitre := !inner && (1+cosine)/2*miterLimit*miterLimit >= 1
	switch {
	case meet || mitre:
		l := 1 / (1 + cosine)
		k.outline = append(k.outline, k.offset(p, Point{(n.X + m.X) * l, (n.Y + m.Y) * l}))
	case inner:
		k.outline = append(k.outline, k.offset(p, n), p, k.offset(p, m))
	default:
		k.outline = append(k.outline, k.offset(p, n), k.offset(p, m))
	}
}
