package live_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/loader/live"
)

// refused is the problem that a capture meets, and its line.
func refused(t *testing.T, address string, o live.Options, r live.Request) *httpclient.Error {
	t.Helper()
	_, err := capture(t, live.NewClient(parse(t, address), o), t.Context(), r, func(live.Progress) {})
	var e *httpclient.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v, expected an error of live", err)
	}
	if strings.ContainsAny(e.Error(), "\n\r") {
		t.Errorf("more than one line: %q", e.Error())
	}
	return e
}

func status(code int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		io.WriteString(w, body)
	}
}

// Each failure has one clear line.
func TestFailures(t *testing.T) {
	heap := recording(t, "heap.pprof")
	cpu5 := live.Request{Kind: live.CPU, Length: 5 * time.Second}
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	for _, x := range []struct {
		name    string
		serve   http.HandlerFunc
		o       live.Options
		r       live.Request
		problem httpclient.Problem
		want    string // what is after the kind
	}{
		{"404", status(404, "404 page not found\n"), live.Options{}, live.Request{Kind: live.Heap}, httpclient.NotFound,
			"the server has no such page (404); does it import net/http/pprof? Give the address where that is mounted"},
		{"unknown", status(404, "Unknown profile\n"), live.Options{}, live.Request{Kind: "own"}, httpclient.NotFound,
			"the server has no such profile; ask for one that it offers"},
		{"busy", status(500, "Could not enable CPU profiling: cpu profiling already in use\n"), live.Options{}, cpu5, httpclient.Busy,
			"somebody is already recording a CPU profile of this server; wait until it is done, or stop it"},
		{"busy trace", status(500, "Could not enable tracing: execution tracer already enabled\n"), live.Options{}, live.Request{Kind: live.Trace}, httpclient.Busy,
			"somebody is already recording a trace of this server; wait until it is done, or stop it"},
		{"write timeout", status(400, "profile duration exceeds server's WriteTimeout\n"), live.Options{}, cpu5, httpclient.TooLong,
			"the WriteTimeout of the server is shorter than the 5s asked for; ask for fewer seconds, or raise it"},
		{"other", status(500, "out of cheese\nmore\n"), live.Options{}, cpu5, httpclient.Failed,
			"the server answered 500 Internal Server Error (“out of cheese”)"},
		{"unauthorized", status(401, "no"), live.Options{}, cpu5, httpclient.Unauthorized,
			"the server denies access (401); enter a user and a password, or a header"},
		{"proxy", status(504, "<html>504</html>"), live.Options{}, cpu5, httpclient.TooLong,
			"a proxy answered for the server: 504 Gateway Timeout; ask for fewer seconds than the proxy waits, or ask the server itself"},
		{"bad gateway", status(502, ""), live.Options{}, cpu5, httpclient.Failed,
			"a proxy answered for the server: 502 Bad Gateway; check that the server runs"},
		{"login", status(200, "<!DOCTYPE html><html><title>Sign\nin</title><input type=\"password\">"), live.Options{}, cpu5, httpclient.NotAProfile,
			"an HTML page came instead of a profile (title: Sign in); the server requires a login: enter a user and a password, or a header"},
		{"login elsewhere", func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/login" {
				http.Redirect(w, r, "/login?next=secret", http.StatusFound)
				return
			}
			io.WriteString(w, "<html><title>Log in</title>")
		}, live.Options{}, cpu5, httpclient.NotAProfile,
			"an HTML page came instead of a profile (title: Log in), from SERVER/login; the server requires a login: enter a user and a password, or a header"},
		{"text", status(200, "hello\n"), live.Options{}, cpu5, httpclient.NotAProfile,
			"received a text file, not a profile (“hello”); profstation opens pprof profiles, execution traces, goroutine dumps, collapsed stacks, and what perf script, speedscope, OpenTelemetry, the Firefox Profiler, V8 and jemalloc write"},
		{"nothing", status(200, ""), live.Options{}, live.Request{Kind: live.Heap}, httpclient.NotAProfile,
			"received an empty file; a CPU profile is written when the program exits or stops profiling: try again then"},
		{"timeout", hang, live.Options{Timeout: 50 * time.Millisecond}, live.Request{Kind: live.Heap}, httpclient.Timeout,
			"no answer within"},
		{"too large", func(w http.ResponseWriter, _ *http.Request) { w.Write(heap) }, live.Options{Limits: input.Limits{File: 2048}}, live.Request{Kind: live.Heap}, httpclient.TooLarge,
			"the answer is larger than the limit of 2kB; ask for fewer seconds, or raise “on disk” under File limits in the preferences"},
		{"too large, unsaid", func(w http.ResponseWriter, _ *http.Request) { w.(http.Flusher).Flush(); w.Write(heap) },
			live.Options{Limits: input.Limits{File: 2048}}, live.Request{Kind: live.Heap}, httpclient.TooLarge,
			"the answer is larger than the limit of 2kB; ask for fewer seconds, or raise “on disk” under File limits in the preferences"},
		{"cut, length said", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(len(heap)))
			w.Write(heap[:1000])
		}, live.Options{}, live.Request{Kind: live.Heap}, httpclient.CutOff, "the answer was cut off after 1,000B; try again"},
		{"cut, in pieces", func(w http.ResponseWriter, _ *http.Request) {
			w.Write(heap[:1000])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, live.Options{}, cpu5, httpclient.CutOff, "the answer was cut off after 1,000B; its WriteTimeout may be shorter than the 5s asked for: ask for fewer seconds"},
		{"cut, nothing tells", func(w http.ResponseWriter, _ *http.Request) { w.Write(heap[:1000]) }, live.Options{}, live.Request{Kind: live.Heap}, httpclient.CutOff,
			"the answer was cut off: a gzip file that is cut off"},
		{"closed", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, live.Options{}, cpu5, httpclient.CutOff,
			"the server closed the connection without an answer after"},
		{"redirects for ever", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path+"x", http.StatusTemporaryRedirect)
		}, live.Options{}, cpu5, httpclient.Redirected,
			"the server redirects more than 10 times, which is not followed; enter the address that it leads to"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := answering(t, x.serve)
			e := refused(t, s.URL, x.o, x.r)
			want := strings.ReplaceAll(s.URL+"/debug/pprof/: "+string(x.r.Kind)+": "+x.want, "SERVER", s.URL)
			if e.Problem != x.problem || !strings.HasPrefix(e.Error(), want) {
				t.Errorf("%s:\n got %s\nwant %s", e.Problem, e, want)
			}
		})
	}
}

// Failures below HTTP.
func TestNetworkFailures(t *testing.T) {
	l := must.Have(net.Listen("tcp", "127.0.0.1:0"))
	gone := l.Addr().String()
	l.Close()
	heap := live.Request{Kind: live.Heap}
	if e := refused(t, gone, live.Options{}, heap); e.Problem != httpclient.Refused || !strings.Contains(e.Error(), "nothing listens at ") {
		t.Error(e)
	}
	if e := refused(t, "unix://"+filepath.Join(t.TempDir(), "none"), live.Options{}, heap); e.Problem != httpclient.Unreachable || !strings.Contains(e.Error(), "no such socket") {
		t.Error(e)
	}
	// .invalid never exists (RFC 2606); without a resolver the error is another.
	if e := refused(t, "http://nowhere.invalid:1", live.Options{}, heap); e.Problem != httpclient.Unreachable && e.Problem != httpclient.Timeout {
		t.Error(e)
	}
	plain := answering(t, status(200, ""))
	if e := refused(t, "https"+strings.TrimPrefix(plain.URL, "http"), live.Options{}, heap); e.Problem != httpclient.TLS || !strings.Contains(e.Error(), "use http://") {
		t.Error(e)
	}

	data := recording(t, "heap.pprof")
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(data) }))
	defer secure.Close()
	secure.Config.ErrorLog = nil
	if e := refused(t, secure.URL, live.Options{}, heap); e.Problem != httpclient.TLS || !strings.Contains(e.Error(), "https+insecure://") {
		t.Error(e)
	}
	for _, target := range []live.Target{parse(t, "https+insecure"+strings.TrimPrefix(secure.URL, "https")), parse(t, secure.URL).Insecure()} {
		if !strings.HasPrefix(target.String(), "https+insecure://") {
			t.Errorf("%s does not say that it is not verified", target)
		}
		if _, err := capture(t, live.NewClient(target, live.Options{}), t.Context(), heap, func(live.Progress) {}); err != nil {
			t.Error(err)
		}
	}
}

// A cancelled capture says so, and the server is let go.
func TestCancel(t *testing.T) {
	let := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	s := answering(t, func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done(); close(let) })
	var last live.Progress
	_, err := capture(t, live.NewClient(parse(t, s.URL), live.Options{}), ctx, live.Request{Kind: live.CPU, Length: time.Hour}, func(p live.Progress) { last = p })
	var e *httpclient.Error
	if !errors.As(err, &e) || e.Problem != httpclient.Stopped || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-let
	if last.Length != time.Hour || last.Remaining() > time.Hour {
		t.Errorf("progress %+v", last)
	}
}

// What cannot be decoded is saved all the same; what cannot be written is told
// before anything is asked.
func TestRecordFailures(t *testing.T) {
	asked := 0
	s := answering(t, func(w http.ResponseWriter, _ *http.Request) { asked++; io.WriteString(w, "hello") })
	c := live.NewClient(parse(t, s.URL), live.Options{})
	dir := t.TempDir()
	var saved string
	err := c.Record(t.Context(), live.Plan{Requests: []live.Request{{Kind: live.Heap}}, Dir: dir}, func(e live.Event) {
		if e.Kind == live.Saved {
			saved = e.Path
		}
	})
	var e *httpclient.Error
	if !errors.As(err, &e) || e.Problem != httpclient.NotAProfile {
		t.Error(err)
	}
	if b, err := os.ReadFile(saved); err != nil || string(b) != "hello" || strings.HasSuffix(saved, ".pb.gz") {
		t.Errorf("%s: %q, %v", saved, b, err)
	}
	file := filepath.Join(dir, "file")
	must.Do(os.WriteFile(file, nil, 0o666))
	asked = 0
	err = c.Record(t.Context(), live.Plan{Requests: []live.Request{{Kind: live.Heap}}, Dir: filepath.Join(file, "in")}, func(live.Event) {})
	if !errors.As(err, &e) || e.Problem != httpclient.NotWritten || asked != 0 {
		t.Errorf("%v after %d requests", err, asked)
	}
	for _, r := range []live.Request{
		{Kind: live.CPU, Length: 2500 * time.Millisecond}, // the server would take it for 30 s
		{Kind: live.Heap, Length: 1500 * time.Millisecond},
		{Kind: live.Heap, Length: -1},
		{},
	} {
		if err := c.Record(t.Context(), live.Plan{Requests: []live.Request{r}, Dir: dir}, func(live.Event) {}); !errors.As(err, &e) || e.Problem != httpclient.BadRequest || asked != 0 {
			t.Errorf("%+v: %v", r, err)
		}
	}
}
