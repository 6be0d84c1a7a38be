package live_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"profstation/internal/must"
	"profstation/loader/live"
)

// built is the order service of testdata/record, compiled once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "live-")
	if err != nil {
		return "", err
	}
	cleanups = append(cleanups, func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "record")
	out, err := exec.Command("go", "build", "-o", path, "profstation/testdata/record").CombinedOutput()
	if err != nil {
		return "", &buildError{string(out), err}
	}
	return path, nil
})

type buildError struct {
	out string
	err error
}

func (e *buildError) Error() string { return e.err.Error() + "\n" + e.out }

var cleanups []func()

func TestMain(m *testing.M) {
	code := m.Run()
	for _, f := range cleanups {
		f()
	}
	os.Exit(code)
}

// serve starts the service under load and returns the address that it prints.
func serve(t *testing.T, addr string) live.Target {
	t.Helper()
	path := must.Have(built())
	cmd := exec.Command(path, "--serve", addr)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	errs := must.Have(cmd.StderrPipe())
	must.Do(cmd.Start())
	lines := bufio.NewScanner(errs)
	found := make(chan string, 1)
	go func() {
		for lines.Scan() {
			if _, at, ok := strings.Cut(lines.Text(), "serving "); ok {
				found <- at
			}
		}
		close(found)
		cmd.Wait()
	}()
	t.Cleanup(func() {
		cmd.Process.Kill()
		for range found {
		}
	})
	at, ok := <-found
	if !ok {
		t.Fatal("the service told no address")
	}
	return parse(t, at)
}

func parse(t *testing.T, s string) live.Target {
	t.Helper()
	target := must.Have(live.Parse(s))
	return target
}

// capture makes one capture, to a file of the test.
func capture(t *testing.T, c *live.Client, ctx context.Context, r live.Request, progress func(live.Progress)) (*live.Capture, error) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Error(err)
		return nil, err
	}
	defer f.Close()
	return c.Capture(ctx, r, f, progress)
}

// answering is a server of a test that answers every request in one way.
func answering(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// recording is one of the project's recordings.
func recording(t *testing.T, name string) []byte {
	t.Helper()
	b := must.Have(os.ReadFile(filepath.Join("../../testdata", name)))
	return b
}
