package scene

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"
)

// A layer that was moved about looks as one that was painted at once.
func TestLayer(t *testing.T) {
	for _, scale := range []float64{1, 2} {
		rnd := rand.New(rand.NewPCG(1, 1))
		var l Layer
		at := Point{}
		painted := 0
		paint := func(cv Canvas) {
			painted++
			cv.Fill(Rect{-1e3, -1e3, 1e3, 1e3}, Light.Background)
			for i := range 60 {
				x, y := at.X+float64(i%10)*17, at.Y+float64(i/10)*13
				cv.Fill(Rect{x, y, x + 9, y + 7}, Light.Match)
				cv.Text(Point{x, y + 6}, "ab", Font{Size: 6}, black)
			}
		}
		for step := range 200 {
			to, want := image.NewRGBA(image.Rect(0, 0, 120, 90)), image.NewRGBA(image.Rect(0, 0, 120, 90))
			dx, dy := float64(rnd.IntN(25)-12), float64(rnd.IntN(25)-12)
			switch rnd.IntN(10) {
			case 0:
				dx += 0.25 // no whole pixel
			case 1:
				dx *= 20 // nothing is left
			case 2:
				dx, dy = 0, 0
			}
			at.X, at.Y = at.X+dx, at.Y+dy
			if at.X < -150 || at.X > 100 || at.Y < -80 || at.Y > 70 {
				at = Point{}
				l.Forget()
			}
			l.Draw(NewRaster(to, scale), dx, dy, paint)
			paint(NewRaster(want, scale))
			if !bytes.Equal(to.Pix, want.Pix) {
				t.Fatalf("scale %v, step %d: moved by %v, %v, the picture differs from one painted at once", scale, step, dx, dy)
			}
		}
		painted = 0
		for range 10 {
			l.Draw(NewRaster(image.NewRGBA(image.Rect(0, 0, 120, 90)), scale), 0, 0, paint)
		}
		if painted != 0 {
			t.Errorf("what does not move was painted %d times", painted)
		}
	}
}
