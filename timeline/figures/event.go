package figures

import (
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/describe"
	"profstation/timeline/wording"
)

// ScopeOf returns what a profile of an event covers. It also returns that in words, in English, since they become
// part of the profile's name. An event without a length covers nothing.
func ScopeOf(n wording.Names, o *describe.Occurrence) (scope analysis.What, of string) {
	scope.Interval = o.Time
	n = n.InEnglish()
	named, _ := describe.InspectEvent(n, o.Event)
	of = named.Name
	switch o.Kind {
	case timeline.RegionRow:
		scope.Regions = []model.StringID{n.Trace.Regions[o.Index].Type}
		if o.Go != trace.NoGo {
			scope.Goroutines = []trace.GoIndex{o.Go}
		}
		return scope, lang.English("{{.Name}} of {{.Goroutine}}", lang.With{"Name": of, "Goroutine": n.GoName(o.Go)})
	case timeline.GoroutineRow:
		scope.Goroutines = []trace.GoIndex{o.Go}
		return scope, lang.English("{{.Name}} of {{.Goroutine}}", lang.With{"Name": of, "Goroutine": n.GoName(o.Go)})
	case timeline.TaskRow:
		scope.Tasks = []trace.TaskIndex{trace.TaskIndex(o.Index)}
	}
	return scope, of
}

// ChooseEvent returns the change that chooses a task or a region in its sheet. It is nil for any other event.
func ChooseEvent(t *trace.Trace, e timeline.Event) Change {
	c := TasksChoice{Picked: true, One: true, Instance: int(e.Index)}
	switch e.Kind {
	case timeline.RegionRow:
		c.Regions, c.Type = true, t.Regions[e.Index].Type
	case timeline.TaskRow:
		c.Type = t.Tasks[e.Index].Type
	default:
		return nil
	}
	return change(func(all *Choice) {
		c.Descendants, c.Search = all.Tasks.Descendants, all.Tasks.Search
		all.Tasks = c
	})
}
