package scene

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Font is a size in logical pixels of the Go family, which is built into the program: proportional
// with figures of one width, or Mono for source and addresses.
type Font struct {
	Size       float64
	Bold, Mono bool
	Fade       bool // the last two letters but the first fade: more stood there, see [Fading]
}

const ellipsis = "…"

// Measure is the width of s in logical pixels: the sum of the advances by which every back end sets
// it. It is safe for use by many goroutines and allocates nothing.
func Measure(s string, f Font) float64 {
	if !(f.Size > 0) {
		return 0
	}
	face := faceOf(f)
	return face.pixels(face.width(s), f.Size)
}

// Fit is s if it fits into width, else as much of its beginning as fits with "…"; "" if not even one letter does.
func Fit(s string, f Font, width float64) string {
	if !(f.Size > 0) || !(width >= 0) {
		return ""
	}
	face := faceOf(f)
	if face.pixels(face.width(s), f.Size) <= width {
		return s
	}
	dots := face.glyph('…').advance
	units, cut := int64(0), 0
	for i, r := range s {
		if face.pixels(units+dots, f.Size) <= width {
			cut = i
		}
		units += face.glyph(r).advance
		if face.pixels(units, f.Size) > width {
			if cut == 0 {
				return ""
			}
			return s[:cut] + ellipsis
		}
	}
	return s
}

// Fading is s if it fits into width, else as much of its beginning as fits, in a font whose last letters
// fade: in narrow places they are worth more than an ellipsis. It is "" if not even one letter fits.
func Fading(s string, f Font, width float64) (string, Font) {
	if !(f.Size > 0) || !(width >= 0) {
		return "", f
	}
	face := faceOf(f)
	units := int64(0)
	for i, r := range s {
		if units += face.glyph(r).advance; face.pixels(units, f.Size) > width {
			f.Fade = true
			return s[:i], f
		}
	}
	return s, f
}

// fadeOf is how opaque the letters at the end of a fading text are, the last one first.
var fadeOf = [...]float64{0.4, 0.7}

// solid is how many bytes of a text do not fade. The first letter never does: it must be read where it
// stands for a whole name.
func (f Font) solid(s string) int {
	if !f.Fade {
		return len(s)
	}
	end := len(s)
	for range fadeOf {
		_, n := utf8.DecodeLastRuneInString(s[:end])
		end -= n
	}
	_, first := utf8.DecodeRuneInString(s)
	return max(end, first)
}

// LineHeight is the distance from one baseline to the next of set text, in logical pixels.
func LineHeight(f Font) float64 { return 1.3 * f.Size }

// Ascent is the height of capitals above the baseline, in logical pixels: text
// with its baseline at middle + Ascent/2 looks centred.
func Ascent(f Font) float64 { return capHeight * f.Size }

// capHeight and xHeight are the heights of the Go family, in ems.
const (
	capHeight = 0.722
	xHeight   = 0.53
)

// face is one of the four fonts with the advances of all its glyphs. It does
// not change once it is made.
type face struct {
	font    *sfnt.Font
	perEm   int64                // font units
	ascii   [utf8.RuneSelf]glyph // controls as the glyphs shown for them
	others  map[rune]glyph
	missing glyph
	figure  int64 // advance of 0 to 9
}

// glyph is how a rune is set; advance is in font units.
type glyph struct {
	index   sfnt.GlyphIndex
	kind    glyphKind
	advance int64
}

type glyphKind uint8

const (
	inkGlyph   glyphKind = iota
	blankGlyph           // takes room, shows nothing
	tofuGlyph            // not in the font: an empty box
)

var faces = [...]func() *face{
	sync.OnceValue(func() *face { return newFace(goregular.TTF) }),
	sync.OnceValue(func() *face { return newFace(gobold.TTF) }),
	sync.OnceValue(func() *face { return newFace(gomono.TTF) }),
	sync.OnceValue(func() *face { return newFace(gomonobold.TTF) }),
}

func faceOf(f Font) *face { return faces[f.face()]() }

// face is the index of f in faces.
func (f Font) face() int {
	i := 0
	if f.Bold {
		i = 1
	}
	if f.Mono {
		i += 2
	}
	return i
}

// lastRune bounds the search for what the Go fonts contain; above it lie only
// ligatures and specials that no text here needs, but for U+FFFD.
const lastRune = 0x2fff

// newFace panics if ttf is no font: the four there are come with the program.
func newFace(ttf []byte) *face {
	parsed, err := sfnt.Parse(ttf)
	if err != nil {
		panic("scene: the built-in Go font cannot be read: " + err.Error())
	}
	f := &face{font: parsed, perEm: int64(parsed.UnitsPerEm()), others: map[rune]glyph{}}
	f.missing = glyph{kind: tofuGlyph, advance: f.perEm * 6 / 10}
	var buf sfnt.Buffer
	for r := rune(' '); r <= lastRune; r++ {
		f.load(&buf, r)
	}
	f.load(&buf, unicode.ReplacementChar)
	for r := range rune(utf8.RuneSelf) {
		switch as := shown(r); {
		case as == unicode.ReplacementChar:
			f.ascii[r] = f.others[as]
		case as != r:
			f.ascii[r] = f.ascii[as]
		}
	}
	f.figure = f.ascii['0'].advance
	return f
}

func (f *face) load(buf *sfnt.Buffer, r rune) {
	index, err := f.font.GlyphIndex(buf, r)
	if err != nil || index == 0 {
		return
	}
	// At as many pixels as the em has units, a pixel is a unit.
	advance, err := f.font.GlyphAdvance(buf, index, fixed.I(int(f.perEm)), font.HintingNone)
	if err != nil {
		return
	}
	g := glyph{index: index, advance: int64(advance.Round())}
	if unicode.Is(unicode.Zs, r) {
		g.kind = blankGlyph
	}
	if r < utf8.RuneSelf {
		f.ascii[r] = g
	} else {
		f.others[r] = g
	}
}

// glyph is how r, any rune at all, is set.
func (f *face) glyph(r rune) glyph {
	if uint32(r) < utf8.RuneSelf {
		return f.ascii[r]
	}
	if r = shown(r); r == ' ' {
		return f.ascii[r]
	}
	if g, ok := f.others[r]; ok {
		return g
	}
	switch {
	case r == '\u2007': // figure space
		return glyph{kind: blankGlyph, advance: f.figure}
	case unicode.Is(unicode.Zs, r):
		return glyph{kind: blankGlyph, advance: f.ascii[' '].advance}
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector):
		return glyph{kind: blankGlyph}
	}
	return f.missing
}

// width is the sum of the advances in font units.
func (f *face) width(s string) int64 {
	units := int64(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			for _, r := range s[i:] {
				units += f.glyph(r).advance
			}
			break
		}
		units += f.ascii[c].advance
	}
	return units
}

func (f *face) pixels(units int64, size float64) float64 {
	return float64(units) * size / float64(f.perEm)
}

// shown is the rune that stands for r in a picture. Everything that could end a
// line, turn the direction of writing or is not allowed in XML 1.0 becomes a
// blank or U+FFFD, so that all back ends show the same and none is led astray.
func shown(r rune) rune {
	switch {
	case r >= ' ' && r < 0x7f:
		return r
	case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
		return ' '
	case r < ' ' || 0x7f <= r && r < 0xa0, // controls
		0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c, // direction
		0xd800 <= r && r <= 0xdfff, 0xfdd0 <= r && r <= 0xfdef, r&0xfffe == 0xfffe, r > unicode.MaxRune:
		return unicode.ReplacementChar
	}
	return r
}
