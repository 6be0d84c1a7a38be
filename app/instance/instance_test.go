package instance

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/loader/address"
	"profstation/origin"
)

func listen(t *testing.T, p place) *Listener {
	t.Helper()
	l, err := p.listen(os.Getuid())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// Any path arrives, whatever bytes it has, and in order; so do requests that came
// before anybody served them.
func TestHandedOver(t *testing.T) {
	p := place{t.TempDir(), "w"}
	l := listen(t, p)
	var many []string
	for i := range 5000 {
		many = append(many, "/"+strings.Repeat("long ", 40)+string(rune('a'+i%26)))
	}
	want := [][]string{
		{"/a b", "/\xff\xfe", "/new\nline", "https://localhost:6060/debug/pprof/heap"},
		nil,
		many,
	}
	for _, paths := range want {
		if _, handed, err := p.join(t.Context(), Request{Paths: paths}, plenty); !handed {
			t.Fatal(err)
		}
	}
	got := make(chan []string)
	l.Serve(func(r Request, _ Reply) { got <- r.Paths })
	for i, w := range want {
		if g := <-got; !slices.Equal(g, w) {
			t.Errorf("request %d: %.200v arrived, %.200v was sent", i, g, w)
		}
	}
}

func TestAbsolute(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	got, err := absolute([]string{"a.pprof", "./b/../c", "/x", "http://localhost/a", "HTTPS://localhost/B", "file://x", "b.pprof#v=1&focus=a%2F..%2Fb"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(dir, "a.pprof"), filepath.Join(dir, "c"), "/x", "http://localhost/a", "HTTPS://localhost/B", "file://x",
		filepath.Join(dir, "b.pprof#v=1&focus=a%2F..%2Fb")}
	if !slices.Equal(got, want) {
		t.Errorf("the paths are %q, want %q", got, want)
	}
	if _, err := absolute([]string{"/a", "-"}); !errors.Is(err, origin.ErrInput) {
		t.Errorf("standard input: %v", err)
	}
}

// There is one listener at a time; after it has closed there can be another.
func TestOneListener(t *testing.T) {
	p := place{t.TempDir(), "w"}
	l := listen(t, p)
	if _, err := p.listen(os.Getuid()); !errors.Is(err, errTaken) {
		t.Errorf("a second listener: %v", err)
	}
	l.Close()
	l.Close()
	next := listen(t, p)
	next.Close()
	(*Listener)(nil).Close()
	// Other places have listeners of their own.
	listen(t, place{p.dir, "w"})
	listen(t, place{p.dir, "v"})
}

// A request that comes while the first program ends makes its sender the first.
func TestSentWhileClosing(t *testing.T) {
	p := place{t.TempDir(), "w"}
	l := listen(t, p)
	for range 50 {
		joined := make(chan *Listener)
		go func() {
			next, handed, err := p.join(t.Context(), Request{}, plenty)
			if handed == (next != nil) {
				t.Errorf("handed over: %v, a listener: %v, %v", handed, next != nil, err)
			}
			joined <- next
		}()
		l.Close()
		if l = <-joined; l == nil {
			l = listen(t, p)
		}
		t.Cleanup(l.Close)
	}
}

// A listener whose user is another one says nothing.
func TestForeignPeer(t *testing.T) {
	p := place{t.TempDir(), "w"}
	l, err := p.listen(os.Getuid() + 1)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.Serve(func(r Request, _ Reply) { t.Errorf("the request %v was handled", r) })
	err = p.send(t.Context(), Request{})
	if refused := new(refusal); err == nil || errors.As(err, &refused) {
		t.Errorf("the listener answered another user: %v", err)
	}
}

// A listener that hangs accepts no more requests.
func TestRefusals(t *testing.T) {
	p := place{t.TempDir(), "w"}
	l := listen(t, p)
	refused := func(want string) {
		t.Helper()
		_, handed, err := p.join(t.Context(), Request{}, plenty)
		if handed || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("handed over: %v, %v; want %q", handed, err, want)
		}
	}
	set := func(f func()) {
		l.mu.Lock()
		defer l.mu.Unlock()
		f()
	}
	set(func() { l.waiting = make([]waiting, maxWaiting) })
	refused("too many wait")
	set(func() { l.waiting = []waiting{{since: time.Now().Add(-2 * hung)}} })
	refused("it hangs")
	set(func() { l.waiting, l.busy = nil, time.Now().Add(-2*hung) })
	refused("it hangs")
	set(func() { l.busy = time.Time{} })
	if _, handed, err := p.join(t.Context(), Request{}, plenty); !handed {
		t.Errorf("not handed over though nothing hangs: %v", err)
	}
}

// No bytes on the socket harm the listener.
func TestGarbage(t *testing.T) {
	p := place{t.TempDir(), "w"}
	l := listen(t, p)
	for _, c := range []struct{ sent, want string }{
		{"", ""},
		{"GET / HTTP/1.1\r\n\r\n", "no: "},
		{`{"version":5,"paths":[]}` + "\n", "expected 4"},
		{`{"version":1,"paths":["cmVsYXRpdmU="]}` + "\n", "expected an absolute one"},
		{`{"version":1,"paths":["LQ=="]}` + "\n", "expected an absolute one"},
	} {
		conn, err := net.Dial("unix", p.socket())
		if err != nil {
			t.Fatal(err)
		}
		conn.Write([]byte(c.sent))
		conn.(*net.UnixConn).CloseWrite()
		answer := make([]byte, 500)
		n, _ := conn.Read(answer)
		conn.Close()
		if got := string(answer[:n]); !strings.Contains(got, c.want) || strings.HasPrefix(got, accepted) || strings.Count(got, "\n") > 1 {
			t.Errorf("%q is answered %q, want %q", c.sent, got, c.want)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) > 0 {
		t.Errorf("requests were made of it: %v", l.waiting)
	}
}

// Without a place to meet, the program says why and starts normally.
func TestNoPlace(t *testing.T) {
	if _, _, err := (place{filepath.Join(t.TempDir(), "missing"), "w"}).join(t.Context(), Request{}, plenty); err == nil {
		t.Error("a folder that is missing is no error")
	}
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 120))
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, err := (place{long, "w"}).join(t.Context(), Request{}, plenty); err == nil {
		t.Error("a path that is too long for a socket is no error")
	}
	l, handed, err := place{long, "w"}.join(t.Context(), Request{}, plenty)
	if l != nil || handed || err == nil {
		t.Errorf("the lock was kept: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := place{t.TempDir(), "w"}
	listen(t, p)
	if _, handed, err := p.join(ctx, Request{}, plenty); handed || err == nil {
		t.Errorf("handed over after it was cancelled: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"version":1,"paths":["L2E="],"dir":"L2Q=","activation":"dA=="}`)
	f.Add(`{"version":1,"paths":["cmVs"]}`)
	f.Add(`{"version":1}`)
	f.Add(`{"version":2,"base":["L2E="],"new":["L2I=","L2M="],"mode":"base"}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := read(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, p := range slices.Concat(r.Paths, r.Base, r.New) {
			if !filepath.IsAbs(p) && !address.Is(p) {
				t.Errorf("the path %q was let in", p)
			}
		}
		var b strings.Builder
		if err := write(&b, r); err != nil {
			t.Fatal(err)
		}
		again, err := read(strings.NewReader(b.String()))
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("%+v became %+v (%v), sent as %q", r, again, err, b.String())
		}
	})
}

// TestComparisonIsHanded holds that a comparison arrives as one, and that a program that knows only files refuses it.
func TestComparisonIsHanded(t *testing.T) {
	p := place{t.TempDir(), "w"}
	l, _, err := p.join(t.Context(), Request{}, plenty)
	if l == nil {
		t.Fatal(err)
	}
	defer l.Close()
	got := make(chan Request, 1)
	l.Serve(func(r Request, _ Reply) { got <- r })
	want := Request{Base: []string{"/a", "/b"}, New: []string{"/c"}, Mode: "diff_base", Pairs: true}
	if _, handed, err := p.join(t.Context(), want, plenty); !handed {
		t.Fatal(err)
	}
	if r := <-got; !reflect.DeepEqual(r, want) {
		t.Errorf("%+v arrived", r)
	}
	split := want
	split.Split = "tenant=a,b"
	if _, handed, err := p.join(t.Context(), split, plenty); !handed {
		t.Fatal(err)
	}
	if r := <-got; !reflect.DeepEqual(r, split) {
		t.Errorf("%+v arrived", r)
	}
	var plain, comparison, parts strings.Builder
	must.Do(write(&parts, split))
	must.Do(write(&plain, Request{Paths: want.New}))
	must.Do(write(&comparison, want))
	if !strings.Contains(plain.String(), `"version":1`) || !strings.Contains(comparison.String(), `"version":2`) ||
		!strings.Contains(parts.String(), `"version":3`) {
		t.Errorf("%s%s%s", plain.String(), comparison.String(), parts.String())
	}
}
