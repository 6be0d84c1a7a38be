package app

import (
	"profstation/flame"
	"profstation/views"
)

// move carries out the intents that lead to another place.
func (d *Desk) move(i views.Intent) {
	p := d.place()
	kind := "" // changes of the same kind in a row are one step back
	switch i := i.(type) {
	case views.Back:
		if d.history.back() {
			d.went(p)
		}
		return
	case views.Forward:
		if d.history.forward() {
			d.went(p)
		}
		return
	case views.Look:
		p.Span = i.Span
		d.history.amend(p)
		d.prepare()
		return
	case views.Refine:
		p = filtered(p, refined(p.Filters, i.Name, i.Text))
		if i.Text != "" { // removing a filter is a step of its own
			kind = "refine " + i.Name
		}
	case views.SetFilters:
		p = filtered(p, i.Filters)
		kind = "filters"
	case views.Narrow:
		p = filtered(p, narrowed(p.Filters, i))
	case views.ClearFilters:
		p = filtered(p, nil)
	case views.Ask:
		i.Change(&p.Query)
	case views.SampleType:
		p.Query.SampleIndex = i.Name
	case views.Select:
		p.Selected = i.Selection
		if i.Node != "" {
			d.display.SourceFile = "" // its own is wanted
		}
		kind = "select"
	case views.Zoom:
		p.Zoom, p.ZoomCallers, p.Span = i.Path, i.Callers, flame.Span{}
		d.zoomed++
	case views.Pivot:
		if i.Node == views.Selected {
			i.Node = p.Selected.Node
		}
		if i.Node == p.Pivot {
			return
		}
		p.Pivot = i.Node
		p.Zoom, p.ZoomCallers, p.Span = nil, false, flame.Span{}
		d.zoomed++
	}
	d.history.push(p, kind)
	d.prepare()
}

// went shows another place of the history.
func (d *Desk) went(from views.Place) {
	if d.place().Selected.Node != from.Selected.Node {
		d.display.SourceFile = ""
	}
	d.zoomed++
	d.prepare()
}

// escape undoes the innermost thing that is in force.
func (d *Desk) escape() {
	if d.kind() == traceDoc {
		d.escapeTrace()
		return
	}
	if p := d.pair(); p != nil {
		undoInTrace(p.history.current()[p.focus], func(i views.Intent) { d.movePair(p, i) })
		return
	}
	p := d.place()
	switch {
	case d.search != "":
		d.Do(views.Search{})
	case len(p.Selected.Also) > 0:
		d.Do(views.Select{Selection: views.Selection{Node: p.Selected.Node}})
	case p.Selected.Node != "":
		d.Do(views.Select{})
	case len(p.Zoom) > 0 || p.Span != (flame.Span{}):
		d.Do(views.Zoom{})
	case p.Pivot != "":
		d.Do(views.Pivot{})
	}
}
