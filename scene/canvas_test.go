package scene

import (
	"bytes"
	"encoding/binary"
	"image"
	"math"
	"testing"
)

var (
	_ Canvas = (*Raster)(nil)
	_ Canvas = (*SVG)(nil)
	_ Canvas = (*Recorder)(nil)
	_ Canvas = (*Tape)(nil)
)

// script is a drawing read from arbitrary bytes, so that a fuzzer can draw.
type script []byte

func (s *script) byte() byte {
	if len(*s) == 0 {
		return 0
	}
	b := (*s)[0]
	*s = (*s)[1:]
	return b
}

// number is mostly a place in or near the picture, sometimes anything that a
// float64 can be.
func (s *script) number() float64 {
	k := s.byte()
	if k < 0xf0 {
		return float64(k) - 50 + float64(s.byte())/256
	}
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, 1e9, -1e9, 1e17, 0}
	if int(k-0xf0) < len(odd) {
		return odd[k-0xf0]
	}
	var b [8]byte
	n := copy(b[:], *s)
	*s = (*s)[n:]
	return math.Float64frombits(binary.LittleEndian.Uint64(b[:]))
}

func (s *script) rect() Rect   { return Rect{s.number(), s.number(), s.number(), s.number()} }
func (s *script) color() Color { return rgba(s.byte(), s.byte(), s.byte(), s.byte()) }

func (s *script) play(c Canvas) {
	for len(*s) > 0 {
		switch s.byte() % 9 {
		case 0:
			c.Fill(s.rect(), s.color())
		case 1:
			c.Outline(s.rect(), s.color(), s.number())
		case 2:
			var p Path
			for range s.byte() % 16 {
				switch s.byte() % 5 {
				case 0:
					p.MoveTo(s.number(), s.number())
				case 1:
					p.LineTo(s.number(), s.number())
				case 2:
					p.QuadTo(s.number(), s.number(), s.number(), s.number())
				case 3:
					p.CubicTo(s.number(), s.number(), s.number(), s.number(), s.number(), s.number())
				case 4:
					p.Close()
				}
			}
			k := Stroke{Color: s.color(), Width: s.number()}
			for range s.byte() % 4 {
				k.Dash = append(k.Dash, s.number())
			}
			c.Path(&p, s.color(), k)
		case 3:
			n := min(int(s.byte()%32), len(*s))
			text := string((*s)[:n])
			*s = (*s)[n:]
			c.Text(Point{s.number(), s.number()}, text, Font{Size: s.number(), Bold: s.byte()%2 == 0, Mono: s.byte()%2 == 0, Fade: s.byte()%2 == 0}, s.color())
		case 4:
			c.PushClip(s.rect())
		case 5:
			c.PopClip()
		case 6:
			c.Begin(Title("t"))
		case 7:
			c.End()
		case 8:
			c.Begin(nil)
		}
	}
}

// scripts are the seeds: every call, with normal and with odd numbers.
var scripts = []string{
	"",
	"\x00abcdefghijkl",
	"\x02\x05\x00aaaa\x01bbbb\x03ccccccdddddd\x04\x01zzzzabcdefab\x02aabb",
	"\x02\x03\x01\xf3\xf4\x01\xf5\xf6\x01\xf7\xf8\x01\x01\x01\xff\xff\x60\x02\x40\x40\x41\x41zzzz",
	"\x02\x02\x01\xf7\xf6\x01\xf6\xf7\xff\xff\xff\xff\xff\x40\x40\x02\x32\x01\x32\x01", // long, finely dashed
	"\x03\x05hello\x40\x40\x50\x50\x40\x40zzzz",
	"\x04\xf0\xf0\xf0\xf0\x00abcdefghijkl",
	"\x04\xf2\xf2\xf1\xf1\x00\xf2\xf2\xf1\xf1\xff\xff\xff\xff\xff",
	"\x06\x08\x01abcdefghijklmn\x07\x07\x05",
	"\x01\x40\x40\x40\x40\x90\x90\x90\x90\xff\xff\xff\xff\xff\xf1",
}

// play gives the drawing to every back end: none panics, the file is XML, and no
// pixel is more than opaque.
func play(t *testing.T, s string, scale float64) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 120, 90))
	raster := script(s)
	raster.play(NewRaster(img, scale))
	for i := 0; i < len(img.Pix); i += 4 {
		p := img.Pix[i : i+4]
		if p[0] > p[3] || p[1] > p[3] || p[2] > p[3] {
			t.Fatalf("pixel %d is %v: not premultiplied", i/4, p)
		}
	}
	drawn := writeSVG(t, 120, 90, "", "", func(c Canvas) {
		s := script(s)
		s.play(c)
	})
	parse(t, drawn)
	if bytes.Contains(drawn, []byte("NaN")) || bytes.Contains(drawn, []byte("Inf")) {
		t.Fatalf("the file holds a number that is none:\n%s", drawn)
	}
	recorded := script(s)
	recorded.play(&Recorder{Width: 120, Height: 90})
	tape, taped := NewTape(120, 90, scale), script(s)
	taped.play(tape)
	for i, shapes := range tape.strips(7) {
		part := image.Rect(0, 7*i, 120, min(90, 7*i+7))
		tape.paint(new(Raster), image.NewRGBA(part), shapes)
	}
}

func TestOddDrawings(t *testing.T) {
	for _, s := range scripts {
		for _, scale := range []float64{1, 2, 1e-9, 1e9} {
			play(t, s, scale)
		}
	}
}

func FuzzDrawing(f *testing.F) {
	for _, s := range scripts {
		f.Add([]byte(s), 1.0)
	}
	f.Fuzz(func(t *testing.T, s []byte, scale float64) {
		if len(s) < 2000 {
			play(t, string(s), scale)
		}
	})
}
