//go:build unix

package session

import (
	"cmp"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"profstation/origin"
)

// What cannot be read is kept under another name, whatever it is, and older sessions come in its place.
func TestUnreadable(t *testing.T) {
	for _, c := range []struct {
		what, want string
		put        func(path string) error
	}{
		{"a folder", "it is not a regular file", func(path string) error { return os.Mkdir(path, 0o700) }},
		{"a pipe", "it is not a regular file", func(path string) error { return syscall.Mkfifo(path, 0o600) }},
		{"a file that is too large", "more than 16MB", func(path string) error {
			return cmp.Or(os.WriteFile(path, nil, 0o600), os.Truncate(path, int64(maxBytes)+1))
		}},
		{"a link to itself", "too many levels", func(path string) error { return os.Symlink(path, path) }},
		{"too many documents", "more than 10000 elements", func(path string) error {
			return os.WriteFile(path, []byte(`{"version":1,"documents":[`+strings.Repeat("{},", maxListed)+`{}]}`), 0o600)
		}},
	} {
		for _, also := range []bool{false, true} { // the session before, too
			dir := t.TempDir()
			store := &Store{Path: filepath.Join(dir, "session.json")}
			for i := range 3 { // of which two become older
				run := &Store{Path: store.Path}
				run.Load()
				if err := run.Save(State{Recent: Recent{Files: []origin.Ref{origin.Ref("/" + strconv.Itoa(i))}}}); err != nil {
					t.Fatal(err)
				}
			}
			bad, shown := []string{store.Path}, origin.Ref("/1")
			if also {
				bad, shown = append(bad, store.Path+".1"), "/0"
			}
			for _, path := range bad {
				if err := cmp.Or(os.Remove(path), c.put(path)); err != nil {
					t.Fatal(err)
				}
			}
			got, notice := store.Load()
			if len(got.Recent.Files) != 1 || got.Recent.Files[0] != shown {
				t.Errorf("%s: shown is %q, want %q", c.what, got.Recent.Files, shown)
			}
			if strings.Count(notice, c.want) != len(bad) || strings.Count(notice, ".unread") != len(bad) || !strings.HasSuffix(notice, "; the session before it is shown") || strings.Contains(notice, "\n") {
				t.Errorf("%s: %q", c.what, notice)
			}
			if err := store.Save(full()); err != nil {
				t.Errorf("%s: %v", c.what, err)
			}
			for _, path := range bad {
				if _, err := os.Lstat(path + ".unread"); err != nil {
					t.Errorf("%s: %v", c.what, err)
				}
			}
			got, notice = (&Store{Path: store.Path}).Load()
			if notice != "" {
				t.Errorf("%s, then: %q", c.what, notice)
			}
			same(t, got, full())
		}
	}
}
