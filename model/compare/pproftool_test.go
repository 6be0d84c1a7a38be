package compare_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/loader"
	"profstation/model"
)

// pprofPath finds the program that `go tool pprof` runs.
var pprofPath = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "tool", "-n", "pprof").Output()
	return strings.TrimSpace(string(out)), err
})

// pprof runs `go tool pprof` in a folder of its own, where nothing of the
// user's settings or binaries may change what it answers, and gives it commands.
func pprof(t *testing.T, dir, commands string, args ...string) {
	t.Helper()
	path, err := pprofPath()
	if err != nil {
		t.Fatalf("go tool pprof: %v", err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(commands)
	cmd.Env = append(os.Environ(), "PPROF_TMPDIR="+dir, "PPROF_BINARY_PATH="+dir, "HOME="+dir, "XDG_CONFIG_HOME="+dir)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("pprof %q: %v\n%s", args, err, errs.String())
	}
}

func load(t testing.TB, path string) *model.Profile {
	t.Helper()
	f, err := loader.Open(context.Background(), path, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f.Profile
}

// written is a file that holds a profile.
func written(t testing.TB, p *profile.Profile) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "p.pprof")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func recording(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../../testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func evaluate(t testing.TB, p *model.Profile, q model.Query) *model.Result {
	t.Helper()
	r, err := p.Evaluate(q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
