package scene

import "slices"

// TextSize is the one type size for data, in logical pixels.
const TextSize = 12

// Theme is the colour set that all pictures use. Use Light, Dark or a variant from [Variant]: a Theme that is made
// in another way has no palettes.
//
// Background is what a picture stands on, Surface a panel above it; Text, Muted, Warning and Error
// are read on both. Line separates. Hover and Selection are borders around boxes. Match fills what
// a search found, and MatchText is read on it; Quiet fills what a search or a filter put aside.
type Theme struct {
	Name                                   string
	Dark                                   bool
	High                                   bool // with high contrast
	Background, Surface, Text, Muted, Line Color
	Hover, Selection                       Color
	Match, MatchText, Quiet                Color
	Warning, Error                         Color

	palette *palette
}

// MinContrast returns the minimum contrast between text and its background: as in WCAG 2.2, 1.4.3, or with high
// contrast 1.4.6.
func (t *Theme) MinContrast() float64 {
	if t.High {
		return 7
	}
	return MinContrast
}

// Light is for a background near white.
var Light = Theme{
	Name:       "light",
	Background: rgb(0xfdfdfe),
	Surface:    rgb(0xf3f4f6),
	Text:       ink,
	Muted:      rgb(0x5d636e),
	Line:       rgb(0xd8dbe0),
	Hover:      rgb(0x4a5160),
	Selection:  rgb(0x1a5fd0),
	Match:      rgb(0xffd23f),
	MatchText:  ink,
	Quiet:      rgb(0xe7e9ec),
	Warning:    rgb(0x875100),
	Error:      rgb(0xb3261e),
	palette:    &palette{recipe: lightPalette},
}

// Dark is for a background near black.
var Dark = Theme{
	Name:       "dark",
	Dark:       true,
	Background: rgb(0x1e1f22),
	Surface:    rgb(0x282a2e),
	Text:       rgb(0xe3e5e9),
	Muted:      rgb(0xa1a7b1),
	Line:       rgb(0x3b3e44),
	Hover:      rgb(0xc9cfda),
	Selection:  rgb(0x82b1ff),
	Match:      rgb(0xe0ac2b),
	MatchText:  ink,
	Quiet:      rgb(0x34373c),
	Warning:    rgb(0xf0b45b),
	Error:      rgb(0xff8d84),
	palette:    &palette{recipe: darkPalette},
}

// Border returns the fill of a frame between two goroutines. It has no hue, unlike fills of code.
func (t *Theme) Border() Color { return Mix(t.Quiet, t.Text, 0.25) }

// On returns the colour for text on a fill. A translucent fill lies on Background. The contrast is at least
// MinContrast on every fill. The theme's usual way, dark on light or light on dark, is kept wherever that is
// enough, as it is on the theme's own fills.
func (t *Theme) On(fill Color) Color {
	if fill.A != 255 {
		fill = over(fill, t.Background)
	}
	if t.Dark {
		return t.firstReadable(fill, chalk, ink)
	}
	return t.firstReadable(fill, ink, chalk)
}

// HashHue returns a hue in degrees for a name: the same in every run and on every machine, and
// far apart for names that differ in one letter.
func HashHue(s string) float64 {
	h := uint64(14695981039346656037) // FNV-1a
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	// FNV leaves the upper bits alike for short names; MurmurHash3's finaliser spreads them.
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	h ^= h >> 33
	return float64(h>>11) / (1 << 53) * 360
}

// LightSafe and DarkSafe are Light and Dark with eight fills for frames, which are safe for colour-blind people.
var (
	LightSafe = Light.safe()
	DarkSafe  = Dark.safe()
)

func (t *Theme) safe() Theme {
	s := *t
	s.palette = &palette{recipe: t.palette.recipe, safe: true}
	return s
}

// LightHigh and DarkHigh are Light and Dark with high contrast: at least 7:1 for text, on fills too, and 3:1 for lines.
var (
	LightHigh = Light.high(lightPalette.between(0.69, 1))
	DarkHigh  = Dark.high(darkPalette.between(0, 0.452))
)

var lightHighSafe, darkHighSafe = LightHigh.safe(), DarkHigh.safe()

// high returns the theme with its colours moved away from its background, and fills on which its text can be read.
func (t *Theme) high(fills recipe) Theme {
	h := *t
	h.Name, h.High, h.palette = "high-contrast-"+t.Name, true, &palette{recipe: fills}
	h.Background, h.Text, h.MatchText = white, black, black
	if t.Dark {
		h.Background, h.Text = black, white
	}
	h.Surface, h.Quiet, h.Hover = Mix(h.Background, h.Text, 0.05), Mix(h.Background, h.Text, 0.14), h.Text
	h.Selection = h.away(h.Selection, h.MinContrast(), h.Background, h.Surface)
	for _, c := range []*Color{&h.Muted, &h.Warning, &h.Error} {
		*c = h.away(*c, h.MinContrast(), h.Background, h.Surface, h.Quiet, Mix(h.Background, h.Selection, 0.2))
	}
	h.Line = h.away(h.Line, LineContrast, h.Background, h.Surface)
	return h
}

// away moves a colour towards the text's, just far enough for the minimum contrast with everything that it may be on.
func (t *Theme) away(c Color, minContrast float64, on ...Color) Color {
	const steps = 64
	to := c
	for i := range steps + 1 {
		to = Mix(c, t.Text, float64(i)/steps)
		if !slices.ContainsFunc(on, func(on Color) bool { return Contrast(to, on) < minContrast }) {
			break
		}
	}
	return to
}

// Stroke returns the colour for a curve in a category, or for the edge around an area with its fill. It stands
// out from Background.
func (t *Theme) Stroke(i int) Color {
	return t.away(Mix(t.Category(i), t.Text, 0.35), LineContrast, t.Background)
}

// Edge returns the colour for the edge of a mark with a fill, such as a legend's, with which the mark stands out from
// Background and Surface.
func (t *Theme) Edge(fill Color) Color { return t.away(fill, LineContrast, t.Background, t.Surface) }

// Swatch draws a legend's mark.
func (t *Theme) Swatch(cv Canvas, r Rect, fill Color) {
	cv.Fill(r, fill)
	cv.Outline(r, t.Edge(fill), 1)
}

// Fill adapts a fill that is not from the theme's palette. With high contrast it moves the fill away from the text.
func (t *Theme) Fill(c Color) Color {
	if !t.High {
		return c
	}
	const steps = 32
	for i := range steps {
		if far := Mix(c, t.Background, float64(i)/steps); Contrast(t.Text, far) >= t.MinContrast() {
			return far
		}
	}
	return t.Background
}

// Rule returns the colour for lines behind what a picture shows: part of the way to Line, or Line with high contrast.
func (t *Theme) Rule(part float64) Color {
	if t.High {
		return t.Line
	}
	return Mix(t.Background, t.Line, part)
}

// variants has all themes: light and dark, with normal and high contrast, and each with its normal fills for
// frames and with safe ones.
var variants = [2][2][2]*Theme{{{&Light, &LightSafe}, {&LightHigh, &lightHighSafe}}, {{&Dark, &DarkSafe}, {&DarkHigh, &darkHighSafe}}}

// Variant returns the theme that is dark or light, with high contrast or not, and safe for colour-blind people or not.
func Variant(dark, high, safe bool) *Theme {
	at := map[bool]int{true: 1}
	return variants[at[dark]][at[high]][at[safe]]
}

// In returns the dark or light theme that is otherwise like t.
func (t *Theme) In(dark bool) *Theme { return Variant(dark, t.High, t.Safe()) }

// Safe reports whether frames have fills that colour-blind people can distinguish.
func (t *Theme) Safe() bool { return t == Variant(t.Dark, t.High, true) }
