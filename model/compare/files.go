package compare

import (
	"path"
	"strings"

	"profstation/model"
)

// tail returns the last folder in a path and the file's name, without a module's version.
func tail(file string) string {
	elements := strings.Split(path.Clean(strings.ReplaceAll(file, `\`, "/")), "/")
	elements = elements[max(0, len(elements)-2):]
	for i, e := range elements {
		elements[i], _, _ = strings.Cut(e, "@")
	}
	return strings.Join(elements, "/")
}

// files unifies paths. If a function lies in two files on the two sides whose paths end alike, both files get
// the new side's path, unless another file on either side was matched with one of them.
func (n *naming) files(a *model.Aliases) {
	to := [2]map[model.StringID]model.StringID{{}, {}} // for each side's files, the other side's file; 0: several
	see := func(base, now model.StringID) {
		for side, pair := range [2][2]model.StringID{sideNew: {now, base}, sideBase: {base, now}} {
			if before, ok := to[side][pair[0]]; ok && before != pair[1] {
				pair[1] = 0
			}
			to[side][pair[0]] = pair[1]
		}
	}
	same := func(x, y model.StringID) {
		base, now := n.file[sideBase][x], n.file[sideNew][y]
		if base != 0 && now != 0 && tail(n.text(base)) == tail(n.text(now)) {
			see(base, now)
		}
	}
	for _, name := range n.order[sideNew] {
		if !n.alone(sideNew, name) {
			same(name, name)
		}
	}
	for _, r := range n.all {
		for _, x := range r.names[sideBase] {
			for _, y := range r.names[sideNew] {
				same(x, y)
			}
		}
	}
	for base, now := range to[sideBase] {
		if now != 0 && now != base && to[sideNew][now] == base {
			a.AddFile(base, now)
		}
	}
}
