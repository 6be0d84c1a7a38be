// Package place writes down where a user is, and finds the place again. A place in profiles is kept by names, one
// in a trace by what its rows and spans are called there.
//
//	k := place.OfProfiles(p, "json")
//	k.String()         // v=1&focus=net%2Fhttp&search=json
//	place.Profiles(k)  // p
package place

import (
	"profstation/ask"
	"profstation/flame"
	"profstation/model/query"
	"profstation/origin/link"
)

// OfProfiles writes down a place in profiles or in their comparisons, and what is searched for.
func OfProfiles(p ask.Place, search string) link.Place {
	k := link.Place{
		Filters: p.Filters, Options: map[string]string{}, Search: search,
		Pivot: p.Pivot, Zoom: p.Zoom, ZoomCallers: p.ZoomCallers, From: p.Span.From, To: p.Span.To,
		Selected: p.Selected.Node, SelectedPath: p.Selected.Path, SelectedCallers: p.Selected.Callers,
		Also: p.Selected.Also, Hottest: p.Selected.Hottest, Drawn: p.Drawn,
	}
	start := ask.StartPlace()
	for _, o := range query.Options {
		if v := o.Value(&p.Query); !o.IsFilter() && v != o.Value(&start.Query) {
			k.Options[o.Name] = v
		}
	}
	return k
}

// Profiles returns the place in profiles.
func Profiles(k link.Place) ask.Place {
	p := ask.StartPlace()
	p.Pivot, p.Zoom, p.ZoomCallers = k.Pivot, k.Zoom, k.ZoomCallers
	p.Span = flame.Span{From: k.From, To: k.To}
	p.Selected = ask.Selection{
		Node: k.Selected, Also: k.Also, Path: k.SelectedPath, Callers: k.SelectedCallers, Hottest: k.Hottest,
	}
	for _, o := range query.Options {
		if text, ok := k.Options[o.Name]; ok && !o.IsFilter() {
			o.Set(&p.Query, text) // a value that no longer makes sense leaves the default
		}
	}
	return p.Draw(k.Drawn).Filter(k.Filters)
}
