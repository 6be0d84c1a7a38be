package screen

// Tab names one of the tabs in the middle of the window.
type Tab int

// The tabs. Which of them are there, and in which order, follows from what the
// document is.
const (
	FlameTab Tab = iota
	GraphTab
	TopTab
	OverviewTab
	TimelineTab
	LabelsTab
	PeekTab
	SourceTab
	GoroutinesTab
	TrendTab
	SummaryTab
	DurationsTab
	TasksTab
	GCTab
	SchedulingTab
)

var tabTitles = [...]string{
	FlameTab: "Flame graph", GraphTab: "Call graph", TopTab: "Top", OverviewTab: "Overview",
	TimelineTab: "Timeline", LabelsTab: "Labels", PeekTab: "Peek", SourceTab: "Source",
	GoroutinesTab: "Goroutines", TasksTab: "Tasks", GCTab: "GC", SchedulingTab: "Scheduling",
	TrendTab:     "Trend",
	SummaryTab:   "Summary",
	DurationsTab: "Durations",
}

// String is the title of the tab.
func (t Tab) String() string { return tabTitles[t] }

// ProfileTabs, TraceTabs and ComparisonTabs are the tabs that documents of each kind can fill,
// in their order. An empty window shows those of profiles.
var (
	ProfileTabs    = []Tab{FlameTab, GraphTab, TopTab, LabelsTab, PeekTab, SourceTab, OverviewTab}
	ContrastTabs   = []Tab{TimelineTab, DurationsTab} // of two traces
	ComparisonTabs = []Tab{FlameTab, GraphTab, TopTab, LabelsTab, SummaryTab}
	TraceTabs      = []Tab{TimelineTab, GoroutinesTab, TasksTab, GCTab, SchedulingTab, OverviewTab}
	// SeriesTabs are those of the profiles of a folder.
	SeriesTabs = []Tab{FlameTab, GraphTab, TopTab, LabelsTab, PeekTab, SourceTab, TrendTab, OverviewTab}
)
