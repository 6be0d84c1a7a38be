package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
)

// asWriter makes the test binary a process that begins a draft in the folder and never ends.
const asWriter = "PROFSTATION_DISK_WRITER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(asWriter); dir != "" {
		d, err := Begin(dir, 0o666)
		if err != nil {
			panic(err)
		}
		io.WriteString(d, "half")
		fmt.Println(d.Name())
		io.Copy(io.Discard, os.Stdin)
		return
	}
	os.Exit(m.Run())
}

func begun(t *testing.T, dir, content string) *Draft {
	t.Helper()
	d, err := Begin(dir, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Drop)
	if _, err := io.WriteString(d, content); err != nil {
		t.Fatal(err)
	}
	return d
}

// A draft is moved, not copied, to the first name that is free. Until then it has none, and dropping
// it afterwards changes nothing.
func TestDraft(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "taken"), []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	d := begun(t, dir, "new")
	before, err := os.Stat(d.Name())
	if err != nil {
		t.Fatal(err)
	}
	holds(t, d.Name(), "new")
	Clean(dir) // it is somebody's
	if err := d.Commit("taken"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a name that is taken: %v", err)
	}
	for _, name := range []string{"../out", "", ".", "..", filepath.Join("a", "b")} {
		if err := d.Commit(name); err == nil {
			t.Errorf("%q is a name", name)
		}
	}
	if err := d.Commit("free"); err != nil {
		t.Fatal(err)
	}
	d.Drop()
	if after, err := os.Stat(filepath.Join(dir, "free")); err != nil || !os.SameFile(before, after) {
		t.Errorf("it is another file (%v)", err)
	}
	holds(t, filepath.Join(dir, "free"), "new")
	holds(t, filepath.Join(dir, "taken"), "old")
	if got := must.Names(dir); !slices.Equal(got, []string{"free", "taken"}) {
		t.Errorf("there are %q", got)
	}
}

// A draft that is dropped leaves nothing, nor does one of a folder that is not there.
func TestDraftDropped(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir, "half").Drop()
	if got := must.Names(dir); len(got) > 0 {
		t.Errorf("left behind: %q", got)
	}
	none := filepath.Join(dir, "none")
	if _, err := Begin(none, 0o666); err == nil || strings.Contains(err.Error(), ".tmp") || !strings.HasPrefix(err.Error(), none) {
		t.Errorf("no folder: %v", err)
	}
}

// What a killed process received is removed by the next one that writes there, and not before.
func TestDraftOfAKilledProcess(t *testing.T) {
	if !movesOpen {
		t.Skip("files have no locks here: only their age says that nobody writes to them")
	}
	dir := t.TempDir()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), asWriter+"="+dir)
	open, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSpace(line)
	mine := begun(t, dir, "mine")
	holds(t, name, "half")
	cmd.Process.Kill()
	cmd.Wait()
	holds(t, name, "half")
	if err := mine.Commit("mine"); err != nil {
		t.Fatal(err)
	}
	begun(t, dir, "").Drop()
	if got := must.Names(dir); !slices.Equal(got, []string{"mine"}) {
		t.Errorf("there are %q", got)
	}
}
