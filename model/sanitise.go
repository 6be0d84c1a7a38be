package model

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDisplay is the longest text, in bytes, that is shown: longer ones make labels too wide.
const maxDisplay = 1024

// Sanitise makes a text from a file safe for a screen: valid UTF-8, no control characters, none
// that change the writing direction (a right-to-left override turns a name around), none that are
// invisible, at most about 1 kB. What is not shown is escaped, as in a string of Go, so that one can
// tell two names apart: \xff, \u202e. A text that is already safe is returned as it is.
func Sanitise(s string) string { return sanitise(s, maxDisplay) }

// SanitiseWhole is Sanitise of a text of any length, for a file.
func SanitiseWhole(s string) string { return sanitise(s, math.MaxInt) }

func sanitise(s string, most int) string {
	if len(s) <= most && safe(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if b.Len() >= most {
			b.WriteRune('…')
			break
		}
		switch {
		case r == '\t', r == '\n', r == '\r':
			b.WriteByte(' ')
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == utf8.RuneError || hidden(r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Visible is a text of any length in which each character that does not show, or moves others, is
// U+FFFD, as is each byte that is no UTF-8. Tabs and ends of lines stay.
func Visible(s string) string {
	if safe(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r == '\r' {
			return r
		}
		return VisibleRune(r)
	}, s)
}

// VisibleRune is a character, or U+FFFD for one that does not show, or moves others. Tabs and line
// feeds stay.
func VisibleRune(r rune) rune {
	if r == '\t' || r == '\n' {
		return r
	}
	return shown(r)
}

// shown is a character, or U+FFFD for one that is hidden.
func shown(r rune) rune {
	if hidden(r) {
		return utf8.RuneError
	}
	return r
}

func safe(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c >= 0x7f {
			return !strings.ContainsFunc(s[i:], func(r rune) bool { return r == utf8.RuneError || hidden(r) })
		}
	}
	return true
}

// hidden reports whether a character shows nothing or moves others: control (Cc),
// format (Cf: direction marks and overrides, joiners), surrogates, private use,
// line and paragraph separators, and what is not assigned.
func hidden(r rune) bool {
	switch { // most characters need no tables, nor what stands for bytes that are none
	case r < 0x7f:
		return r < 0x20
	case r == utf8.RuneError:
		return false
	}
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
}
