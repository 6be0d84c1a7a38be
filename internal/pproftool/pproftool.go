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

// Newer is a release of Go after the one that builds the program.
const Newer = "go1.27.3"

// paths find the programs that `go tool pprof` runs, of the release that builds and of [Newer]. Starting
// one directly saves the work that the go command would do each time.
var paths = [...]func() (string, error){pathOf(""), pathOf(Newer)}

func pathOf(release string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		cmd := exec.Command("go", "tool", "-n", "pprof")
		if release != "" {
			cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+release)
		}
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	})
}

// Command returns pprof with some arguments. The user's settings and binaries do
// not change its answers.
func Command(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	return command(t, paths[0], args)
}

// OfNewer is [Command] of the release [Newer].
func OfNewer(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	return command(t, paths[1], args)
}

func command(t testing.TB, path func() (string, error), args []string) *exec.Cmd {
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
