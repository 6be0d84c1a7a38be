package scene

import (
	"bytes"
	"context"
	"errors"
	"hash/adler32"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"

	"profstation/internal/must"
)

// TestWritePNG holds that what is written is decoded again as a raster paints it, in every size, and in the same bytes by
// any number of processors.
func TestWritePNG(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{1, 1}, {1, 3000}, {3000, 1}, {300, 200}, {700, 1500}, {stripBytes/4 + 1, 3}} {
		img, tape := image.NewRGBA(image.Rect(0, 0, size[0], size[1])), NewTape(size[0], size[1], 1)
		both := func(draw func(Canvas)) { draw(NewRaster(img, 1)); draw(tape) }
		both(func(cv Canvas) { cv.Fill(Rect{X1: float64(size[0]), Y1: float64(size[1])}, Color{A: 255}) })
		for range 200 {
			x, y := r.Float64()*float64(size[0]), r.Float64()*float64(size[1])
			box := Rect{X0: x, Y0: y, X1: x + r.Float64()*float64(size[0]), Y1: y + r.Float64()*float64(size[1])}
			c := Color{R: uint8(r.Uint32()), G: uint8(r.Uint32()), B: uint8(r.Uint32()), A: 255}
			both(func(cv Canvas) { cv.Fill(box, c) })
		}
		var b, alone bytes.Buffer
		must.Do(tape.WritePNG(&b))
		before := runtime.GOMAXPROCS(1)
		must.Do(tape.WritePNG(&alone))
		runtime.GOMAXPROCS(before)
		if !bytes.Equal(b.Bytes(), alone.Bytes()) {
			t.Errorf("%v: one processor writes other bytes", size)
		}
		got, ok := must.Have(png.Decode(&b)).(*image.RGBA)
		if !ok || !bytes.Equal(got.Pix, img.Pix) {
			t.Errorf("%v: the picture is another", size)
		}
	}
}

// TestStrips holds that shapes of every kind look the same where a strip ends. Smooth edges may differ by rounding.
func TestStrips(t *testing.T) {
	const w, h = 1000, 2000 // several strips
	draw := func(cv Canvas) {
		cv.Fill(Rect{X1: w, Y1: h}, Dark.Background)
		cv.PushClip(Rect{X0: 3.3, Y0: 10, X1: w - 7, Y1: h - 12})
		var p Path
		for y := 0.0; y < h; y += 7 {
			p.Reset() // as callers do that use it again
			p.MoveTo(y/3, y-40)
			p.CubicTo(w, y, -w, y+90, y/2, y+300)
			p.LineTo(w-y/2, y)
			cv.Path(&p, Color{R: uint8(y), B: 200, A: 80}, Stroke{Color: Color{R: 255, G: uint8(y), A: 255}, Width: 1 + y/400, Dash: []float64{40, y}})
			cv.Outline(Rect{X0: y / 9, Y0: y, X1: w / 2, Y1: y + 60}, Color{G: 200, B: uint8(y), A: 200}, 3)
			cv.Text(Point{X: y / 4, Y: y}, "Ägypten jumps 走る", Font{Size: 8 + y/60, Fade: true}, Light.Text)
		}
		cv.PopClip()
		cv.Text(Point{X: 700, Y: h - 2}, "beside the clip", Font{Size: 300}, Dark.Text)
	}
	img, tape := image.NewRGBA(image.Rect(0, 0, w, h)), NewTape(w, h, 1)
	draw(NewRaster(img, 1))
	draw(tape)
	var b bytes.Buffer
	must.Do(tape.WritePNG(&b))
	got, other := must.Have(png.Decode(&b)).(*image.RGBA), 0
	for i, v := range img.Pix {
		d := max(v, got.Pix[i]) - min(v, got.Pix[i])
		if d > 0 {
			other++
		}
		if d > 8 { // hundreds of shapes lie above each other
			t.Fatalf("pixel %d, %d is %d, not %d", i/4%w, i/4/w, got.Pix[i], v)
		}
	}
	if t.Logf("%d of %d values differ", other, len(img.Pix)); other > len(img.Pix)/1000 {
		t.Fail()
	}
}

// TestWhitePNG holds that a picture lies on white where nothing covers it, and that the smallest has a pixel.
func TestWhitePNG(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {3, 2}, {1000, 700}} {
		tape := NewTape(size[0], size[1], 1)
		tape.Fill(Rect{X0: 1, Y0: 1, X1: 2, Y1: 2}, Color{A: 51})
		var b bytes.Buffer
		must.Do(tape.WritePNG(&b))
		img := must.Have(png.Decode(&b)).(*image.RGBA)
		if size[0] > 0 {
			if got, beside := img.RGBAAt(1, 1), img.RGBAAt(2, 1); got != (color.RGBA{204, 204, 204, 255}) || beside != (color.RGBA{255, 255, 255, 255}) {
				t.Errorf("%v: %v, and %v beside it", size, got, beside)
			}
		}
		if want := (image.Point{max(1, size[0]), max(1, size[1])}); img.Rect.Size() != want {
			t.Errorf("%v: size %v", size, img.Rect.Size())
		}
	}
}

// TestTapeStopped holds that a picture that nobody wants any more is not written whole.
func TestTapeStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	tape := NewTape(1000, 2000, 1)
	tape.Stop(ctx)
	var b bytes.Buffer
	if err := tape.WritePNG(&b); err != context.Canceled || b.Len() > 1000 {
		t.Errorf("%d bytes, error %v", b.Len(), err)
	}
}

// TestPNGNotWritten holds that no more strips are painted once the file cannot be written.
func TestPNGNotWritten(t *testing.T) {
	tape := NewTape(1000, 100_000, 1)
	full, painted := errors.New("full"), atomic.Int64{}
	tape.keep(0, 100_000, func(*Raster) { painted.Add(1) })
	w := writerFunc(func(b []byte) (int, error) { return 0, full })
	if err := tape.WritePNG(w); err != full || painted.Load() > int64(8*runtime.GOMAXPROCS(0)) {
		t.Errorf("%d strips are painted, error %v", painted.Load(), err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestChecksum holds that the checksum of parts is that of the whole.
func TestChecksum(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		all, sum := []byte{}, checksum{a: 1}
		for range r.IntN(4) {
			part := make([]byte, r.IntN(200_000))
			for i := range part {
				part[i] = byte(r.Uint32())
			}
			zeros := r.IntN(200_000)
			sum, all = sum.and(adler32.Checksum(part), len(part)).zeros(zeros), append(append(all, part...), make([]byte, zeros)...)
		}
		if got, want := sum.b<<16|sum.a, adler32.Checksum(all); got != want {
			t.Fatalf("%d bytes: %x, want %x", len(all), got, want)
		}
	}
}
