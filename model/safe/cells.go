package safe

import (
	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"
)

// terminal counts as terminals do. The language of the environment does not matter: the same report is
// written everywhere.
var terminal = &runewidth.Condition{StrictEmojiNeutral: true}

// Cells is how many cells of a terminal a text takes: two for each letter of Chinese, Japanese and
// Korean, none for marks that go with the letter before.
func Cells(s string) int { return terminal.StringWidth(s) }

// CutEnd leaves the beginning of a text that takes more cells than most, then …, in most cells at most.
func CutEnd(s string, most int) string { return terminal.Truncate(s, most, "…") }

// CutStart leaves the end of a text that takes more cells than most, after …, in most cells at most.
func CutStart(s string, most int) string {
	over := Cells(s) - most
	if over <= 0 {
		return s
	}
	over++ // for …
	letters := graphemes.FromString(s)
	for over > 0 && letters.Next() {
		over -= Cells(letters.Value())
	}
	return "…" + s[letters.End():]
}

// Letters are where the letters of a text begin, as readers count them, and where the last one ends: a
// letter has its marks with it, and an emoji all that it is joined of.
func Letters(s string) []int {
	at := []int{0}
	for letters := graphemes.FromString(s); letters.Next(); {
		at = append(at, letters.End())
	}
	return at
}
