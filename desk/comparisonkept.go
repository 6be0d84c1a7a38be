package desk

import (
	"maps"
	"path/filepath"
	"slices"

	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/model/compare"
)

// optionMode is the name of a comparison's mode among the options of its place.
const optionMode = "compare_mode"

// kept tells whether a comparison can be brought back at the next start: one of
// files can.
func (c *comparison) kept() bool {
	for _, files := range c.sides {
		if slices.ContainsFunc(files, func(f sideFile) bool { return !filepath.IsAbs(f.path) }) {
			return false
		}
	}
	return true
}

// keep is the comparison as it is kept, at a place.
func (c *comparison) keep(at session.Place) session.Document {
	var paths [2][]session.Path
	for i, files := range c.sides {
		for _, f := range files {
			paths[i] = append(paths[i], session.Path(f.path))
		}
	}
	options := maps.Clone(at.Options)
	if options == nil {
		options = map[string]string{}
	}
	options[optionMode] = string(c.mode)
	c.normalisation.Keep(options)
	at.Options = options
	return session.Document{
		Kind: session.Comparison, Place: at,
		Path: paths[screen.NewSide][0], MoreNew: paths[screen.NewSide][1:], Base: paths[screen.BaseSide][0], MoreBase: paths[screen.BaseSide][1:],
	}
}

// reopenComparison makes a comparison as it was kept, of files that are opened
// before it where they are not there yet.
func (d *Desk) reopenComparison(k session.Document) *document {
	c := &comparison{mode: compare.DiffBase}
	if compare.Mode(k.Place.Options[optionMode]) == compare.Base {
		c.mode = compare.Base
	}
	sides := [2][]session.Path{
		screen.BaseSide: append([]session.Path{k.Base}, k.MoreBase...), screen.NewSide: append([]session.Path{k.Path}, k.MoreNew...),
	}
	for i, paths := range sides {
		for _, p := range paths {
			path := string(p)
			of := d.byPath(path)
			if of == nil {
				d.nextDoc++
				of = &document{id: d.nextDoc, path: path, state: screen.Loading, waiting: true, reopened: true}
				d.Docs = append(d.Docs, of)
			}
			c.sides[i] = append(c.sides[i], sideFile{
				doc: of.id, path: path, title: screen.BaseName(path), profile: of.profile(), trace: of.wholeTrace(), timeline: of.wholeTimeline(),
			})
		}
	}
	c.normalisation = compare.Kept(k.Place.Options, c.usual())
	d.nextDoc++
	place := k.Place
	doc := &document{id: d.nextDoc, comparison: c, state: screen.Loading, waiting: true, reopened: true, kept: &place}
	d.Docs = append(d.Docs, doc)
	return doc
}
