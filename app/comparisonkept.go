package app

import (
	"path/filepath"
	"slices"
	"strconv"

	"profstation/app/session"
	"profstation/model/compare"
	"profstation/views"
)

// Names of what is kept of a comparison among the options of its place.
const (
	optionBy     = "compare_by"
	optionUnitOf = "compare_unit"
	optionOfBase = "compare_base"
	optionOfNew  = "compare_new"
	optionMode   = "compare_mode"
)

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
	if c.normalisation != usualNormalisation(c) {
		n := c.normalisation
		number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
		at.Options[optionBy] = string(n.By)
		if n.By == compare.PerUnit {
			at.Options[optionUnitOf], at.Options[optionOfBase], at.Options[optionOfNew] = n.Unit, number(n.Base), number(n.New)
		}
	}
	if c.mode != compare.DiffBase {
		at.Options[optionMode] = string(c.mode)
	}
	return session.Document{
		Kind: session.Comparison, Place: at,
		Path: paths[sideNew][0], MoreNew: paths[sideNew][1:], Base: paths[sideBase][0], MoreBase: paths[sideBase][1:],
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
		sideBase: append([]session.Path{k.Base}, k.MoreBase...), sideNew: append([]session.Path{k.Path}, k.MoreNew...),
	}
	for i, paths := range sides {
		for _, p := range paths {
			path := string(p)
			of := d.byPath(path)
			if of == nil {
				d.nextDoc++
				of = &document{id: d.nextDoc, path: path, state: views.Loading, waiting: true, reopened: true}
				d.docs = append(d.docs, of)
			}
			c.sides[i] = append(c.sides[i], sideFile{
				doc: of.id, path: path, title: baseName(path), profile: of.profile(), trace: of.wholeTrace(), timeline: of.wholeTimeline(),
			})
		}
	}
	c.normalisation = keptNormalisation(k.Place.Options, usualNormalisation(c))
	d.nextDoc++
	doc := &document{id: d.nextDoc, comparison: c, state: views.Loading, waiting: true, reopened: true}
	d.docs = append(d.docs, doc)
	return doc
}

// keptNormalisation is the one that was kept, or the usual one where there is none
// or it makes no sense.
func keptNormalisation(options map[string]string, usual compare.Normalisation) compare.Normalisation {
	n := compare.Normalisation{By: compare.By(options[optionBy])}
	if !slices.Contains(compare.Ways, n.By) {
		return usual
	}
	if n.By != compare.PerUnit {
		return n
	}
	n.Unit = options[optionUnitOf]
	for name, to := range map[string]*float64{optionOfBase: &n.Base, optionOfNew: &n.New} {
		x, err := strconv.ParseFloat(options[name], 64)
		if err != nil || !(x > 0) {
			return usual
		}
		*to = x
	}
	return n
}
