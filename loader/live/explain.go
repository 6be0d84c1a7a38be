package live

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
	"strings"
	"syscall"
	"time"

	"profstation/loader"
	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
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
	e := &Error{Err: err}
	var answer *answerError
	var own *Error
	var redirect redirectError
	var large tooLarge
	switch {
	case errors.As(err, &own):
		e = own
	case ctx.Err() != nil:
		e.Problem, e.Found, e.Err = Stopped, lang.L("stopped by the user"), ctx.Err()
	case context.Cause(limited) == errPatience:
		e.Problem, e.Found = Timeout, lang.L("no answer within {{.Time}}", lang.With{"Time": inSeconds(after)})
		e.Advice = lang.L("the server may be stuck or a proxy may hold the answer back: try a shorter capture or a goroutine profile")
	case errors.As(err, &answer):
		e.Problem, e.Found, e.Advice = explainAnswer(answer, r)
	case errors.As(err, &large):
		e.Problem, e.Found = TooLarge, large.Error()
		e.Advice = lang.L("ask for fewer seconds, or raise “on disk” under File limits in the preferences")
		if large.unknown {
			e.Problem, e.Advice = NotAProfile, lang.L("check the address")
		}
	case errors.As(err, &redirect):
		e.Problem, e.Found = Redirected, lang.L("the server redirects {{.Where}}, which is not followed", lang.With{"Where": redirect})
		e.Advice = lang.L(redirectAdvice)
	default:
		e.Problem, e.Found, e.Advice = c.explainNetwork(err, r, after)
	}
	return c.fault(r, e)
}

const (
	redirectAdvice = "enter the address that it leads to"
	loginAdvice    = "enter a user and a password, or a header"
	loginNeeded    = "the server requires a login: enter a user and a password, or a header"
)

// explainNetwork is about what happened below HTTP.
func (c *Client) explainNetwork(err error, r Request, after time.Duration) (p Problem, found, advice string) {
	var dns *net.DNSError
	var body *bodyError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var network net.Error
	switch {
	case errors.As(err, &dns):
		return Unreachable, lang.L("there is no host {{.Host}}", lang.With{"Host": dns.Name}), lang.L("check the address")
	case errors.Is(err, syscall.ECONNREFUSED):
		return Refused, lang.L("nothing listens at {{.Host}}", lang.With{"Host": c.target.Host()}), lang.L("does the program run, and does it serve net/http/pprof there?")
	case c.target.socket != "" && errors.Is(err, fs.ErrNotExist):
		return Unreachable, lang.L("there is no such socket"), lang.L("check the path and that the program runs")
	case errors.Is(err, fs.ErrPermission):
		return Unreachable, lang.L("you are not allowed to connect"), lang.L("check the permissions of the socket")
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return Unreachable, lang.L("the host cannot be reached"), lang.L("check the network")
	case errors.As(err, &certificate):
		why := strings.TrimPrefix(certificate.Err.Error(), "x509: ")
		return TLS, lang.L("the certificate of the server cannot be trusted: {{.Cause}}", lang.With{"Cause": why}), lang.L("if it is your own self-signed one, use https+insecure://")
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return TLS, lang.L("the server does not use HTTPS"), lang.L("use http://")
	case strings.Contains(err.Error(), "response headers exceeded"):
		return Failed, lang.L("the headers of the answer are larger than the limit of {{.Size}}", lang.With{"Size": sizeOf(mostHeader)}), lang.L("check the address")
	case strings.Contains(err.Error(), "malformed HTTP"):
		return Failed, lang.L("the answer is not HTTP"), lang.L("check the port; perhaps it is https://")
	case errors.As(err, &body):
		return CutOff, lang.L("the answer was cut off after {{.Size}}", lang.With{"Size": sizeOf(body.got)}), cutAdvice(r)
	case errors.As(err, &network) && network.Timeout():
		return Timeout, lang.L("the host does not answer"), lang.L("check the address and the firewall")
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return CutOff, lang.L("the server closed the connection without an answer after {{.Time}}", lang.With{"Time": inSeconds(after)}), cutAdvice(r)
	}
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err) // the cause without the operations and addresses around it
	}
	return Failed, lang.L("the request failed: {{.Cause}}", lang.With{"Cause": err}), ""
}

func cutAdvice(r Request) string {
	if r.length() > 0 {
		return lang.L("its WriteTimeout may be shorter than the {{.Time}} asked for: ask for fewer seconds", lang.With{"Time": inSeconds(r.length())})
	}
	return lang.L("try again")
}

// originTimeout is the status with which Cloudflare's proxies end a long answer.
const originTimeout = 524

func explainAnswer(a *answerError, r Request) (p Problem, found, advice string) {
	says := func(words string) bool { return bytes.Contains(a.body, []byte(words)) } // those of net/http/pprof
	status := fmt.Sprintf("%d %s", a.status, http.StatusText(a.status))
	switch {
	case a.status == http.StatusOK:
		found, advice = lang.L("an HTML page came instead of a profile")+input.Title(a.body), lang.L("check the address")
		if a.url != "" {
			found = lang.L("{{.Found}}, from {{.Address}}", lang.With{"Found": found, "Address": a.url})
		}
		if wantsLogin(string(a.body)) {
			advice = lang.L(loginNeeded)
		}
		return NotAProfile, found, advice
	case says("cpu profiling already in use"), says("tracing already enabled"), says("tracer already enabled"):
		found = lang.L("somebody is already recording a CPU profile of this server")
		if r.Kind == Trace {
			found = lang.L("somebody is already recording a trace of this server")
		}
		return Busy, found, lang.L("wait until it is done, or stop it")
	case says("exceeds server's WriteTimeout"):
		return TooLong, lang.L("the WriteTimeout of the server is shorter than the {{.Time}} asked for", lang.With{"Time": inSeconds(r.length())}),
			lang.L("ask for fewer seconds, or raise it")
	case a.status == http.StatusUnauthorized, a.status == http.StatusForbidden, a.status == http.StatusProxyAuthRequired:
		return Unauthorized, lang.L("the server denies access ({{.Status}})", lang.With{"Status": a.status}), lang.L(loginAdvice)
	case a.status == http.StatusNotFound && r.Kind == GoroutineLeak:
		return NotFound, lang.L("the server has no such profile"), lang.L("it needs Go 1.26 and a program built with GOEXPERIMENT=goroutineleakprofile")
	case a.status == http.StatusNotFound && says("Unknown profile"):
		return NotFound, lang.L("the server has no such profile"), lang.L("ask for one that it offers")
	case a.status == http.StatusNotFound:
		return NotFound, lang.L("the server has no such page (404)"), lang.L("does it import net/http/pprof? Give the address where that is mounted")
	case a.status == http.StatusGatewayTimeout, a.status == originTimeout:
		return TooLong, lang.L("a proxy answered for the server: {{.Status}}", lang.With{"Status": status}), lang.L("ask for fewer seconds than the proxy waits, or ask the server itself")
	case a.status == http.StatusBadGateway, a.status == http.StatusServiceUnavailable:
		return Failed, lang.L("a proxy answered for the server: {{.Status}}", lang.With{"Status": status}), lang.L("check that the server runs")
	}
	found = lang.L("the server answered {{.Status}}", lang.With{"Status": strings.TrimSpace(status)})
	if line := firstLine(a.body); line != "" {
		found += " (“" + line + "”)"
	}
	if a.status >= 300 && a.status < 400 {
		return Redirected, found, lang.L(redirectAdvice)
	}
	return Failed, found, ""
}

// undecoded is about an answer that is no profile.
func (c *Client) undecoded(ctx context.Context, r Request, err error) error {
	e := &Error{Problem: NotAProfile, Found: err.Error(), Err: err}
	var found *loader.Error
	switch {
	case ctx.Err() != nil:
		e.Problem, e.Found = Stopped, lang.L("stopped by the user")
	case !errors.As(err, &found):
	case found.Cut:
		e.Problem, e.Found, e.Advice = CutOff, lang.L("the answer was cut off: {{.Found}}", lang.With{"Found": found.Found}), cutAdvice(r)
	default:
		e.Found, e.Advice = lang.L("received {{.Found}}", lang.With{"Found": found.Found}), found.Advice
		if rest, ok := strings.CutPrefix(found.Found, "it "); ok {
			e.Found = "the answer " + rest // of an English sentence
		}
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
	return input.Bounded(model.Sanitise(string(line)), 120)
}

func inSeconds(d time.Duration) string {
	return model.FormatShort(int64(max(d, time.Millisecond).Round(time.Millisecond)), "nanoseconds", "auto")
}

func sizeOf(n int64) string {
	return model.FormatShort(n, "bytes", "auto")
}
