//go:build unix

package source

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"profstation/internal/must"
)

// Reading a pipe would wait for ever.
func TestReadPipe(t *testing.T) {
	dir := t.TempDir()
	must.Do(syscall.Mkfifo(filepath.Join(dir, "pipe.go"), 0o666))
	f := New(Options{Folders: []string{dir}})
	if x := f.Find("pipe.go", time.Time{}); x.Err == nil || !strings.Contains(x.Note(), "not a regular file") {
		t.Errorf("a pipe: %v", x.Err)
	}
}
