package source

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
)

// FuzzRead shows any text as it is: its lines, joined again, are the file.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"", "\n", "\r\n", "a\nb", "a\r\nb\r\n", "\ra\r\r\n", "\n\n", "a\x00", "\xff\xfe", "\u2028"} {
		f.Add([]byte(text))
	}
	dir := f.TempDir()
	f.Setenv("GOROOT", dir) // the go command need not be asked
	f.Setenv("GOMODCACHE", dir)
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(dir, "x.go")
		must.Do(os.WriteFile(path, text, 0o666))
		x := New(Options{Folders: []string{dir}}).Find("x.go", time.Time{})
		if binary := bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0; binary != (x.Err != nil) {
			t.Fatalf("binary %v: %v", binary, x.Err)
		}
		if x.Err != nil {
			return
		}
		unix := strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
		// What ends at a lone \r at the very end of the file is a line end as well.
		if got := strings.Join(x.Lines, "\n"); got != unix && got != strings.TrimSuffix(unix, "\r") {
			t.Errorf("%q became %q", text, x.Lines)
		}
		if want := strings.Count(unix, "\n") + 1; unix != "" && len(x.Lines) != want {
			t.Errorf("%q has %d lines, want %d", text, len(x.Lines), want)
		}
	})
}

// TestManyLines refuses a file of more lines than anybody reads, for memory.
func TestManyLines(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOROOT", dir)
	t.Setenv("GOMODCACHE", dir)
	for lines, want := range map[int]string{maxLines: "", maxLines + 1: "x.go has 2,000,001 lines, more than the 2,000,000 that are shown"} {
		must.Do(os.WriteFile(filepath.Join(dir, "x.go"), bytes.Repeat([]byte("\n"), lines), 0o666))
		if got := New(Options{Folders: []string{dir}}).Find("x.go", time.Time{}).Note(); got != want {
			t.Errorf("%d lines: %q, not %q", lines, got, want)
		}
	}
}
