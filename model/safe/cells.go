package safe

import (
	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"
)

// terminal counts as terminals do. The environment's language does not matter: the same report is written
// everywhere.
var terminal = &runewidth.Condition{StrictEmojiNeutral: true}

// Cells returns how many terminal cells a text takes: two for each Chinese, Japanese or Korean letter, none
// for marks that combine with the letter before them.
func Cells(s string) int { return terminal.StringWidth(s) }

// CutEnd shortens a text that takes more than most cells to its beginning and …, which together take at most
// that many.
func CutEnd(s string, limit int) string { return terminal.Truncate(s, limit, "…") }

// CutStart shortens a text that takes more than most cells to … and its end, which together take at most that
// many.
func CutStart(s string, limit int) string {
	over := Cells(s) - limit
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

// Letters returns where a text's letters begin, as readers count them, and where the last one ends. A letter
// includes its marks, and an emoji everything it is joined from.
func Letters(s string) []int {
	at := []int{0}
	for letters := graphemes.FromString(s); letters.Next(); {
		at = append(at, letters.End())
	}
	return at
}
