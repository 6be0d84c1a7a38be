package desk

import (
	"path/filepath"
	"strings"

	"profstation/model/lists"
	"profstation/origin"
)

// shownNames holds names for documents whose own names are not unique, for lists and titles. They begin where the
// paths differ: "before/cpu.pprof", "after/cpu.pprof".
type shownNames struct {
	last, n int            // the documents they were made for
	of      map[int]string // by document number
}

// renew makes the names again if the documents changed.
func (x *shownNames) renew(s *documents) {
	if x.of != nil && x.last == s.last && x.n == len(s.all) {
		return
	}
	x.last, x.n, x.of = s.last, len(s.all), map[int]string{}
	equal := map[string][]*document{}
	for _, doc := range s.all {
		name := doc.name()
		if path := doc.origin.shown(); path.OnDisk() && strings.HasSuffix(filepath.ToSlash(string(path)), "/"+name) {
			equal[name] = append(equal[name], doc)
		}
	}
	for _, docs := range equal {
		if len(docs) > 1 {
			x.tellApart(docs)
		}
	}
}

// tellApart gives documents with equal names longer ones that tell them apart.
func (x *shownNames) tellApart(docs []*document) {
	for i, name := range distinct(lists.Map(docs, func(doc *document) origin.Ref { return doc.origin.shown() })) {
		x.of[docs[i].id] = name
	}
}

// maxFolders is how many folders in a path are looked at. wholeFolders is how many a name has at most
// before those in the middle are left out.
const (
	maxFolders   = 40
	wholeFolders = 3
)

// distinct puts as many folders before each path's last part as it takes to tell the paths apart. A long name has
// only its first folder, which tells it apart, and its last one.
func distinct(paths []origin.Ref) []string {
	names := make([]string, len(paths))
	for folders := 1; folders <= maxFolders; folders++ {
		seen, deep := make(map[string]bool, len(paths)), false
		for i, path := range paths {
			name, more := ending(string(path), folders)
			names[i], deep = name, deep || more
			seen[name] = true
		}
		if len(seen) == len(paths) || !deep {
			break
		}
	}
	for i, name := range names {
		if parts := strings.Split(name, "/"); len(parts) > wholeFolders+1 {
			names[i] = parts[0] + "/…/" + strings.Join(parts[len(parts)-2:], "/")
		}
	}
	return names
}

// ending returns a path's last part with some folders before it. deep reports whether there are more.
func ending(path string, folders int) (name string, deep bool) {
	parts := strings.Split(filepath.ToSlash(string(path)), "/")
	at := max(0, len(parts)-1-folders)
	return strings.Join(parts[at:], "/"), at > 0
}
