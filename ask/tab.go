package ask

import (
	"math/bits"

	"profstation/flame"
	"profstation/model"
	"profstation/table"
)

// Tab names one of the tabs in the middle of the window.
type Tab int

// The tabs. The table tabs describes them.
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
	OverTimeTab
)

// tabs has the title of each tab, the documents that have it, and its keys, in the order of the
// tabs in the window. The last column is nil for a tab without keys of its own.
var tabRows = []struct {
	tab   Tab
	title string
	of    Kind
	keys  *Keys
}{
	{FlameTab, "Flame graph", ofProfiles | OfComparison, &flameKeys},
	{GraphTab, "Call graph", ofProfiles | OfComparison, &graphKeys},
	{TimelineTab, "Timeline", OfTrace | OfTracePair, &timelineKeys},
	{DurationsTab, "Durations", OfTracePair, nil},
	{GoroutinesTab, "Goroutines", OfTrace, &figureKeys},
	{TasksTab, "Tasks", OfTrace, &figureKeys},
	{GCTab, "GC", OfTrace, &figureKeys},
	{SchedulingTab, "Scheduling", OfTrace, &figureKeys},
	{TopTab, "Top", ofProfiles | OfComparison, &topKeys},
	{LabelsTab, "Labels", ofProfiles | OfComparison, &labelsKeys},
	{PeekTab, "Peek", ofProfiles, &peekKeys},
	{SourceTab, "Source", ofProfiles, nil},
	{TrendTab, "Trend", OfSeries, nil},
	{OverTimeTab, "Over time", Timed, &overTimeKeys},
	{OverviewTab, "Overview", ofProfiles | OfTrace, nil},
	{SummaryTab, "Summary", OfComparison, nil},
}

// Shown is what the visible tab of a document shows; the fields of the other tabs are nil.
type Shown struct {
	Chart    *flame.Chart
	Painter  *flame.Painter
	Top      *table.Table
	TopRows  []model.Row
	Overview *Overview
	Labels   *LabelsAnswer
	Peek     *PeekAnswer
	Source   *SourceAnswer
	Trend    *TrendAnswer
	OverTime *OverTimeAnswer
}

// String returns the title of the tab.
func (t Tab) String() string {
	for _, row := range tabRows {
		if row.tab == t {
			return row.title
		}
	}
	return ""
}

// Tabs returns all tabs in the order of the window.
func Tabs() []Tab {
	all := make([]Tab, len(tabRows))
	for i, row := range tabRows {
		all[i] = row.tab
	}
	return all
}

// Tabs returns the tabs that documents of the kind can fill, in order.
func (k Kind) Tabs() (can []Tab) {
	for _, row := range tabRows {
		if row.of&k != 0 {
			can = append(can, row.tab)
		}
	}
	return can
}

// Kind is a kind of document, as far as its tabs are concerned: one bit.
type Kind uint

// The kinds of documents. An empty window has the kind of profiles.
const (
	OfProfile    Kind = 1 << iota
	OfSeries          // the profiles of a folder
	OfTrace           // an execution trace
	OfComparison      // of profiles
	OfTracePair       // two traces

	// Timed is added to a kind of profiles whose samples have times, or would have if their file told them. It is no
	// kind of its own.
	Timed

	ofProfiles = OfProfile | OfSeries
)

// Kinds lists all kinds.
var Kinds = []Kind{OfProfile, OfSeries, OfTrace, OfComparison, OfTracePair}

// kindNames are the names of kinds in sessions.
var kindNames = [...]string{"profile", "folder", "trace", "comparison", "traces"}

// String returns the name of the kind in sessions.
func (k Kind) String() string { return kindNames[bits.TrailingZeros(uint(k))] }

// Compares reports whether documents of the kind are comparisons.
func (k Kind) Compares() bool { return k&(OfComparison|OfTracePair) != 0 }
