package model

import (
	"path"
	"slices"
	"strings"

	"profstation/model/lang"
)

// OfGo reports whether a profile is of a program in Go, as far as it shows that: what is known of Go's profilers and of
// its garbage collector holds for no other. One that shows nothing is taken for one of Go, if its sample types are.
func (p *Profile) OfGo() bool {
	return !p.Foreign && p.derived.ofGo.quick(func() bool { return ofGo(p) })
}

func ofGo(p *Profile) bool {
	if strings.HasSuffix(p.Format, " debug=1") {
		return true // a text of Go's, whose samples have no names where the binary was stripped
	}
	others := false
	for _, f := range p.Functions {
		ext := path.Ext(p.Strings.Raw(f.File))
		if ext == ".go" || p.ofGoRuntime(f) {
			return true
		}
		others = others || ext != "" && ext != ".s" || strings.Contains(p.Strings.Raw(f.Name), "::")
	}
	return !others && !slices.ContainsFunc(p.Types, func(t ValueType) bool {
		return t.Type == "space" || t.Type == "objects" // of tcmalloc's protobufs and V8's; Go says alloc_space, inuse_space
	})
}

// wasmHosts run programs in WebAssembly, by the name of the binary.
var wasmHosts = []string{"node", "nodejs", "deno", "bun", "wasmtime", "wasmer", "wazero", "wasmedge", "chrome", "chromium", "firefox"}

// wasm reports whether a profile of Go is of a program in WebAssembly, as the mappings are those of what runs it.
func wasm(p *Profile) bool {
	if len(p.Mappings) == 0 {
		return false
	}
	name := path.Base(p.Strings.Raw(p.Mappings[0].File))
	return slices.Contains(wasmHosts, strings.TrimSuffix(strings.ToLower(name), ".exe"))
}

// whyNoCPU says why a CPU profile has no samples. runtime/pprof writes mappings only where /proc/self/maps is there, so
// that of WebAssembly in a browser has none, and neither have those of some systems.
func whyNoCPU(p *Profile) string {
	switch {
	case !p.OfGo():
		return lang.L("nothing was recorded")
	case wasm(p):
		return lang.L("the program ran in {{.Program}} as WebAssembly, where Go records no CPU profiles", lang.With{"Program": Sanitise(path.Base(p.Strings.Raw(p.Mappings[0].File)))})
	case !slices.ContainsFunc(p.Mappings, func(m Mapping) bool { return p.Strings.Raw(m.File) != "" }):
		return lang.L("the program did not run while it was recorded, or it ran as WebAssembly, where Go records no CPU profiles")
	}
	return lang.L("the program did not run while it was recorded")
}
