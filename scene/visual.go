package scene

import (
	"slices"
	"strings"

	"github.com/go-text/typesetting/language"
	"golang.org/x/text/unicode/bidi"
)

// Visual returns s for a toolkit that reverses the letters in words that run from right to left, but leaves the
// words where they are. It puts the parts into the order in which they are read from left to right. Invisible marks
// keep them apart.
func Visual(s string) string {
	if ascii(s) || len(s) > longestShaped || !strings.ContainsFunc(s, backward) {
		return s
	}
	runes := make([]rune, 0, len(s))
	for _, r := range s {
		runes = append(runes, shown(r))
	}
	level := levels(runes)
	var parts []string
	var of []uint8
	for from := 0; from < len(runes); {
		to := from + 1
		for to < len(runes) && level[to] == level[from] && (level[to] != 1 || sameScript(runes[from:to], runes[to])) {
			to++
		}
		for _, part := range apart(runes, from, to, level[from]) {
			parts, of = append(parts, part), append(of, level[from])
		}
		from = to
	}
	var b strings.Builder
	b.WriteString(mark) // so that the text as a whole runs from left to right
	for _, i := range visual(of) {
		b.WriteString(parts[i])
	}
	return b.String()
}

const mark = "\u200e" // invisible, and runs from left to right

// sameScript reports whether r can be shaped with the letters before it.
func sameScript(before []rune, r rune) bool {
	script := language.LookupScript(r)
	if !script.Strong() {
		return true
	}
	for _, other := range before {
		if s := language.LookupScript(other); s.Strong() {
			return s == script
		}
	}
	return false
}

// apart splits a run into what comes before its letters, the letters, and what comes after them. What has no
// letters is put between marks, so that its direction does not depend on its neighbours.
func apart(runes []rune, from, to int, level uint8) []string {
	run := runes[from:to]
	first := slices.IndexFunc(run, backward)
	switch {
	case level == 0:
		part := string(run)
		if from > 0 && !forward(run[0]) {
			part = mark + part
		}
		if to < len(runes) && !forward(run[len(run)-1]) {
			part += mark
		}
		return []string{part}
	case level == 2 || first < 0:
		return []string{mark + turned(run, level) + mark}
	}
	end := len(run)
	for neutralAlone(run[end-1]) {
		end--
	}
	var parts []string
	for i, part := range [][]rune{run[:first], run[first:end], run[end:]} {
		switch {
		case len(part) == 0:
		case i == 1:
			parts = append(parts, string(part))
		default:
			parts = append(parts, mark+turned(part, level)+mark)
		}
	}
	return parts
}

// forward reports whether r runs from left to right, whatever stands beside it.
func forward(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.L
}

// turned returns characters in the order in which they are read from left to right.
func turned(run []rune, level uint8) string {
	if level == 2 {
		return string(run)
	}
	return bidi.ReverseString(string(run))
}

// neutralAlone reports whether r is neither a letter that runs from right to left nor belongs to one.
func neutralAlone(r rune) bool { return !backward(r) && !invisible(r) }
