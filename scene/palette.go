package scene

import (
	"math"
	"sync"
)

// palette holds a theme's fills. They are computed once, since each box asks for its colour in every frame, and when
// the first one is asked for, since a process that draws nothing needs none.
type palette struct {
	recipe recipe
	safe   bool // hues are those of categories
	once   sync.Once

	hues       [360]Color
	heat       [256]Color
	density    [2][256]Color // of what is above 0, and below
	diff       [257]Color    // 128 is no change
	categories [8]Color
}

// lch is a colour as OKLCH takes it.
type lch struct{ l, c, h float64 }

func (k lch) color() Color { return OKLCH(k.l, k.c, k.h) }

// recipe says how a palette is made.
type recipe struct {
	hue        lch    // for frames; the hue goes round
	heat       [3]lch // at 0, ½ and 1
	density    [3]lch // the same
	diff       [3]lch // at −1, 0 and 1
	categories [8]lch
}

// Frames are equally light, so that no package shouts. A difference's ends are blue and orange,
// which every colour-blind eye keeps apart. A density has no text on it, but even its weakest fill stands out from the
// ground by LineContrast. The categories were found by a search for eight fills
// that are as far apart as possible in OKLab, as seen with protanopia, deuteranopia, tritanopia
// and none, while the theme's text can be read on all; the first few are the farthest.
var (
	lightPalette = recipe{
		hue:     lch{0.875, 0.063, 0},
		heat:    [3]lch{{0.955, 0.018, 95}, {0.86, 0.095, 75}, {0.70, 0.150, 40}},
		density: [3]lch{{0.625, 0.125, 68}, {0.53, 0.15, 48}, {0.42, 0.145, 30}},
		diff:    [3]lch{{0.72, 0.115, 248}, {0.935, 0.003, 260}, {0.755, 0.135, 62}},
		categories: [8]lch{
			{0.680, 0.105, 258}, // blue
			{0.910, 0.105, 103}, // pale yellow
			{0.680, 0.105, 98},  // olive
			{0.905, 0.060, 212}, // pale cyan
			{0.809, 0.105, 292}, // lavender
			{0.796, 0.105, 175}, // sea green
			{0.796, 0.105, 66},  // apricot
			{0.680, 0.104, 359}, // rose
		},
	}
	darkPalette = recipe{
		hue:     lch{0.455, 0.066, 0},
		heat:    [3]lch{{0.335, 0.012, 80}, {0.43, 0.070, 60}, {0.535, 0.135, 38}},
		density: [3]lch{{0.57, 0.10, 50}, {0.71, 0.13, 65}, {0.88, 0.12, 90}},
		diff:    [3]lch{{0.525, 0.115, 250}, {0.345, 0.006, 260}, {0.535, 0.115, 55}},
		categories: [8]lch{
			{0.447, 0.088, 249}, // blue
			{0.546, 0.092, 65},  // ochre
			{0.360, 0.094, 49},  // rust
			{0.526, 0.094, 183}, // sea green
			{0.360, 0.095, 295}, // indigo
			{0.445, 0.095, 94},  // olive
			{0.378, 0.068, 182}, // deep green
			{0.546, 0.095, 284}, // lavender
		},
	}
)

// between returns the recipe with all lightness between two bounds. Heat keeps its steps, and categories move
// together, so that they stay apart.
func (r recipe) between(low, high float64) recipe {
	into := func(k *lch) { k.l = min(max(k.l, low), high) }
	into(&r.hue)
	scale := min(1, high/r.heat[2].l)
	for i := range r.heat {
		r.heat[i].l *= scale
		into(&r.heat[i])
		into(&r.diff[i])
	}
	by := 0.0
	for _, k := range r.categories {
		by = min(max(by, low-k.l), high-k.l)
	}
	for i := range r.categories {
		r.categories[i].l += by
	}
	return r
}

// fills returns the theme's palette, made.
func (t *Theme) fills() *palette {
	t.palette.once.Do(t.palette.make)
	return t.palette
}

func (p *palette) make() {
	r := p.recipe
	ramp(p.heat[:], r.heat)
	below := r.density
	for i := range below {
		below[i].h = 250
	}
	ramp(p.density[0][:], r.density)
	ramp(p.density[1][:], below)
	ramp(p.diff[:], r.diff)
	for i, k := range r.categories {
		p.categories[i] = k.color()
	}
	for i := range p.hues {
		if p.safe {
			p.hues[i] = p.categories[i*len(p.categories)/len(p.hues)]
		} else {
			p.hues[i] = OKLCH(r.hue.l, r.hue.c, float64(i))
		}
	}
}

func ramp(to []Color, by [3]lch) {
	low, middle, high := by[0].color(), by[1].color(), by[2].color()
	for i := range to {
		x := 2*float64(i)/float64(len(to)-1) - 1
		to[i] = Mix(Mix(middle, low, -x), high, x)
	}
}

// Hue returns a frame's fill: hue h in degrees, with the same lightness for all.
func (t *Theme) Hue(h float64) Color {
	if !(h >= 0 && h < 360) {
		if h = math.Mod(h, 360); h < 0 {
			h += 360
		}
		if !(h >= 0 && h < 360) { // NaN, infinite, −1e-300
			h = 0
		}
	}
	return t.fills().hues[int(h+0.5)%360]
}

// Category returns one of eight fills that colour-blind people can distinguish. The ninth is the first again.
func (t *Theme) Category(i int) Color { return t.fills().categories[i&7] }

// Heat returns the fill for a share from 0 to 1, such as a frame's own share.
func (t *Theme) Heat(x float64) Color {
	heat := &t.fills().heat
	return heat[int(math.Round(within(x, 0, 1)*float64(len(heat)-1)))]
}

// Density returns the fill for how much there is in a place without a text, from more than nothing to 1; a number below
// 0 is in blue.
func (t *Theme) Density(x float64) Color {
	way := 0
	if x < 0 {
		x, way = -x, 1
	}
	return t.fills().density[way][int(math.Round(within(x, 0, 1)*255))]
}

// Diff returns the fill for a change from −1, all gone, in blue, to 1, all new, in orange; 0 is neutral.
func (t *Theme) Diff(x float64) Color {
	return t.fills().diff[int(math.Round(128+128*within(x, -1, 1)))]
}

// Change returns the fill for a change relative to the larger side, from −1 to 1. 0.1 has a third of the full colour.
func (t *Theme) Change(x float64) Color { return t.Diff(math.Copysign(math.Sqrt(math.Abs(x)), x)) }

func within(x, low, high float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return min(max(x, low), high)
}
