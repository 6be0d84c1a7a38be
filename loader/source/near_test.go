package source

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"profstation/internal/must"
)

// Near a profile only code is read: in the folder, and in its module, but not above that.
func TestNear(t *testing.T) {
	dir := tree(t, map[string]string{
		"outside.go": "x", "m/go.mod": "module example.com/m\n", "m/main.go": "x", "m/asm_amd64.s": "x", "m/.env": "secret", "m/id_rsa": "secret",
		"m/a/b/deep.go": "x", "m/c/beside.cpp": "x", "loose/z.go": "x", "loose/notes.txt": "secret",
	})
	for _, c := range []struct {
		near, name string
		found      bool
	}{
		{"m/a/b", "m/a/b/deep.go", true},
		{"m/a/b", "m/main.go", true},
		{"m/a/b", "m/asm_amd64.s", true},
		{"m/a/b", "m/c/beside.cpp", true},
		{"m/a/b", "m/.env", false},
		{"m", "m/id_rsa", false},
		{"m/a/b", "m/go.mod", false},
		{"m/a/b", "outside.go", false},
		{"loose", "loose/z.go", true},
		{"loose", "loose/notes.txt", false},
		{"loose", "m/main.go", false},
	} {
		f := New(Options{Near: []string{filepath.Join(dir, c.near)}})
		name := filepath.Join(dir, filepath.FromSlash(c.name))
		file := f.Find(name, time.Time{})
		var missing *NotFound
		if (file.Err == nil) != c.found || !c.found && (!errors.As(file.Err, &missing) || missing.Exists != name) {
			t.Errorf("near %s, %s: %v, want it found: %t", c.near, c.name, file.Err, c.found)
		}
	}
	f := New(Options{Near: []string{filepath.Join(dir, "m", "a")}})
	if file := f.Find("example.com/m/c/beside.cpp", time.Time{}); file.Err != nil {
		t.Errorf("by the path in its module: %v", file.Err)
	}
}

// Who shows no text finds code of a module at the very path that a profile names, and nothing else there.
func TestRecorded(t *testing.T) {
	dir := tree(t, map[string]string{
		"m/go.mod": "module example.com/m\n", "m/main.go": "x", "m/a/deep.go": "x", "m/.env": "secret", "loose/z.go": "x", "elsewhere/y.go": "x",
	})
	must.Do(os.Symlink(filepath.Join(dir, "loose", "z.go"), filepath.Join(dir, "m", "link.go")))
	f := New(Options{Near: []string{filepath.Join(dir, "elsewhere")}, Recorded: true, Option: "--source_path"})
	for name, found := range map[string]bool{
		"m/main.go": true, "m/a/deep.go": true, "m/.env": false, "m/go.mod": false, "m/link.go": false, "loose/z.go": false, "elsewhere/y.go": true,
	} {
		if file := f.Find(filepath.Join(dir, filepath.FromSlash(name)), time.Time{}); (file.Err == nil) != found {
			t.Errorf("%s: %v, want it found: %t", name, file.Err, found)
		}
	}
	for _, name := range []string{"example.com/m/main.go", filepath.Join(dir, "gone", "m", "main.go")} { // not that path
		if file := f.Find(name, time.Time{}); file.Err == nil || file.Err.Error() != "source not found in "+filepath.Join(dir, "elsewhere")+": name its folder with --source_path" {
			t.Errorf("%s: %v", name, file.Err)
		}
	}
}
