package live_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"profstation/loader/httpclient"
	"profstation/loader/live"
)

func TestParse(t *testing.T) {
	for _, x := range []struct{ in, want, request string }{
		{"http://localhost:6060", "http://localhost:6060/debug/pprof/", ""},
		{"http://localhost:6060/", "http://localhost:6060/debug/pprof/", ""},
		{"localhost:6060", "http://localhost:6060/debug/pprof/", ""},
		{" HTTP://localhost:6060/debug/pprof ", "http://localhost:6060/debug/pprof/", ""},
		{"http://u:p@h/debug/pprof/?token=x#f", "http://h/debug/pprof/", ""},
		{"https://h/a/b/debug/pprof/", "https://h/a/b/debug/pprof/", ""},
		{"https+insecure://h", "https+insecure://h/debug/pprof/", ""},
		{"http://[::1]:80/", "http://[::1]:80/debug/pprof/", ""},
		{"unix:///run/s", "unix:///run/s", ""},
		{"unix:///run/s:/x/pprof", "unix:///run/s:/x/pprof/", ""},
		{"http://h/debug/pprof/heap?gc=1", "http://h/debug/pprof/", "heap"},
		{"http://h/debug/pprof/profile?seconds=5", "http://h/debug/pprof/", "cpu 5s"},
		{"http://h/debug/pprof/trace?seconds=0.5", "http://h/debug/pprof/", "trace 500ms"},
		{"http://h/debug/pprof/goroutine?debug=2", "http://h/debug/pprof/", "goroutine"},
		{"unix:///run/s:/debug/pprof/heap", "unix:///run/s", "heap"},
	} {
		target, err := live.Parse(x.in)
		if err != nil || target.String() != x.want {
			t.Errorf("%q: %s, %v, want %s", x.in, target, err, x.want)
			continue
		}
		got := ""
		if r := target.Request(); r != nil {
			got = string(r.Kind)
			if r.Length > 0 {
				got += " " + r.Length.String()
			}
		}
		if got != x.request {
			t.Errorf("%q asks for %q, want %q", x.in, got, x.request)
		}
	}
	for _, bad := range []string{"", "ftp://h/", "file:///etc/passwd", "javascript://x", "unix://s", "http://", "http:///x", "http://h:x/", "http://h/debug/pprof/profile?seconds=no", "http://h/debug/pprof/profile?seconds=-1", "1://h", "http://ann:55/word@h/", "http://h/?mail=a@b"} {
		if target, err := live.Parse(bad); err == nil {
			t.Errorf("%q was read as %s", bad, target)
		}
	}
}

// FuzzParse reads any address: none makes it panic, and none that is read shows
// a user.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"http://u:p@h/debug/pprof/heap?gc=1", "unix:///run/s:/x", "localhost:6060", "https+insecure://[::1]:1/%2f", "http://h/?a=b&a=c", "://", "http://@", "unix://", "http://h/..//.", "http://u:p%40@h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		target, err := live.Parse(s)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q", err)
			}
			return
		}
		// What is shown can be read again, and is the same.
		again, err := live.Parse(target.String())
		if err != nil || again.String() != target.String() {
			t.Errorf("%q became %q, and that %q, %v", s, target, again, err)
		}
		if r := target.Request(); r != nil {
			r.Validate()
		}
	})
}

// The lists of old versions, and pages that are none.
func TestIndex(t *testing.T) {
	for _, x := range []struct{ name, page, want string }{
		{"Go 1.26", `<html><head><title>/debug/pprof/</title></head><body><p>Set debug=1</p><table>
<thead><td>Count</td><td>Profile</td></thead>
<tr><td>7</td><td><a href='allocs?debug=1'>allocs</a></td></tr>
<tr><td>0</td><td><a href='block?debug=1'>block</a></td></tr>
<tr><td>0</td><td><a href='cmdline?debug=1'>cmdline</a></td></tr>
<tr><td>12</td><td><a href='goroutine?debug=1'>goroutine</a></td></tr>
<tr><td>3</td><td><a href='my.own?debug=1'>my.own</a></td></tr>
<tr><td>0</td><td><a href='profile?debug=1'>profile</a></td></tr>
<tr><td>0</td><td><a href='symbol?debug=1'>symbol</a></td></tr>
<tr><td>0</td><td><a href='trace?debug=1'>trace</a></td></tr>
</table><a href="goroutine?debug=2">full goroutine stack dump</a>`,
			"cpu -1, allocs 7, goroutine 12, block 0, trace -1, my.own 3"},
		{"Go 1.8", `<html><body>/debug/pprof/<br>profiles:<br><table>
<tr><td align=right>0<td><a href="block?debug=1">block</a>
<tr><td align=right>4<td><a href="goroutine?debug=1">goroutine</a>
<tr><td align=right>2<td><a href="heap?debug=1">heap</a>
</table><br><a href="goroutine?debug=2">full goroutine stack dump</a><br>`, "heap 2, goroutine 4, block 0"},
		{"a later Go", `<table><tr><td>9</td><td><a href='goroutine?debug=1'>goroutine</a></td></tr>
<tr><td>1</td><td><a href='goroutineleak?debug=1'>goroutineleak</a></td></tr>
<tr><td>3</td><td><a href='memory_space?debug=1'>memory_space</a></td></tr>
<tr><td>2</td><td><a href='profile?debug=1'>profile</a></td></tr></table>`, "cpu -1, goroutine 9, goroutineleak 1, memory_space 3"},
		{"gin", `<a href="/debug/pprof/goroutine?debug=1">goroutine</a> <a href="/debug/pprof/">up</a> <a href="https://go.dev/heap?debug=1">docs</a>`, "goroutine -1"},
	} {
		s := answering(t, status(http.StatusOK, x.page))
		index, err := live.NewClient(parse(t, s.URL), live.Options{}).Kinds(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		var got []string
		for _, o := range index.Offers {
			got = append(got, string(o.Kind)+" "+strconv.FormatInt(o.Count, 10))
			if o.Count == 0 != (o.Note != "") {
				t.Errorf("%s: the note of %s is %q", x.name, o.Kind, o.Note)
			}
		}
		if strings.Join(got, ", ") != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
	for page, want := range map[string]httpclient.Problem{
		"<html><title>Welcome</title><a href='about'>": httpclient.NotAProfile, "": httpclient.NotAProfile, "<a href=x?debug=1>x</a>": httpclient.NotAProfile,
	} {
		s := answering(t, status(http.StatusOK, page))
		_, err := live.NewClient(parse(t, s.URL), live.Options{}).Kinds(t.Context())
		if e, ok := err.(*httpclient.Error); !ok || e.Problem != want {
			t.Errorf("%q: %v", page, err)
		}
	}
	s := answering(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	_, err := live.NewClient(parse(t, s.URL), live.Options{Timeout: 20 * time.Millisecond}).Kinds(t.Context())
	if e, ok := err.(*httpclient.Error); !ok || e.Problem != httpclient.Timeout {
		t.Errorf("%v", err)
	}
}

// A kind that nobody has heard of yet is captured as any, and what is in it is shown.
func TestUnknownKind(t *testing.T) {
	s := answering(t, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, "../../testdata/heap.pprof") })
	c := live.NewClient(parse(t, s.URL), live.Options{})
	defer c.Close()
	got, err := capture(t, c, t.Context(), live.Request{Kind: "memory_space"}, func(live.Progress) {})
	if err != nil || got.File.Profile == nil || !strings.HasSuffix(got.File.Name, " memory_space") {
		t.Errorf("%v, %v", got, err)
	}
}
