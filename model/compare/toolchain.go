package compare

import (
	"strings"

	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/safe"
)

// toolchains says with which Go each side was built. It returns "" unless the paths to Go's own files tell it
// for both sides, name a release for at least one, and differ.
func (p *Pair) toolchains() string {
	base, now := p.toolchain(sideBase), p.toolchain(sideNew)
	if base.root == "" || now.root == "" || base == now || base.release == now.release {
		return ""
	}
	return lang.L("the base was built with {{.Base}}, the new profile with {{.New}}", lang.With{"Base": base.words(), "New": now.words()})
}

// toolchain is the Go with which a program was built.
type toolchain struct{ root, release string } // such as /usr/local/go, or "": not known; and such as go1.27.3

func (t toolchain) words() string {
	if t.release != "" {
		return t.release
	}
	return lang.L("the Go in {{.Folder}}", lang.With{"Folder": safe.Text(t.root)})
}

// toolchain returns a side's toolchain. It is unknown if the side adds up programs built with several.
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
