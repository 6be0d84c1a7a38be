package compare

import (
	"strings"

	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/safe"
)

// toolchains says with which Go each side was built, if the paths of Go's own files say it of both, of one by
// its release, and differ; "" otherwise.
func (p *Pair) toolchains() string {
	base, now := p.toolchain(sideBase), p.toolchain(sideNew)
	if base.root == "" || now.root == "" || base == now || base.release == now.release {
		return ""
	}
	return lang.L("the base was built with {{.Base}}, the new profile with {{.New}}", lang.With{"Base": base.words(), "New": now.words()})
}

// toolchain is a Go that a program was built with.
type toolchain struct{ root, release string } // /usr/local/go, or "": not known; go1.27.3

func (t toolchain) words() string {
	if t.release != "" {
		return t.release
	}
	return lang.L("the Go in {{.Folder}}", lang.With{"Folder": safe.Text(t.root)})
}

// toolchain is that of a side, unknown where it is a sum of programs of several.
func (p *Pair) toolchain(side int) (found toolchain) {
	t := p.joint
	for _, id := range t.Func[side] {
		f := &t.Functions[id]
		if !strings.HasPrefix(t.Strings.Raw(f.Name), "runtime.") {
			continue
		}
		file := strings.ReplaceAll(t.Strings.Raw(f.File), `\`, "/")
		root, _, ok := strings.Cut(file, "/src/runtime/")
		if !ok || root == found.root {
			continue
		}
		if found.root != "" {
			return toolchain{}
		}
		found.root = root
		found.release, _ = names.ReleaseOf(file)
	}
	return found
}
