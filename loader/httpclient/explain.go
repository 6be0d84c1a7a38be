package httpclient

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
)

// Explain says in plain words why a request failed after some time: what happened and, if that is the
// same for all servers, what to do. limited is a context from [WithPatience]. The texts may contain
// secrets until [Client.Fault] removes them.
func (c *Client) Explain(ctx, limited context.Context, after time.Duration, err error) *Error {
	e := &Error{Err: err}
	var own *Error
	var answer *AnswerError
	var redirect redirectError
	var large TooLargeError
	switch {
	case errors.As(err, &own):
		copied := *own
		e = &copied
	case ctx.Err() != nil:
		e.Problem, e.Found, e.Err = Stopped, lang.L("stopped by the user"), ctx.Err()
	case limited.Err() != nil && context.Cause(limited) == errPatience:
		e.Problem, e.Found = Timeout, lang.L("no answer within {{.Time}}", lang.With{"Time": InSeconds(after)})
	case errors.As(err, &answer):
		answer.explain(e)
	case errors.As(err, &large):
		e.Problem, e.Found = TooLarge, large.Error()
	case errors.As(err, &redirect):
		e.Problem, e.Found = Redirected, lang.L("the server redirects {{.Where}}, which is not followed", lang.With{"Where": redirect})
		e.Advice = lang.L(redirectAdvice)
	default:
		e.Problem, e.Found, e.Advice = c.explainNetwork(err, after)
	}
	return e
}

// Fault adds the server and what it was asked for to an error, and removes secrets from it.
func (c *Client) Fault(what string, err error) *Error {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Problem: Failed, Found: err.Error(), Err: err}
	}
	named := *e
	named.Target, named.What = c.Name, what
	for _, text := range []*string{&named.Target, &named.What, &named.Found, &named.Advice} {
		*text = c.Hidden(*text)
	}
	return &named
}

// Undecoded returns the error for an answer that could not be read as what was asked for.
func (c *Client) Undecoded(ctx context.Context, err error) *Error {
	e := &Error{Problem: NotAProfile, Found: err.Error(), Err: err}
	var found *input.Error
	switch {
	case ctx.Err() != nil:
		e.Problem, e.Found = Stopped, lang.L("stopped by the user")
	case !errors.As(err, &found):
	case found.Cut:
		e.Problem, e.Found, e.Advice = CutOff, lang.L("the answer was cut off: {{.Found}}", lang.With{"Found": found.Found}), lang.L("try again")
	default:
		e.Found, e.Advice = lang.L("received {{.Found}}", lang.With{"Found": found.Found}), found.Advice
		if rest, ok := strings.CutPrefix(found.Found, "it "); ok {
			e.Found = "the answer " + rest // the sentence is English
		}
	}
	return e
}

const (
	redirectAdvice = "enter the address that it leads to"
	loginAdvice    = "enter a user and a password, or a header"
	loginNeeded    = "the server requires a login: enter a user and a password, or a header"
)

// explainNetwork explains failures below HTTP.
func (c *Client) explainNetwork(err error, after time.Duration) (p Problem, found, advice string) {
	var dns *net.DNSError
	var body *BodyError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var network net.Error
	again := lang.L("try again")
	switch {
	case errors.As(err, &dns):
		return Unreachable, lang.L("there is no host {{.Host}}", lang.With{"Host": dns.Name}), lang.L("check the address")
	case errors.Is(err, syscall.ECONNREFUSED):
		return Refused, lang.L("nothing listens at {{.Host}}", lang.With{"Host": c.place.Host()}), lang.L("check the address")
	case c.place.Socket != "" && errors.Is(err, fs.ErrNotExist):
		return Unreachable, lang.L("there is no such socket"), lang.L("check the path and that the program runs")
	case errors.Is(err, fs.ErrPermission):
		return Unreachable, lang.L("you are not allowed to connect"), lang.L("check the permissions of the socket")
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return Unreachable, lang.L("the host cannot be reached"), lang.L("check the network")
	case errors.As(err, &certificate):
		why := strings.TrimPrefix(certificate.Err.Error(), "x509: ")
		return TLS, lang.L("the certificate of the server cannot be trusted: {{.Cause}}", lang.With{"Cause": why}),
			lang.L("if it is your own self-signed one, use https+insecure://")
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return TLS, lang.L("the server does not use HTTPS"), lang.L("use http://")
	case strings.Contains(err.Error(), "response headers exceeded"):
		return Failed, lang.L("the headers of the answer are larger than the limit of {{.Size}}",
			lang.With{"Size": input.Size(maxHeader)}), lang.L("check the address")
	case strings.Contains(err.Error(), "malformed HTTP"):
		return Failed, lang.L("the answer is not HTTP"), lang.L("check the port; perhaps it is https://")
	case errors.As(err, &body):
		return CutOff, lang.L("the answer was cut off after {{.Size}}", lang.With{"Size": input.Size(body.Got)}), again
	case errors.As(err, &network) && network.Timeout():
		return Timeout, lang.L("the host does not answer"), lang.L("check the address and the firewall")
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return CutOff, lang.L("the server closed the connection without an answer after {{.Time}}", lang.With{"Time": InSeconds(after)}), again
	}
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err) // the cause without the operations and addresses around it
	}
	return Failed, lang.L("the request failed: {{.Cause}}", lang.With{"Cause": err}), ""
}

// Says reports whether the server's answer contains these words.
func (a *AnswerError) Says(words string) bool { return bytes.Contains(a.Body, []byte(words)) }

// Proxied reports whether a proxy answered because the server did not in time. 524 is Cloudflare's
// status for that.
func (a *AnswerError) Proxied() bool { return a.Status == http.StatusGatewayTimeout || a.Status == 524 }

// Unavailable reports whether the status is one with which proxies answer for a server.
func (a *AnswerError) Unavailable() bool {
	return a.Proxied() || a.Status == http.StatusBadGateway || a.Status == http.StatusServiceUnavailable
}

func (a *AnswerError) status() string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", a.Status, http.StatusText(a.Status)))
}

// explain explains answers that any server may give.
func (a *AnswerError) explain(e *Error) {
	proxy := lang.L("a proxy answered for the server: {{.Status}}", lang.With{"Status": a.status()})
	switch {
	case a.Status == http.StatusOK:
		e.Problem, e.Found, e.Advice = NotAProfile, lang.L("an HTML page came instead of a profile")+input.Title(a.Body),
			lang.L("check the address")
		if a.URL != "" {
			e.Found = lang.L("{{.Found}}, from {{.Address}}", lang.With{"Found": e.Found, "Address": a.URL})
		}
		if WantsLogin(string(a.Body)) {
			e.Advice = lang.L(loginNeeded)
		}
	case a.Status == http.StatusUnauthorized, a.Status == http.StatusForbidden, a.Status == http.StatusProxyAuthRequired:
		e.Problem, e.Found, e.Advice = Unauthorized,
			lang.L("the server denies access ({{.Status}})", lang.With{"Status": a.Status}), lang.L(loginAdvice)
	case a.Status == http.StatusNotFound:
		e.Problem, e.Found = NotFound, lang.L("the server has no such page (404)")
	case a.Status == http.StatusTooManyRequests:
		e.Problem, e.Found, e.Advice = Busy, lang.L("the server is asked too often (429)"), lang.L("wait a little before the next try")
		if a.Waiting != "" {
			e.Advice = lang.L("it asks to wait until {{.Time}}", lang.With{"Time": a.Waiting})
		}
		if n, err := strconv.Atoi(a.Waiting); err == nil {
			e.Advice = lang.L("it asks to wait for {{.Time}}", lang.With{"Time": InSeconds(time.Duration(min(max(n, 0), 1e6)) * time.Second)})
		}
	case a.Proxied():
		e.Problem, e.Found = TooLong, proxy
	case a.Unavailable():
		e.Problem, e.Found, e.Advice = Failed, proxy, lang.L("check that the server runs")
	default:
		e.Problem, e.Found = Failed, lang.L("the server answered {{.Status}}", lang.With{"Status": a.status()})
		if line := firstLine(a.Body); line != "" {
			e.Found += " (“" + line + "”)"
		}
		if a.Status >= 300 && a.Status < 400 {
			e.Problem, e.Advice = Redirected, lang.L(redirectAdvice)
		}
	}
	if a.Away && a.Status != http.StatusOK { // it was asked without credentials
		e.Found, e.Advice = lang.L("{{.Found}}, from {{.Address}}", lang.With{"Found": e.Found, "Address": a.URL}), lang.L(redirectAdvice)
	}
}

// LoginNeeded returns the advice for a page that wants a login.
func LoginNeeded() string { return lang.L(loginNeeded) }

// WantsLogin reports whether a page is a login form, judging by its words.
func WantsLogin(page string) bool {
	page = strings.ToLower(page)
	for _, word := range []string{`type="password"`, "type=password", "type='password'", "sign in", "log in", "login", "single sign"} {
		if strings.Contains(page, word) {
			return true
		}
	}
	return false
}

// firstLine returns the beginning of a text, or "" for anything else.
func firstLine(body []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(body), []byte("\n"))
	if len(line) == 0 || line[0] == '<' {
		return ""
	}
	return input.Bounded(safe.Text(string(line)), 120)
}

// InSeconds writes a duration for an error.
func InSeconds(d time.Duration) string {
	return units.FormatShort(int64(max(d, time.Millisecond).Round(time.Millisecond)), "nanoseconds", "auto")
}

// TooLargeError is the error for an answer with more bytes than are accepted.
type TooLargeError struct {
	Max     int64
	Unknown bool // it does not begin like anything that can be opened
}

func (e TooLargeError) Error() string {
	if e.Unknown {
		return lang.L("the answer does not look like a profile, and is longer than {{.Size}}", lang.With{"Size": input.Size(e.Max)})
	}
	return lang.L("the answer is larger than the limit of {{.Size}}", lang.With{"Size": input.Size(e.Max)})
}

// BodyError is the error for an answer that ended too early.
type BodyError struct {
	Got int64 // bytes
	Err error
}

func (e *BodyError) Error() string { return e.Err.Error() }
func (e *BodyError) Unwrap() error { return e.Err }
