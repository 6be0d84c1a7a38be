package instance

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func listen(t *testing.T, p Place) *Listener {
	t.Helper()
	l, err := p.Listen()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// Any path arrives, whatever bytes it has, and in order; so do requests that came
// before anybody served them.
func TestHandedOver(t *testing.T) {
	p := Place{t.TempDir(), "w"}
	l := listen(t, p)
	many := Request{Dir: "/d", Activation: "token"}
	for i := range 5000 {
		many.Paths = append(many.Paths, "/"+strings.Repeat("long ", 40)+string(rune('a'+i%26)))
	}
	want := []Request{
		{Paths: []string{"/a b", "/\xff\xfe", "/new\nline", "https://localhost:6060/debug/pprof/heap"}},
		{},
		many,
	}
	for _, r := range want {
		if _, handed, err := p.Join(t.Context(), r, plenty); !handed {
			t.Fatal(err)
		}
	}
	got := make(chan Request)
	l.Serve(func(r Request) { got <- r })
	for i, w := range want {
		if g := <-got; !slices.Equal(g.Paths, w.Paths) || g.Dir != w.Dir || g.Activation != w.Activation {
			t.Errorf("request %d: %.200v arrived, %.200v was sent", i, g, w)
		}
	}
}

func TestNewRequest(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("XDG_ACTIVATION_TOKEN", "")
	t.Setenv("DESKTOP_STARTUP_ID", "id")
	r, err := NewRequest([]string{"a.pprof", "./b/../c", "/x", "http://localhost/a", "HTTPS://localhost/B", "file://x"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(dir, "a.pprof"), filepath.Join(dir, "c"), "/x", "http://localhost/a", "HTTPS://localhost/B", filepath.Join(dir, "file:/x")}
	if !slices.Equal(r.Paths, want) || r.Dir != dir || r.Activation != "id" {
		t.Errorf("the request is %+v, want the paths %q", r, want)
	}
	if _, err := NewRequest([]string{"/a", "-"}); !errors.Is(err, errStdin) {
		t.Errorf("standard input: %v", err)
	}
}

// There is one listener at a time; after it has closed there can be another.
func TestOneListener(t *testing.T) {
	p := Place{t.TempDir(), "w"}
	l := listen(t, p)
	if _, err := p.Listen(); !errors.Is(err, errTaken) {
		t.Errorf("a second listener: %v", err)
	}
	l.Close()
	l.Close()
	next := listen(t, p)
	next.Close()
	(*Listener)(nil).Close()
	// Other places have listeners of their own.
	listen(t, Place{p.Dir, "w"})
	listen(t, Place{p.Dir, "v"})
}

// A request that comes while the first program ends makes its sender the first.
func TestSentWhileClosing(t *testing.T) {
	p := Place{t.TempDir(), "w"}
	l := listen(t, p)
	for range 50 {
		joined := make(chan *Listener)
		go func() {
			next, handed, err := p.Join(t.Context(), Request{}, plenty)
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
	p := Place{t.TempDir(), "w"}
	l, err := p.listen(os.Getuid() + 1)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.Serve(func(r Request) { t.Errorf("the request %v was handled", r) })
	err = p.Send(t.Context(), Request{})
	if refused := new(refusal); err == nil || errors.As(err, &refused) {
		t.Errorf("the listener answered another user: %v", err)
	}
}

// A listener that hangs accepts no more requests.
func TestRefusals(t *testing.T) {
	p := Place{t.TempDir(), "w"}
	l := listen(t, p)
	refused := func(want string) {
		t.Helper()
		_, handed, err := p.Join(t.Context(), Request{}, plenty)
		if handed || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("handed over: %v, %v; want %q", handed, err, want)
		}
	}
	set := func(f func()) {
		l.mu.Lock()
		defer l.mu.Unlock()
		f()
	}
	set(func() { l.waiting = make([]waiting, mostWaiting) })
	refused("too many wait")
	set(func() { l.waiting = []waiting{{since: time.Now().Add(-2 * hung)}} })
	refused("it hangs")
	set(func() { l.waiting, l.busy = nil, time.Now().Add(-2*hung) })
	refused("it hangs")
	set(func() { l.busy = time.Time{} })
	if _, handed, err := p.Join(t.Context(), Request{}, plenty); !handed {
		t.Errorf("not handed over though nothing hangs: %v", err)
	}
}

// No bytes on the socket harm the listener.
func TestGarbage(t *testing.T) {
	p := Place{t.TempDir(), "w"}
	l := listen(t, p)
	for _, c := range []struct{ sent, want string }{
		{"", ""},
		{"GET / HTTP/1.1\r\n\r\n", "no: "},
		{`{"version":2,"paths":[]}` + "\n", "expected 1"},
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
	if _, _, err := (Place{filepath.Join(t.TempDir(), "missing"), "w"}).Join(t.Context(), Request{}, plenty); err == nil {
		t.Error("a folder that is missing is no error")
	}
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 120))
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, err := (Place{long, "w"}).Join(t.Context(), Request{}, plenty); err == nil {
		t.Error("a path that is too long for a socket is no error")
	}
	l, handed, err := Place{long, "w"}.Join(t.Context(), Request{}, plenty)
	if l != nil || handed || err == nil {
		t.Errorf("the lock was kept: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := Place{t.TempDir(), "w"}
	listen(t, p)
	if _, handed, err := p.Join(ctx, Request{}, plenty); handed || err == nil {
		t.Errorf("handed over after it was cancelled: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"version":1,"paths":["L2E="],"dir":"L2Q=","activation":"dA=="}`)
	f.Add(`{"version":1,"paths":["cmVs"]}`)
	f.Add(`{"version":1}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := read(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, p := range r.Paths {
			if !filepath.IsAbs(p) && !isURL(p) {
				t.Errorf("the path %q was let in", p)
			}
		}
		var b strings.Builder
		if err := r.write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := read(strings.NewReader(b.String()))
		if err != nil || !slices.Equal(again.Paths, r.Paths) || again.Dir != r.Dir || again.Activation != r.Activation {
			t.Errorf("%+v became %+v (%v)", r, again, err)
		}
	})
}
