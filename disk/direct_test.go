//go:build unix

package disk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"profstation/internal/must"
)

// A named pipe is written to and not replaced; the end of the context ends the waiting for a reader.
func TestWriteToPipe(t *testing.T) {
	pipe, lonely := filepath.Join(t.TempDir(), "pipe"), filepath.Join(t.TempDir(), "lonely")
	for _, name := range []string{pipe, lonely} {
		if err := syscall.Mkfifo(name, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Write(ctx, lonely, 0o666, text("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody reads: %v", err)
	}
	read := make(chan string)
	go func() {
		data, _ := os.ReadFile(pipe)
		read <- string(data)
	}()
	if err := Write(t.Context(), pipe, 0o666, text("through")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "through" {
		t.Errorf("%q came through", got)
	}
	if got := must.Names(filepath.Dir(pipe)); len(got) != 1 {
		t.Errorf("there are %q", got)
	}
}

// What a descriptor leads to is continued, as a shell expects of /dev/stdout, and not replaced.
func TestWriteToDescriptor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.WriteString(f, "before, "); err != nil {
		t.Fatal(err)
	}
	names := []string{fmt.Sprintf("/dev/fd/%d", f.Fd())}
	if runtime.GOOS == "linux" {
		names = append(names, fmt.Sprintf("/proc/self/fd/%d", f.Fd()))
	}
	link := filepath.Join(filepath.Dir(path), "link")
	if err := os.Symlink(names[0], link); err != nil {
		t.Fatal(err)
	}
	want := "before, "
	for _, name := range append(names, link) {
		if err := Write(t.Context(), name, 0o666, text("through, ")); err != nil {
			t.Fatal(err)
		}
		want += "through, "
	}
	if _, err := io.WriteString(f, "after"); err != nil {
		t.Fatal(err)
	}
	holds(t, path, want+"after")
}
