//go:build unix

package instance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The place is closed to others from the start; otherwise there is no place.
func TestHere(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run")
	t.Setenv("XDG_RUNTIME_DIR", run)
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("DISPLAY", ":7")
	p, err := here()
	if err != nil {
		t.Fatal(err)
	}
	listen(t, p)
	for path, want := range map[string]os.FileMode{run: 0o700, p.dir: 0o700, p.socket(): 0o600, p.lock(): 0o600} {
		if info, err := os.Lstat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %v", path, info.Mode(), err, want)
		}
	}
	same, err := here()
	if err != nil || same != p {
		t.Errorf("the place moved from %v to %v (%v)", p, same, err)
	}
	for _, c := range []struct {
		wayland, x string
		same       bool
	}{{"", ":7.0", true}, {"", ":8", false}, {"wayland-0", ":7", false}} {
		t.Setenv("WAYLAND_DISPLAY", c.wayland)
		t.Setenv("DISPLAY", c.x)
		other, err := here()
		if err != nil || (other == p) != c.same {
			t.Errorf("on %+v the place is %v, on :7 %v (%v)", c, other, p, err)
		}
	}

	if err := os.Chmod(p.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := here(); err == nil || !strings.Contains(err.Error(), "chmod 700") {
		t.Errorf("a folder open to others: %v", err)
	}
	if err := os.RemoveAll(p.dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), p.dir); err != nil {
		t.Fatal(err)
	}
	if _, err := here(); err == nil || !strings.Contains(err.Error(), "expected a folder") {
		t.Errorf("a link in place of the folder: %v", err)
	}

	t.Setenv("XDG_RUNTIME_DIR", "")
	t.Setenv("TMPDIR", t.TempDir())
	if p, err := here(); err != nil || filepath.Dir(p.dir) != os.Getenv("TMPDIR") {
		t.Errorf("without a folder of the session the place is %v (%v)", p, err)
	}
}
