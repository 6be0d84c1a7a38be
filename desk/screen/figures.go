package screen

import (
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// FigureTabs are the tabs of traces that show sheets of figures.
var FigureTabs = []Tab{GoroutinesTab, TasksTab, GCTab, SchedulingTab}

// Sheets are the sheets of these tabs, by their names in [figures.Sheets].
var Sheets = map[Tab]string{GoroutinesTab: "goroutines", TasksTab: "tasks", GCTab: "gc", SchedulingTab: "sched"}

type (
	// Choose changes the choices in the sheets of a trace.
	Choose struct{ Change figures.Change }
	// Keep keeps the measured interval, to compare it with others; Forget drops
	// one by its name.
	Keep   struct{ does }
	Forget struct{ Name string }
	// Derive opens a profile made out of the trace. Of describes Scope in words.
	Derive struct {
		Kind  analysis.ProfileKind
		Scope analysis.What
		Of    string
	}
)

func (Choose) intent() {}
func (Forget) intent() {}
func (Derive) intent() {}
