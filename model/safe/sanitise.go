package safe

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDisplay is the longest text, in bytes, that is shown. Longer ones make labels too wide.
const maxDisplay = 1024

// Text makes a text from a file safe for a screen: valid UTF-8, no control characters, none that change the
// writing direction (a right-to-left override turns a name around), no invisible ones, at most about 1 kB.
// What is not shown is escaped as in a Go string, so that two names can be told apart: \xff, \u202e. A text
// that is already safe is returned unchanged.
func Text(s string) string { return sanitise(s, maxDisplay) }

// Whole is Text without the limit on the length, for files.
func Whole(s string) string { return sanitise(s, math.MaxInt) }

func sanitise(s string, limit int) string {
	if len(s) <= limit && safe(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if b.Len() >= limit {
			return strings.TrimRight(b.String(), "\u200c\u200d") + "…"
		}
		switch {
		case r == '\t', r == '\n', r == '\r':
			b.WriteByte(' ')
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case joins(s, i):
			b.WriteRune(r)
		case r == utf8.RuneError || hidden(r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Visible returns a text of any length with U+FFFD in place of each character that is invisible or moves
// others, and of each byte that is not UTF-8. Tabs and line ends are kept.
func Visible(s string) string {
	if safe(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if r != '\r' && !joins(s, i) {
			r = Rune(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Rune returns a character, or U+FFFD for one that is invisible or moves others. Tabs and line feeds are
// kept.
func Rune(r rune) rune {
	if r == '\t' || r == '\n' {
		return r
	}
	return shown(r)
}

// shown returns a character, or U+FFFD for one that is hidden.
func shown(r rune) rune {
	if hidden(r) {
		return utf8.RuneError
	}
	return r
}

func safe(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c >= 0x7f {
			for j, r := range s[i:] {
				if r == utf8.RuneError || hidden(r) && !joins(s, i+j) {
					return false
				}
			}
			return true
		}
	}
	return true
}

// joins reports whether a joiner or a non-joiner at byte i is between two letters on which it acts: it makes
// one emoji from several, and forms letters in scripts such as Persian and Hindi. Elsewhere it is only
// invisible.
func joins(s string, i int) bool {
	if !strings.HasPrefix(s[i:], "\u200d") && !strings.HasPrefix(s[i:], "\u200c") {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+len("\u200d"):])
	return joinable(before) && joinable(after)
}

// joinable reports whether a joiner acts on r: on emoji and what colours them, and on letters and marks in
// scripts whose letters join.
func joinable(r rune) bool {
	switch {
	case 0x2190 <= r && r < 0x2c00, r == '\ufe0f', 0x1f000 <= r && r < 0x20000:
		return true
	case 0x600 <= r && r < 0x1100, 0x1780 <= r && r < 0x1900, 0xa800 <= r && r < 0xac00:
		return unicode.In(r, unicode.L, unicode.M)
	}
	return false
}

// hidden reports whether a character is invisible or moves others: control (Cc), format (Cf: direction marks
// and overrides, joiners), surrogates, private use, line and paragraph separators, letters that are blank
// (Korean ones among them), and unassigned characters.
func hidden(r rune) bool {
	switch { // most characters need no tables, and neither does the replacement for invalid bytes
	case r < 0x7f:
		return r < 0x20
	case r == utf8.RuneError:
		return false
	}
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Other_Default_Ignorable_Code_Point)
}
