package screen

// Tab names one of the tabs in the middle of the window.
type Tab int

// The tabs. The table tabs says what they are.
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

// The kinds of documents that a tab is for. They can be added.
const (
	ofProfile    = 1 << iota
	ofSeries     // the profiles of a folder
	ofTrace      // an execution trace
	ofComparison // of profiles
	ofTracePair  // two traces

	ofProfiles = ofProfile | ofSeries
)

// tabs says what each tab is called, which documents have it and what keys do in
// it, in the order in which tabs stand in the window. The last column is nil for a
// tab without keys of its own.
var tabs = []struct {
	tab   Tab
	title string
	of    int
	keys  *Keys
}{
	{FlameTab, "Flame graph", ofProfiles | ofComparison, &flameKeys},
	{GraphTab, "Call graph", ofProfiles | ofComparison, &graphKeys},
	{TimelineTab, "Timeline", ofTrace | ofTracePair, &timelineKeys},
	{DurationsTab, "Durations", ofTracePair, nil},
	{GoroutinesTab, "Goroutines", ofTrace, &figureKeys},
	{TasksTab, "Tasks", ofTrace, &figureKeys},
	{GCTab, "GC", ofTrace, &figureKeys},
	{SchedulingTab, "Scheduling", ofTrace, &figureKeys},
	{TopTab, "Top", ofProfiles | ofComparison, &topKeys},
	{LabelsTab, "Labels", ofProfiles | ofComparison, &labelsKeys},
	{PeekTab, "Peek", ofProfiles, &peekKeys},
	{SourceTab, "Source", ofProfiles, nil},
	{TrendTab, "Trend", ofSeries, nil},
	{OverviewTab, "Overview", ofProfiles | ofTrace, nil},
	{SummaryTab, "Summary", ofComparison, nil},
}

// String returns the title of the tab.
func (t Tab) String() string {
	for _, row := range tabs {
		if row.tab == t {
			return row.title
		}
	}
	return ""
}

// The tabs that documents of each kind can fill, in their order. An empty window
// shows those of profiles.
var (
	ProfileTabs    = tabsOf(ofProfile)
	SeriesTabs     = tabsOf(ofSeries)
	TraceTabs      = tabsOf(ofTrace)
	ComparisonTabs = tabsOf(ofComparison)
	ContrastTabs   = tabsOf(ofTracePair)
)

func tabsOf(kind int) []Tab {
	var of []Tab
	for _, row := range tabs {
		if row.of&kind != 0 {
			of = append(of, row.tab)
		}
	}
	return of
}
