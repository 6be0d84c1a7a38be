package explain_test

import (
	"strings"
	"testing"

	"profstation/model"
	"profstation/model/explain"
	"profstation/model/names"
)

// profileOf is a profile with one function, or none if name is "".
func profileOf(types []model.ValueType, name, file, binary string, samples bool) *model.Profile {
	b := model.NewBuilder(types)
	m := model.NoMapping
	if binary != "" {
		m = b.Mapping(model.Mapping{Start: 1, Limit: 2, File: b.String(binary)})
	}
	if name != "" {
		f := b.Function(model.Function{Name: b.String(name), File: b.String(file)})
		l := b.Location(m, 1, []model.Line{{Func: f}})
		if samples {
			b.Sample([]model.LocID{l}, 0, make([]int64, len(types)))
		}
	}
	return b.Profile(model.Header{PeriodType: types[len(types)-1]})
}

var (
	cpuTypes = []model.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}
	goHeap   = []model.ValueType{{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"}, {Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"}}
	anyHeap  = []model.ValueType{{Type: "objects", Unit: "count"}, {Type: "space", Unit: "bytes"}}
)

// TestOfGo knows programs in Go by their files, their runtime and their sample types.
func TestOfGo(t *testing.T) {
	for _, c := range []struct {
		types      []model.ValueType
		name, file string
		want       bool
	}{
		{cpuTypes, "", "", true}, {goHeap, "", "", true}, {anyHeap, "", "", false},
		{goHeap, "main.main", "/src/main.go", true}, {anyHeap, "main.main", "/src/main.go", true},
		{goHeap, "main.main", "", true}, {anyHeap, "runtime.mallocgc", "", true}, {goHeap, "runtime.memmove", "/go/memmove_amd64.s", true},
		{goHeap, "operator new", "/src/new.cc", false}, {goHeap, "seastar::app::run", "", false}, {cpuTypes, "(anonymous)", "file:///x.js", false},
	} {
		p := profileOf(c.types, c.name, c.file, "", true)
		if names.OfGo(p) != c.want {
			t.Errorf("%v %q %q: %v", c.types, c.name, c.file, names.OfGo(p))
		}
		about := explain.About(p)
		said := strings.Join(append([]string{about.Measures, about.Sampling}, about.Limits...), " ")
		for _, typ := range c.types {
			said += " " + explain.SampleType(p, typ.Type)
		}
		if p.Kind == model.Heap && strings.Contains(said, "garbage collection") != c.want {
			t.Errorf("%v %q %q: %q", c.types, c.name, c.file, said)
		}
	}
	if p := profileOf(cpuTypes, "main.main", "/main.go", "", true); func() bool { q := p.Clone(); q.Foreign = true; return names.OfGo(q) }() {
		t.Error("what another tool wrote is of Go")
	}
}

// TestNoCPU says why a CPU profile is empty: in WebAssembly there are none.
func TestNoCPU(t *testing.T) {
	for _, c := range []struct{ binary, want, not string }{
		{"/usr/bin/node", "the program ran in node as WebAssembly, where Go records no CPU profiles", "did not run"},
		{"C:/bun/Bun.EXE", "the program ran in Bun.EXE as WebAssembly", "did not run"},
		{"/usr/bin/nodeexporter", "the program did not run while it was recorded", "WebAssembly"},
		{"", "the program did not run while it was recorded, or it ran as WebAssembly", "ran in"},
	} {
		hints, err := explain.Hints(t.Context(), profileOf(cpuTypes, "", "", c.binary, false))
		all := strings.Join(hints, "\n")
		if err != nil || !strings.Contains(all, c.want) || strings.Contains(all, c.not) {
			t.Errorf("%q: %q, %v", c.binary, all, err)
		}
	}
}
