package export

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
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
		if err := File(t.Context(), name, text(s)); err != nil {
			t.Fatal(err)
		}
		holds(t, name, s)
	}
	if got := entries(t, filepath.Dir(name)); len(got) != 1 {
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
		err := File(c.ctx, name, func(w io.Writer) error {
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
		if got := entries(t, filepath.Dir(name)); !slices.Equal(got, []string{"out.csv"}) {
			t.Errorf("half a file was left behind: %q", got)
		}
	}
	if err := File(t.Context(), name, text("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode() != 0o640 {
		t.Errorf("the file's mode is %v, was 0640", info.Mode())
	}
}

// A link stays a link; what it leads to is replaced.
func TestWriteFileThroughLink(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real.csv"), filepath.Join(dir, "link.csv")
	if err := os.WriteFile(real, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.csv", link); err != nil {
		t.Fatal(err)
	}
	if err := File(t.Context(), link, text("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, real, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v (%v)", info.Mode(), err)
	}
}

// A device is written to and not replaced.
func TestWriteFileToDevice(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if err := File(t.Context(), os.DevNull, text("x")); err != nil {
		t.Error(err)
	}
	if after, err := os.Stat(os.DevNull); err != nil || !os.SameFile(before, after) {
		t.Errorf("the device was replaced (%v)", err)
	}
}

// entries lists the names in a folder.
func entries(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}
