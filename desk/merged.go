package desk

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"profstation/desk/lang"
	"profstation/desk/screen"
)

// part is a file that is added to others.
type part struct{ path, format string }

func pathsOf(parts []part) []string {
	var all []string
	for _, p := range parts {
		all = append(all, p.path)
	}
	return all
}

// addUp opens the sum of the marked profiles as a document of its own.
func (d *Desk) addUp() {
	var parts []part
	for _, doc := range d.markedDocuments() {
		if doc.profile() == nil || doc.derived != nil || doc.parts != nil || doc.comparison != nil || !filepath.IsAbs(doc.path) {
			d.refuse(fmt.Errorf("%s cannot be added up: choose files of profiles", doc.name()))
			return
		}
		parts = append(parts, part{doc.path, doc.profile().Format})
	}
	if len(parts) < 2 {
		d.refuse(errors.New("select the profiles to add up: click on each with Ctrl"))
		return
	}
	d.marked = nil
	path := "sum of " + strings.Join(pathsOf(parts), ", ")
	if old := d.byPath(path); old != nil {
		d.activate(old)
		return
	}
	d.nextDoc++
	doc := &document{id: d.nextDoc, path: path, parts: slices.Clip(parts)}
	d.Docs = append(d.Docs, doc)
	d.load(doc)
	d.activate(doc)
}

// sumName is what a sum is called.
func sumName(parts []part) string {
	var names []string
	for _, p := range parts {
		names = append(names, screen.BaseName(p.path))
	}
	const most = 3
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf(lang.L("%d more"), len(parts)-most))
	}
	return strings.Join(names, " + ")
}
