package desk

import (
	"profstation/desk/answer"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/series"
)

// move carries out the intents that lead to another place.
func (d *Desk) move(i screen.Intent) {
	p := d.place()
	kind := "" // changes of the same kind in a row are one step back
	switch i := i.(type) {
	case screen.Back:
		if d.history.back() {
			d.went(p)
		}
		return
	case screen.Forward:
		if d.history.forward() {
			d.went(p)
		}
		return
	case screen.Look:
		p.Span = i.Span
		d.history.amend(p)
		d.prepare()
		return
	case screen.Refine:
		p = filtered(p, refined(p.Filters, i.Name, i.Text))
		if i.Text != "" { // removing a filter is a step of its own
			kind = "refine " + i.Name
		}
	case screen.SetFilters:
		p = filtered(p, i.Filters)
		kind = "filters"
	case screen.Narrow:
		p = filtered(p, narrowed(p.Filters, i))
	case screen.ClearFilters:
		p = filtered(p, nil)
	case screen.Ask:
		i.Change(&p.Query)
	case screen.SampleType:
		p.Query.SampleIndex = i.Name
	case screen.Select:
		p.Selected = i.Selection
		if i.Node != "" {
			d.Display.SourceFile = "" // its own is wanted
		}
		kind = "select"
	case screen.Zoom:
		p.Zoom, p.ZoomCallers, p.Span = i.Path, i.Callers, flame.Span{}
		d.zoomed++
	case screen.Pivot:
		if i.Node == screen.Selected {
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
func (d *Desk) went(from screen.Place) {
	if d.place().Selected.Node != from.Selected.Node {
		d.Display.SourceFile = ""
	}
	d.zoomed++
	d.prepare()
}

// escape undoes the innermost thing that is in force.
func (d *Desk) escape() {
	if d.Kind() == traceDoc {
		d.escapeTrace()
		return
	}
	if p := d.pair(); p != nil {
		undoInTrace(p.history.current()[p.focus], func(i screen.Intent) { d.movePair(p, i) })
		return
	}
	p := d.place()
	switch {
	case d.search != "":
		d.Do(screen.Search{})
	case len(p.Selected.Also) > 0:
		d.Do(screen.Select{Selection: screen.Selection{Node: p.Selected.Node}})
	case p.Selected.Node != "":
		d.Do(screen.Select{})
	case len(p.Zoom) > 0 || p.Span != (flame.Span{}):
		d.Do(screen.Zoom{})
	case p.Pivot != "":
		d.Do(screen.Pivot{})
	}
}

// trend is what a trend of the active document would be made of.
func (d *Desk) trend() answer.TrendRequest {
	f := d.followed()
	if f == nil || f.chosen == nil || f.chosen.series == nil {
		return answer.TrendRequest{}
	}
	return answer.TrendRequest{Series: f.chosen.series, Changed: f.chosen.changed, Path: d.active.path, Filtered: &f.chosen.filtered, Read: readProfile}
}

// showTrend goes to the trend of a function, of all with an empty name.
func (d *Desk) showTrend(name string) {
	if name == screen.Selected {
		name = d.place().Selected.Node
	}
	if d.Kind() != followedDoc {
		d.Notice = lang.L("A trend needs several profiles of one kind: File, Watch a folder … follows the folder that they are in.")
		d.Publish()
		return
	}
	choice := &d.Display.Trend
	if choice.By == series.Labels || choice.By == series.Stacks || name != "" {
		choice.By, choice.Key = "", ""
	}
	if choice.Name = name; name != "" {
		choice.By = series.Functions
	}
	d.showTab(screen.TrendTab)
}
