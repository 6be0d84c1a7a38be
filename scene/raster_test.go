package scene

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"
)

// slowRaster is Fill, Outline and clips for one pixel after the other, by the
// words of the documentation: a pixel belongs to a rectangle if it lies between
// its rounded edges.
type slowRaster struct {
	img   *image.RGBA
	scale float64
	clips []Rect
}

func (s *slowRaster) covers(r Rect, x, y int) bool {
	if r.Empty() {
		return false
	}
	edge := func(v float64) float64 { return math.Floor(v*s.scale + 0.5) }
	fx, fy := float64(x), float64(y)
	return edge(r.X0) <= fx && fx < edge(r.X1) && edge(r.Y0) <= fy && fy < edge(r.Y1)
}

func (s *slowRaster) paint(c Color, inside func(x, y int) bool) {
	b := s.img.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			in := inside(x, y)
			for _, r := range s.clips {
				in = in && s.covers(r, x, y)
			}
			if !in {
				continue
			}
			px, py := b.Min.X+x, b.Min.Y+y
			was, a := s.img.RGBAAt(px, py), float64(c.A)/255
			mix := func(v, old uint8) uint8 { return uint8(math.Round(float64(v)*a + float64(old)*(1-a))) }
			s.img.SetRGBA(px, py, color.RGBA{mix(c.R, was.R), mix(c.G, was.G), mix(c.B, was.B), mix(255, was.A)})
		}
	}
}

func (s *slowRaster) fill(r Rect, c Color) {
	s.paint(c, func(x, y int) bool { return s.covers(r, x, y) })
}

func (s *slowRaster) outline(r Rect, c Color, width float64) {
	n := int(max(1, math.Floor(width*s.scale+0.5)))
	s.paint(c, func(x, y int) bool {
		deep := s.covers(r, x-n, y) && s.covers(r, x+n, y) && s.covers(r, x, y-n) && s.covers(r, x, y+n)
		return s.covers(r, x, y) && !deep
	})
}

// worst is the largest difference of a channel, and where it is.
func worst(a, b *image.RGBA) (int, image.Point) {
	most, at := 0, image.Point{}
	for i := range a.Pix {
		if d := int(a.Pix[i]) - int(b.Pix[i]); max(d, -d) > most {
			most, at = max(d, -d), image.Point{X: i % a.Stride / 4, Y: i / a.Stride}
		}
	}
	return most, at
}

func TestRasterAgainstSlow(t *testing.T) {
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		scale := []float64{1, 2, 1.25, 0.7}[rnd.IntN(4)]
		bounds := image.Rect(0, 0, 1+rnd.IntN(90), 1+rnd.IntN(50)).Add(image.Point{X: rnd.IntN(3), Y: -rnd.IntN(3)})
		slow := &slowRaster{img: image.NewRGBA(bounds), scale: scale}
		fast := image.NewRGBA(bounds)
		r := NewRaster(fast, scale)
		w, h := r.Size()
		box := func() Rect {
			x, y := (rnd.Float64()*1.4-0.2)*w, (rnd.Float64()*1.4-0.2)*h
			b := Rect{x, y, x + (rnd.Float64()-0.05)*w*0.7, y + (rnd.Float64()-0.05)*h*0.7}
			switch rnd.IntN(8) {
			case 0:
				b = Rect{math.Round(b.X0), math.Round(b.Y0), math.Round(b.X1), math.Round(b.Y1)}
			case 1:
				b.X0, b.Y1 = -1e12, 1e12
			case 2:
				b.X1 = math.Inf(1)
			}
			return b
		}
		for step := range 40 {
			c := rgba(uint8(rnd.Uint32()), uint8(rnd.Uint32()), uint8(rnd.Uint32()), 255)
			if rnd.IntN(3) == 0 {
				c.A = uint8(rnd.Uint32())
			}
			b := box()
			what := ""
			switch rnd.IntN(6) {
			default:
				what = fmt.Sprint("fill ", b, c)
				r.Fill(b, c)
				slow.fill(b, c)
			case 0:
				width := rnd.Float64() * 6
				what = fmt.Sprint("outline ", b, c, width)
				r.Outline(b, c, width)
				slow.outline(b, c, width)
			case 1:
				r.PushClip(b)
				slow.clips = append(slow.clips, b)
			case 2:
				r.PopClip()
				slow.clips = slow.clips[:max(0, len(slow.clips)-1)]
			}
			// One unit for rounding of translucent colours, more as they pile up.
			if d, at := worst(fast, slow.img); d > 2 {
				t.Fatalf("seed %d, scale %v, step %d, %s: pixel %v is %d off", seed, scale, step, what, at, d)
			}
			copy(fast.Pix, slow.img.Pix)
		}
	}
}

// A row of boxes that share edges covers every pixel once, at any scale.
func TestRasterNeighboursMeet(t *testing.T) {
	for _, scale := range []float64{1, 1.25, 1.5, 2, 3} {
		img := image.NewRGBA(image.Rect(0, 0, 700, 3))
		r := NewRaster(img, scale)
		half := Color{R: 255, A: 128}
		for x := 0.0; x < 700; x += 3.37 {
			r.Fill(Rect{x, 0, x + 3.37, 9}, half)
		}
		for x := range 700 {
			if got := img.RGBAAt(x, 1); got != (color.RGBA{128, 0, 0, 128}) {
				t.Fatalf("scale %v: pixel %d is %v: covered not once", scale, x, got)
			}
		}
	}
}

// Reset drops clips and takes the new size.
func TestRasterReset(t *testing.T) {
	r := NewRaster(image.NewRGBA(image.Rect(0, 0, 10, 10)), 1)
	r.PushClip(Rect{0, 0, 1, 1})
	img := image.NewRGBA(image.Rect(0, 0, 30, 20))
	r.Reset(img, 2)
	if w, h := r.Size(); w != 15 || h != 10 {
		t.Errorf("size is %v × %v, want 15 × 10", w, h)
	}
	r.PopClip()
	r.Fill(Rect{0, 0, 15, 10}, white)
	if got := img.RGBAAt(29, 19); got != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("the last pixel is %v after Reset", got)
	}
	r.Reset(img, math.NaN())
	if w, _ := r.Size(); w != 30 {
		t.Errorf("with scale NaN the width is %v, want 30", w)
	}
}

// paintTypical is a flame graph of n boxes, every tenth with a label.
func paintTypical(c Canvas, n int) {
	w, h := c.Size()
	c.Fill(Rect{0, 0, w, h}, Light.Background)
	const height = 18
	perRow := max(1, int(float64(n)*height/h))
	f := Font{Size: TextSize}
	label := Title("encoding/json.(*decodeState).object")
	const cut = "encoding/json.…"
	for i := range n {
		x, y := float64(i%perRow)*w/float64(perRow), float64(i/perRow)*height
		b := Rect{x, y, x + w/float64(perRow), y + height - 1}
		fill := Light.Hue(float64(i * 7 % 360))
		c.Begin(label)
		c.Fill(b, fill)
		if i%10 == 0 {
			c.Text(Point{x + 3, y + 13}, cut, f, Light.On(fill))
		}
		c.End()
	}
}

func TestRasterAllocatesNothing(t *testing.T) {
	r := NewRaster(image.NewRGBA(image.Rect(0, 0, 400, 300)), 1)
	var p Path
	p.MoveTo(10, 10)
	p.CubicTo(100, 0, 0, 300, 300, 250)
	dash := []float64{4, 3}
	paint := func() {
		paintTypical(r, 500)
		r.PushClip(Rect{10, 10, 300, 200})
		r.Path(&p, Light.Quiet, Stroke{Color: Light.Muted, Width: 1.5, Dash: dash})
		r.Outline(Rect{20, 20, 90, 90}, Light.Selection, 2)
		r.PopClip()
	}
	paint()
	if n := testing.AllocsPerRun(20, paint); n > 0 {
		t.Errorf("a picture allocates %v times", n)
	}
}

func BenchmarkRaster20000Boxes(b *testing.B) {
	img := image.NewRGBA(image.Rect(0, 0, 1600, 900))
	r := NewRaster(img, 1)
	b.ReportAllocs()
	for b.Loop() {
		r.Reset(img, 1)
		paintTypical(r, 20000)
	}
}

func BenchmarkRaster2000BoxesTwofold(b *testing.B) {
	img := image.NewRGBA(image.Rect(0, 0, 3200, 1800))
	r := NewRaster(img, 2)
	b.ReportAllocs()
	for b.Loop() {
		r.Reset(img, 2)
		paintTypical(r, 2000)
	}
}

func BenchmarkRaster500Curves(b *testing.B) {
	img := image.NewRGBA(image.Rect(0, 0, 1600, 900))
	r := NewRaster(img, 1)
	var p Path
	b.ReportAllocs()
	for b.Loop() {
		for i := range 500 {
			x, y := float64(i%40)*38, float64(i/40)*60
			p.Reset()
			p.MoveTo(x, y)
			p.CubicTo(x+10, y+60, x+90, y+50, x+100, y+120)
			r.Path(&p, Color{}, Stroke{Color: Light.Muted, Width: 1.5})
		}
	}
}
