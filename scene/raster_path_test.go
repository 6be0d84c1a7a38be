package scene

import (
	"image"
	"image/draw"
	"math"
	"math/rand/v2"
	"testing"
)

// slowCoverage is how much of each pixel is inside, by asking for 12×12 points.
func slowCoverage(w, h int, inside func(p Point) bool) []float64 {
	const n = 12
	out := make([]float64, w*h)
	for i := range out {
		hits := 0
		for k := range n * n {
			p := Point{float64(i%w) + (float64(k%n)+0.5)/n, float64(i/w) + (float64(k/n)+0.5)/n}
			if inside(p) {
				hits++
			}
		}
		out[i] = float64(hits) / (n * n)
	}
	return out
}

// winding is how often the closed polygon goes around p.
func winding(points []Point, p Point) int {
	n := 0
	for i, b := range points {
		a := points[(i+len(points)-1)%len(points)]
		if (a.Y <= p.Y) == (b.Y <= p.Y) {
			continue
		}
		if x := a.X + (p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X); x > p.X {
			if a.Y < b.Y {
				n++
			} else {
				n--
			}
		}
	}
	return n
}

// coverage paints a path in black and returns how black each pixel is.
func coverage(w, h int, scale float64, p *Path, fill bool, s Stroke) []float64 {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	c := Color{}
	if fill {
		c = black
	}
	NewRaster(img, scale).Path(p, c, s)
	out := make([]float64, w*h)
	for i := range out {
		out[i] = float64(img.Pix[4*i+3]) / 255
	}
	return out
}

func compareCoverage(t *testing.T, what string, w int, got, want []float64, limit float64) {
	t.Helper()
	for i := range got {
		if d := math.Abs(got[i] - want[i]); d > limit {
			t.Errorf("%s: pixel %d, %d is covered by %.3f, want %.3f", what, i%w, i/w, got[i], want[i])
			return
		}
	}
}

// Stars of any size and place, mostly reaching out of the picture, some very far.
func TestPathFillAgainstSlow(t *testing.T) {
	const w, h = 40, 30
	for seed := range uint64(80) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		scale := []float64{1, 2, 0.5}[rnd.IntN(3)]
		n := 3 + rnd.IntN(9)
		centre := Point{rnd.Float64() * w, rnd.Float64() * h}
		size := []float64{5, 15, 60, 400, 1e4}[rnd.IntN(5)]
		points := make([]Point, n)
		var p Path
		for i := range points {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			r := size * (0.2 + rnd.Float64())
			points[i] = Point{centre.X + r*cos, centre.Y + r*sin}
			p.LineTo(points[i].X/scale, points[i].Y/scale)
		}
		got := coverage(w, h, scale, &p, true, Stroke{})
		want := slowCoverage(w, h, func(q Point) bool { return winding(points, q) != 0 })
		compareCoverage(t, "star", w, got, want, 0.09)
		if t.Failed() {
			t.Fatalf("seed %d: %v", seed, points)
		}
	}
}

// segmentDistance is how far p is from the line from a to b, and whether the
// nearest point lies between them.
func segmentDistance(p, a, b Point) (d float64, between bool) {
	dx, dy := b.X-a.X, b.Y-a.Y
	t := ((p.X-a.X)*dx + (p.Y-a.Y)*dy) / (dx*dx + dy*dy)
	return math.Abs((p.X-a.X)*dy-(p.Y-a.Y)*dx) / math.Hypot(dx, dy), t >= 0 && t <= 1
}

// A straight stroke is all points beside the line that are near enough: solid, or
// where its length along the line falls into a dash.
func TestStrokeAgainstSlow(t *testing.T) {
	const w, h = 40, 30
	for seed := range uint64(100) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		far := []float64{1, 1, 3, 100}[rnd.IntN(4)]
		place := func() Point {
			return Point{w/2 + (rnd.Float64()-0.5)*w*far, h/2 + (rnd.Float64()-0.5)*h*far}
		}
		a, b := place(), place()
		width := 0.5 + rnd.Float64()*6
		s := Stroke{Color: black, Width: width}
		if rnd.IntN(2) == 0 {
			s.Dash = []float64{2 + rnd.Float64()*6, 2 + rnd.Float64()*6, 3}[:1+rnd.IntN(3)]
		}
		dash := s.Dash
		if len(dash)%2 == 1 {
			dash = append(append([]float64{}, dash...), dash...)
		}
		period := 0.0
		for _, d := range dash {
			period += d
		}
		inDash := func(at float64) bool {
			if period == 0 {
				return true
			}
			at = math.Mod(at, period)
			for i, d := range dash {
				if at < d {
					return i%2 == 0
				}
				at -= d
			}
			return false
		}
		var p Path
		p.MoveTo(a.X, a.Y)
		p.LineTo(b.X, b.Y)
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		got := coverage(w, h, 1, &p, false, s)
		want := slowCoverage(w, h, func(q Point) bool {
			d, between := segmentDistance(q, a, b)
			along := ((q.X-a.X)*(b.X-a.X) + (q.Y-a.Y)*(b.Y-a.Y)) / length
			return d <= width/2 && between && inDash(along)
		})
		compareCoverage(t, "stroke", w, got, want, 0.09)
		if t.Failed() {
			t.Fatalf("seed %d: %v to %v, %+v", seed, a, b, s)
		}
	}
}

// A curve's stroke covers all points near it, without holes or bumps.
func TestCurveStrokeAgainstSlow(t *testing.T) {
	const w, h = 60, 50
	for _, c := range [][4]Point{
		{{5, 45}, {20, -20}, {35, 70}, {55, 5}},
		{{5, 25}, {30, 5}, {40, 45}, {55, 25}},
		{{10, 10}, {50, 10}, {50, 40}, {10, 40}},
	} {
		for _, width := range []float64{1, 2.5, 5} {
			var p Path
			p.MoveTo(c[0].X, c[0].Y)
			p.CubicTo(c[1].X, c[1].Y, c[2].X, c[2].Y, c[3].X, c[3].Y)
			var fine []Point
			for i := range 101 {
				t := float64(i) / 100
				u := 1 - t
				fine = append(fine, Point{
					u*u*u*c[0].X + 3*u*u*t*c[1].X + 3*u*t*t*c[2].X + t*t*t*c[3].X,
					u*u*u*c[0].Y + 3*u*u*t*c[1].Y + 3*u*t*t*c[2].Y + t*t*t*c[3].Y,
				})
			}
			got := coverage(w, h, 1, &p, false, Stroke{Color: black, Width: width})
			last := len(fine) - 1
			beyond := func(q, end, next Point) bool { // a flat end
				return math.Hypot(q.X-end.X, q.Y-end.Y) < width && (q.X-end.X)*(next.X-end.X)+(q.Y-end.Y)*(next.Y-end.Y) < 0
			}
			want := slowCoverage(w, h, func(q Point) bool {
				if beyond(q, fine[0], fine[1]) || beyond(q, fine[last], fine[last-1]) {
					return false
				}
				for i := 1; i < len(fine); i++ {
					if math.Abs(q.X-fine[i].X) > 9 || math.Abs(q.Y-fine[i].Y) > 9 {
						continue // for speed: width/2 and a piece are less
					}
					if d, between := segmentDistance(q, fine[i-1], fine[i]); d <= width/2 && between {
						return true
					}
					if i < last && math.Hypot(q.X-fine[i].X, q.Y-fine[i].Y) <= width/2 {
						return true // between two pieces, at the outer side
					}
				}
				return false
			})
			limit := 0.15
			if width <= hairlineWidth {
				limit = 0.27 // at its ends, and where it turns from level to steep
			}
			compareCoverage(t, "curve", w, got, want, limit)
		}
	}
}

// Corners are mitred up to miterLimit and cut off beyond; closed lines have no
// ends. The want is what polygons made by hand cover.
func TestStrokeCorners(t *testing.T) {
	const w, h = 40, 40
	var square Path
	square.MoveTo(10, 10)
	square.LineTo(30, 10)
	square.LineTo(30, 30)
	square.LineTo(10, 30)
	square.Close()
	got := coverage(w, h, 1, &square, false, Stroke{Color: black, Width: 4})
	want := slowCoverage(w, h, func(p Point) bool {
		return Rect{8, 8, 32, 32}.Contains(p) && !Rect{12, 12, 28, 28}.Contains(p)
	})
	compareCoverage(t, "closed square", w, got, want, 0.02)

	var sharp Path // an angle of about 11°: cut off
	sharp.MoveTo(10, 16)
	sharp.LineTo(30, 20)
	sharp.LineTo(10, 24)
	for i, k := range coverage(w, h, 1, &sharp, false, Stroke{Color: black, Width: 3}) {
		if i%w > 33 && k > 0 {
			t.Fatalf("a sharp corner reaches to column %d", i%w)
		}
	}
}

// A clip shows what is painted without it, nothing else.
func TestPathClip(t *testing.T) {
	for seed := range uint64(100) {
		rnd := rand.New(rand.NewPCG(seed, 4))
		var p Path
		for range 6 {
			p.CubicTo(rnd.Float64()*300-100, rnd.Float64()*300-100, rnd.Float64()*300-100, rnd.Float64()*300-100, rnd.Float64()*100, rnd.Float64()*100)
		}
		s := Stroke{Color: black, Width: rnd.Float64() * 8, Dash: []float64{7, 4}}
		whole, got, want := paper(100, 100), paper(100, 100), paper(100, 100)
		NewRaster(whole, 1).Path(&p, Color{R: 255, A: 255}, s)
		area := image.Rect(rnd.IntN(90), rnd.IntN(90), 100, 100)
		r := NewRaster(got, 1)
		r.PushClip(Rect{float64(area.Min.X), float64(area.Min.Y), 100, 100})
		r.Path(&p, Color{R: 255, A: 255}, s)
		draw.Draw(want, area, whole, area.Min, draw.Src)
		// Dashes outside the clip begin at another rounding.
		if d, at := worst(got, want); d > 12 {
			t.Fatalf("seed %d, clip %v: pixel %v is %d off", seed, area, at, d)
		}
	}
}

// Dashes of no use are drawn as a solid line, or end quickly where nobody sees
// them.
func TestStrokeOddDashes(t *testing.T) {
	solid := coverage(40, 10, 1, lineAt(5), false, Stroke{Color: black, Width: 2})
	for _, dash := range [][]float64{
		{0, 0}, {-1, 2}, {math.NaN()}, {math.Inf(1)}, {5e-324}, {1e-9, 1e-9}, {math.MaxFloat64, math.MaxFloat64}, {1e9, 1},
	} {
		s := Stroke{Color: black, Width: 2, Dash: dash}
		compareCoverage(t, "dashed", 40, coverage(40, 10, 1, lineAt(5), false, s), solid, 0)
		for i, k := range coverage(40, 10, 1, lineAt(-1e5), false, s) {
			if k != 0 {
				t.Fatalf("dash %v: a line far away covers pixel %d", dash, i)
			}
		}
	}
}

func lineAt(y float64) *Path {
	p := new(Path)
	p.MoveTo(-1e8, y)
	p.LineTo(1e8, y)
	return p
}
