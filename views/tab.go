// Package views has the bars, panels and lists around the tabs of the window, and the table of their views ([Tabs]).
//
// A view shows a [screen.Snapshot], which has all that it needs, and answers with intents: it never
// loads, filters or computes, and never calls another view.
package views

import (
	"profstation/ask"
	"profstation/desk/screen"
	flameview "profstation/views/flame"
	graphview "profstation/views/graph"
	"profstation/views/overtime"
	"profstation/views/surface"
	"profstation/views/tables"
	timelineview "profstation/views/timeline"
)

// tabs says which view fills each tab of a document, and of a comparison; nil: there is no such tab.
var tabs = map[ask.Tab]struct{ one, comparison func(*Tabs) surface.View }{
	ask.FlameTab: {
		func(t *Tabs) surface.View { return flameview.New(t.send, t.post) },
		func(t *Tabs) surface.View { return flameview.NewSides(t.send, t.post) },
	},
	ask.GraphTab: {
		func(t *Tabs) surface.View { return graphview.New(t.send) },
		func(t *Tabs) surface.View { return graphview.NewSides(t.send) },
	},
	ask.TimelineTab: {
		func(t *Tabs) surface.View { return timelineview.New(t.send, t.post) },
		func(t *Tabs) surface.View { return timelineview.NewSides(t.send, t.post) },
	},
	ask.TopTab: {
		func(t *Tabs) surface.View { return tables.NewTop(t.send) },
		func(t *Tabs) surface.View { return tables.NewTopSides(t.send) },
	},
	ask.LabelsTab: {
		func(t *Tabs) surface.View { return tables.NewLabels(t.send) },
		func(t *Tabs) surface.View { return tables.NewDiff(ask.LabelsTab, t.send) },
	},
	ask.PeekTab:       {one: func(t *Tabs) surface.View { return tables.NewPeek(t.send, t.post) }},
	ask.SourceTab:     {one: func(t *Tabs) surface.View { return tables.NewSource(t.send) }},
	ask.TrendTab:      {one: func(t *Tabs) surface.View { return tables.NewTrend(t.send) }},
	ask.OverTimeTab:   {one: func(t *Tabs) surface.View { return overtime.New(t.send, t.post) }},
	ask.OverviewTab:   {one: func(t *Tabs) surface.View { return tables.NewOverview(t.send) }},
	ask.GoroutinesTab: {one: figures(ask.GoroutinesTab)},
	ask.TasksTab:      {one: figures(ask.TasksTab)},
	ask.GCTab:         {one: figures(ask.GCTab)},
	ask.SchedulingTab: {one: figures(ask.SchedulingTab)},
	ask.DurationsTab:  {comparison: func(t *Tabs) surface.View { return tables.NewDiff(ask.DurationsTab, t.send) }},
	ask.SummaryTab:    {comparison: func(*Tabs) surface.View { return tables.NewSummary() }},
}

func figures(tab ask.Tab) func(*Tabs) surface.View {
	return func(t *Tabs) surface.View { return timelineview.NewFigures(tab, t.send, t.post) }
}

// Tabs holds the views of the tabs. Each is made when it is first asked for.
type Tabs struct {
	send screen.Send
	post func(func())
	made [2]map[ask.Tab]surface.View // of a document, of a comparison
}

// NewTabs makes the views of a window. post runs a function on the UI goroutine.
func NewTabs(send screen.Send, post func(func())) *Tabs {
	return &Tabs{send: send, post: post, made: [2]map[ask.Tab]surface.View{{}, {}}}
}

// View returns the view of a tab, of a document or of a comparison.
func (t *Tabs) View(tab ask.Tab, comparison bool) surface.View {
	of, made := tabs[tab].one, t.made[0]
	if comparison {
		of, made = tabs[tab].comparison, t.made[1]
	}
	v := made[tab]
	if v == nil {
		v = of(t)
		v.Unused(func(r rune) { Rune(t.send, r) })
		made[tab] = v
	}
	return v
}
