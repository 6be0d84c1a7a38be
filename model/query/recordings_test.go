package query_test

import (
	"path/filepath"
	"strings"
	"testing"

	"profstation/model"
	"profstation/model/explain"
	"profstation/model/names"
)

// TestKindsOfRecordings holds that each of the project's own recordings is told
// for what it is.
func TestKindsOfRecordings(t *testing.T) {
	for file, want := range map[string]model.Kind{
		"cpu.pprof": model.CPU, "cpu-slow.pprof": model.CPU,
		"heap.pprof": model.Heap, "allocs.pprof": model.Allocs, "delta-heap.pprof": model.Heap,
		"block.pprof": model.Block, "mutex.pprof": model.Mutex,
		"goroutine.pprof": model.Goroutine, "goroutine.debug1.txt": model.Goroutine, "goroutine.debug2.txt": model.Goroutine,
		"threadcreate.pprof": model.ThreadCreate, "goroutineleak.pprof": model.GoroutineLeak, "references.pprof": model.References,
	} {
		p := load(t, filepath.Join("../../testdata", file))
		if p.Kind != want {
			t.Errorf("%s: %s, want %s", file, p.Kind, want)
		}
		if delta := strings.HasPrefix(file, "delta"); p.Delta() != delta {
			t.Errorf("%s: delta %v", file, p.Delta())
		}
		if explain.SampleTypeOf(p.Kind, p.Types[p.Default].Type) == "" {
			t.Errorf("%s: nothing explains %s", file, p.Types[p.Default].Type)
		}
	}
}

// TestCodeOfRecordings checks whose code the functions of a recording are, by
// what is known of the program: its packages are main and those below
// profstation, it uses nobody else's, and the rest is Go's.
func TestCodeOfRecordings(t *testing.T) {
	for _, file := range []string{"cpu.pprof", "heap.pprof", "mutex.pprof"} {
		p := load(t, filepath.Join("../../testdata", file))
		for i, f := range p.Functions {
			name := p.Strings.Raw(f.Name)
			pkg, kind := names.PackageOf(name), names.CodeKindOf(p, model.FuncID(i))
			own := pkg == "main" || strings.HasPrefix(pkg, "profstation/")
			if own != (kind == names.MainModule) || kind == names.ThirdParty || kind == names.OtherCode {
				t.Errorf("%s: %s in %s is %v", file, name, p.Strings.Raw(f.File), kind)
			}
			if pkg == "runtime" && strings.HasPrefix(p.Strings.Raw(f.File), "runtime/") && kind != names.Runtime {
				t.Errorf("%s: %s is %v", file, name, kind)
			}
		}
	}
}
