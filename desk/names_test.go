package desk

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/origin"
)

// Documents of equal names show where their paths differ, and only they.
func TestNamesOfEqualDocuments(t *testing.T) {
	r := newRig(t)
	dir := t.TempDir()
	cpu := must.Have(os.ReadFile(fixture.WriteCPU(t)))
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
}

// Paths are told apart by as few folders as that takes, and long names leave out what stands between.
func TestDistinct(t *testing.T) {
	for _, c := range []struct {
		paths []origin.Ref
		want  []string
	}{
		{[]origin.Ref{"/cpu.pprof", "/a/cpu.pprof"}, []string{"/cpu.pprof", "a/cpu.pprof"}},
		{[]origin.Ref{"/b.zip/sup/n1/cpu", "/b.zip/sup/n2/cpu"}, []string{"n1/cpu", "n2/cpu"}},
		{[]origin.Ref{"/x/before.zip/sup/n1/cpu", "/x/after.zip/sup/n1/cpu"}, []string{"before.zip/sup/n1/cpu", "after.zip/sup/n1/cpu"}},
		{[]origin.Ref{"/b.zip/n1/debug/pprof/all/cpu", "/b.zip/n2/debug/pprof/all/cpu"}, []string{"n1/…/all/cpu", "n2/…/all/cpu"}},
		{[]origin.Ref{"/a/cpu", "/a/cpu"}, []string{"/a/cpu", "/a/cpu"}},
	} {
		if got := distinct(c.paths); !slices.Equal(got, c.want) {
			t.Errorf("%q are called %q, want %q", c.paths, got, c.want)
		}
	}
}
