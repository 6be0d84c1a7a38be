package loader

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/measure/hostile"
)

// TestOpenEntries opens profiles and traces in bundles by their addresses, and says why others are not.
func TestOpenEntries(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		must.Do(os.WriteFile(path, data, 0o600))
		return path
	}
	recording := func(name string) []byte {
		data := must.Have(os.ReadFile("../testdata/" + name))
		return data
	}
	pairs := []any{"run/cpu.pprof", recording("cpu.pprof"), "go.trace", recording("trace.trace"), "twice.gz", hostile.Pack(recording("heap.pprof")), "log", []byte("x\n")}
	for name, data := range map[string][]byte{"b.zip": hostile.Zip(pairs...), "b.tar": hostile.Tar(pairs...), "b.tgz": hostile.Pack(hostile.Tar(pairs...))} {
		path := write(name, data)
		f, err := Open(t.Context(), filepath.Join(path, "run", "cpu.pprof"), Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		alone := must.Have(Open(t.Context(), "../testdata/cpu.pprof", Options{}))
		if !f.Packed || f.Path != filepath.Join(path, "run", "cpu.pprof") || f.Name != f.Path || f.Profile.Samples.Len() != alone.Profile.Samples.Len() || f.Size != alone.Size {
			t.Errorf("%s: %+v", name, f)
		}
		if f, err := Open(t.Context(), filepath.Join(path, "go.trace"), Options{}); err != nil || f.Trace == nil {
			t.Errorf("%s: %v", name, err)
		}
		if f, err := Open(t.Context(), filepath.Join(path, "twice.gz"), Options{}); err != nil || f.Profile == nil {
			t.Errorf("%s: %v", name, err)
		}
		if sum, err := Merge(t.Context(), []string{filepath.Join(path, "run", "cpu.pprof"), "../testdata/cpu.pprof"}, Options{}); err != nil || sum.Profile == nil {
			t.Errorf("%s: %v", name, err)
		}
		for entry, want := range map[string]string{
			"":      "of 3 recordings; name one of them, as in " + filepath.Join(path, "run", "cpu.pprof"),
			"log":   "a text file, not a profile",
			"none":  "there is no such entry in the bundle " + name,
			"run":   "there is no such entry in the bundle " + name,
			"log/x": "there is no such entry in the bundle " + name,
		} {
			_, err := Open(t.Context(), filepath.Join(path, entry), Options{})
			if err == nil || !strings.HasPrefix(err.Error(), filepath.Join(path, entry)+": ") || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
	}
	one := write("one.zip", hostile.Zip("log", []byte("x\n"), "cpu.pprof", recording("cpu.pprof")))
	if f, err := Open(t.Context(), one, Options{}); err != nil || f.Profile == nil || f.Name != one || f.Path != filepath.Join(one, "cpu.pprof") {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := Open(t.Context(), write("none.zip", hostile.Zip("log", []byte("a\nb\nc\nd\n"))), Options{}); err == nil || !strings.Contains(err.Error(), "a bundle (zip) without a profile or a trace; left out: 1 other file") {
		t.Error(err)
	}
	tr := hostile.Tar("go.trace", recording("trace.trace"))
	if f, err := Open(t.Context(), filepath.Join(write("cut.tar", tr[:len(tr)*3/4]), "go.trace"), Options{}); err != nil || f.Trace == nil || f.Trace.Complete() {
		t.Errorf("of a cut trace: %v", err)
	}
	if _, err := Open(t.Context(), filepath.Join(dir, "none", "x"), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if !IsBundle(one) || IsBundle(dir) || IsBundle("../testdata/cpu.pprof") || IsBundle(filepath.Join(dir, "none")) {
		t.Error("IsBundle takes a bundle for another file, or another file for a bundle")
	}
}

// TestHostileEntries opens entries that ask for much: one line each.
func TestHostileEntries(t *testing.T) {
	small := input.Limits{File: 1 << 20, Uncompressed: 1 << 20, Memory: 1 << 20}
	path := filepath.Join(t.TempDir(), "b")
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"zeros in gzip in zip": {hostile.Zip("x", hostile.Pack(make([]byte, 3<<20))), "it unpacks to more than the limit of 1MB"},
		"zeros in zip":         {hostile.Zip("x", make([]byte, 3<<20)), "larger than the limit of 1MB"},
		"zip in zip":           {hostile.Zip("x", hostile.Zip("x", []byte("y"))), "a zip archive; save it as a file of its own"},
		"cut tar":              {hostile.Tar("x", make([]byte, 5000))[:2000], "a tar file that is cut off"},
	} {
		must.Do(os.WriteFile(path, c.data, 0o600))
		_, err := Open(t.Context(), filepath.Join(path, "x"), Options{Limits: small})
		if err == nil || strings.Count(err.Error(), "\n") > 0 || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
