package live

import (
	"slices"
	"strings"

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

// Error is "target: kind: found; advice" on one line.
func (e *Error) Error() string {
	parts := []string{e.Target, string(e.Kind), e.Found}
	s := strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ": ")
	if e.Advice != "" {
		s += "; " + e.Advice
	}
	return strings.Join(strings.Fields(model.Sanitise(s)), " ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) hide(secrets []string) {
	for _, s := range secrets {
		for _, text := range []*string{&e.Target, &e.Found, &e.Advice} {
			*text = strings.ReplaceAll(*text, s, "***")
		}
	}
}
