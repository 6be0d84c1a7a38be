package desk

import (
	"context"
	"errors"
	"fmt"

	"profstation/desk/screen"
)

// compareSeries compares the shown profile with the one before it in its series,
// or with the first.
func (d *Desk) compareSeries(i screen.CompareSeries) {
	f := d.followed()
	if f == nil || f.chosen == nil {
		d.refuse(errors.New("there is nothing before this: a comparison in a series needs a folder that is followed"))
		return
	}
	at := f.standing(d.active)
	if at < 1 {
		d.refuse(errors.New("this is the first profile of its series: step to a later one"))
		return
	}
	base := at - 1
	if i.First {
		base = 0
	}
	d.compareFile(f.chosen.ids[base])
}

// compareFile compares a file of a folder, as the base, with what is shown. Both
// are kept by the comparison: the folder goes on.
func (d *Desk) compareFile(path string) {
	var f *watched
	for _, doc := range d.Docs {
		if doc.folder != nil && doc.folder.byPath[path] != nil {
			f = doc.folder
		}
	}
	if f == nil || d.active == nil {
		return
	}
	now, err := sideOf([]*document{d.active})
	switch file := f.byPath[path]; {
	case err != nil:
	case path == d.active.path:
		err = errors.New("this is the shown profile itself: choose another one")
	case file.State != screen.Whole:
		err = fmt.Errorf("%s is not read yet: look at it first", file.Name)
	case f.runOf[path].series == nil:
		err = fmt.Errorf("%s is an execution trace: open it on its own to compare it", file.Name)
	}
	if err != nil {
		d.refuse(err)
		return
	}
	go func() {
		p, err := f.cache.Get(context.Background(), path)
		d.Post(func() {
			if err != nil {
				d.refuse(err)
				return
			}
			base := sideFile{doc: noDocument, path: path, title: screen.BaseName(path), profile: p}
			d.compareSides([2][]sideFile{screen.BaseSide: {base}, screen.NewSide: now}, "")
		})
	}()
}
