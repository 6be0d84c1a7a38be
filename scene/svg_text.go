package scene

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Few machines have the Go fonts, so text in an SVG is mostly set in another
// font, and the picture was laid out by Go's widths. Four cases:
//
//   - Text that fits even in DejaVu Sans, the list's widest font, is
//     left to the viewer.
//   - Text that Fit or Fading has cut gets a textLength, by which browsers squeeze it to the
//     width it was cut for, at its full size. librsvg and Inkscape do not know
//     textLength; for them it is clipped to its box and may lose the "…".
//   - So does text in other scripts, whose fonts differ most.
//   - Whole text must not lose a letter, least of all a digit. It is written
//     smaller, by so much that it fits in DejaVu Sans.
//
// The width ends at the clip and at the right edge of the rectangle or filled path
// that was drawn last in the group, if the text begins in it.

// smallest is the smallest factor by which whole text may be scaled down.
const smallest = 0.75

func (s *SVG) Text(at Point, t string, f Font, c Color) {
	if c.A == 0 || t == "" || !(f.Size > 0) || f.Size > farAway || !finite(at) {
		return
	}
	clip, wide := s.clip(), Measure(t, f)
	area := Rect{at.X, at.Y - f.Size, at.X + max(wide, 1), at.Y + 0.3*f.Size}
	if area.Intersect(clip).Empty() {
		return
	}
	limit := clip
	if s.box.Contains(at) {
		limit = clip.Intersect(s.box)
	}
	space, foreign := limit.X1-at.X, Widest(t, f)
	others := chain(t, faceOf(f), hanOf(t))
	squeeze := others != ""
	if foreign > space && wide <= space+0.01 {
		if squeeze = squeeze || f.Fade || strings.HasSuffix(t, ellipsis) || space < smallest*foreign; squeeze {
			area.X1 = at.X + foreign
			// Descenders may leave the box, as in Raster.
			clip = clip.Intersect(Rect{clip.X0, clip.Y0, limit.X1, clip.Y1})
			clip.Y0, clip.Y1 = max(clip.Y0, min(limit.Y0, area.Y0)), min(clip.Y1, max(limit.Y1, area.Y1))
		} else {
			f.Size = math.Floor(100*f.Size*space/foreign) / 100
		}
	}
	id := s.defineClip(area, clip)
	s.open()
	s.text("<text")
	s.attribute("x", at.X)
	s.attribute("y", at.Y)
	if f.Size != TextSize {
		s.attribute("font-size", f.Size)
	}
	if f.Mono || others != "" {
		first, last := sansFirst, sansLast
		if f.Mono {
			first, last = monoFirst, monoLast
		}
		s.text(` font-family="` + first + others + last + `"`)
	}
	if f.Bold {
		s.text(` font-weight="bold"`)
	}
	if language := HanLanguage(t); language != "" {
		s.text(` xml:lang="` + language + `"`)
	}
	s.paint("fill", c)
	if squeeze {
		s.attribute("textLength", wide)
		s.text(` lengthAdjust="spacingAndGlyphs"`)
	}
	s.clipBy(id)
	s.text(">")
	solid := f.solid(t)
	if strings.ContainsFunc(t[solid:], backward) {
		solid = len(t) // librsvg sets each span from left to right, and joins no letters across spans
	}
	s.spans(t[:solid], f)
	var fading []string // the last letter first
	for end := len(t); end > solid; {
		from := max(faceOf(f).back(t[:end]), solid)
		fading, end = append(fading, t[from:end]), from
	}
	for i, letter := range slices.Backward(fading) {
		s.text(`<tspan fill-opacity="` + numbers(float64(faded(c, i+1).A)/255) + `">`)
		s.escape(letter, true)
		s.text("</tspan>")
	}
	s.text("</text>\n")
}

// spans writes t. If Han, kana or hangul come first, librsvg lifts some scripts that are shaped. So if there
// are such letters, stretches with and without them get separate spans. What runs from right to left stays in one.
func (s *SVG) spans(t string, f Font) {
	if faceOf(f).line(t) == nil || !strings.ContainsFunc(t, eastAsian) {
		s.escape(t, true)
		return
	}
	from, wide := 0, false
	write := func(to int) {
		if wide || from == to {
			s.escape(t[from:to], true)
		} else {
			s.text("<tspan>")
			s.escape(t[from:to], true)
			s.text("</tspan>")
		}
		from = to
	}
	for i, r := range t {
		if is := eastAsian(r); is != wide && r != ' ' && !invisible(r) {
			write(i)
			wide = is
		}
	}
	write(len(t))
}

func eastAsian(r rune) bool {
	return r >= 0x1100 && scriptOf(r) != emoji && width.LookupRune(r).Kind() == width.EastAsianWide
}

func finite(p Point) bool { return math.Abs(p.X) < farAway && math.Abs(p.Y) < farAway }

// Widest returns how wide t is in the widest font that a viewer may have, plus a hundredth for viewers
// that round advances.
func Widest(t string, f Font) float64 {
	face, sum := faceOf(f), 0.0
	for _, r := range t {
		r = shown(r)
		g := face.glyph(r)
		own := toPixels(int64(g.advance), 1)
		switch {
		case f.Mono && g.kind != missingGlyph:
			own = max(own, 0.602)
		case g.kind == missingGlyph:
			own = max(own, 1)
		case r >= utf8.RuneSelf && unicode.Is(unicode.Sm, r):
			own = max(own, 0.838)
		case r >= utf8.RuneSelf && own < 1:
			own *= 1.2
		case r >= utf8.RuneSelf:
		case f.Bold:
			own = max(own, float64(dejavuBold[r-' '])/1000)
		default:
			own = max(own, float64(dejavuSans[r-' '])/1000)
		}
		sum += own
	}
	return 1.01 * sum * f.Size
}

// The advances of DejaVu Sans 2.37 and its bold from U+0020 to U+007E, in em/1000, as measured.
var (
	dejavuSans = [...]uint16{
		318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
		636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
		1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
		603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
		500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
		635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
	}
	dejavuBold = [...]uint16{
		348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365,
		696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580,
		1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850,
		733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500,
		500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687,
		716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
	}
)
