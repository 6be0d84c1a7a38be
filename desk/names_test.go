package desk

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"profstation/desk/desktest"
	"profstation/desk/screen"
	"profstation/internal/must"
)

// Documents of equal names show where their paths differ, and only they.
func TestNamesOfEqualDocuments(t *testing.T) {
	r := newRig(t)
	dir := t.TempDir()
	cpu := must.Have(os.ReadFile(desktest.WriteCPU(t)))
	var paths []string
	for _, name := range []string{"a/x/cpu.pprof", "b/x/cpu.pprof", "b/heap.pprof"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, cpu, 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	named := func(want ...string) {
		t.Helper()
		var got []string
		for _, d := range r.Snapshot().Documents {
			got = append(got, d.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the documents are called %q, want %q", got, want)
		}
	}
	s := r.do(screen.Open{Paths: paths})
	named("a/x/cpu.pprof", "b/x/cpu.pprof", "heap.pprof")
	r.do(screen.Close{Document: s.Documents[0].ID})
	named("cpu.pprof", "heap.pprof")
	if got := ending("/cpu.pprof", 3); got != "/cpu.pprof" {
		t.Errorf("at the root it is %q", got)
	}
}
