package scene

import (
	"image/color"
	"math"

	"github.com/lucasb-eyer/go-colorful"
)

// Color is straight (not premultiplied) 8 bit sRGB.
type Color = color.NRGBA

func rgb(v uint32) Color { return Color{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255} }

// OKLCH returns the opaque colour with lightness l (0 to 1), chroma c (0 to about 0.3) and hue h in
// degrees, in Björn Ottosson's OKLab space, where equal l looks equally light. A chroma that the
// screen cannot show is reduced until it can; lightness and hue stay.
func OKLCH(l, c, h float64) Color {
	if !(l > 0) || math.IsInf(l, 0) {
		return Color{A: 255}
	}
	l = min(l, 1)
	if !(c >= 0) || math.IsInf(c, 0) || math.IsNaN(h) || math.IsInf(h, 0) {
		c, h = 0, 0
	}
	h = math.Mod(h, 360)
	if k := colorful.OkLch(l, c, h); shows(k) {
		return pack(k)
	}
	low, high := 0.0, min(c, 0.5)
	for range 16 {
		if mid := (low + high) / 2; shows(colorful.OkLch(l, mid, h)) {
			low = mid
		} else {
			high = mid
		}
	}
	return pack(colorful.OkLch(l, low, h))
}

// Mix returns the colour at share t on the way from a to b, straight through OKLab, alpha too; t is limited to 0…1.
func Mix(a, b Color, t float64) Color {
	if !(t > 0) {
		return a
	}
	if t >= 1 {
		return b
	}
	m := pack(unpack(a).BlendOkLab(unpack(b), t))
	m.A = uint8(math.Round(float64(a.A) + t*(float64(b.A)-float64(a.A))))
	return m
}

// shows reports whether the screen can show k, except for rounding.
func shows(k colorful.Color) bool {
	const slack = 0.0005
	in := func(v float64) bool { return v >= -slack && v <= 1+slack }
	return in(k.R) && in(k.G) && in(k.B)
}

func pack(k colorful.Color) Color {
	r, g, b := k.Clamped().RGB255()
	return Color{R: r, G: g, B: b, A: 255}
}

func unpack(c Color) colorful.Color {
	return colorful.Color{R: float64(c.R) / 255, G: float64(c.G) / 255, B: float64(c.B) / 255}
}

// linear has the light that each 8 bit sRGB value stands for (IEC 61966-2-1).
var linear = func() (t [256]float64) {
	for i := range t {
		if v := float64(i) / 255; v <= 0.04045 {
			t[i] = v / 12.92
		} else {
			t[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return t
}()

func luminance(c Color) float64 {
	return 0.2126*linear[c.R] + 0.7152*linear[c.G] + 0.0722*linear[c.B]
}

// Contrast returns the WCAG 2 ratio between two opaque colours, 1 to 21, in either order.
func Contrast(a, b Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// MinContrast is the minimum contrast between text and its background: WCAG 2.2, 1.4.3.
const MinContrast = 4.5

// LineContrast is the minimum contrast between a line that one has to see and its background: WCAG 2.2, 1.4.11.
const LineContrast = 3

// Paler returns the colour for less important text on a fill. It is up to part of the way to the fill, as long
// as the text can be read.
func (t *Theme) Paler(text, fill Color, part float64) Color {
	const steps = 8
	for i := range steps {
		if c := Mix(text, fill, part*float64(steps-i)/steps); Contrast(c, fill) >= t.MinContrast() {
			return c
		}
	}
	return text
}

var (
	ink   = rgb(0x1a1b1e)
	chalk = rgb(0xf3f4f6)
	black = rgb(0x000000)
	white = rgb(0xffffff)
)

// firstReadable returns the first colour that can be read on fill. Either black or white reaches 4.58 on every colour.
func (t *Theme) firstReadable(fill, first, second Color) Color {
	if t.High {
		first, second = t.Text, t.Background
	}
	for _, c := range [...]Color{first, second, black} {
		if Contrast(fill, c) >= t.MinContrast() {
			return c
		}
	}
	if Contrast(fill, black) > Contrast(fill, white) {
		return black
	}
	return white
}

// over returns c laid over an opaque colour.
func over(c, below Color) Color {
	blend := func(a, b uint8) uint8 {
		return uint8((int(a)*int(c.A) + int(b)*(255-int(c.A)) + 127) / 255)
	}
	return Color{R: blend(c.R, below.R), G: blend(c.G, below.G), B: blend(c.B, below.B), A: 255}
}
