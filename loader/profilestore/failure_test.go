package profilestore_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/loader/profilestore"
	"profstation/measure/stores"
)

func decoded(t *testing.T, data []byte) (m map[string]any) {
	t.Helper()
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatalf("%v: %.200s", err, data)
	}
	return m
}

// Each failure has one line that says what to do, and nothing waits for ever.
func TestFailures(t *testing.T) {
	say := func(code int, kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(code)
			io.WriteString(w, body)
		}
	}
	connect := func(code int, word, message string) http.HandlerFunc {
		return say(code, "application/json", fmt.Sprintf(`{"code":%q,"message":%q}`, word, message))
	}
	var million bytes.Buffer // zeros, of which 300 end to end unpack to 300 million
	z := gzip.NewWriter(&million)
	z.Write(make([]byte, 1e6))
	z.Close()
	bomb := bytes.Repeat(million.Bytes(), 300)
	other := httptest.NewServer(say(200, "application/proto", "elsewhere"))
	defer other.Close()
	denied := httptest.NewServer(connect(401, "unauthenticated", "no org id"))
	defer denied.Close()
	for _, x := range []struct {
		name  string
		serve http.HandlerFunc
		want  string // of Pyroscope, and of Parca unless that has its own
		parca string
	}{
		{"401", connect(401, "unauthenticated", "no org id"), "the server denies access (401) (“no org id”); give a user and a password, a header with a token, or the tenant (X-Scope-OrgID)", ""},
		{"403", say(403, "text/html", "<html>no"), "the server denies access (403); give a user and a password, a header with a token, or the tenant (X-Scope-OrgID)", ""},
		{"429", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "90"); w.WriteHeader(429) },
			"the server is asked too often (429); it asks to wait for 90s", ""},
		{"429 at a time", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "Fri, 27 Nov 2026 12:00:00 GMT")
			w.WriteHeader(429)
		}, "the server is asked too often (429); it asks to wait until Fri, 27 Nov 2026 12:00:00 GMT", ""},
		{"429 alone", connect(429, "resource_exhausted", "too many"), "the server is asked too often (429) (“too many”); wait a little before the next try", ""},
		{"400", connect(400, "invalid_argument", "parse error"), "the store does not understand the question (“parse error”); check the type and the labels", ""},
		{"500", connect(500, "internal", "boom"), "the server answered 500 Internal Server Error (“boom”)", ""},
		{"502", say(502, "text/html", "<html><title>Bad gateway"), "a proxy answered for the server: 502 Bad Gateway; check that the server runs", ""},
		{"503 of the store", connect(503, "unavailable", "no ingesters"), "the server answered 503 Service Unavailable (“no ingesters”); check that the server runs", ""},
		{"packed", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.WriteHeader(500)
			z := gzip.NewWriter(w)
			io.WriteString(z, `{"code":"internal","message":"boom"}`)
			z.Close()
		}, "the server answered 500 Internal Server Error (“boom”)", ""},
		{"denied elsewhere", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, denied.URL, http.StatusFound) },
			"the server denies access (401), from " + denied.URL + " (“no org id”); enter the address that it leads to", ""},
		{"504", say(504, "text/plain", ""), "a proxy answered for the server: 504 Gateway Timeout; ask for a shorter time", ""},
		{"404", say(404, "text/plain", "404 page not found"), "the server has no such page (404); give the base address of the store, with no page of its own behind it", ""},
		{"a page", say(200, "application/proto", "<!DOCTYPE html><html><title>Grafana</title>"), "an HTML page came instead of a profile (title: Grafana); check the address", ""},
		{"a login", say(200, "text/html", "<html><title>Sign in</title>"), "an HTML page came instead of a profile (title: Sign in); the server requires a login: enter a user and a password, or a header", ""},
		{"nothing", say(200, "application/proto", ""), "there are no profiles for {} from 2026-11-24", "an answer that Parca does not give; check the address"},
		{"wrong type", say(200, "application/proto", `{"a":1}`), "received JSON or similar text, not a profile; profstation opens pprof profiles", "there are no profiles for {} from 2026-11-24"},
		{"half", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5000")
			w.Write(make([]byte, 1000))
		}, "the answer was cut off after 1,000B; try again", ""},
		{"endless", func(w http.ResponseWriter, r *http.Request) {
			for {
				if _, err := w.Write(bytes.Repeat([]byte("\x0a\x01x"), 10000)); err != nil {
					return
				}
			}
		}, "the answer is larger than the limit of 4MB; ask for a shorter time or for fewer labels", ""},
		{"one byte a second", func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				w.Write([]byte{0x0a})
				w.(http.Flusher).Flush()
				select {
				case <-r.Context().Done():
				case <-time.After(100 * time.Millisecond):
				}
			}
		}, "no answer within", ""},
		{"silent", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "no answer within", ""},
		{"bomb", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(bomb)
		}, "it unpacks to more than the limit of 256MB", "an answer that Parca does not give; check the address"},
		{"redirects", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path+"x", http.StatusTemporaryRedirect)
		},
			"the server redirects more than 10 times, which is not followed; enter the address that it leads to", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body) // until then a server does not notice that nobody waits
				x.serve(w, r)
			}))
			defer s.Close()
			for engine, want := range map[string]string{"pyroscope": x.want, "parca": x.parca} {
				if want == "" {
					want = x.want
				}
				o := loader.Options{Limits: input.Limits{File: 4 << 20}, Remote: &profilestore.Opener{Who: func(string) (profilestore.Options, error) {
					patience := 20 * time.Second
					if x.name == "silent" || x.name == "one byte a second" {
						patience = 300 * time.Millisecond
					}
					return profilestore.Options{Timeout: patience}, nil
				}}}
				got := refused(t, engine+"+"+s.URL+"?type="+stores.CPU+stores.Interval, o)
				if !strings.Contains(got, want) || !strings.Contains(got, strings.TrimPrefix(s.URL, "http://")) {
					t.Errorf("%s:\n got %s\nwant %s", engine, got, want)
				}
			}
		})
	}
}

// A redirection to another host takes the question there, and no credentials.
func TestRedirected(t *testing.T) {
	var mu sync.Mutex // a profile and what it covers are asked for at the same time
	var got []http.Header
	var at []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		got, at = append(got, r.Header.Clone()), append(at, r.URL.String())
		mu.Unlock()
		http.NotFound(w, r)
	}))
	defer other.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+r.URL.Path, http.StatusTemporaryRedirect)
	}))
	defer s.Close()
	who := httpclient.Credentials{User: "ann", Password: "s3cret", Header: http.Header{"X-Scope-Orgid": {"s3cret"}, "Cookie": {"s3cret"}}}
	for _, engine := range []string{"pyroscope", "parca"} {
		mu.Lock()
		got, at = nil, nil
		mu.Unlock()
		if line := refused(t, engine+"+"+s.URL+"?type="+stores.CPU+"&key=s3cret"+stores.Interval, asking(who)); strings.Contains(line, "s3cret") {
			t.Error(line)
		}
		mu.Lock()
		if len(got) == 0 || strings.Contains(fmt.Sprint(got, at), "s3cret") {
			t.Errorf("%s: the other host got %v %v", engine, at, got)
		}
		for _, h := range got {
			if h.Get("Authorization") != "" {
				t.Errorf("%s: the other host got %v", engine, h)
			}
		}
		mu.Unlock()
	}
}

// A plain address is asked what it is. What is neither a store nor a profiled program is refused in one line.
func TestWhich(t *testing.T) {
	program := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/debug/pprof/" {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, `<a href="goroutine?debug=1">goroutine</a>`)
	}))
	defer program.Close()
	nothing := httptest.NewServer(http.NotFoundHandler())
	defer nothing.Close()
	o := asking(httpclient.Credentials{})
	for at, want := range map[string]string{
		program.URL:                     program.URL + ": this is a server address, not a file; open it in the window to record from it",
		nothing.URL:                     nothing.URL + ": it is neither Pyroscope nor Parca, and does not serve net/http/pprof; check the address",
		"http://127.0.0.1:1":            "nothing listens at 127.0.0.1:1; check the address",
		"http://h/debug/pprof/heap?k=v": "http://h/debug/pprof/heap: this is a server address, not a file; open it in the window to record from it",
	} {
		if got := refused(t, at, o); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s", at, got)
		}
	}
	at := stores.Pyroscope(t)
	for params, want := range map[string]string{
		"?" + stores.Interval[1:]:                                        "no type of profiles was chosen; add &type= and one of memory:alloc_space:bytes:space:bytes, memory:inuse_space:bytes:space:bytes, " + stores.CPU,
		"?type=wall" + stores.Interval:                                   "there is no type wall; add &type= and one of",
		"?type=memory" + stores.Interval:                                 "memory may be several types of profiles; add &type= and one of memory:alloc_space:bytes:space:bytes, memory:inuse_space:bytes:space:bytes",
		"?type=cpu&from=2020-01-01T00:00:00Z&until=2020-01-02T00:00:00Z": "the store has no profiles at this time; check the time, and the tenant if it has several",
		"?type=" + stores.CPU + `&query={pod="x"}` + stores.Interval:     `there are no profiles for {pod="x"} from 2026-11-24`,
	} {
		for _, scheme := range []string{"", "pyroscope+"} {
			if got := refused(t, scheme+at+params, o); !strings.Contains(got, want) {
				t.Errorf("%s: %s", params, got)
			}
		}
	}
}
