package scene

import (
	"bytes"
	"hash/adler32"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"runtime"
	"testing"

	"profstation/internal/must"
)

// TestEncodeShapes holds that what is encoded is decoded again, of every shape, and in the same bytes by any number of
// processors.
func TestEncodeShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{1, 1}, {1, 3000}, {3000, 1}, {300, 200}, {700, 1500}, {stripBytes/4 + 1, 3}} {
		m := NewImage(size[0], size[1])
		for range 200 {
			box := image.Rect(r.IntN(size[0]), r.IntN(size[1]), r.IntN(size[0])+1, r.IntN(size[1])+1).Canon()
			c := color.RGBA{uint8(r.Uint32()), uint8(r.Uint32()), uint8(r.Uint32()), 255}
			for y := box.Min.Y; y < box.Max.Y; y++ {
				for x := box.Min.X; x < box.Max.X; x++ {
					m.SetRGBA(x, y, c)
				}
			}
		}
		for i := 3; i < len(m.Pix); i += 4 {
			m.Pix[i] = 255
		}
		var b, alone bytes.Buffer
		must.Do(EncodePNG(&b, m))
		before := runtime.GOMAXPROCS(1)
		must.Do(EncodePNG(&alone, m))
		runtime.GOMAXPROCS(before)
		if !bytes.Equal(b.Bytes(), alone.Bytes()) {
			t.Errorf("%v: one processor writes other bytes", size)
		}
		got, ok := must.Have(png.Decode(&b)).(*image.RGBA)
		if !ok || !bytes.Equal(got.Pix, m.Pix) {
			t.Errorf("%v: the picture is another", size)
		}
	}
}

// TestOpaque holds that one pixel anywhere decides, as in package image.
func TestOpaque(t *testing.T) {
	for _, size := range [][2]int{{0, 3}, {1, 1}, {1, 4}, {2, 2}, {3, 3}, {8, 5}, {2, 30}} {
		whole := NewImage(size[0]+1, size[1])
		m := whole.SubImage(image.Rect(0, 0, size[0], size[1])).(*image.RGBA)
		for i := range whole.Pix {
			whole.Pix[i] = 255
		}
		for y := range size[1] {
			whole.SetRGBA(size[0], y, color.RGBA{A: 1}) // beside the image
		}
		if !opaque(m) {
			t.Errorf("%v: an opaque image is not", size)
		}
		for x := range size[0] {
			for y := range size[1] {
				m.SetRGBA(x, y, color.RGBA{A: 254})
				if opaque(m) || m.Opaque() {
					t.Errorf("%v: opaque in spite of the pixel at %d, %d", size, x, y)
				}
				m.SetRGBA(x, y, color.RGBA{A: 255})
			}
		}
	}
}

// TestEncodeTransparent holds that pixels that are not opaque are kept.
func TestEncodeTransparent(t *testing.T) {
	m := NewImage(3, 2)
	m.SetRGBA(1, 1, color.RGBA{10, 20, 30, 40})
	var b bytes.Buffer
	must.Do(EncodePNG(&b, m))
	if _, _, _, a := must.Have(png.Decode(&b)).At(1, 1).RGBA(); a>>8 != 40 {
		t.Errorf("opacity %d", a>>8)
	}
}

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
