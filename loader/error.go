package loader

import (
	"strings"
	"unicode/utf8"

	"profstation/model"
)

// maxError is the longest error line in bytes: enough for a path and two
// short sentences, and one line of a dialog or a log all the same.
const maxError = 1000

// Error is why an input could not be opened: one line for people, and the
// rest for those who ask for it.
type Error struct {
	Name    string // the input, as the user named it
	Found   string // what it is or what was found, in plain words
	Advice  string // what to do next; may be empty
	Details string // the rest, such as a decoder's own words; may be many lines
	Err     error  // the cause, for errors.Is; may be nil
}

// Error is "name: found; advice" on one line, safe for a screen and of
// bounded length whatever the input held.
func (e *Error) Error() string {
	s := e.Found
	if e.Advice != "" {
		s += "; " + e.Advice
	}
	s = bounded(oneLine(s), maxError/2)
	if e.Name == "" {
		return s
	}
	return bounded(oneLine(e.Name), maxError/2) + ": " + s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// oneLine makes a text from an input safe to stand within a sentence.
func oneLine(s string) string {
	return strings.TrimSpace(model.Sanitise(s))
}

// bounded cuts a text after at most n bytes, at a whole character.
func bounded(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("…")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
