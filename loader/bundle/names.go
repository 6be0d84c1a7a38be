package bundle

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"profstation/model/safe"
)

// The bounds of names: of one, and of all of a bundle.
const (
	longestName = 4 << 10
	maxNames    = 16 << 20
)

// names makes the names of a bundle's entries safe, and tells those apart that are the same.
type names struct {
	bundle string
	used   map[string]int // the last number that each was given
	bytes  int
}

func newNames(bundle string) names { return names{bundle: bundle, used: map[string]int{}} }

// entry makes the entry of a name. It leads nowhere: what would be above the bundle, or at the root of
// the disk, is in the bundle. Of several that are the same, the second ends in “ (2)” before its ending.
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
