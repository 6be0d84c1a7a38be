package scene

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
	"github.com/jeandeaual/go-locale"
)

// typeface is a font file: one of four that are built in, or a system font.
type typeface struct {
	file   uint16
	face   *font.Face // guarded by typefaces
	family string
	unit   float64 // perEm for each font unit
}

// glyph returns how the font sets r when nothing is shaped, and reports whether it has r.
func (t *typeface) glyph(r rune) (glyph, bool) {
	if t == nil {
		return glyph{}, false
	}
	index, ok := t.face.NominalGlyph(r)
	if !ok || index == 0 {
		return glyph{}, false
	}
	g := glyph{kind: inkGlyph, file: t.file, index: index, advance: int64(math.Round(float64(t.face.HorizontalAdvance(index)) * t.unit))}
	if unicode.Is(unicode.Zs, r) {
		g.kind = blankGlyph
	}
	return g, true
}

// typefaces has all fonts that were needed so far, by their files. The lock guards reading fonts
// and shaping text, because goroutines must not do that with the library at the same time.
var typefaces registry

type registry struct {
	sync.Mutex
	system atomic.Bool // the system's fonts may be used
	users  han         // set before system
	files  []*typeface
	known  map[*font.Font]*typeface
	found  *fontscan.FontMap
	own    [len(builtIn)]*typeface
	shaper shaper
}

// UseSystemFonts lets installed fonts set what the built-in ones lack: other scripts and emoji. They
// are looked up when the first such letter comes. Without it, pictures are the same on every machine.
func UseSystemFonts() {
	if typefaces.system.Load() {
		return
	}
	user, _ := locale.GetLocale()
	typefaces.users = hanOfUser(user)
	typefaces.system.Store(true)
}

// IndexSystemFonts reads the list of installed fonts, and writes it again to the user's cache if
// fonts have changed. That can take seconds, and the toolkit waits for the same list.
func IndexSystemFonts() { _, _ = fontscan.SystemFonts(silent{}, "") }

// builtIn panics if a built-in font cannot be read.
func (t *registry) builtIn(style int) *typeface {
	parsed, err := font.ParseTTF(bytes.NewReader(builtIn[style]))
	if err != nil {
		panic("scene: the built-in Go font cannot be read: " + err.Error())
	}
	t.Lock()
	defer t.Unlock()
	t.own[style] = t.add(parsed)
	return t.own[style]
}

// add gives a font its number.
func (t *registry) add(f *font.Face) *typeface {
	if known := t.known[f.Font]; known != nil {
		return known
	}
	if t.known == nil {
		t.known = map[*font.Font]*typeface{}
	}
	n := &typeface{file: uint16(len(t.files)), face: f, family: f.Describe().Family, unit: perEm / float64(f.Upem())}
	t.files = append(t.files, n)
	t.known[f.Font] = n
	return n
}

// of returns the system's font for r in a text's language, nil if there is none. The lock must be held.
func (t *registry) of(r rune, style int, written han) *typeface {
	if !t.system.Load() || len(t.files) > maxFiles {
		return nil
	}
	if t.found == nil {
		t.found = fontscan.NewFontMap(silent{})
		if t.found.UseSystemFonts("") != nil {
			t.system.Store(false)
			return nil
		}
	}
	query := fontscan.Query{Families: append(slices.Clip(familiesOf(r, written)), "sans-serif")}
	if style&bold != 0 {
		query.Aspect.Weight = font.WeightBold
	}
	t.found.SetQuery(query)
	t.found.SetScript(language.LookupScript(r))
	f := t.found.ResolveFace(r)
	if f == nil {
		return nil
	}
	if index, ok := f.NominalGlyph(r); !ok || index == 0 {
		return nil
	}
	return t.add(f)
}

// family returns the name of a glyph's font, fit to be quoted in a list of fonts; "" if no font has the glyph.
func (t *registry) family(g glyph) string {
	if g.kind != inkGlyph {
		return ""
	}
	t.Lock()
	defer t.Unlock()
	name := t.files[g.file].family
	if strings.ContainsAny(name, `'"\\&<>`) || strings.ContainsFunc(name, func(r rune) bool { return shown(r) != r }) {
		return ""
	}
	return name
}

// maxFiles limits how many fonts are held in memory.
const maxFiles = 200

// silent keeps the library's remarks about fonts away from standard error.
type silent struct{}

func (silent) Printf(string, ...any) {}

// drawing is what a glyph looks like: an outline with y pointing up, in units with upem to the
// em, or a picture.
type drawing struct {
	outline []font.Segment
	colours image.Image
	extents font.GlyphExtents // for the picture
	upem    float64
	builtIn bool
}

func (t *registry) drawing(g glyph) drawing {
	t.Lock()
	defer t.Unlock()
	face := t.files[g.file].face
	d := drawing{upem: float64(face.Upem()), builtIn: slices.Contains(t.own[:], t.files[g.file])}
	switch data := face.GlyphData(g.index).(type) {
	case font.GlyphOutline:
		d.outline = data.Segments
	case font.GlyphSVG:
		d.outline = data.Outline.Segments
	case font.GlyphBitmap:
		if picture, err := bitmap(data); err == nil {
			d.colours = picture
			d.extents, _ = face.GlyphExtents(g.index)
		}
	default:
		if outline, ok := face.GlyphDataOutline(uint16(g.index)); ok {
			d.outline = outline.Segments
		}
	}
	return d
}

// maxBitmap limits pictures in a font, in pixels.
const maxBitmap = 1 << 20

func bitmap(b font.GlyphBitmap) (image.Image, error) {
	if b.Format != font.PNG || b.Width*b.Height > maxBitmap {
		return nil, errBitmap
	}
	c, err := png.DecodeConfig(bytes.NewReader(b.Data))
	if err != nil || c.Width*c.Height > maxBitmap {
		return nil, errBitmap
	}
	return png.Decode(bytes.NewReader(b.Data))
}

var errBitmap = errors.New("not a picture that can be painted")
