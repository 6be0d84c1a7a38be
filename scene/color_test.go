package scene

import (
	"math"
	"testing"
)

func rgba(r, g, b, a uint8) Color { return Color{R: r, G: g, B: b, A: a} }

// The figures are those of Ottosson's own page on OKLab and of WCAG 2.
func TestColorFigures(t *testing.T) {
	for _, c := range []struct {
		l, c, h float64
		want    string
	}{
		{0, 0.1, 20, "#000000"},
		{1, 0, 0, "#ffffff"},
		{1, 0.3, 0, "#ffffff"},
		{0.6279554, 0.2576833, 29.2338851, "#ff0000"},
		{0.4520137, 0.3132144, 264.0520206, "#0000ff"},
		{math.NaN(), 0, 0, "#000000"},
	} {
		if got := hexOf(OKLCH(c.l, c.c, c.h)); got != c.want {
			t.Errorf("OKLCH(%v, %v, %v) = %s, want %s", c.l, c.c, c.h, got, c.want)
		}
	}
	if got := Contrast(black, white); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white has contrast %v, want 21", got)
	}
	if got := Contrast(rgb(0x777777), white); math.Abs(got-4.48) > 0.005 {
		t.Errorf("#777777 on white has contrast %v, want 4.48", got)
	}
}

// What the screen cannot show loses chroma, not lightness or hue.
func TestOKLCHGamut(t *testing.T) {
	for h := 0.0; h < 360; h += 7 {
		for _, l := range []float64{0.2, 0.5, 0.8, 0.95} {
			gotL, gotC, gotH := unpack(OKLCH(l, 0.4, h)).OkLch()
			turn := math.Abs(math.Mod(gotH-h+540, 360) - 180)
			if math.Abs(gotL-l) > 0.01 || gotC > 0.4 || gotC < 0.02 || turn > 4 {
				t.Errorf("OKLCH(%v, 0.4, %v) shows as %.3f %.3f %.1f", l, h, gotL, gotC, gotH)
			}
		}
	}
}

func TestMix(t *testing.T) {
	a, b := rgba(0x20, 0x40, 0x60, 0x80), rgb(0xe0c0a0)
	for _, c := range []struct {
		t    float64
		want Color
	}{{0, a}, {-3, a}, {math.NaN(), a}, {1, b}, {7, b}} {
		if got := Mix(a, b, c.t); got != c.want {
			t.Errorf("Mix at %v = %v, want %v", c.t, got, c.want)
		}
	}
	if got := Mix(black, white, 0.5); got != rgb(0x636363) {
		t.Errorf("halfway from black to white is %s, want #636363, the grey of lightness ½", hexOf(got))
	}
	if got := Mix(a, b, 0.5).A; got != 192 {
		t.Errorf("alpha halfway from 128 to 255 is %d, want 192", got)
	}
}

// Every colour of a cube, not only those that the themes use.
func TestOnAnyFill(t *testing.T) {
	for r := 0; r < 256; r += 5 {
		for g := 0; g < 256; g += 5 {
			for b := 0; b < 256; b += 5 {
				fill := rgba(uint8(r), uint8(g), uint8(b), 255)
				for name, text := range map[string]Color{"Light.On": Light.On(fill), "Dark.On": Dark.On(fill)} {
					if k := Contrast(text, fill); k < MinContrast {
						t.Fatalf("%s(%s) = %s with contrast %.2f", name, hexOf(fill), hexOf(text), k)
					}
					if pale := Light.Paler(text, fill, 0.5); Contrast(pale, fill) < MinContrast || Contrast(pale, fill) > Contrast(text, fill) {
						t.Fatalf("of %s on %s, %s is the paler one", hexOf(text), hexOf(fill), hexOf(pale))
					}
				}
			}
		}
	}
}
