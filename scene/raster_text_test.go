package scene

import (
	"bytes"
	"image"
	"image/draw"
	"math"
	"testing"
)

func paper(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	return img
}

// What follows a text stands where Measure says: painting "ab" is painting "a",
// and "b" by its width further right.
func TestRasterAdvancesAsMeasured(t *testing.T) {
	for _, f := range []Font{{Size: 12}, {Size: 12, Bold: true}, {Size: 16, Mono: true}} {
		for _, scale := range []float64{1, 2} {
			for _, s := range oddStrings {
				if len(s) > 100 {
					continue
				}
				whole, parts := paper(600, 40), paper(600, 40)
				NewRaster(whole, scale).Text(Point{5, 16}, s+"Hxg", f, ink)
				r := NewRaster(parts, scale)
				r.Text(Point{5, 16}, s, f, ink)
				r.Text(Point{5 + Measure(s, f), 16}, "Hxg", f, ink)
				if d, at := worst(whole, parts); d > 0 {
					t.Errorf("%v at scale %v: after %q, pixel %v is %d off", f, scale, s, at, d)
				}
			}
		}
	}
}

// inked is the smallest rectangle around all that is not white.
func inked(img *image.RGBA) image.Rectangle {
	b := image.Rectangle{}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if c := img.RGBAAt(x, y); c.R != 255 || c.G != 255 || c.B != 255 {
				b = b.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return b
}

// Text stands on its baseline with sharp upper and lower edges.
func TestRasterTextPlace(t *testing.T) {
	for _, c := range []struct {
		s    string
		f    Font
		want image.Rectangle // rows only
	}{
		{"x", Font{Size: 12}, image.Rect(0, 24, 0, 30)}, // 6.4 pixels bent to 6
		{"H", Font{Size: 12}, image.Rect(0, 21, 0, 30)}, // 8.7 bent to 9
		{"o", Font{Size: 12}, image.Rect(0, 24, 0, 30)}, // no overshoot
		{"日", Font{Size: 12}, image.Rect(0, 21, 0, 30)}, // empty box
		{"H", Font{Size: 24}, image.Rect(0, 13, 0, 30)},
		{" \t\u00a0\u200b", Font{Size: 12}, image.Rectangle{}},
		{"x", Font{Size: 0}, image.Rectangle{}},
		{"x", Font{Size: math.NaN()}, image.Rectangle{}},
		{"x", Font{Size: 1e6}, image.Rectangle{}},
	} {
		img := paper(60, 50)
		NewRaster(img, 1).Text(Point{20, 30}, c.s, c.f, ink)
		got := inked(img)
		if got.Min.Y != c.want.Min.Y || got.Max.Y != c.want.Max.Y {
			t.Errorf("%q at %v has ink in rows %d to %d, want %d to %d", c.s, c.f, got.Min.Y, got.Max.Y, c.want.Min.Y, c.want.Max.Y)
		}
		if !got.Empty() && (got.Min.X < 19 || got.Max.X > 20+int(Measure(c.s, c.f))+2) {
			t.Errorf("%q at %v has ink in columns %d to %d", c.s, c.f, got.Min.X, got.Max.X)
		}
	}
}

// Text within a clip is the text without it, cut.
func TestRasterTextClip(t *testing.T) {
	f := Font{Size: 14}
	whole := paper(120, 30)
	NewRaster(whole, 1).Text(Point{-3.3, 20}, "gjpqy Wİ(|) — 123", f, ink)
	for x := -5; x < 125; x += 3 {
		clip := Rect{float64(x), 11, float64(x) + 13, 22}
		got, want := paper(120, 30), paper(120, 30)
		r := NewRaster(got, 1)
		r.PushClip(clip)
		r.Text(Point{-3.3, 20}, "gjpqy Wİ(|) — 123", f, ink)
		area := image.Rect(x, 11, x+13, 22)
		draw.Draw(want, area, whole, area.Min, draw.Src)
		if d, at := worst(got, want); d > 0 {
			t.Errorf("clip %v: pixel %v is %d off", clip, at, d)
		}
	}
}

// Coverage blends as the obvious formula does.
func TestBlendThrough(t *testing.T) {
	for _, c := range []Color{ink, chalk, {R: 200, G: 10, B: 90, A: 77}, {R: 255, G: 255, B: 255, A: 255}} {
		p := premultiply(c)
		for k := range 256 {
			for under := range 256 {
				pix := []uint8{uint8(under), uint8(under / 2), 0, uint8(under)}
				want := make([]uint8, 4)
				for i, v := range []uint8{p.r, p.g, p.b, p.a} {
					share := float64(k) / 255
					want[i] = uint8(math.Round(float64(v)*share + float64(pix[i])*(1-float64(p.a)/255*share)))
				}
				blendThrough([]uint8{uint8(k)}, pix, p.lanes())
				for i := range want {
					if d := int(pix[i]) - int(want[i]); d < -1 || d > 1 {
						t.Fatalf("%v at coverage %d over %d: channel %d is %d, want %d", c, k, under, i, pix[i], want[i])
					}
				}
			}
		}
	}
}

// The cache forgets, and paints the same afterwards.
func TestGlyphCacheIsBounded(t *testing.T) {
	img := paper(300, 60)
	r := NewRaster(img, 1)
	r.Text(Point{5, 40}, "Hamburg", Font{Size: 20}, ink)
	first := bytes.Clone(img.Pix)
	for i := range 600 {
		r.Text(Point{5, 40}, "The quick brown fox", Font{Size: 9 + float64(i)/7}, ink)
		if n := len(r.glyphs.strikes); n > maxStrikes {
			t.Fatalf("%d sizes are kept", n)
		}
	}
	for i := range 40 {
		r.Text(Point{5, 40}, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", Font{Size: 400 + float64(i)}, ink)
		if r.glyphs.bytes > 2*maxMaskBytes {
			t.Fatalf("%d bytes of masks are kept", r.glyphs.bytes)
		}
	}
	again := paper(300, 60)
	r.Reset(again, 1)
	r.Text(Point{5, 40}, "Hamburg", Font{Size: 20}, ink)
	if !bytes.Equal(first, again.Pix) {
		t.Error("the same text looks different after the cache was emptied")
	}
}

// Of a fading text the last two letters are paler, each more than the one before, and stand where
// they would. The first letter is never paler.
func TestRasterFades(t *testing.T) {
	f := Font{Size: 12}
	darkest := func(s string, i int, f Font) uint8 {
		img, least := paper(200, 40), uint8(255)
		NewRaster(img, 1).Text(Point{5, 20}, s, f, ink)
		from := 5 + int(Measure(s[:i], f))
		for x := from; x < from+int(Measure(s[i:i+1], f)); x++ {
			for y := range 40 {
				least = min(least, img.RGBAAt(x, y).R)
			}
		}
		return least
	}
	fading := f
	fading.Fade = true
	const s = "HHHHH"
	for i := range s {
		solid, pale := darkest(s, i, f), darkest(s, i, fading)
		switch {
		case i < 3 && pale != solid:
			t.Errorf("letter %d: %d, want %d", i, pale, solid)
		case i == 3 && pale < solid+30, i == 4 && pale < darkest(s, 3, fading)+30:
			t.Errorf("letter %d does not fade: %d", i, pale)
		}
	}
	for _, short := range []string{"", "H", "HH"} {
		NewRaster(paper(200, 40), 1).Text(Point{5, 20}, short, fading, ink) // does not panic
		if short != "" && darkest(short, 0, fading) != darkest(short, 0, f) {
			t.Errorf("the first letter of %q fades", short)
		}
	}
}
