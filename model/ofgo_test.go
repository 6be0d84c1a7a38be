package model

import (
	"strings"
	"testing"
)

// profileOf is a profile with one function, or none if name is "".
func profileOf(types []ValueType, name, file, binary string, samples bool) *Profile {
	b := NewBuilder(types)
	m := NoMapping
	if binary != "" {
		m = b.Mapping(Mapping{Start: 1, Limit: 2, File: b.String(binary)})
	}
	if name != "" {
		f := b.Function(Function{Name: b.String(name), File: b.String(file)})
		l := b.Location(m, 1, []Line{{Func: f}})
		if samples {
			b.Sample([]LocID{l}, 0, make([]int64, len(types)))
		}
	}
	return b.Profile(Header{PeriodType: types[len(types)-1]})
}

var (
	cpuTypes = []ValueType{{"samples", "count"}, {"cpu", "nanoseconds"}}
	goHeap   = []ValueType{{"alloc_objects", "count"}, {"alloc_space", "bytes"}, {"inuse_objects", "count"}, {"inuse_space", "bytes"}}
	anyHeap  = []ValueType{{"objects", "count"}, {"space", "bytes"}}
)

// TestOfGo knows programs in Go by their files, their runtime and their sample types.
func TestOfGo(t *testing.T) {
	for _, c := range []struct {
		types      []ValueType
		name, file string
		want       bool
	}{
		{cpuTypes, "", "", true}, {goHeap, "", "", true}, {anyHeap, "", "", false},
		{goHeap, "main.main", "/src/main.go", true}, {anyHeap, "main.main", "/src/main.go", true},
		{goHeap, "main.main", "", true}, {anyHeap, "runtime.mallocgc", "", true}, {goHeap, "runtime.memmove", "/go/memmove_amd64.s", true},
		{goHeap, "operator new", "/src/new.cc", false}, {goHeap, "seastar::app::run", "", false}, {cpuTypes, "(anonymous)", "file:///x.js", false},
	} {
		p := profileOf(c.types, c.name, c.file, "", true)
		if p.OfGo() != c.want {
			t.Errorf("%v %q %q: %v", c.types, c.name, c.file, p.OfGo())
		}
		about := p.About()
		said := strings.Join(append([]string{about.Measures, about.Sampling}, about.Limits...), " ")
		for _, typ := range c.types {
			said += " " + p.Explain(typ.Type)
		}
		if p.Kind == Heap && strings.Contains(said, "garbage collection") != c.want {
			t.Errorf("%v %q %q: %q", c.types, c.name, c.file, said)
		}
	}
	if p := profileOf(cpuTypes, "main.main", "/main.go", "", true); func() bool { q := p.clone(); q.Foreign = true; return q.OfGo() }() {
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
		hints, err := profileOf(cpuTypes, "", "", c.binary, false).Hints(t.Context())
		all := strings.Join(hints, "\n")
		if err != nil || !strings.Contains(all, c.want) || strings.Contains(all, c.not) {
			t.Errorf("%q: %q, %v", c.binary, all, err)
		}
	}
}
