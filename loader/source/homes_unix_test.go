//go:build unix

package source

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"profstation/internal/must"
)

// TestGoAskedOnce holds that the go command is asked where Go's code lies once, when the first file is looked for.
func TestGoAskedOnce(t *testing.T) {
	dir := tree(t, map[string]string{
		"asked":                     "",
		"go/src/runtime/proc.go":    "proc",
		"go/src/net/http/server.go": "server",
	})
	script := "#!/bin/sh\necho $* >>" + dir + "/asked\necho " + dir + "/go\necho " + dir + "/mod\n"
	must.Do(os.WriteFile(filepath.Join(dir, "go", "go"), []byte(script), 0o755))
	t.Setenv("PATH", filepath.Join(dir, "go"))
	t.Setenv("GOROOT", "")
	t.Setenv("GOMODCACHE", "")
	asked := func() string { return string(must.Have(os.ReadFile(filepath.Join(dir, "asked")))) }

	f := New(Options{Folders: []string{dir}})
	if got := asked(); got != "" {
		t.Errorf("asked before a file was looked for: %s", got)
	}
	for name, want := range map[string]string{"runtime/proc.go": "proc", "net/http/server.go": "server"} {
		file := f.Find(name, time.Time{})
		if file.Err != nil || !slices.Equal(file.Lines, []string{want}) {
			t.Errorf("%s: %+v, want %q", name, file, want)
		}
	}
	if got, want := asked(), "env GOROOT GOMODCACHE\n"; got != want {
		t.Errorf("asked: %q, want %q", got, want)
	}
}
