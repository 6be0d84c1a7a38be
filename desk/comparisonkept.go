package desk

import (
	"maps"
	"path/filepath"
	"slices"

	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/model/compare"
)

// optionMode names a comparison's mode among the options of its place.
const optionMode = "compare_mode"

// ofFiles reports whether all sides are files, which can be read again.
func (c *comparison) ofFiles() bool {
	for _, files := range c.sides {
		if slices.ContainsFunc(files, func(f sideFile) bool { return !filepath.IsAbs(f.path) }) {
			return false
		}
	}
	return true
}

// keep: a comparison of files can be brought back.
func (c *comparison) keep(_ *document, at session.Place) (session.Document, bool) {
	if !c.ofFiles() {
		return session.Document{}, false
	}
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
	}, true
}

// reopen makes a comparison as it was kept. Its files are opened before it unless
// they are open.
func (s comparisons) reopen(k session.Document) *document {
	d := s.desk
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
			of := d.docs.keyed(path)
			if of == nil {
				of = d.docs.addWaiting(&fileOrigin{path: path})
			}
			c.sides[i] = append(c.sides[i], sideFile{
				doc: of.id, path: path, title: screen.BaseName(path), profile: of.profile(), trace: of.wholeTrace(), timeline: of.wholeTimeline(),
			})
		}
	}
	c.normalisation = compare.Kept(k.Place.Options, c.usual())
	doc := d.docs.addWaiting(c)
	doc.kept = &k.Place
	return doc
}
