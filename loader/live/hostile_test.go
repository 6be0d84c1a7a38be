package live_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/loader/live"
)

// endless answers with a beginning and then one piece again and again, until nothing is listening.
func endless(begin string, piece []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_, err := io.WriteString(w, begin)
		for err == nil {
			_, err = w.Write(piece)
		}
	}
}

// raw is a server that answers with any bytes: one piece, then another again and again.
func raw(t *testing.T, begin, piece string, pause time.Duration) string {
	t.Helper()
	l := must.Have(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				conn.Read(make([]byte, 4096))
				_, err := io.WriteString(conn, begin)
				for err == nil && piece != "" {
					time.Sleep(pause)
					_, err = io.WriteString(conn, piece)
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// recorded makes one recording, and returns how many files it left and its error.
func recorded(t *testing.T, address string, o live.Options, r live.Request) (left int, err error) {
	t.Helper()
	dir := t.TempDir()
	c := live.NewClient(parse(t, address), o)
	defer c.Close()
	err = c.Record(t.Context(), live.Plan{Requests: []live.Request{r}, Dir: dir}, func(live.Event) {})
	entries, readErr := os.ReadDir(dir)
	if readErr != nil {
		t.Fatal(readErr)
	}
	return len(entries), err
}

// A hostile server causes one short line, takes little memory and leaves no file.
func TestHostileServers(t *testing.T) {
	zeros := make([]byte, 64<<10)
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	for range 512 {
		w.Write(zeros)
	}
	w.Close()
	long := strings.Repeat("x", 100_000)
	served := func(h http.HandlerFunc) func(*testing.T) string {
		return func(t *testing.T) string { return answering(t, h).URL }
	}
	bytesOf := func(begin, piece string, pause time.Duration) func(*testing.T) string {
		return func(t *testing.T) string { return raw(t, begin, piece, pause) }
	}
	redirect := func(to string) func(*testing.T) string {
		return served(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		})
	}
	soon := live.Options{Timeout: 60 * time.Millisecond}
	small := live.Options{Limits: input.Limits{File: 4 << 20, Uncompressed: 4 << 20}}
	for _, x := range []struct {
		name    string
		address func(*testing.T) string
		o       live.Options
		problem httpclient.Problem
		says    string
		left    int // files: what is whole is kept, whatever it is
	}{
		{"endless zeros", served(endless("", zeros)), live.Options{}, httpclient.NotAProfile, "the answer does not look like a profile, and is longer than 16MB; check the address", 0},
		{"endless gzip", served(endless("\x1f\x8b", zeros)), small, httpclient.TooLarge, "larger than the limit of 4MB", 0},
		{"endless trace", served(endless("go 1.26 trace\x00\x00\x00", zeros)), small, httpclient.TooLarge, "larger than the limit of 4MB", 0},
		{"endless page", served(endless("<html><title>"+long+"</title>", zeros)), live.Options{}, httpclient.NotAProfile, "an HTML page came instead of a profile", 0},
		{"endless refusal", served(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusTeapot)
			endless("no "+long, zeros)(w, r)
		}), live.Options{}, httpclient.Failed, "the server answered 418 I'm a teapot (“no xxx", 0},
		{"a length of an exabyte", served(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000000000000000000")
			w.Write(recording(t, "heap.pprof"))
		}), live.Options{}, httpclient.TooLarge, "larger than the limit of 512MB", 0},
		{"a slow body", served(func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				w.Write([]byte{0x1f})
				w.(http.Flusher).Flush()
				time.Sleep(time.Millisecond)
			}
		}), soon, httpclient.Timeout, "no answer within", 0},
		{"slow headers", bytesOf("HTTP/1.1 200 OK\r\nX: ", "y", time.Millisecond), soon, httpclient.Timeout, "no answer within", 0},
		{"endless headers", bytesOf("HTTP/1.1 200 OK\r\n", "X: "+long+"\r\n", 0), live.Options{}, httpclient.Failed, "the headers of the answer are larger than the limit of 256kB", 0},
		{"endless hints", bytesOf("", "HTTP/1.1 103 Early Hints\r\nLink: "+long[:1000]+"\r\n\r\n", 0), live.Options{}, httpclient.Failed, "", 0},
		{"a status of 100kB", bytesOf("HTTP/1.1 500 "+long+"\x1b[2J\r\nContent-Length: 0\r\n\r\n", "", 0), live.Options{}, httpclient.Failed, "the server answered 500 Internal Server Error", 0},
		{"no HTTP", bytesOf("\x1b[2J"+long, "", 0), live.Options{}, httpclient.Failed, "is not HTTP", 0},
		{"endless chunk sizes", bytesOf("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1;"+long, 0), live.Options{}, httpclient.CutOff, "cut off", 0},
		{"a bomb as an encoding", served(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(bomb.Bytes())
		}), small, httpclient.NotAProfile, "the answer unpacks to more than the limit of 4MB", 1},
		{"redirected to a file", redirect("file:///etc/passwd"), live.Options{}, httpclient.Failed, "unsupported protocol scheme", 0},
		{"redirected for 100kB", redirect("http://\x1b[2J" + long), live.Options{}, httpclient.Failed, "", 0},
		{"a text of control characters", served(status(200, strings.Repeat("\u009b\u202e", 1000))), live.Options{}, httpclient.NotAProfile, "", 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			address := x.address(t)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			left, err := recorded(t, address, x.o, live.Request{Kind: live.Heap})
			runtime.ReadMemStats(&after)
			var e *httpclient.Error
			if !errors.As(err, &e) || e.Problem != x.problem || !strings.Contains(err.Error(), x.says) {
				t.Fatalf("%v", err)
			}
			if line := err.Error(); len(line) > 1200 || strings.ContainsAny(line, "\n\r\x1b\u009b\u202e\x00") {
				t.Errorf("%d bytes: %.300q", len(line), line)
			}
			if left != x.left {
				t.Errorf("%d files are left, expected %d", left, x.left)
			}
			// Nothing is kept of what comes, so all that was ever allocated is little.
			if took := int64(after.TotalAlloc - before.TotalAlloc); took > 24<<20 {
				t.Errorf("%d MB were allocated", took>>20)
			}
			t.Logf("%d kB: %s", (after.TotalAlloc-before.TotalAlloc)>>10, err)
		})
	}
}

// An index of any size becomes a list that people can use.
func TestHostileIndex(t *testing.T) {
	var page strings.Builder
	for i := range 150_000 {
		fmt.Fprintf(&page, "<a href='own%d?debug=1'>own</a>\n", i)
		if i == 1000 {
			page.WriteString("<td>7</td><td><a href='goroutine?debug=1'>goroutine</a>")
		}
	}
	long := strings.Repeat("x", 100_000)
	for _, x := range []struct {
		name  string
		serve http.HandlerFunc
		kinds int
		note  string
	}{
		{"150,001 kinds", status(200, page.String()), 200, "the server lists too many kinds: 200 are shown"},
		{"endless", endless("<a href='goroutine?debug=1'>", []byte("<a href='"+long+"'>\n")), 1, "kinds with very long names left out"},
		{"one name of 100kB", status(200, "<a href='goroutine?debug=1'><a href='"+long+"'>"), 1, "1 kind with very long names left out"},
		{"a secret", status(200, "<a href='goroutine?debug=1'><a href='t0psecret'>"), 1, "1 kind left out: its name holds a credential"},
	} {
		s := answering(t, x.serve)
		c := live.NewClient(parse(t, s.URL+"?token=t0psecret"), live.Options{})
		index, err := c.Kinds(t.Context())
		c.Close()
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		if len(index.Offers) != x.kinds || index.Offers[0].Kind != live.Goroutine || !strings.HasSuffix(index.Note, x.note) || len(index.Note) > 100 {
			t.Errorf("%s: %d kinds, %q", x.name, len(index.Offers), index.Note)
		}
	}
}

// Whatever a name has, a line says what happened, and a file can be made.
func TestLongKind(t *testing.T) {
	s := answering(t, status(404, ""))
	kind := live.Kind(strings.Repeat("k", 100_000))
	_, err := recorded(t, s.URL, live.Options{}, live.Request{Kind: kind})
	if err == nil || len(err.Error()) > 1200 || !strings.Contains(err.Error(), "no such page") {
		t.Errorf("%.300v", err)
	}
	heap := recording(t, "heap.pprof")
	s = answering(t, func(w http.ResponseWriter, _ *http.Request) { w.Write(heap) })
	if left, err := recorded(t, s.URL, live.Options{}, live.Request{Kind: kind}); err != nil || left != 1 {
		t.Errorf("%d files, %v", left, err)
	}
}

// A secret that a server sends back stands in no line, nor does the part of it that is left where a
// line is cut.
func TestEchoedSecrets(t *testing.T) {
	const secret = "t0psecret-&-0123456789"
	for _, before := range []int{0, 50, 90, 95, 99, 105, 110, 115, 119, 130} {
		pad := strings.Repeat("x", before)
		for name, answer := range map[string]http.HandlerFunc{
			"refusal": func(w http.ResponseWriter, r *http.Request) { http.Error(w, pad+r.URL.Query().Get("token"), 500) },
			"header":  func(w http.ResponseWriter, r *http.Request) { http.Error(w, pad+r.Header.Get("Authorization"), 500) },
			"text":    func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, pad+r.URL.Query().Get("token")) },
			"title":   func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "<html><title>%s%s</title>", pad, secret) },
			"page": func(w http.ResponseWriter, r *http.Request) {
				fmt.Fprintf(w, "<html><title>%s%s</title>", pad, strings.ReplaceAll(secret, "&", "&amp;"))
			},
			"location": func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "ftp://"+secret+"@host/"+pad+secret, http.StatusFound)
			},
			"elsewhere": func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/to") {
					io.WriteString(w, "<html>")
					return
				}
				http.Redirect(w, r, "/to/"+pad+secret, http.StatusFound)
			},
		} {
			s := answering(t, answer)
			_, err := recorded(t, s.URL+"?token=t0psecret-%26-0123456789", live.Options{Credentials: httpclient.Credentials{Header: http.Header{"Authorization": {"Bearer " + secret}}}}, live.Request{Kind: live.Heap})
			if err == nil || strings.Contains(err.Error(), "t0p") {
				t.Errorf("%s behind %d: %v", name, before, err)
			}
		}
	}
}

// A capture whose file cannot be written says so, and not that the server failed.
func TestFullDisk(t *testing.T) {
	heap := recording(t, "heap.pprof")
	s := answering(t, func(w http.ResponseWriter, _ *http.Request) { w.Write(heap) })
	f := must.Have(os.CreateTemp(t.TempDir(), ""))
	f.Close() // as good as full
	got, err := live.NewClient(parse(t, s.URL), live.Options{}).Capture(context.Background(), live.Request{Kind: live.Heap}, f, func(live.Progress) {})
	var e *httpclient.Error
	if got != nil || !errors.As(err, &e) || e.Problem != httpclient.NotWritten {
		t.Errorf("%v, %v", got, err)
	}
}
