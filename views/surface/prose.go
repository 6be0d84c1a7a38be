package surface

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Prose is a text over several lines that answers neither the pointer nor the keyboard.
type Prose struct {
	widget.BaseWidget
	words *Words
}

// NewProse makes a text, as a heading or not.
func NewProse(text string, heading bool) *Prose {
	p := &Prose{words: NewWords(text, fyne.TextStyle{Bold: heading}, fyne.TextWrapWord)}
	if heading {
		p.words.Label.SizeName = theme.SizeNameSubHeadingText
	}
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer implements fyne.Widget.
func (p *Prose) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.words.Label) }

// Resize implements fyne.CanvasObject.
func (p *Prose) Resize(size fyne.Size) {
	p.words.breakLines(size.Width)
	p.BaseWidget.Resize(size)
}

// isProse reports whether a text is written without spaces between its words, as Chinese is. Fyne breaks lines at
// spaces, so that in such a text a line would end before the first figure in it.
func isProse(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// Punctuation that no line begins or ends with.
const (
	notFirst = "，。、；：？！）】》”’…%,.;:?!)"
	notLast  = "（【《“‘("
)

// mayBreak reports whether a line may end between two letters.
func mayBreak(a, b rune) bool {
	switch {
	case unicode.IsSpace(b), strings.ContainsRune(notFirst, b), strings.ContainsRune(notLast, a):
		return false
	case unicode.IsSpace(a):
		return true
	}
	return isWide(a) || isWide(b)
}

// isWide reports whether a letter is as wide as a Chinese one.
func isWide(r rune) bool {
	return unicode.Is(unicode.Han, r) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xff60
}

// wrap breaks a text into lines no wider than room where its script allows it: between any two Chinese letters,
// but not before a comma. Width measures a text piece.
func wrap(text string, space float32, width func(string) float32) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		var used float32
		for rest := paragraph; rest != ""; {
			piece := firstPiece(rest)
			rest = rest[len(piece):]
			w := width(piece)
			if used > 0 && used+width(strings.TrimRightFunc(piece, unicode.IsSpace)) > space {
				b.WriteByte('\n')
				used = 0
			}
			b.WriteString(piece)
			used += w
		}
	}
	return b.String()
}

// firstPiece returns a text's beginning up to where a line may end.
func firstPiece(text string) string {
	before, size := utf8.DecodeRuneInString(text)
	for i := size; i < len(text); i += size {
		var r rune
		if r, size = utf8.DecodeRuneInString(text[i:]); mayBreak(before, r) {
			return text[:i]
		}
		before = r
	}
	return text
}
