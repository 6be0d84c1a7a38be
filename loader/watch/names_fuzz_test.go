package watch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
)

// FuzzResolve follows any path through folders and links as the system does.
func FuzzResolve(f *testing.F) {
	dir := f.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for _, d := range []string{"a/b", "c"} {
		must.Do(os.MkdirAll(filepath.Join(dir, d), 0o777))
	}
	for name, target := range map[string]string{"l": "a/b", "a/up": "..", "c/abs": filepath.Join(dir, "a"), "loop": "loop", "gone": "nothing", "a/b/far": "../../c/abs/b"} {
		must.Do(os.Symlink(target, filepath.Join(dir, name)))
	}
	for _, p := range []string{"a/b", "l", "l/..", "a/up/c/abs/b", "loop", "gone/x", "l/far/far", "./a//b/", "", "a/b/../../../x", "none"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if strings.ContainsRune(name, 0) || len(name) > 1000 {
			return
		}
		// Not Join: it would drop what stands before "..".
		path := dir + string(filepath.Separator) + name
		p, err := resolve(path)
		want, wantErr := filepath.EvalSymlinks(filepath.Clean(path))
		if (err == nil) != (wantErr == nil) || err == nil && p.real != want {
			t.Errorf("%q leads to %q, %v, want %q, %v", path, p.real, err, want, wantErr)
		}
		for folder, names := range p.anchors {
			if !filepath.IsAbs(folder) || slices.Contains(names, "..") || slices.Contains(names, "") {
				t.Errorf("%q: anchors %v", path, p.anchors)
			}
		}
	})
}

// FuzzClass holds that what a file looks like is no profile while less of it is there only if it is
// none with more, and that a name that is ignored stays so in any folder.
func FuzzClass(f *testing.F) {
	f.Add("cpu.pprof", []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00"))
	f.Add(".hidden", []byte("go 1.26 trace\x00\x00\x00"))
	f.Add("x.part", []byte("heap profile: 1: 2 [3: 4] @ heap/1\n"))
	f.Add("goroutine~", []byte("goroutine 1 [running]:\n"))
	f.Add("é\xff.TMP", []byte("\x0a\x04\x08\x01\x10\x02"))
	f.Fuzz(func(t *testing.T, name string, head []byte) {
		if name = filepath.Base(name); ignored(name) != ignored(strings.Clone(name)) || ignored(name) && !ignored("."+name) {
			t.Errorf("%q", name)
		}
		promising(filepath.Join("cpu", name))
		head = head[:min(len(head), loader.SniffSize)]
		c, look := sniff(head), loader.Sniff(head)
		if (c == empty) != (len(head) == 0) || (c == trace) != look.Trace || c == packed && !look.Packed {
			t.Errorf("%q: class %d, %+v", head, c, look)
		}
	})
}
