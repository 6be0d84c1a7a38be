package live

import (
	"slices"
	"strings"

	"profstation/loader/input"
	"profstation/model"
)

// Problem is what kind of thing went wrong, for those who offer a way out, such as another length.
type Problem string

// The kinds of errors of servers.
const (
	BadAddress   Problem = "bad address"
	BadRequest   Problem = "bad request"
	Refused      Problem = "refused"       // nobody listens
	Unreachable  Problem = "unreachable"   // no such host, no way to it, no such socket
	TLS          Problem = "tls"           // the certificate, or no TLS at all
	NotFound     Problem = "not found"     // no such page
	Unauthorized Problem = "unauthorized"  // credentials are missing or wrong
	Busy         Problem = "busy"          // somebody profiles already
	TooLong      Problem = "too long"      // the server or a proxy does not allow so many seconds
	Timeout      Problem = "timeout"       // no answer in time
	NotAProfile  Problem = "not a profile" // a page, such as a form to log in
	CutOff       Problem = "cut off"       // the answer ended before its end
	TooLarge     Problem = "too large"
	Redirected   Problem = "redirected" // to where we do not follow
	Failed       Problem = "failed"     // the server says so itself, or anything else
	NotWritten   Problem = "not written"
	Stopped      Problem = "stopped" // by the user
)

// Error is why nothing was captured. It holds no credentials.
type Error struct {
	Target  string // without credentials
	Kind    Kind   // "" where it is about all
	Problem Problem
	Found   string // what happened, in plain words
	Advice  string // what to do next; may be empty
	Err     error  // the cause, for errors.Is; may be nil
}

// Error is "target: kind: found; advice" on one line, each of them cut if it is long.
func (e *Error) Error() string {
	parts := []string{input.Bounded(e.Target, 300), input.Bounded(string(e.Kind), mostKind), input.Bounded(e.Found, 500)}
	s := strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ": ")
	if e.Advice != "" {
		s += "; " + input.Bounded(e.Advice, 200)
	}
	return strings.Join(strings.Fields(model.Sanitise(s)), " ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) hide(secrets []string) {
	for _, text := range []*string{&e.Target, &e.Found, &e.Advice} {
		*text = hidden(*text, secrets)
	}
}

// leastSecret is the length of the shortest text that is hidden: shorter ones stand everywhere.
const leastSecret = 3

// hidden is a text without secrets, also without the beginning of one at which it was cut.
func hidden(text string, secrets []string) string {
	const gone = "***"
	for _, s := range secrets {
		text = strings.ReplaceAll(text, s, gone)
		for n := len(s) - 1; n >= leastSecret && strings.Contains(text, "…"); n-- {
			text = strings.ReplaceAll(text, s[:n]+"…", gone+"…")
		}
	}
	return text
}
