package scene

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/segmenter"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Most text is set letter by letter. Scripts whose letters join, combine or run from right to left
// are shaped instead: a text is shaped as a whole, once, and kept as a line.

// plain reports whether r is always set by itself, whatever stands beside it.
func plain(r rune) bool {
	switch {
	case r < 0x300, 0x370 <= r && r < 0x483, 0x48a <= r && r < 0x530, // Latin, Greek, Cyrillic
		0x1e00 <= r && r < 0x200c, 0x2010 <= r && r < 0x20d0, 0x2100 <= r && r < 0x2c00, // signs
		0x2e80 <= r && r < 0x302a, 0x3030 <= r && r < 0x3099, 0x309b <= r && r < 0xa000, // Han, kana
		0xac00 <= r && r < 0xd7a4, 0xd800 <= r && r < 0xfb00, 0xfe30 <= r && r < 0xfe70, // hangul, private
		0xff00 <= r && r < 0x10000, 0x20000 <= r && r < 0xe0000, r >= 0xe1000:
		return true
	}
	return shown(r) != r // shown instead by a sign that stands for it
}

// line is a shaped text in one style, for any size.
type line struct {
	glyphs []placed // from left to right
	ends   []stop   // where the text may be cut, in reading order
	width  int64
}

// placed is a glyph with its pen position, in perEm from the beginning of the line.
type placed struct {
	glyph
	x, y int32
	at   int // its first byte in the text
}

// stop is where a cluster ends: a letter with its marks.
type stop struct {
	bytes int   // from the beginning of the text
	width int64 // of the text before it
}

// longestShaped limits what is shaped, in bytes: no name that somebody reads is longer.
const longestShaped = 4 << 10

// line returns nil if s is set letter by letter.
func (f *face) line(s string) *line {
	if ascii(s) || len(s) > longestShaped {
		return nil
	}
	for _, r := range s {
		if r >= 0x300 && !plain(r) {
			return f.shaped(s)
		}
	}
	return nil
}

func (f *face) shaped(s string) *line {
	typefaces.Lock()
	defer typefaces.Unlock()
	key := lineKey{f.style, s}
	if l := typefaces.shaper.lines.get(key); l != nil {
		return l
	}
	l := typefaces.shaper.line(f, s)
	typefaces.shaper.lines.put(key, l)
	return l
}

// lines are the lines that were shaped last. A line that is asked for again moves to young. When
// young is full, old is dropped and young takes its place.
type lines struct {
	young, old map[lineKey]*line
	bytes      int
}

type lineKey struct {
	style int
	text  string
}

// maxLineBytes is about how much each half holds: 20,000 long names.
const maxLineBytes = 32 << 20

func (l *lines) get(k lineKey) *line {
	found := l.young[k]
	if found == nil {
		if found = l.old[k]; found != nil {
			l.put(k, found)
		}
	}
	return found
}

func (l *lines) put(k lineKey, made *line) {
	if l.young == nil || l.bytes > maxLineBytes {
		l.old, l.young, l.bytes = l.young, map[lineKey]*line{}, 0
	}
	l.young[k] = made
	l.bytes += 200 + len(k.text) + 32*len(made.glyphs) + 16*len(made.ends)
}

// shaper shapes one line at a time.
type shaper struct {
	split     shaping.Segmenter
	graphemes segmenter.Segmenter
	harf      shaping.HarfbuzzShaper
	lines     lines
}

// line shapes s. The caller holds the lock of typefaces.
func (sh *shaper) line(f *face, s string) *line {
	runes, at := make([]rune, 0, len(s)), make([]int, 0, len(s)+1)
	for i, r := range s {
		runes, at = append(runes, shown(r)), append(at, i)
	}
	at = append(at, len(s))

	graphemes := sh.graphemesOf(runes)
	written := hanOf(s)
	fonts := fontsOf(runes, graphemes, f.style, written)
	level := levels(runes)
	var runs []shaping.Input
	var runLevels []uint8
	for from := 0; from < len(runes); {
		to := from
		for to < len(runes) && level[to] == level[from] {
			to++
		}
		stretch := shaping.Input{
			Text: runes, RunStart: from, RunEnd: to, Direction: di.DirectionLTR,
			Size: fixed.I(perEm), Language: language.NewLanguage(hanTags[written].String()), FontFeatures: noKerning,
		}
		if level[from] == 1 {
			stretch.Direction = di.DirectionRTL
		}
		for _, run := range sh.split.Split(stretch, oneFont{typefaces.own[f.style].face}) {
			runs = append(runs, byFont(run, fonts)...)
		}
		for len(runLevels) < len(runs) {
			runLevels = append(runLevels, level[from])
		}
		from = to
	}
	shapes := make([]shaping.Output, len(runs))
	advances := make([]int64, len(runes)) // by the first rune in a cluster
	starts := make([]bool, len(runes)+1)
	starts[len(runes)] = true
	for i, in := range runs {
		shapes[i] = sh.harf.Shape(in)
		for _, g := range shapes[i].Glyphs {
			starts[g.TextIndex()] = true
		}
	}
	l := new(line)
	pen := int64(0)
	for _, i := range visual(runLevels) {
		t := typefaces.add(shapes[i].Face)
		boxed := -1 // the cluster that a box was set for
		for _, g := range shapes[i].Glyphs {
			first := g.TextIndex()
			set := glyph{kind: inkGlyph, file: t.file, index: g.GlyphID, advance: int64(g.Advance.Round())}
			if r := runes[first]; g.GlyphID == 0 || r == ' ' {
				set, g.XOffset, g.YOffset = f.lacking(r), 0, 0
			}
			if set.kind == missingGlyph {
				if first == boxed {
					continue // a letter has one box, whatever belongs to it
				}
				boxed = first
			}
			if set.kind != blankGlyph {
				l.glyphs = append(l.glyphs, placed{set, int32(pen) + int32(g.XOffset.Round()), int32(g.YOffset.Round()), at[first]})
			}
			pen += set.advance
			advances[first] += set.advance
		}
	}
	l.width = pen
	width, done := int64(0), 0
	for _, end := range graphemes {
		for ; done < end; done++ {
			width += advances[done]
		}
		if starts[end] {
			l.ends = append(l.ends, stop{at[end], width})
		}
	}
	return l
}

// lacking returns how to set a rune that its font lacks.
func (f *face) lacking(r rune) glyph {
	switch {
	case unicode.Is(unicode.Zs, r):
		return f.glyph(r)
	case invisible(r):
		return glyph{kind: blankGlyph}
	}
	return f.lost(r)
}

// invisible reports whether r only changes the letter before it.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector)
}

// graphemesOf returns where each letter, with everything that belongs to it, ends.
func (sh *shaper) graphemesOf(runes []rune) []int {
	var ends []int
	sh.graphemes.Init(runes)
	for each := sh.graphemes.GraphemeIterator(); each.Next(); {
		g := each.Grapheme()
		ends = append(ends, g.Offset+len(g.Text))
	}
	return ends
}

// noKerning keeps the advances of plain letters, which Measure adds up.
var noKerning = []shaping.FontFeature{{Tag: opentype.MustNewTag("kern"), Value: 0}}

// oneFont keeps the library from choosing a font for each rune.
type oneFont struct{ face *font.Face }

func (o oneFont) ResolveFace(rune) *font.Face { return o.face }

// fontsOf returns a font for each rune. A letter and everything that belongs to it have the same.
func fontsOf(runes []rune, graphemes []int, style int, written han) []*font.Face {
	fonts := make([]*font.Face, len(runes))
	from := 0
	for _, end := range graphemes {
		one := fontOf(runes[from:end], style, written)
		for ; from < end; from++ {
			fonts[from] = one
		}
	}
	return fonts
}

// fontOf returns the first font that has a whole letter, otherwise the first that has its beginning.
func fontOf(letter []rune, style int, written han) *font.Face {
	own := typefaces.own[style].face
	if len(letter) == 1 && has(own, letter) {
		return own
	}
	picture := slices.ContainsFunc(letter, func(r rune) bool { return r == emojiStyle || r == keycap })
	if composed := []rune(norm.NFC.String(string(letter))); !picture && has(own, composed) {
		return own
	}
	var beginning *font.Face
	for _, r := range letter {
		if picture {
			r = anEmoji
		}
		if t := typefaces.of(r, style, written); t != nil {
			if has(t.face, letter) {
				return t.face
			}
			if beginning == nil {
				beginning = t.face
			}
		}
	}
	if beginning == nil || has(own, letter[:1]) && !picture {
		return own
	}
	return beginning
}

const (
	emojiStyle = '\ufe0f' // shows the letter before it as a picture
	keycap     = '\u20e3'
	anEmoji    = '\U0001f600' // in every emoji font
)

func has(f *font.Face, letter []rune) bool {
	for _, r := range letter {
		if index, ok := f.NominalGlyph(r); (!ok || index == 0) && !unicode.In(r, unicode.Cf, unicode.Variation_Selector) {
			return false
		}
	}
	return true
}

// byFont splits a run where the font changes.
func byFont(run shaping.Input, fonts []*font.Face) []shaping.Input {
	var out []shaping.Input
	for i := run.RunStart; i < run.RunEnd; {
		part := run
		part.RunStart, part.Face = i, fonts[i]
		for i < run.RunEnd && fonts[i] == part.Face {
			i++
		}
		part.RunEnd = i
		out = append(out, part)
	}
	return out
}

// cut returns the longest beginning of s that, with end after it, fits into width, by whole letters;
// "" if not even one fits. A letter's shape depends on what follows it, so what seems to fit is measured again.
func (l *line) cut(s, end string, f Font, width float64) string {
	rest := width - Measure(end, f)
	fitting := 0
	for fitting < len(l.ends) && toPixels(l.ends[fitting].width, f.Size) <= rest {
		fitting++
	}
	for i := min(fitting+1, len(l.ends)) - 1; i >= 0; i-- {
		if t := s[:l.ends[i].bytes] + end; len(t) < len(s)+len(end) && Measure(t, f) <= width {
			return t
		}
	}
	return ""
}

// back returns how many bytes of s remain without its last letter and everything that belongs to it.
func (f *face) back(s string) int {
	if l := f.line(s); l != nil {
		if n := len(l.ends); n > 1 {
			return l.ends[n-2].bytes
		}
		return 0
	}
	_, n := utf8.DecodeLastRuneInString(s)
	return len(s) - n
}

// after returns how many letters end after a byte, at least one.
func (l *line) after(at int) int {
	n := 0
	for i := len(l.ends) - 1; i >= 0 && l.ends[i].bytes > at; i-- {
		n++
	}
	return max(n, 1)
}
