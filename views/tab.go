// Package views has the bars, panels and lists around the window's tabs, and the table with their views ([Tabs]).
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

// tabs says which view fills each tab for a document, and for a comparison; nil: there is no such tab.
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
	ask.SummaryTab:    {comparison: func(t *Tabs) surface.View { return tables.NewSummary(t.send) }},
}

func figures(tab ask.Tab) func(*Tabs) surface.View {
	return func(t *Tabs) surface.View { return timelineview.NewFigures(tab, t.send, t.post) }
}

// Tabs holds the tabs' views. Each is made when it is first asked for.
type Tabs struct {
	send screen.Send
	post func(func())
	made [2]map[ask.Tab]surface.View // for a document, for a comparison
}

// NewTabs makes a window's views. post runs a function on the UI goroutine.
func NewTabs(send screen.Send, post func(func())) *Tabs {
	return &Tabs{send: send, post: post, made: [2]map[ask.Tab]surface.View{{}, {}}}
}

// View returns a tab's view, for a document or for a comparison.
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
