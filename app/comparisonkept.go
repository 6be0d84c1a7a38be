package app

import (
	"path/filepath"

	"profstation/model/compare"
	"profstation/views"
)

// kept tells whether a comparison can be brought back at the next start: one of
// two files can.
func (c *comparison) kept() bool {
	for _, files := range c.sides {
		if len(files) != 1 || !filepath.IsAbs(files[0].path) {
			return false
		}
	}
	return true
}

// reopenComparison makes a comparison of two files, which are opened after it
// where they are not there yet.
func (d *Desk) reopenComparison(base, now string) *document {
	c := &comparison{mode: compare.DiffBase, normalisation: compare.Normalisation{By: compare.AsRecorded}}
	for i, path := range [2]string{sideBase: base, sideNew: now} {
		of := d.byPath(path)
		if of == nil {
			d.nextDoc++
			of = &document{id: d.nextDoc, path: path, state: views.Loading, waiting: true, reopened: true}
			d.docs = append(d.docs, of)
		}
		c.sides[i] = []sideFile{{doc: of.id, path: path, title: baseName(path), profile: of.profile()}}
	}
	d.nextDoc++
	doc := &document{id: d.nextDoc, comparison: c, state: views.Loading, waiting: true, reopened: true}
	d.docs = append(d.docs, doc)
	return doc
}
