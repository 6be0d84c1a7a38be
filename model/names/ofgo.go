package names

import (
	"path"
	"slices"
	"strings"

	"profstation/model"
)

// OfGo reports whether a profile comes from a Go program, as far as it shows that. What is known about Go's profilers
// and its garbage collector does not hold for others. A profile that shows nothing counts as Go's if its sample types
// are Go's.
func OfGo(p *model.Profile) bool {
	return !p.Foreign && looksLikeGo.Quick(p)
}

var looksLikeGo = model.DeriveQuick(ofGo)

func ofGo(p *model.Profile) bool {
	if strings.HasSuffix(p.Format, " debug=1") {
		return true // Go's text form, whose samples have no names if the binary was stripped
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
		// From tcmalloc's and V8's protobufs; Go says alloc_space, inuse_space.
		return t.Type == "space" || t.Type == "objects"
	})
}

// OfGoRuntime reports whether a function belongs to Go's runtime.
func OfGoRuntime(p *model.Profile, f model.Function) bool {
	ext := path.Ext(p.Strings.Raw(f.File))
	return strings.HasPrefix(p.Strings.Raw(f.Name), "runtime.") && (ext == ".go" || ext == ".s" || ext == "")
}
