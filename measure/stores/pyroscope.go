// Package stores has profile stores for tests: a Pyroscope whose protocol is generated from
// Pyroscope's own files, and a Parca with its documented routes. Both hold recordings from
// testdata, under invented services and pods, in the hour that begins at [Hour].
package stores

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Hour is when the first profile was recorded.
var Hour = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// CPU is the type for CPU profiles in both.
const CPU = "process_cpu:cpu:nanoseconds:cpu:nanoseconds"

// Interval has the address parameters that ask for the whole hour.
const Interval = "&from=2026-11-24T12:00:00Z&until=2026-11-24T13:00:00Z"

var dir string // with what was compiled, "" if nothing was

// built is testdata/pyroscope, compiled once.
var built = sync.OnceValues(func() (string, error) {
	var err error
	if dir, err = os.MkdirTemp("", "pyroscope-"); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "pyroscope")
	cmd := exec.Command("go", "build", "-o", path, ".")
	cmd.Dir = filepath.Join(root(), "testdata", "pyroscope")
	cmd.Env = append(os.Environ(), "GOWORK=off") // it is a separate module
	out, err := cmd.CombinedOutput()
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

// root is the project's folder: the nearest one above with our go.mod.
func root() string {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "screen.go")); missing == nil {
			return dir
		}
		if up := filepath.Dir(dir); up != dir {
			dir = up
			continue
		}
		break
	}
	return "."
}

// Pyroscope starts a Pyroscope for a test, and returns its address. Its options are in testdata/pyroscope.
func Pyroscope(t *testing.T, options ...string) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, append([]string{"-recordings", filepath.Join(root(), "testdata")}, options...)...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal("the store printed no address: ", err)
	}
	return strings.TrimSpace(line)
}

// Remove removes what was compiled. It is called when all tests have run.
func Remove() {
	if dir != "" {
		os.RemoveAll(dir)
	}
}
