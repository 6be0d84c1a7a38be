//go:build unix

package loader

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"profstation/internal/must"
)

// TestPaths opens what is not a file to be read.
func TestPaths(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	must.Do(syscall.Mkfifo(fifo, 0o600))
	for path, want := range map[string]string{
		dir:                            "a directory, not a profile",
		fifo:                           "a pipe, not a file",
		"/dev/zero":                    "a device, not a file",
		filepath.Join(dir, "no"):       "no such file",
		filepath.Join(dir, "no", "no"): "no such file",
		strings.Repeat("x", 5000):      "it could not be opened: file name too long",
	} {
		_, err := Open(t.Context(), path, Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
	_, err := Open(t.Context(), filepath.Join(dir, "no"), Options{})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v is not os.ErrNotExist", err)
	}
}
