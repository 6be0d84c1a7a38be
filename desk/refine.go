package desk

import (
	"slices"

	"profstation/desk/screen"
	"profstation/model"
)

// refined sets the text of the filters of one name that are in force: the first
// of them gets it, the others are removed. An empty text removes them all.
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

// narrowed adds filters that keep only what figures stand for, or leave it out.
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

// filtered returns a place with other filters.
func filtered(p screen.Place, filters []model.Refining) screen.Place {
	p.Filters = filters
	p.Query = model.Refinement{Filters: filters}.Apply(p.Query)
	return p
}
