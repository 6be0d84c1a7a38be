package scene

import (
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/text/width"
)

// perEm is the unit for all advances: it is how many units an em has in the Go family. Other
// fonts' advances are rounded to it, so that sums are whole numbers and equal in every back end.
const perEm = 2048

// face is one of the four [Font] styles: a built-in font with all its glyphs' advances, and
// the system's fonts for what it lacks.
type face struct {
	style   int
	ascii   [utf8.RuneSelf]glyph // control characters have the glyphs that stand for them
	others  map[rune]glyph
	missing glyph
	wide    glyph // missing, but as wide as it is high, as in Chinese: a viewer for SVG may have a font for it
	figure  int64 // the advance of 0 to 9
	pages   pages
	forms   [len(hanTags)]atomic.Pointer[forms]
}

// pages hold glyphs from the system's fonts.
type pages [(unicode.MaxRune + 1) / pageSize]atomic.Pointer[page]

// page holds glyphs for consecutive runes. It is replaced, never changed, so that it can be read without a lock.
type page [pageSize]glyph

const pageSize = 256

// glyph is how a rune is set; advance is in perEm.
type glyph struct {
	kind    glyphKind
	file    uint16 // index in typefaces.files
	index   font.GID
	advance int64
}

type glyphKind uint8

const (
	unknownGlyph glyphKind = iota // not looked up yet
	inkGlyph
	blankGlyph   // has an advance, shows nothing
	missingGlyph // no font has it: a box
)

var builtIn = [...][]byte{goregular.TTF, gobold.TTF, gomono.TTF, gomonobold.TTF}

var faces = [len(builtIn)]func() *face{
	sync.OnceValue(func() *face { return newFace(0) }),
	sync.OnceValue(func() *face { return newFace(1) }),
	sync.OnceValue(func() *face { return newFace(2) }),
	sync.OnceValue(func() *face { return newFace(3) }),
}

func faceOf(f Font) *face { return faces[f.face()]() }

// face returns the index of f in faces and of its built-in typeface.
func (f Font) face() int {
	i := 0
	if f.Bold {
		i |= bold
	}
	if f.Mono {
		i |= mono
	}
	return i
}

const (
	bold = 1 << iota
	mono
)

// lastRune limits the search for what the Go fonts contain. Above it they have only ligatures and
// specials that no text here needs, except U+FFFD.
const lastRune = 0x2fff

func newFace(style int) *face {
	own := typefaces.builtIn(style)
	f := &face{style: style, others: map[rune]glyph{}}
	f.missing = glyph{kind: missingGlyph, file: own.file, advance: perEm * 6 / 10}
	f.wide = glyph{kind: missingGlyph, file: own.file, index: 1, advance: perEm}
	for r := rune(' '); r <= lastRune; r++ {
		f.load(own, r)
	}
	f.load(own, unicode.ReplacementChar)
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

func (f *face) load(own *typeface, r rune) {
	g, ok := own.glyph(r)
	if !ok {
		return
	}
	if r < utf8.RuneSelf {
		f.ascii[r] = g
	} else {
		f.others[r] = g
	}
}

// glyph returns how r, which may be any rune, is set where it needs no shaping.
func (f *face) glyph(r rune) glyph {
	if uint32(r) < utf8.RuneSelf {
		return f.ascii[r]
	}
	if r = shown(r); r == ' ' {
		return f.ascii[r]
	}
	if g := f.pages.get(r); g.kind != unknownGlyph {
		return g
	}
	if g, ok := f.others[r]; ok {
		return g
	}
	switch {
	case r == '\u2007': // figure space
		return glyph{kind: blankGlyph, advance: f.figure}
	case unicode.Is(unicode.Zs, r) && r != '\u3000':
		return glyph{kind: blankGlyph, advance: f.ascii[' '].advance}
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector):
		return glyph{kind: blankGlyph}
	}
	return f.foreign(r)
}

// foreign returns r's glyph from a system font, which is looked up once.
func (f *face) foreign(r rune) glyph {
	if !typefaces.system.Load() {
		return f.lost(r)
	}
	typefaces.Lock()
	defer typefaces.Unlock()
	g, ok := typefaces.of(r, f.style, typefaces.users).glyph(r)
	if !ok {
		g = f.lost(r)
	}
	f.pages.put(r, g)
	return g
}

// lost returns the box for r, which no font has.
func (f *face) lost(r rune) glyph {
	if r == '\u3000' { // a blank
		return glyph{kind: blankGlyph, advance: perEm}
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return f.wide
	}
	return f.missing
}

// get returns the kind unknownGlyph if there is none.
func (p *pages) get(r rune) glyph {
	if at := p[r/pageSize].Load(); at != nil {
		return at[r%pageSize]
	}
	return glyph{}
}

// put keeps g for r. The caller holds the lock of typefaces.
func (p *pages) put(r rune, g glyph) {
	at, next := &p[r/pageSize], new(page)
	if was := at.Load(); was != nil {
		*next = *was
	}
	next[r%pageSize] = g
	at.Store(next)
}

// width returns a text's width in perEm, shaped where necessary.
func (f *face) width(s string) int64 {
	units := int64(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			if l := f.line(s); l != nil {
				return l.width
			}
			for _, r := range s[i:] {
				units += f.glyph(r).advance
			}
			break
		}
		units += f.ascii[c].advance
	}
	return units
}

// ascii reports whether all of s is ASCII: most texts are, and need no shaping.
func ascii(s string) bool {
	const high = 0x80_80_80_80_80_80_80_80
	for ; len(s) >= 8; s = s[8:] {
		if (uint64(s[0])|uint64(s[1])<<8|uint64(s[2])<<16|uint64(s[3])<<24|
			uint64(s[4])<<32|uint64(s[5])<<40|uint64(s[6])<<48|uint64(s[7])<<56)&high != 0 {
			return false
		}
	}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// toPixels converts font units at a size to pixels.
func toPixels(units int64, size float64) float64 { return float64(units) * size / perEm }

// shown returns the rune that stands for r in a picture. Everything that could end a line, turn
// the writing direction or is not allowed in XML 1.0 becomes a blank or U+FFFD, so that all back
// ends show the same and none is misled.
func shown(r rune) rune {
	switch {
	case r >= ' ' && r < 0x7f:
		return r
	case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
		return ' '
	case r < ' ' || 0x7f <= r && r < 0xa0, // control characters
		0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c, // direction
		0xd800 <= r && r <= 0xdfff, 0xfdd0 <= r && r <= 0xfdef, r&0xfffe == 0xfffe, r > unicode.MaxRune:
		return unicode.ReplacementChar
	}
	return r
}
