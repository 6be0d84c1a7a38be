//go:build unix

package command

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"profstation/internal/must"
)

// started is a process of the program.
type started struct {
	*exec.Cmd
	in    io.WriteCloser
	words *bufio.Scanner // what it says on standard error
}

func start(t *testing.T, args ...string) *started {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &started{Cmd: exec.CommandContext(t.Context(), exe, args...)}
	p.Env = append(os.Environ(), asProgram+"=1")
	errs, err := p.StderrPipe()
	if err == nil {
		p.in, err = p.StdinPipe()
	}
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	p.words = bufio.NewScanner(errs)
	return p
}

// expect waits for the next line on standard error.
func (p *started) expect(t *testing.T, want string) {
	t.Helper()
	if !p.words.Scan() || p.words.Text() != want {
		t.Errorf("%v says %q, want %q", p.Args[1:], p.words.Text(), want)
	}
}

func (p *started) signal(t *testing.T, s os.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Error(err)
	}
}

// exit waits for the end of the process and returns its exit status and its last words.
func (p *started) exit() (int, string) {
	var rest []string
	for p.words.Scan() {
		rest = append(rest, p.words.Text())
	}
	err := p.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return -2, err.Error()
	}
	return p.ProcessState.ExitCode(), strings.Join(rest, "\n")
}

// Ctrl+C ends a command that is writing, also one that does not listen, and leaves the old file and
// nothing else. In a window, which must save its session, the first does not end what takes long.
func TestInterruptedWriting(t *testing.T) {
	for _, c := range []struct {
		args    string
		signals []os.Signal
		words   string // after the first signal
	}{
		{"wait", []os.Signal{os.Interrupt}, "interrupted"},
		{"wait", []os.Signal{syscall.SIGTERM}, "interrupted"},
		{"wait --deaf", []os.Signal{os.Interrupt}, ""},
		{"wait --deaf", []os.Signal{syscall.SIGTERM}, ""},
		{"wait --window", []os.Signal{os.Interrupt}, "interrupted"},
		{"wait --window --deaf", []os.Signal{os.Interrupt, syscall.SIGTERM}, ""},
	} {
		out := filepath.Join(t.TempDir(), "out.svg")
		if err := os.WriteFile(out, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		p := start(t, append(strings.Fields(c.args), out)...)
		p.expect(t, "waiting")
		if all, err := os.ReadDir(filepath.Dir(out)); err != nil || len(all) != 2 {
			t.Errorf("%s: %v while it writes, want a temporary file (%v)", c.args, all, err)
		}
		for _, s := range c.signals {
			p.signal(t, s)
		}
		if exit, words := p.exit(); exit != exitInterrupted || words != c.words {
			t.Errorf("%s: exit status %d, %q", c.args, exit, words)
		}
		if all, err := os.ReadDir(filepath.Dir(out)); err != nil || len(all) != 1 {
			t.Errorf("%s: %v were left (%v)", c.args, all, err)
		}
		if got, err := os.ReadFile(out); err != nil || string(got) != "old" {
			t.Errorf("%s: the old file is %q (%v)", c.args, got, err)
		}
	}
}

// Ctrl+C ends pprof, too, which would record on: the server sees that nobody waits any more.
func TestInterruptedPprof(t *testing.T) {
	cacheAt(t)
	asked, gone := make(chan bool), make(chan bool)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- true
		<-r.Context().Done()
		close(gone)
	}))
	defer s.Close()
	p := start(t, "pprof", s.URL)
	<-asked
	p.signal(t, syscall.SIGTERM) // to this process alone
	if exit, words := p.exit(); exit != exitInterrupted {
		t.Errorf("exit status %d, %s", exit, words)
	}
	<-gone
	if all := must.Have(keptFiles()).all(); len(all) > 0 {
		t.Errorf("%v is kept", all)
	}
}

// What is killed leaves a temporary file, which the next command removes that writes beside it.
func TestKilledWriting(t *testing.T) {
	dir := t.TempDir()
	p := start(t, "wait", filepath.Join(dir, "out.svg"))
	p.expect(t, "waiting")
	p.signal(t, os.Kill)
	p.exit()
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
		t.Fatalf("%v were left, want a temporary file (%v)", all, err)
	}
	p = start(t, "export", "--view=top", "-o", filepath.Join(dir, "top.csv"), cpu)
	if exit, words := p.exit(); exit != exitOK || words != "" {
		t.Errorf("exit status %d, %q", exit, words)
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 || all[0].Name() != "top.csv" {
		t.Errorf("there are %v, want top.csv (%v)", all, err)
	}
}

// Every command can be interrupted while it reads, here from a pipe whose other end stays open.
func TestInterruptedReading(t *testing.T) {
	dir := t.TempDir()
	for _, args := range []string{
		"info -", "info --json -", "export --view flame -o OUT -", "export --view graph --format svg -o - -", "report -o OUT -",
	} {
		p := start(t, strings.Fields(strings.ReplaceAll(args, "OUT", filepath.Join(dir, "out.svg")))...)
		// More than the pipe has room for: the process reads.
		if _, err := p.in.Write(append([]byte("\x0a\x04"), make([]byte, 256<<10)...)); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		p.signal(t, os.Interrupt)
		if exit, words := p.exit(); exit != exitInterrupted || words != "" {
			t.Errorf("%s: exit status %d, %q", args, exit, words)
		}
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 0 {
		t.Errorf("%v were left (%v)", all, err)
	}
}
