package scene

// Font is a size, in logical pixels, in the Go family, which is built into the program: proportional
// with all digits equally wide, or Mono for source and addresses. Letters that it lacks come from
// the system's fonts, see [UseSystemFonts].
type Font struct {
	Size       float64
	Bold, Mono bool
	Fade       bool // the last two letters, but never the first, fade: more text was there, see [Fading]
}

const ellipsis = "…"

// Measure returns the width of s in logical pixels: the sum of the advances by which every back end sets
// it. Many goroutines may use it at once, and it allocates nothing for a text that it has seen.
func Measure(s string, f Font) float64 {
	if !(f.Size > 0) {
		return 0
	}
	return toPixels(faceOf(f).width(s), f.Size)
}

// Fit returns s if it fits into width, otherwise the longest beginning that fits with "…"; "" if not even one
// letter does.
func Fit(s string, f Font, width float64) string {
	if !(f.Size > 0) || !(width >= 0) {
		return ""
	}
	face := faceOf(f)
	if toPixels(face.width(s), f.Size) <= width {
		return s
	}
	if l := face.line(s); l != nil {
		return l.cut(s, ellipsis, f, width)
	}
	dots := face.glyph('…').advance
	units, cut := int64(0), 0
	for i, r := range s {
		if toPixels(units+dots, f.Size) <= width {
			cut = i
		}
		units += face.glyph(r).advance
		if toPixels(units, f.Size) > width {
			if cut == 0 {
				return ""
			}
			return s[:cut] + ellipsis
		}
	}
	return s
}

// Fading returns s if it fits into width, otherwise the longest beginning that fits, and a font whose
// last letters fade: in narrow places they are worth more than an ellipsis. The text is "" if not even one letter fits.
func Fading(s string, f Font, width float64) (string, Font) {
	if !(f.Size > 0) || !(width >= 0) {
		return "", f
	}
	face := faceOf(f)
	if l := face.line(s); l != nil {
		if toPixels(l.width, f.Size) <= width {
			return s, f
		}
		f.Fade = true
		return l.cut(s, "", f, width), f
	}
	units := int64(0)
	for i, r := range s {
		if units += face.glyph(r).advance; toPixels(units, f.Size) > width {
			f.Fade = true
			return s[:i], f
		}
	}
	return s, f
}

// fadeOf is how opaque the letters are at the end of a fading text, the last one first.
var fadeOf = [...]float64{0.4, 0.7}

// solid returns how many bytes of the text do not fade. The first letter never does: it must be
// readable where it stands for a whole name.
func (f Font) solid(s string) int {
	if !f.Fade {
		return len(s)
	}
	face, end := faceOf(f), len(s)
	for range fadeOf {
		if before := face.back(s[:end]); before > 0 {
			end = before
		}
	}
	return end
}

// LineHeight returns the distance between the baselines of two lines, in logical pixels.
func LineHeight(f Font) float64 { return 1.3 * f.Size }

// Ascent returns the height of capitals above the baseline, in logical pixels: text with its
// baseline at middle + Ascent/2 looks centred.
func Ascent(f Font) float64 { return capHeight * f.Size }

// capHeight and xHeight are the Go family's heights, in ems.
const (
	capHeight = 0.722
	xHeight   = 0.53
)
