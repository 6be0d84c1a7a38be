package desk

import (
	"strconv"
	"strings"
	"time"

	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/flame"
	"profstation/model"
	"profstation/timeline"
)

// The names under which the query of lanes is kept.
const (
	optionOrder = "order"
	optionKinds = "kinds"
	optionTop   = "top"
	optionLeast = "least"
	optionIDs   = "goroutines"
	lanesFilter = "lanes"
)

// usualQuery is the query of a place before any question.
func usualQuery() model.Query { return model.DefaultQuery().Whole() }

// laneSwitches are the switches of the lanes of a trace.
func laneSwitches(q *timeline.Query) map[string]*bool {
	return map[string]*bool{"reverse": &q.Reverse, "flat": &q.Flat}
}

// keepPlace returns a place as it is kept.
func keepPlace(p screen.Place, search string) session.Place {
	k := session.Place{
		Filters: keepFilters(p.Filters), Options: map[string]string{}, Search: search,
		Pivot: p.Pivot, Zoom: p.Zoom, ZoomCallers: p.ZoomCallers, From: p.Span.From, To: p.Span.To,
		Selected: p.Selected.Node, SelectedPath: p.Selected.Path,
	}
	usual := usualQuery()
	for _, o := range model.Options {
		if v := o.Value(&p.Query); !o.IsFilter() && v != o.Value(&usual) {
			k.Options[o.Name] = v
		}
	}
	return k
}

// restorePlace returns the place that was kept. The query reports values that
// make no sense any more, as if they had been typed.
func restorePlace(k session.Place) screen.Place {
	p := screen.Place{
		Query: usualQuery(), Pivot: k.Pivot, Zoom: k.Zoom, ZoomCallers: k.ZoomCallers,
		Span:     flame.Span{From: k.From, To: k.To},
		Selected: screen.Selection{Node: k.Selected, Path: k.SelectedPath},
	}
	for _, o := range model.Options {
		if text, ok := k.Options[o.Name]; ok && !o.IsFilter() {
			o.Set(&p.Query, text) // a value that makes no sense any more leaves the usual one
		}
	}
	return filtered(p, restoreFilters(k.Filters))
}

// keepTracePlace returns a place in a trace as it is kept.
func keepTracePlace(t *timeline.Timeline, p screen.TracePlace) session.Place {
	k := session.Place{Options: map[string]string{}, Begin: int64(p.Window.From), End: int64(p.Window.To), Traced: keepTraced(t, p)}
	if p.Lanes.MinDuration > 0 {
		k.Options[optionLeast] = p.Lanes.MinDuration.String()
	}
	for _, id := range p.Lanes.IDs {
		k.Options[optionIDs] = strings.TrimPrefix(k.Options[optionIDs]+","+strconv.FormatInt(id, 10), ",")
	}
	if p.Lanes.Filter != "" {
		k.Filters = []session.Filter{{Name: lanesFilter, Text: p.Lanes.Filter}}
	}
	if p.Lanes.Sort != timeline.ByStart {
		k.Options[optionOrder] = p.Lanes.Sort.String()
	}
	if p.Lanes.Kinds != 0 {
		k.Options[optionKinds] = strconv.Itoa(int(p.Lanes.Kinds))
	}
	if p.Top > 0 {
		k.Options[optionTop] = strconv.FormatFloat(p.Top, 'f', 0, 64)
	}
	keepSwitches(k.Options, laneSwitches(&p.Lanes))
	return k
}

func restoreTracePlace(k session.Place) screen.TracePlace {
	var p screen.TracePlace
	p.Window = timeline.Window{From: float64(k.Begin), To: float64(k.End)}
	for _, f := range k.Filters {
		if f.Name == lanesFilter {
			p.Lanes.Filter = f.Text
		}
	}
	for _, o := range timeline.Orders {
		if o.String() == k.Options[optionOrder] {
			p.Lanes.Sort = o
		}
	}
	if n, err := strconv.ParseUint(k.Options[optionKinds], 10, 16); err == nil {
		p.Lanes.Kinds = timeline.KindSet(n)
	}
	if top, err := strconv.ParseFloat(k.Options[optionTop], 64); err == nil && top >= 0 {
		p.Top = top
	}
	if d, err := time.ParseDuration(k.Options[optionLeast]); err == nil && d > 0 {
		p.Lanes.MinDuration = d
	}
	for _, text := range strings.FieldsFunc(k.Options[optionIDs], func(r rune) bool { return r == ',' }) {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			p.Lanes.IDs = append(p.Lanes.IDs, id)
		}
	}
	restoreSwitches(k.Options, laneSwitches(&p.Lanes))
	if k.Traced != nil {
		p.Choice = restoreChoice(k.Traced.Choices)
	}
	return p
}

func keepFilters(all []model.Refining) []session.Filter {
	var kept []session.Filter
	for _, f := range all {
		kept = append(kept, session.Filter{Name: f.Name, Text: f.Text, Off: f.Off, Inverted: f.Inverted})
	}
	return kept
}

func restoreFilters(kept []session.Filter) []model.Refining {
	var all []model.Refining
	for _, f := range kept {
		all = append(all, model.Refining{Name: f.Name, Text: f.Text, Off: f.Off, Inverted: f.Inverted})
	}
	return all
}

func setText(to map[string]string, name, text string) {
	if text != "" {
		to[name] = text
	}
}

// keepSwitches keeps the switches that are on.
func keepSwitches(to map[string]string, all map[string]*bool) {
	for name, on := range all {
		if *on {
			to[name] = "true"
		}
	}
}

func restoreSwitches(from map[string]string, all map[string]*bool) {
	for name, on := range all {
		*on = from[name] == "true"
	}
}
