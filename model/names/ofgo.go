package names

import (
	"path"
	"slices"
	"strings"

	"profstation/model"
)

// OfGo reports whether a profile is of a program in Go, as far as it shows that: what is known of Go's profilers and of
// its garbage collector holds for no other. One that shows nothing is taken for one of Go, if its sample types are.
func OfGo(p *model.Profile) bool {
	return !p.Foreign && looksLikeGo.Quick(p)
}

var looksLikeGo = model.DeriveQuick(ofGo)

func ofGo(p *model.Profile) bool {
	if strings.HasSuffix(p.Format, " debug=1") {
		return true // a text of Go's, whose samples have no names where the binary was stripped
	}
	others := false
	for _, f := range p.Functions {
		ext := path.Ext(p.Strings.Raw(f.File))
		if ext == ".go" || OfGoRuntime(p, f) {
			return true
		}
		others = others || ext != "" && ext != ".s" || strings.Contains(p.Strings.Raw(f.Name), "::")
	}
	return !others && !slices.ContainsFunc(p.Types, func(t model.ValueType) bool {
		return t.Type == "space" || t.Type == "objects" // of tcmalloc's protobufs and V8's; Go says alloc_space, inuse_space
	})
}

// OfGoRuntime reports whether a function is of the runtime of Go.
func OfGoRuntime(p *model.Profile, f model.Function) bool {
	ext := path.Ext(p.Strings.Raw(f.File))
	return strings.HasPrefix(p.Strings.Raw(f.Name), "runtime.") && (ext == ".go" || ext == ".s" || ext == "")
}
