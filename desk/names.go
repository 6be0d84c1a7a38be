package desk

import (
	"path/filepath"
	"strings"
)

// shownNames are the names of documents that others share, in lists and titles. They begin with where the
// paths differ: "before/cpu.pprof", "after/cpu.pprof".
type shownNames struct {
	last, n int            // of the documents that they were made for
	of      map[int]string // by the number of the document
}

// renew makes the names of other documents; the same ones keep theirs.
func (x *shownNames) renew(s *documents) {
	if x.of != nil && x.last == s.last && x.n == len(s.all) {
		return
	}
	x.last, x.n, x.of = s.last, len(s.all), map[int]string{}
	equal := map[string][]*document{}
	for _, doc := range s.all {
		name := doc.name()
		if path := doc.origin.shown(); filepath.IsAbs(path) && filepath.Base(path) == name {
			equal[name] = append(equal[name], doc)
		}
	}
	for _, docs := range equal {
		if len(docs) > 1 {
			x.tellApart(docs)
		}
	}
}

// mostFolders is how many folders of a path a name has at most.
const mostFolders = 4

// tellApart puts as many folders before equal names as it takes to tell the documents apart.
func (x *shownNames) tellApart(docs []*document) {
	for folders := 1; folders <= mostFolders; folders++ {
		seen := make(map[string]bool, len(docs))
		for _, doc := range docs {
			x.of[doc.id] = ending(doc.origin.shown(), folders)
			seen[x.of[doc.id]] = true
		}
		if len(seen) == len(docs) {
			return
		}
	}
}

// ending is the last part of a path with some of the folders before it.
func ending(path string, folders int) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	return strings.Join(parts[max(0, len(parts)-1-folders):], "/")
}
