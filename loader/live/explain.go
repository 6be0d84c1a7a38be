package live

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"profstation/loader"
	"profstation/loader/input"
	"profstation/model"
)

// fault puts the target and the kind to an error, and takes secrets out of it.
func (c *Client) fault(r Request, err error) error {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Problem: Failed, Found: err.Error(), Err: err}
	}
	named := *e
	named.Target, named.Kind = c.target.String(), r.Kind
	named.hide(c.secrets)
	return &named
}

// explain says in plain words why a download failed after some time.
func (c *Client) explain(ctx, limited context.Context, r Request, after time.Duration, err error) error {
	e := &Error{Problem: Failed, Details: err.Error(), Err: err}
	var answer *answerError
	var own *Error
	var redirect redirectError
	switch {
	case errors.As(err, &own):
		e = own
	case ctx.Err() != nil:
		e.Problem, e.Found, e.Err = Stopped, "stopped", ctx.Err()
	case context.Cause(limited) == errPatience:
		e.Problem = Timeout
		e.Found = "no answer within " + inSeconds(after)
		e.Advice = "the server may be stuck or a proxy may hold the answer back: try a shorter capture or a goroutine profile"
	case errors.As(err, &answer):
		c.explainAnswer(e, answer, r)
	case errors.Is(err, errLarge):
		e.Problem, e.Found, e.Advice = TooLarge, "the answer is larger than the "+sizeOf(c.o.Limits.File)+" that are allowed", "ask for fewer seconds, or raise the limit"
	case errors.As(err, &redirect):
		e.Problem, e.Found, e.Advice = Redirected, "the server redirects "+redirect.Error()+", which is not followed", "give the address that it leads to"
	default:
		c.explainNetwork(e, err, r, after)
	}
	return c.fault(r, e)
}

// explainNetwork is about what happened below HTTP.
func (c *Client) explainNetwork(e *Error, err error, r Request, after time.Duration) {
	var dns *net.DNSError
	var body *bodyError
	var record tls.RecordHeaderError
	var network net.Error
	switch {
	case errors.As(err, &dns):
		e.Problem, e.Found, e.Advice = Unreachable, "there is no host "+dns.Name, "check the address"
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Problem, e.Found = Refused, "nobody listens there (connection refused)"
		e.Advice = "check that the program runs and serves net/http/pprof at this address"
	case c.target.socket != "" && errors.Is(err, fs.ErrNotExist):
		e.Problem, e.Found, e.Advice = Unreachable, "there is no such socket", "check the path and that the program runs"
	case errors.Is(err, fs.ErrPermission):
		e.Problem, e.Found, e.Advice = Unreachable, "you are not allowed to connect", "check the permissions of the socket"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		e.Problem, e.Found, e.Advice = Unreachable, "there is no way to that host", "check the network"
	case isCertificate(err):
		e.Problem, e.Found = TLS, "the certificate of the server cannot be trusted: "+certificate(err)
		e.Advice = "if it is your own self-signed one, use https+insecure://"
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		e.Problem, e.Found, e.Advice = TLS, "the server does not speak https", "use http://"
	case strings.Contains(err.Error(), "malformed HTTP"):
		e.Problem, e.Found, e.Advice = Failed, "what answers there does not speak http", "check the port; perhaps it is https://"
	case errors.As(err, &body):
		e.Problem, e.Found = CutOff, "the answer was cut off after "+sizeOf(body.got)
		e.Advice = cutAdvice(r)
	case errors.As(err, &network) && network.Timeout():
		e.Problem, e.Found, e.Advice = Timeout, "the host does not answer", "check the address and the firewall"
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		e.Problem, e.Found = CutOff, "the server closed the connection without an answer after "+inSeconds(after)
		e.Advice = cutAdvice(r)
	default:
		e.Found = "the server could not be asked: " + innermost(err).Error()
	}
}

func cutAdvice(r Request) string {
	if r.length() > 0 {
		return "its WriteTimeout may be shorter than the " + inSeconds(r.length()) + " asked for: ask for fewer seconds"
	}
	return "try again"
}

func isCertificate(err error) bool {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verification *tls.CertificateVerificationError
	return errors.As(err, &unknown) || errors.As(err, &host) || errors.As(err, &invalid) || errors.As(err, &verification)
}

func certificate(err error) string {
	var verification *tls.CertificateVerificationError
	if errors.As(err, &verification) {
		err = verification.Err
	}
	return strings.TrimPrefix(err.Error(), "x509: ")
}

// innermost is the cause without the operations and addresses around it.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}

// The words of net/http/pprof.
const (
	busyCPU      = "cpu profiling already in use"
	busyTrace    = "tracing already enabled"
	busyTracer   = "tracer already enabled"
	writeTimeout = "exceeds server's WriteTimeout"
	unknownKind  = "Unknown profile"
)

// explainAnswer explains the answer of a server.
func (c *Client) explainAnswer(e *Error, a *answerError, r Request) {
	text := string(a.body)
	e.Details = fmt.Sprintf("%d %s\n%s", a.status, http.StatusText(a.status), text)
	said := ""
	if a.text != "" {
		said = " (“" + a.text + "”)"
	}
	switch {
	case a.status == http.StatusOK:
		e.Problem, e.Found = NotAProfile, "an HTML page came instead of a profile"+input.Title(a.body)
		e.Advice = "check the address"
		if a.url != "" {
			e.Found += ", from " + a.url
		}
		if wantsLogin(text) {
			e.Advice = "the server wants a login: give a user and a password, or a header"
		}
	case strings.Contains(text, busyCPU), strings.Contains(text, busyTrace), strings.Contains(text, busyTracer):
		e.Problem, e.Advice = Busy, "wait until it is done, or stop it"
		e.Found = "somebody records a CPU profile of this server already"
		if r.Kind == Trace {
			e.Found = "somebody records a trace of this server already"
		}
	case strings.Contains(text, writeTimeout):
		e.Problem, e.Found = TooLong, "the WriteTimeout of the server is shorter than the "+inSeconds(r.length())+" asked for"
		e.Advice = "ask for fewer seconds, or raise it"
	case a.status == http.StatusUnauthorized, a.status == http.StatusForbidden, a.status == http.StatusProxyAuthRequired:
		e.Problem, e.Found = Unauthorized, fmt.Sprintf("the server does not let you in (%d)", a.status)
		e.Advice = "give a user and a password, or a header"
	case a.status == http.StatusNotFound && (r.Kind == GoroutineLeak || strings.Contains(text, unknownKind)):
		e.Problem, e.Found, e.Advice = NotFound, "the server has no such profile", "ask for one that it offers"
		if r.Kind == GoroutineLeak {
			e.Advice = "it needs Go 1.26 and a program built with GOEXPERIMENT=goroutineleakprofile"
		}
	case a.status == http.StatusNotFound:
		e.Problem, e.Found = NotFound, "there is no such page (404)"
		e.Advice = "does the program import net/http/pprof? give the address at which it is mounted"
	case a.status == http.StatusGatewayTimeout, a.status == http.StatusBadGateway, a.status == http.StatusServiceUnavailable, a.status == 524:
		e.Problem, e.Found = Failed, fmt.Sprintf("a proxy answered for the server: %d %s", a.status, http.StatusText(a.status))
		e.Advice = "check that the server runs"
		if a.status == http.StatusGatewayTimeout || a.status == 524 {
			e.Problem, e.Advice = TooLong, "ask for fewer seconds than the proxy waits, or ask the server itself"
		}
	default:
		e.Problem, e.Found = Failed, strings.TrimSpace(fmt.Sprintf("the server answered %d %s", a.status, http.StatusText(a.status)))+said
	}
	if a.status >= 300 && a.status < 400 {
		e.Problem, e.Advice = Redirected, "give the address that it leads to"
	}
}

// undecoded is about an answer that is no profile.
func (c *Client) undecoded(ctx context.Context, r Request, err error) error {
	e := &Error{Problem: NotAProfile, Err: err}
	var found *loader.Error
	switch {
	case ctx.Err() != nil:
		e.Problem, e.Found = Stopped, "stopped"
	case errors.As(err, &found):
		e.Found, e.Advice, e.Details = "what came is "+found.Found, found.Advice, found.Details
		if found.Cut {
			e.Problem, e.Found, e.Advice = CutOff, "the answer was cut off: "+found.Found, cutAdvice(r)
		}
	default:
		e.Found = err.Error()
	}
	return c.fault(r, e)
}

func wantsLogin(page string) bool {
	page = strings.ToLower(page)
	for _, word := range []string{`type="password"`, "type=password", "type='password'", "sign in", "log in", "login", "single sign"} {
		if strings.Contains(page, word) {
			return true
		}
	}
	return false
}

// firstLine is the beginning of a text, "" of anything else.
func firstLine(body []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(body), []byte("\n"))
	if len(line) == 0 || line[0] == '<' {
		return ""
	}
	return short(string(line))
}

func short(s string) string {
	s = model.Sanitise(s)
	if r := []rune(s); len(r) > 120 {
		s = string(r[:120]) + "…"
	}
	return s
}

func inSeconds(d time.Duration) string {
	return model.FormatSpaced(int64(max(d, time.Millisecond).Round(time.Millisecond)), "nanoseconds", "auto")
}

func sizeOf(n int64) string {
	if n < 1024 {
		return model.Count(n) + " bytes"
	}
	return model.FormatSpaced(n, "bytes", "auto")
}
