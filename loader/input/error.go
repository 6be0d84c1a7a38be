package input

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"profstation/model/lang"
	"profstation/model/safe"
)

// MaxError is the longest error line in bytes: enough for a path and two short sentences.
const MaxError = 1000

// Error is why an input could not be opened: a line for people, and details for those who ask.
type Error struct {
	Name    string // the input, as the user named it
	Found   string // the input, or the part of it that was found, in plain words
	Advice  string // what to do next; may be empty
	Details string // the rest, such as a decoder's own words; may be many lines
	Err     error  // the cause, for errors.Is; may be nil
	Cut     bool   // the input ends too early: more of it may come, or another try may help
	Beyond  bool   // it exceeds one of the [Limits]; Advice names the preference
}

// Damaged returns the Error for an input that a program wrote and something broke.
func Damaged(found string, err error) *Error {
	e := &Error{Found: found, Advice: lang.L("record or copy it again"), Err: err}
	if err != nil {
		e.Details = err.Error()
	}
	return e
}

// Error returns "name: found; advice" on one line, safe for a screen and with bounded length.
func (e *Error) Error() string {
	s := e.Found
	if e.Advice != "" {
		s = lang.L("{{.Problem}}; {{.Advice}}", lang.With{"Problem": s, "Advice": e.Advice})
	}
	s = Bounded(OneLine(s), MaxError/2)
	if e.Name == "" {
		return s
	}
	return Bounded(OneLine(e.Name), MaxError/2) + ": " + s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Brief returns an error as one line without the input's name.
func Brief(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return safe.Text(err.Error())
	}
	if e.Advice == "" {
		return safe.Text(e.Found)
	}
	return lang.L("{{.Problem}}; {{.Advice}}", lang.With{"Problem": safe.Text(e.Found), "Advice": safe.Text(e.Advice)})
}

// Cause returns an error's text without the operation and the paths.
func Cause(err error) string {
	var path *fs.PathError
	var link *os.LinkError
	if errors.As(err, &path) {
		err = path.Err
	} else if errors.As(err, &link) {
		err = link.Err
	}
	return err.Error()
}

// OneLine makes a text from an input safe for use within a sentence.
func OneLine(s string) string {
	return strings.TrimSpace(safe.Text(s))
}

// Bounded cuts a text after at most n bytes, at a whole character.
func Bounded(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("…")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
