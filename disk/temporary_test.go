package disk

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"profstation/internal/must"
)

// What a process left that is gone is removed when a file is written beside it; what is being
// written, and what only looks like it, stays.
func TestClean(t *testing.T) {
	dir := t.TempDir()
	left := fmt.Sprintf(form, 1, 1) // the process may be there again: another one
	strangers := []string{".profstation-1-1.tmp.bak", ".profstation-x-1.tmp", "profstation-1-1.tmp", ".profstation-01-1.tmp", ".profstation-1-2.part"}
	for _, name := range append(strangers, left) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	link, folder := fmt.Sprintf(form, 1, 2), fmt.Sprintf(form, 1, 3)
	if err := os.Symlink("profstation-1-1.tmp", filepath.Join(dir, link)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
		t.Fatal(err)
	}
	want := append(strangers, link, folder, "one", "two")
	err := Write(t.Context(), filepath.Join(dir, "one"), 0o666, func(w io.Writer) error {
		if got := must.Names(dir); slices.Contains(got, left) {
			t.Errorf("%s is still there: %q", left, got)
		}
		if err := Write(t.Context(), filepath.Join(dir, "two"), 0o666, text("2")); err != nil {
			t.Error(err)
		}
		return text("1")(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if got := must.Names(dir); !slices.Equal(got, want) {
		t.Errorf("there are %q,\nwant %q", got, want)
	}
}

// Where files cannot be locked, only the age says that nobody writes a file any more.
func TestCleanByAge(t *testing.T) {
	path := filepath.Join(t.TempDir(), fmt.Sprintf(form, 1, 1))
	unlockable := func(*os.File) error { return io.ErrUnexpectedEOF }
	for _, c := range []struct {
		age  time.Duration
		stay bool
	}{{old / 2, true}, {2 * old, false}} {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-c.age)); err != nil {
			t.Fatal(err)
		}
		removeLeft(path, unlockable)
		if _, err := os.Lstat(path); (err == nil) != c.stay {
			t.Errorf("after %v: %v", c.age, err)
		}
	}
}

// A file that somebody who cleans up has locked, or removed, before its own process could lock it,
// is not written to.
func TestOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	open := func(flag int) *os.File {
		f, err := os.OpenFile(path, flag, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	f := open(os.O_WRONLY | os.O_CREATE)
	if !own(f, path) {
		t.Error("a new file")
	}
	if own(open(os.O_RDONLY), path) {
		t.Error("a file that another has locked")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if own(f, path) {
		t.Error("a file that is gone")
	}
}
