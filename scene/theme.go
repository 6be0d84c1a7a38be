package scene

// TextSize is the one type size for data, in logical pixels.
const TextSize = 12

// Theme is the set of colours that all pictures use. Light and Dark are the two
// there are; a Theme made otherwise has no palettes.
//
// Background is what a picture stands on, Surface a panel above it; Text, Muted, Warning and Error
// are read on both. Line separates. Hover and Selection are borders around boxes. Match fills what
// a search found, and MatchText is read on it; Quiet fills what a search or a filter put aside.
type Theme struct {
	Name                                   string
	Dark                                   bool
	Background, Surface, Text, Muted, Line Color
	Hover, Selection                       Color
	Match, MatchText, Quiet                Color
	Warning, Error                         Color

	palette palette
}

// Light stands on near white.
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
	palette:    lightPalette.make(),
}

// Dark stands on near black.
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
	palette:    darkPalette.make(),
}

// On is the colour for text on a fill, which may be translucent and then lies on
// Background: at least MinContrast on every fill, the theme's own habit (dark on
// light or light on dark) wherever that is enough.
func (t *Theme) On(fill Color) Color {
	if fill.A != 255 {
		fill = over(fill, t.Background)
	}
	if t.Dark {
		return firstReadable(fill, chalk, ink)
	}
	return firstReadable(fill, ink, chalk)
}

// HashHue is a hue in degrees for a name: the same in every run and on every
// machine, and far apart for names that differ in a letter.
func HashHue(s string) float64 {
	h := uint64(14695981039346656037) // FNV-1a
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	// FNV leaves the upper bits of short names alike; the finaliser of MurmurHash3 spreads them.
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	h ^= h >> 33
	return float64(h>>11) / (1 << 53) * 360
}

// LightSafe and DarkSafe are Light and Dark with frames in eight fills that are safe for colour-blind people.
var (
	LightSafe = Light.safe()
	DarkSafe  = Dark.safe()
)

func (t *Theme) safe() Theme {
	s := *t
	for h := range s.palette.hues {
		s.palette.hues[h] = s.palette.categories[h*len(s.palette.categories)/len(s.palette.hues)]
	}
	return s
}

// Variant is the theme that is dark or light, and safe for colour-blind people or not.
func Variant(dark, safe bool) *Theme {
	usual, forAll := &Light, &LightSafe
	if dark {
		usual, forAll = &Dark, &DarkSafe
	}
	if safe {
		return forAll
	}
	return usual
}

// Safe reports whether frames have fills that colour-blind people can distinguish.
func (t *Theme) Safe() bool { return t == &LightSafe || t == &DarkSafe }
