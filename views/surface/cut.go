package surface

import (
	"sort"
	"strings"

	"fyne.io/fyne/v2"

	"profstation/model/safe"
)

// What does not fit is cut with "…" by what it is. Sentences and filters keep their beginning ([FitText], [CutText]),
// functions their own name, which stands last ([FitName]), and paths their end ([safe.CutStart]). Names in lists, of
// files and of whatever differs at both ends, are cut in the middle ([FitMiddle]).

func textWidth(s string) float32 { return fyne.MeasureText(s, TextSize(), fyne.TextStyle{}).Width }

// FitText cuts a text in Fyne's own font to a width.
func FitText(s string, width float32) string {
	if textWidth(s) <= width {
		return s
	}
	ends := safe.Letters(s)
	n := sort.Search(len(ends)-1, func(i int) bool { return textWidth(s[:ends[i+1]]+"…") > width })
	return s[:ends[n]] + "…"
}

// FitMiddle cuts a text in Fyne's own font to a width, in the middle: names of files, and functions of
// one package, differ at both ends.
func FitMiddle(s string, width float32) string {
	if textWidth(s) <= width {
		return s
	}
	ends := safe.Letters(s)
	letters := len(ends) - 1
	cut := func(kept int) string { return s[:ends[(kept+1)/2]] + "…" + s[ends[letters-kept/2]:] }
	n := sort.Search(letters, func(i int) bool { return textWidth(cut(i+1)) > width })
	return cut(n)
}

// FitStart cuts a text in Fyne's own font to a width, at its start.
func FitStart(s string, width float32) string {
	if textWidth(s) <= width {
		return s
	}
	ends := safe.Letters(s)
	n := sort.Search(len(ends)-1, func(i int) bool { return textWidth("…"+s[ends[i]:]) <= width })
	return "…" + s[ends[n]:]
}

// FitName cuts the name of a function, or a command, in Fyne's own font to a width. Of a function the path of its
// package goes first.
func FitName(s string, width float32) string {
	if strings.Contains(s, " ") { // words, or a signature
		return FitMiddle(s, width)
	}
	if textWidth(s) <= width {
		return s
	}
	own := s
	if i := strings.IndexAny(s, "[("); i >= 0 { // type arguments and receivers may have paths, too
		own = s[:i]
	}
	if i := strings.LastIndex(own, "/"); i >= 0 {
		if short := "…" + s[i:]; textWidth(short) <= width {
			return FitStart(s, width) // with as much of the path as fits
		}
		s = s[i+1:]
		return "…/" + FitMiddle(s, width-textWidth("…/"))
	}
	return FitMiddle(s, width)
}
