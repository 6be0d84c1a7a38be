package surface

import (
	"sort"
	"strings"
)

// Lines breaks a text into lines that fit, between words. A word that is wider than a line, such as the name
// of a function, is broken where its parts begin, and inside a part only if that is wider than a line itself.
func Lines(text string, fits func(string) bool) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		cur := ""
		for _, word := range strings.Fields(line) {
			next := strings.TrimSpace(cur + " " + word)
			if cur != "" && !fits(next) && fits(word) {
				out = append(out, cur)
				next = word
			}
			for n := lineEnd(next, fits); n < len(next); n = lineEnd(next, fits) {
				out = append(out, strings.TrimSpace(next[:n]))
				next = strings.TrimSpace(next[n:])
			}
			cur = next
		}
		out = append(out, cur)
	}
	return out
}

// lineEnd returns where a text's first line ends, in bytes: behind at least one character.
func lineEnd(text string, fits func(string) bool) int {
	var ends []int // for characters
	for at := range text {
		if at > 0 {
			ends = append(ends, at)
		}
	}
	ends = append(ends, len(text))
	bound := 1
	for bound < len(ends) && fits(text[:ends[bound-1]]) { // to measure a long text whole for each line would take long
		bound *= 2
	}
	bound = min(bound, len(ends))
	n := sort.Search(bound, func(i int) bool { return !fits(text[:ends[i]]) })
	end := ends[max(0, n-1)]
	if end == len(text) {
		return end
	}
	for at := end; at > 0; at-- {
		if partBegins(text, at) {
			return at
		}
	}
	return end
}

// partBegins reports whether a name part begins at a byte: at a dot or a bracket, or behind a slash.
func partBegins(name string, at int) bool {
	const opens = ".(["
	before, next := name[at-1], name[at]
	return next == ' ' || before == '/' || strings.IndexByte(opens, next) >= 0 && strings.IndexByte(opens, before) < 0
}
