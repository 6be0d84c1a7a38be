package httpclient

import (
	"slices"
	"strings"

	"profstation/loader/input"
	"profstation/model/safe"
)

// Problem is the kind of failure, for callers that offer a way out, such as another length.
type Problem string

// The kinds of failures.
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
	NotAProfile  Problem = "not a profile" // a page, such as a login form
	CutOff       Problem = "cut off"       // the answer ended too early
	TooLarge     Problem = "too large"
	Redirected   Problem = "redirected" // to a place where we do not follow
	Failed       Problem = "failed"     // the server says so itself, or anything else
	NotWritten   Problem = "not written"
	Stopped      Problem = "stopped" // by the user
)

// Error is why a server did not give what it was asked for. It holds no credentials.
type Error struct {
	Target  string // without credentials
	What    string // what was asked for: a kind of profile, a type; "" if the error is not about one
	Problem Problem
	Found   string // what happened, in plain words
	Advice  string // what to do next; may be empty
	Err     error  // the cause, for errors.Is; may be nil
}

// Error returns "target: what: found; advice" on one line. Long parts are cut.
func (e *Error) Error() string {
	parts := []string{input.Bounded(e.Target, 300), input.Bounded(e.What, maxWhat), input.Bounded(e.Found, 500)}
	s := strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ": ")
	if e.Advice != "" {
		s += "; " + input.Bounded(e.Advice, 200)
	}
	return strings.Join(strings.Fields(safe.Text(s)), " ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// minSecret is the length of the shortest text that is hidden. Shorter ones occur everywhere.
const minSecret = 3

// maxWhat is the most bytes in an error that say what was asked for.
const maxWhat = 100

// Hidden returns a text without secrets. If a secret is cut in the text, its beginning is removed, too.
func (c *Client) Hidden(text string) string {
	const gone = "***"
	for _, s := range c.secrets {
		text = strings.ReplaceAll(text, s, gone)
		for n := len(s) - 1; n >= minSecret && strings.Contains(text, "…"); n-- {
			text = strings.ReplaceAll(text, s[:n]+"…", gone+"…")
		}
	}
	return text
}
