package folder

import (
	"maps"
	"slices"
	"strings"

	"profstation/model/lang"
	"profstation/model/units"
)

// copies knows the files that are not listed because a listed file has the same content.
type copies struct {
	copyOf  map[string]string          // a copy's path: the path of the listed file
	of      map[string]map[string]bool // a listed file's path: the paths of its copies
	unnamed map[string]bool            // listed files whose copies have changed since they were last named
}

func newCopies() copies {
	return copies{copyOf: map[string]string{}, of: map[string]map[string]bool{}, unnamed: map[string]bool{}}
}

// Copies returns how many files have the content of a listed one.
func (c *copies) Copies() int { return len(c.copyOf) }

// copied notes that a path has the content of a listed file; "" if it has no longer.
func (c *copies) copied(path, listed string) {
	if old, ok := c.copyOf[path]; ok {
		if delete(c.of[old], path); len(c.of[old]) == 0 {
			delete(c.of, old)
		}
		delete(c.copyOf, path)
		c.unnamed[old] = true
	}
	if listed == "" {
		return
	}
	if c.of[listed] == nil {
		c.of[listed] = map[string]bool{}
	}
	c.copyOf[path], c.of[listed][path], c.unnamed[listed] = listed, true, true
}

// alone notes that a path has a content of its own, and that nobody is known to share it.
func (c *copies) alone(path string) {
	c.copied(path, "")
	for copied := range maps.Clone(c.of[path]) {
		c.copied(copied, "")
	}
}

// maxCopies is how many copies of a file are named.
const maxCopies = 5

// nameCopies names the copies in the list's files.
func (f *Folder) nameCopies() {
	for path := range f.unnamed {
		old := f.File(path)
		if old == nil {
			continue
		}
		named := *old
		named.Copies = ""
		if n := len(f.of[path]); n > 0 {
			all := slices.Sorted(maps.Keys(f.of[path]))
			var names []string
			for _, p := range all[:min(n, maxCopies)] {
				names = append(names, f.shortName(p))
			}
			named.Copies = strings.Join(names, ", ")
			if n > maxCopies {
				named.Copies = lang.L("{{.Names}} and {{.N}} more", lang.With{"Names": named.Copies, "N": units.Count(int64(n - maxCopies))})
			}
		}
		f.put(&named)
	}
	clear(f.unnamed)
}
