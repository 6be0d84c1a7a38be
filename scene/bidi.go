package scene

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// Names and labels consist of code, whose order does not depend on the script: the text as a whole
// runs from left to right. Characters that ask for another direction are shown, see [shown], and not
// obeyed. That leaves three levels in UAX 9: 0, 1 for what runs from right to left, and 2 for numbers
// within that. Package x/text/unicode/bidi has no levels, and does not pair brackets.

// backward reports whether r runs from right to left.
func backward(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

// Stretches joins a line's parts to as few texts as can be written one after another. A part with letters that run
// from right to left is a text of its own: together with others it would reorder the figures beside it.
func Stretches(parts ...string) (texts []string) {
	joins := false
	for _, part := range parts {
		alone := strings.ContainsFunc(part, backward)
		switch {
		case part == "":
		case joins && !alone:
			texts[len(texts)-1] += part
		default:
			texts = append(texts, part)
			joins = !alone
		}
	}
	return texts
}

// levels returns each rune's level, by the rules W1 to W7, N0 to N2 and I1 in UAX 9.
func levels(runes []rune) []uint8 {
	classes := make([]bidi.Class, len(runes))
	for i, r := range runes {
		p, _ := bidi.LookupRune(r)
		classes[i] = p.Class()
	}
	weak(classes)
	pairBrackets(runes, classes)
	neutral(classes)
	out := make([]uint8, len(classes))
	for i, c := range classes {
		switch c {
		case bidi.R:
			out[i] = 1
		case bidi.EN, bidi.AN:
			out[i] = 2
		}
	}
	return out
}

// weak turns all classes into L, R, numbers (EN, AN) and neutrals (ON).
func weak(classes []bidi.Class) {
	before, strong := bidi.Class(bidi.L), bidi.Class(bidi.L)
	for i, c := range classes { // W1, W2, W3
		switch c {
		case bidi.NSM, bidi.BN:
			c = before
		case bidi.EN:
			if strong == bidi.AL {
				c = bidi.AN
			}
		}
		if c == bidi.L || c == bidi.R || c == bidi.AL {
			strong = c
		}
		before, classes[i] = c, c
	}
	for i, c := range classes { // W3, W4
		switch c {
		case bidi.AL:
			classes[i] = bidi.R
		case bidi.ES, bidi.CS:
			if i > 0 && i+1 < len(classes) {
				if a, b := classes[i-1], classes[i+1]; a == b && (a == bidi.EN || a == bidi.AN && c == bidi.CS) {
					classes[i] = a
				}
			}
		}
	}
	for i := 0; i < len(classes); { // W5
		from := i
		for i < len(classes) && classes[i] == bidi.ET {
			i++
		}
		if from < i && (from > 0 && classes[from-1] == bidi.EN || i < len(classes) && classes[i] == bidi.EN) {
			for j := from; j < i; j++ {
				classes[j] = bidi.EN
			}
		}
		i = max(i, from+1)
	}
	strong = bidi.L
	for i, c := range classes { // W6, W7
		switch c {
		case bidi.L, bidi.R:
			strong = c
		case bidi.EN:
			if strong == bidi.L {
				classes[i] = bidi.L
			}
		case bidi.AN:
		default:
			classes[i] = bidi.ON
		}
	}
}

// maxBrackets is how many brackets may be open at once; UAX 9 asks for no more.
const maxBrackets = 63

// pairBrackets gives brackets the direction of what is between them, or of what is before them (N0).
func pairBrackets(runes []rune, classes []bidi.Class) {
	type pair struct{ open, shut int }
	var pairs []pair
	var open []int
	for i, r := range runes {
		p, _ := bidi.LookupRune(r)
		if !p.IsBracket() || classes[i] != bidi.ON {
			continue
		}
		if p.IsOpeningBracket() {
			if len(open) == maxBrackets {
				break
			}
			open = append(open, i)
			continue
		}
		for j := len(open) - 1; j >= 0; j-- {
			if mirrored(runes[open[j]]) == r {
				pairs = append(pairs, pair{open[j], i})
				open = open[:j]
				break
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return a.open - b.open })
	for _, p := range pairs {
		right := false
		for _, c := range classes[p.open+1 : p.shut] {
			if c == bidi.L {
				right = false
				classes[p.open], classes[p.shut] = bidi.L, bidi.L
				break
			}
			right = right || strongOf(c) == bidi.R
		}
		if !right {
			continue
		}
		before := bidi.Class(bidi.L)
		for i := p.open - 1; i >= 0; i-- {
			if c := strongOf(classes[i]); c != bidi.ON {
				before = c
				break
			}
		}
		classes[p.open], classes[p.shut] = before, before
	}
}

// mirrored returns the bracket that closes an opening one.
func mirrored(r rune) rune {
	closing, _ := utf8.DecodeRuneInString(bidi.ReverseString(string(r)))
	return closing
}

// strongOf returns the direction that neutrals see in a class: numbers count as R.
func strongOf(c bidi.Class) bidi.Class {
	if c == bidi.EN || c == bidi.AN {
		return bidi.R
	}
	return c
}

// neutral gives neutrals the direction that both neighbours have, otherwise the text's (N1, N2).
func neutral(classes []bidi.Class) {
	before := bidi.Class(bidi.L)
	for i := 0; i < len(classes); {
		from := i
		for i < len(classes) && classes[i] == bidi.ON {
			i++
		}
		after := bidi.Class(bidi.L)
		if i < len(classes) {
			after = strongOf(classes[i])
		}
		to := bidi.Class(bidi.L)
		if before == bidi.R && after == bidi.R {
			to = bidi.R
		}
		for j := from; j < i; j++ {
			classes[j] = to
		}
		before = after
		i = max(i, from+1)
	}
}

// visual returns the order from left to right for stretches with these levels (L2).
func visual(levels []uint8) []int {
	order := make([]int, len(levels))
	for i := range order {
		order[i] = i
	}
	for minLevel := uint8(2); minLevel >= 1; minLevel-- {
		for i := 0; i < len(levels); {
			from := i
			for i < len(levels) && levels[i] >= minLevel {
				i++
			}
			slices.Reverse(order[from:i])
			i = max(i, from+1)
		}
	}
	return order
}
