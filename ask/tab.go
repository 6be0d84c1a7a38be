package ask

import (
	"cmp"
	"math/bits"
	"slices"

	"profstation/flame"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/series"
	"profstation/table"
)

// Tab names one of the tabs in the middle of the window.
type Tab int

// The tabs, which the table tabs describes.
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

	NoTab Tab = -1
)

// tabs has each tab's title and keys, in the order of the window. keys is nil if a tab has none of its own. [Views]
// decides which documents have a tab.
var tabs = []struct {
	tab   Tab
	title string
	keys  *Keys
}{
	{FlameTab, "Flame graph", &flameKeys},
	{GraphTab, "Call graph", &graphKeys},
	{TimelineTab, "Timeline", &timelineKeys},
	{DurationsTab, "Durations", nil},
	{GoroutinesTab, "Goroutines", &figureKeys},
	{TasksTab, "Tasks", &figureKeys},
	{GCTab, "GC", &figureKeys},
	{SchedulingTab, "Scheduling", &figureKeys},
	{TopTab, "Top", &topKeys},
	{LabelsTab, "Labels", &labelsKeys},
	{PeekTab, "Peek", &peekKeys},
	{SourceTab, "Source", &sourceKeys},
	{TrendTab, "Trend", nil},
	{OverTimeTab, "Over time", &overTimeKeys},
	{OverviewTab, "Overview", nil},
	{SummaryTab, "Summary", nil},
}

// Shown is what the visible tab of a document shows. The fields for the other tabs are nil.
type Shown struct {
	Chart    *flame.Chart
	Painter  *flame.Painter
	Top      *table.Table
	TopRows  []query.Row
	Lives    *series.Lives // of what the rows allocate; nil: not known
	Overview *Overview
	Labels   *LabelsAnswer
	Peek     *PeekAnswer
	Source   *SourceAnswer
	Trend    *TrendAnswer
	OverTime *OverTimeAnswer
}

// String returns the tab's title.
func (t Tab) String() string {
	for _, row := range tabs {
		if row.tab == t {
			return row.title
		}
	}
	return ""
}

// Tabs returns all tabs in the window's order.
func Tabs() []Tab {
	all := make([]Tab, len(tabs))
	for i, row := range tabs {
		all[i] = row.tab
	}
	return all
}

// Tabs returns the tabs that documents of the kind can fill, in order.
func (k Kind) Tabs() (can []Tab) {
	for _, row := range tabs {
		if viewWhere(func(v *View) bool { return v.Tab == row.tab && v.Of&k != 0 }) != nil {
			can = append(can, row.tab)
		}
	}
	return can
}

// Kind is a kind of document, as far as its tabs are concerned: one bit.
type Kind uint

// The kinds of documents. An empty window has the kind OfProfile.
const (
	OfProfile    Kind = 1 << iota
	OfSeries          // the profiles in a folder
	OfTrace           // an execution trace
	OfComparison      // profiles on two sides
	OfTracePair       // two traces

	// Timed is added to a kind of profiles whose samples have times, or would have if their file recorded them. It
	// is not a kind by itself.
	Timed
)

// Kinds lists all kinds.
var Kinds = []Kind{OfProfile, OfSeries, OfTrace, OfComparison, OfTracePair}

// kindNames has the kinds' names in sessions.
var kindNames = [...]string{"profile", "folder", "trace", "comparison", "traces"}

// String returns the kind's name in sessions.
func (k Kind) String() string { return kindNames[bits.TrailingZeros(uint(k))] }

// Compares reports whether documents of the kind are comparisons.
func (k Kind) Compares() bool { return k&(OfComparison|OfTracePair) != 0 }

// Keys lists the keys and gestures for one part of the window.
type Keys struct {
	Title string
	Keys  [][2]string // a key or a gesture, and what it does
}

// AllKeys returns the keys and gestures that work everywhere, then those for the tabs and for the dialog for stores.
func AllKeys() []*Keys {
	all := []*Keys{&everywhere}
	for _, row := range tabs {
		if row.keys != nil && !slices.Contains(all, row.keys) {
			all = append(all, row.keys)
		}
	}
	return append(all, &storeKeys)
}

// Keys returns the tab's keys and gestures, without those that work everywhere.
func (t Tab) Keys() *Keys {
	for _, row := range tabs {
		if row.tab == t {
			return cmp.Or(row.keys, &Keys{})
		}
	}
	return &Keys{}
}

var everywhere = Keys{"Everywhere", [][2]string{
	{"Ctrl+O", "open files"},
	{"Ctrl+W", "close the document"},
	{"Ctrl+Shift+T", "reopen what was closed last"},
	{"Ctrl+R", "reload it"},
	{"1–9", lang.Later("tabs")},
	{"Alt+← Alt+→", "back, forward"},
	{"/ or Ctrl+F", lang.Later("search")},
	{"n N", "next, previous match; Enter while typing"},
	{"Ctrl+M", "compare selected documents"},
	{"click with Ctrl", "select documents and files to compare or add up"},
	{"click with Shift", "select a range of them"},
	{"Ctrl+G", "go to a function, a document, a lane, a goroutine"},
	{"Ctrl+Shift+P", "any command of the menus, by its name"},
	{"Ctrl+L Ctrl+I", "focus on…, ignore…"},
	{"Ctrl+J", "all filters"},
	{"Ctrl+Backspace", "remove all filters"},
	{"Ctrl+E", "export the picture"},
	{"Ctrl+C", "copy the name of the selection"},
	{"Ctrl+Shift+E", "open its line in the editor"},
	{"Ctrl+N", "write a note on the selection"},
	{"Alt+PgUp Alt+PgDn", "previous, next profile of the series, or time of the store; also , and ."},
	{"Ctrl+T", "light or dark"},
	{"Ctrl+B Ctrl+D", "documents, details"},
	{"Esc", "leave an input; one step back: search, filter of a trace, selection, zoom, pivot"},
	{"Tab", "the next bar, list or picture; arrows walk within it"},
	{"Menu, Shift+F10", "the menu of the selection"},
	{"F10, Alt", "the menus of the window"},
	{"F1 ?", "the manual, this sheet"},
}}

var flameKeys = Keys{"Flame graph", [][2]string{
	{lang.Later("click"), lang.Later("select")},
	{"double click, Enter", "zoom to the box"},
	{"right click", "focus, ignore, hide, callers and callees, copy"},
	{"wheel, drag", lang.Later("move")},
	{"Ctrl+wheel, + −", "zoom at the pointer"},
	{"Shift+wheel, a d", "move sideways"},
	{lang.Later("arrows"), "walk along the tree"},
	{"h", "follow the hottest path to where it splits"},
	{"p", "callers and callees of the selection"},
	{"f, Home", "whole picture"},
}}

var graphKeys = Keys{"Call graph", [][2]string{
	{lang.Later("click"), lang.Later("select")},
	{"click with Ctrl", "select several, to focus on them or show them in Peek"},
	{"double click, Enter", "callers and callees"},
	{"right click", "as in the flame graph"},
	{"drag, wheel", "move, zoom at the pointer"},
	{"wheel with Shift, Alt", "move sideways, up and down"},
	{lang.Later("arrows"), "walk along the heaviest edges"},
	{"r", "highlight the path from the root"},
	{"n N", "next, previous match in the picture"},
	{"f, Home", "whole picture, as it opened"},
}}

var timelineKeys = Keys{"Timeline", [][2]string{
	{lang.Later("click"), "select a span, open a lane at its label"},
	{"double click, Enter", "zoom to the span"},
	{"right click", "measure, what woke it, pin, hide"},
	{"drag, wheel", lang.Later("move")},
	{"Ctrl+wheel, w s", "zoom at the pointer, in the middle"},
	{"drag with Ctrl", "zoom to an area"},
	{"Shift+wheel, a d", "move along time"},
	{"drag on the axis", "measure; with Shift anywhere"},
	{"← →", "previous or next span of the goroutine; if none is selected, the first or last visible one"},
	{"↑ ↓", "the span at that time in the lane above, below; with none selected, move"},
	{"m", "measure the selected span"},
	{"f, Home", "whole trace"},
}}

var figureKeys = Keys{"Trace figures", [][2]string{
	{"click on a name", "open it, or go to its lane"},
	{"→ ← Enter", "open, close, go to its lane"},
	{"right click", "profiles, lanes and time of it"},
	{"← → in a plot", "walk along it; Enter does what a click does, Home and End go to its ends"},
	{"drag in a plot", "measure, or choose a range"},
	{"/", "filter; Esc ends it"},
}}

var overTimeKeys = Keys{"Over time", [][2]string{
	{"drag, click", "choose the time of cells; all other tabs are of it"},
	{"drag on the axis", "choose whole columns; on the curve, too"},
	{lang.Later("arrows"), "move along the cells, or walk along the boxes"},
	{"Page keys", "head, foot of the column"},
	{"Shift+arrows", "extend to more cells"},
	{"Enter", "choose the cells, or zoom to the box"},
	{"Esc", "take the choice back"},
	{"in the flame chart", "as in the flame graph"},
}}

var topKeys = Keys{"Top", [][2]string{
	{"click on a heading", "sort; click again to reverse"},
	{"drag its right edge", "resize a column; double-click to reset it"},
	{"↑ ↓, Page keys", lang.Later("walk")},
	{"double click, Enter", "show in the flame graph"},
}}

var labelsKeys = Keys{"Labels", [][2]string{
	{lang.Later("click"), "pick a key, a value, a cell"},
	{"double click, Enter", "only these samples"},
	{"Space, then ↑ ↓", "keep a value selected and go to a second one"},
}}

var peekKeys = Keys{"Peek", [][2]string{
	{"click, → ←", "open, close a line"},
	{"double click, Enter", "show its function in Peek"},
}}

var sourceKeys = Keys{"Source", [][2]string{
	{"double click, Enter", "open the line in the editor"},
	{"click a number, → ←", "open, close the instructions of the line"},
}}

var storeKeys = Keys{"Open from a store", [][2]string{
	{"Enter", "take the input"},
	{"Ctrl+Enter", "open the selection"},
	{"drag over the curve", "choose the time that is opened; with Shift the one that it is compared with"},
	{"← → on the curve", "move the time by a step; Page keys by ten, Home and End to the ends of the curve"},
	{"Shift+← →", "move its end; so do the other keys with Shift"},
	{"Delete", "take the time back"},
}}
