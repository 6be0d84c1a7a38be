package bundle

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"profstation/model/safe"
)

// Limits: one name, and all names in a bundle.
const (
	longestName = 4 << 10
	maxNames    = 16 << 20
)

// names makes entry names safe, and numbers equal ones.
type names struct {
	bundle string
	used   map[string]int // the last number that each was given
	bytes  int
}

func newNames(bundle string) names { return names{bundle: bundle, used: map[string]int{}} }

// entry makes an entry with a name that leads nowhere: what would be above the bundle, or at the disk's root, is in
// the bundle. If several are the same, the second has “ (2)” before its extension.
func (n *names) entry(raw string) *Entry {
	e := &Entry{}
	if n.bytes += min(len(raw), longestName); len(raw) > longestName || n.bytes > maxNames {
		raw, e.Skipped = raw[:min(len(raw), 100)]+"…", Unreadable
	}
	name := safe.Whole(strings.ReplaceAll(raw, `\`, "/"))
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	if name == "" {
		name = "_"
	}
	for first := name; n.used[name] > 0; {
		n.used[first]++
		ending := path.Ext(first)
		name = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(first, ending), n.used[first], ending)
	}
	n.used[name] = 1
	e.Name, e.Path = name, filepath.Join(n.bundle, filepath.FromSlash(name))
	return e
}
