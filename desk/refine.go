package desk

import (
	"context"
	"slices"
	"strings"

	"profstation/desk/screen"
	"profstation/loader/source"
	"profstation/model"
)

// refined sets the text of the filters of one name that are in force: the first
// of them gets it, the others go. An empty text removes them all.
func refined(filters []model.Refining, name, text string) []model.Refining {
	var out []model.Refining
	done := text == ""
	for _, f := range filters {
		if f.InForce() == name {
			if done {
				continue
			}
			f, done = model.Refining{Name: name, Text: text}, true
		}
		out = append(out, f)
	}
	if !done {
		out = append(out, model.Refining{Name: name, Text: text})
	}
	return out
}

// narrowed adds the filters that leave what figures stand for, or leave it out.
func narrowed(filters []model.Refining, i screen.Narrow) []model.Refining {
	out := slices.Clone(filters)
	for _, s := range i.To {
		f := model.Refining{Name: "tagfocus", Text: s.Text}
		if s.Without != i.Leave {
			f.Name = "tagignore"
		}
		if s.Text != "" && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// filtered is a place with other filters.
func filtered(p screen.Place, filters []model.Refining) screen.Place {
	p.Filters = filters
	p.Query = model.Refinement{Filters: filters}.Apply(p.Query)
	return p
}

// saveFilters keeps the filters in force under a name, or forgets a name.
func (d *Desk) saveFilters(i screen.SaveFilters) {
	d.saved = slices.DeleteFunc(slices.Clone(d.saved), func(r model.Refinement) bool { return r.Name == i.Name })
	if !i.Forget && i.Name != "" {
		d.saved = append(d.saved, model.Refinement{Name: i.Name, Filters: d.place().Filters})
		slices.SortFunc(d.saved, func(a, b model.Refinement) int { return strings.Compare(a.Name, b.Name) })
	}
}

// allowFolder lets source files be read from a folder, or asks for one.
func (d *Desk) allowFolder(folder string) {
	allow := func(folder string) {
		if folder == "" || slices.Contains(d.Folders, folder) {
			return
		}
		d.Folders = append(d.Folders, folder)
		s, folders := d.sources, len(d.Folders)
		go func() {
			s.With(context.Background(), func(f *source.Finder) { f.Allow(folder) })
			d.Post(func() {
				if len(d.Folders) == folders {
					d.prepare()
				}
			})
		}()
	}
	if folder != "" {
		allow(folder)
		return
	}
	d.shell.ChooseFolder(d.Folder(), allow)
}
