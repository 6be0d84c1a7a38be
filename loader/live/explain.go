package live

import (
	"context"
	"errors"
	"net/http"
	"time"

	"profstation/loader/httpclient"
	"profstation/model/lang"
)

// fault adds the server and the kind to an error, and removes secrets from it.
func (c *Client) fault(r Request, err error) *httpclient.Error { return c.Fault(string(r.Kind), err) }

// explain says in plain words why a download failed after some time.
func (c *Client) explain(ctx, limited context.Context, r Request, after time.Duration, err error) *httpclient.Error {
	e := c.Explain(ctx, limited, after, err)
	var answer *httpclient.AnswerError
	var large httpclient.TooLargeError
	switch {
	case e.Problem == httpclient.Timeout && e.Advice == "":
		e.Advice = lang.L("the server may be stuck or a proxy may hold the answer back: try a shorter capture or a goroutine profile")
	case errors.As(err, &answer):
		explainAnswer(e, answer, r)
	case errors.As(err, &large) && large.Unknown:
		e.Problem, e.Advice = httpclient.NotAProfile, lang.L("check the address")
	case errors.As(err, &large):
		e.Advice = lang.L("ask for fewer seconds, or raise “on disk” under File limits in the preferences")
	case e.Problem == httpclient.Refused:
		e.Advice = lang.L("does the program run, and does it serve net/http/pprof there?")
	case e.Problem == httpclient.CutOff && r.length() > 0:
		e.Advice = cutAdvice(r)
	}
	return c.fault(r, e)
}

func cutAdvice(r Request) string {
	if r.length() > 0 {
		return lang.L("its WriteTimeout may be shorter than the {{.Time}} asked for: ask for fewer seconds",
			lang.With{"Time": httpclient.InSeconds(r.length())})
	}
	return lang.L("try again")
}

// explainAnswer explains answers from net/http/pprof.
func explainAnswer(e *httpclient.Error, a *httpclient.AnswerError, r Request) {
	switch {
	case a.Status == http.StatusOK:
	case a.Says("cpu profiling already in use"), a.Says("tracing already enabled"), a.Says("tracer already enabled"):
		e.Problem, e.Found = httpclient.Busy, lang.L("somebody is already recording a CPU profile of this server")
		if r.Kind == Trace {
			e.Found = lang.L("somebody is already recording a trace of this server")
		}
		e.Advice = lang.L("wait until it is done, or stop it")
	case a.Says("exceeds server's WriteTimeout"):
		e.Problem, e.Found = httpclient.TooLong,
			lang.L("the WriteTimeout of the server is shorter than the {{.Time}} asked for", lang.With{"Time": httpclient.InSeconds(r.length())})
		e.Advice = lang.L("ask for fewer seconds, or raise it")
	case a.Status == http.StatusNotFound && r.Kind == GoroutineLeak:
		e.Found, e.Advice = lang.L("the server has no such profile"),
			lang.L("every program of Go 1.27 has it, one of Go 1.26 only if it was built with GOEXPERIMENT=goroutineleakprofile")
	case a.Status == http.StatusNotFound && a.Says("Unknown profile"):
		e.Found, e.Advice = lang.L("the server has no such profile"), lang.L("ask for one that it offers")
	case a.Status == http.StatusNotFound:
		e.Advice = lang.L("does it import net/http/pprof? Give the address where that is mounted")
	case a.Proxied():
		e.Advice = lang.L("ask for fewer seconds than the proxy waits, or ask the server itself")
	}
}

// undecoded returns the error for an answer that is not a profile.
func (c *Client) undecoded(ctx context.Context, r Request, err error) error {
	e := c.Undecoded(ctx, err)
	if e.Problem == httpclient.CutOff {
		e.Advice = cutAdvice(r)
	}
	return c.fault(r, e)
}
