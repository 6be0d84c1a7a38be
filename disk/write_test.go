package disk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"profstation/internal/must"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func holds(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %.40q (%v), want %.40q", filepath.Base(name), got, err, want)
	}
}

func TestWriteFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.csv")
	large := strings.Repeat("new\n", 1<<20)
	for _, s := range []string{"first", large, ""} {
		if err := Write(t.Context(), name, 0o666, text(s)); err != nil {
			t.Fatal(err)
		}
		holds(t, name, s)
	}
	if got := must.Names(filepath.Dir(name)); len(got) != 1 {
		t.Errorf("other files were left behind: %q", got)
	}
}

// Until all is written, and when writing fails, the old file stays as it was.
func TestWriteFileKeepsTheOld(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.csv")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	full := errors.New("the disk is full")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, c := range []struct {
		ctx   context.Context
		after error
		want  error
	}{{t.Context(), full, full}, {ctx, nil, context.Canceled}} {
		err := Write(c.ctx, name, 0o666, func(w io.Writer) error {
			if err := text(strings.Repeat("half", 1<<20))(w); err != nil {
				return err
			}
			holds(t, name, "old")
			if c.ctx == ctx {
				cancel()
			}
			return c.after
		})
		if !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
		holds(t, name, "old")
		if got := must.Names(filepath.Dir(name)); !slices.Equal(got, []string{"out.csv"}) {
			t.Errorf("half a file was left behind: %q", got)
		}
	}
	if err := Write(t.Context(), name, 0o666, text("new")); err != nil {
		t.Fatal(err)
	}
}

// A new file gets the mode that is asked for, less the umask; an old one keeps its own, which the
// umask does not touch.
func TestWriteKeepsMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes here")
	}
	name := filepath.Join(t.TempDir(), "session.json")
	mode := func() fs.FileMode {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}
	if err := Write(t.Context(), name, 0o600, text("private")); err != nil || mode() != 0o600 {
		t.Errorf("a new file has %v, want 0600 (%v)", mode(), err)
	}
	if err := os.Chmod(name, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), name, 0o600, text("shared")); err != nil || mode() != 0o666 {
		t.Errorf("an old file has %v, had 0666 (%v)", mode(), err)
	}
}

// A name may be as long as the file system allows.
func TestWriteLongName(t *testing.T) {
	name := filepath.Join(t.TempDir(), strings.Repeat("n", 255))
	if err := Write(t.Context(), name, 0o666, text("x")); err != nil {
		t.Error(err)
	}
}

// A link stays a link; what it leads to is replaced, or made.
func TestWriteThroughLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "far", "deep"), 0o777); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{
		"direct": "real", "twice": "direct", "dangling": "far/new", "folder": "far/deep", "far/deep/back": "../back", "absolute": filepath.Join(dir, "other"),
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "real"), []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	for link, real := range map[string]string{
		"direct": "real", "twice": "real", "dangling": "far/new", "folder/back": "far/back", "absolute": "other",
	} {
		if err := Write(t.Context(), filepath.Join(dir, link), 0o666, text(link)); err != nil {
			t.Fatal(err)
		}
		holds(t, filepath.Join(dir, real), link)
		if info, err := os.Lstat(filepath.Join(dir, link)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link %s became %v (%v)", link, info.Mode(), err)
		}
	}
	circle := filepath.Join(dir, "circle")
	if err := os.Symlink("circle", circle); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), circle, 0o666, text("x")); err == nil || !strings.Contains(err.Error(), "form a loop") {
		t.Errorf("a circle of links: %v", err)
	}
}

// A device is written to and not replaced.
func TestWriteToDevice(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), os.DevNull, 0o666, text("x")); err != nil {
		t.Error(err)
	}
	if after, err := os.Stat(os.DevNull); err != nil || !os.SameFile(before, after) {
		t.Errorf("the device was replaced (%v)", err)
	}
}

// An error is one line with the path that was asked for, what was kept and what to do.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.csv")
	if err := os.WriteFile(old, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	full := func(io.Writer) error {
		return &fs.PathError{Op: "write", Path: dir + "/.profstation-1-1.tmp", Err: syscall.ENOSPC}
	}
	for _, c := range []struct {
		path  string
		write func(io.Writer) error
		want  string
	}{
		{old, full, old + ": it could not be written: no space left on device; the old file is kept; free some space there, or choose another disk"},
		{dir + "/new.csv", full, dir + "/new.csv: it could not be written: no space left on device; free some space there, or choose another disk"},
		{dir + "/none/x.csv", text("x"), dir + "/none/x.csv: it could not be written: no such file or directory; create its folder first, or choose another"},
		{old + "/x.csv", text("x"), old + "/x.csv: it could not be written: not a directory; create its folder first, or choose another"},
		{dir, text("x"), dir + ": this is a directory; name a file in it"},
		{dir + "/" + strings.Repeat("n", 256), text("x"), dir + "/" + strings.Repeat("n", 256) + ": it could not be written: file name too long; choose a shorter name"},
	} {
		if err := Write(t.Context(), c.path, 0o666, c.write); err == nil || err.Error() != c.want {
			t.Errorf("%v,\nwant %s", err, c.want)
		}
	}
	if got := must.Names(dir); !slices.Equal(got, []string{"old.csv"}) {
		t.Errorf("left behind: %q", got)
	}
}
