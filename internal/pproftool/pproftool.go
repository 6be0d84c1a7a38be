// Package pproftool runs go tool pprof, so that tests can compare our numbers with its numbers.
package pproftool

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// path finds the program that `go tool pprof` runs. Starting it directly saves the
// work that the go command would do each time.
var path = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "tool", "-n", "pprof").Output()
	return strings.TrimSpace(string(out)), err
})

// Command returns pprof with some arguments. The user's settings and binaries do
// not change its answers.
func Command(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	pprof, err := path()
	if err != nil {
		t.Fatalf("go tool pprof: %v", err)
	}
	home := t.TempDir()
	cmd := exec.Command(pprof, args...)
	cmd.Env = append(os.Environ(), "PPROF_TMPDIR="+home, "PPROF_BINARY_PATH="+home, "HOME="+home, "XDG_CONFIG_HOME="+home)
	return cmd
}

// Run runs a command and returns its output. If it fails, it ends the test.
func Run(t testing.TB, cmd *exec.Cmd) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("pprof %s: %v\n%s", strings.Join(cmd.Args[1:], " "), err, errs.String())
	}
	return out.String(), errs.String()
}
