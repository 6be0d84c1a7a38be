package ask

import (
	"context"
	"slices"

	"profstation/flame"
	"profstation/graph"
	"profstation/heatmap"
	"profstation/loader/foreign"
	"profstation/loader/pprof"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline/figures"
)

// View is one way to look at a document: a picture, figures, or both. Windows show it in a tab.
type View struct {
	Name string // on the command line, and in file names; "" if it is not written
	Tab  Tab    // the tab that shows it; [NoTab]: only scripts have it
	Of   Kind   // the documents that have it

	// Side names the view of one profile, or trace, if this view shows the same for both sides:
	// on the command line it has that name and a base. "": none.
	Side     string
	Windowed bool               // only the window has the view
	shown    func(*Answer) bool // whether a window whose tab shows the answer shows the view; nil: none does

	Programs bool // it shows instructions, which stand in the program and not in the profile

	sums bool // it adds values up: means do not apply to it

	need step // makes what both the tab and files need
	show step // makes what only the tab needs

	Picture func(context.Context, *Answer, Look) (scene.Picture, error)

	// Files with figures and stacks. Figures says what a CSV has, if it is more, or less, than the view.
	CSV, JSON, DOT, Markdown, Text, Pprof, Speedscope, Collapsed Maker
	Figures                                                      string
}

func always(*Answer) bool { return true }

// Filtered names the view that is the profile the filters leave.
const Filtered = "profile"

// ofProfiles has the kinds whose documents show a profile.
const ofProfiles = OfProfile | OfSeries

// Views lists all views, in the order in which a window looks for the one it shows.
var Views = slices.Concat([]View{
	{Name: "flame", Tab: FlameTab, Of: ofProfiles, sums: true, show: showFlame, shown: func(a *Answer) bool { return a.Chart != nil },
		Picture: flamePicture, CSV: made(allBoxes, (*flame.Chart).WriteCSV), JSON: made(allBoxes, (*flame.Chart).WriteJSON)},
	{Name: "graph", Tab: GraphTab, Of: ofProfiles, need: showGraph, shown: func(a *Answer) bool { return a.Charts[OnlyGraph] != nil },
		Picture: graphPicture, CSV: made(pprofGraph, (*graph.Graph).WriteCSV), Figures: edgesAlone,
		DOT: made(pprofGraph, (*graph.Graph).WriteDOT)},
	{Name: "top", Tab: TopTab, Of: ofProfiles, need: showTop, shown: func(a *Answer) bool { return a.Top != nil },
		Picture: topPicture, CSV: prepared(func(a *Answer) Write { return a.Top.WriteCSV }), JSON: plain(topJSON), Text: plain(topText)},
	{Name: "pivot", Tab: LabelsTab, Of: ofProfiles, sums: true, show: showLabels,
		shown:   func(a *Answer) bool { return a.Labels != nil && a.Labels.Pivot != nil },
		Picture: pivotPicture, CSV: plain(pivotCSV), JSON: plain(pivotJSON)},
	reported(View{Name: "labels", Tab: LabelsTab, Of: ofProfiles, shown: func(a *Answer) bool { return a.Labels != nil && a.Labels.At >= 0 }},
		reportOf(table.Labels), "This profile has no labels, or none match the filters."),
	reported(View{Name: "peek", Tab: PeekTab, Of: ofProfiles, show: showPeek,
		shown: func(a *Answer) bool { return a.Peek != nil }}, peekReport, noNodes),
	{Name: "assembly", Tab: SourceTab, Of: ofProfiles, Windowed: true, show: showSource,
		shown: func(a *Answer) bool { return hasSource(a) && a.Source.Source.Listing == nil },
		CSV:   prepared(func(a *Answer) Write { return a.Source.Table.WriteCSV })},
	reported(View{Name: "list", Tab: SourceTab, Of: ofProfiles, shown: hasSource}, listReport, "No lines match the filters."),
	reported(View{Name: "weblist", Tab: NoTab, Of: ofProfiles, Programs: true}, weblistReport, "No lines match the filters."),
	reported(View{Name: "disasm", Tab: NoTab, Of: ofProfiles, Programs: true}, disasmReport, noNodes),
	reported(View{Name: "tree", Tab: NoTab, Of: ofProfiles}, reportOf(table.Tree), noNodes),
	reported(View{Name: "traces", Tab: NoTab, Of: ofProfiles}, reportOf(table.Traces), noSamples),
	{Name: "raw", Tab: NoTab, Of: ofProfiles, Text: left(pprof.WriteRaw)},
	{Name: "callgrind", Tab: NoTab, Of: ofProfiles, Text: callgrind},
	{Name: "comments", Tab: NoTab, Of: ofProfiles, Text: left(pprof.WriteComments)},
	{Name: "topproto", Tab: NoTab, Of: ofProfiles, Pprof: left(pprof.WriteTop)},
	{Name: Filtered, Tab: OverviewTab, Of: ofProfiles, show: showOverview, shown: always,
		Pprof: left(pprof.Write), Speedscope: left(foreign.WriteSpeedscope), Collapsed: left(foreign.WriteCollapsed)},

	{Name: "heatmap", Tab: OverTimeTab, Of: Timed, sums: true, show: showOverTime,
		shown:   func(a *Answer) bool { return a.OverTime != nil && a.OverTime.Heat != nil },
		Picture: heatPicture, CSV: made(heatCells, heatmap.Cells.WriteCSV), Figures: "CSV, the cells"},
	{Name: "flamechart", Tab: OverTimeTab, Of: Timed, sums: true, shown: func(a *Answer) bool { return a.OverTime != nil && a.OverTime.Chart != nil },
		Picture: timePicture, CSV: made(allTimeBoxes, (*flame.TimeChart).WriteCSV), Figures: "CSV, the boxes"},

	{Name: "trend", Tab: TrendTab, Of: OfSeries, need: needTrend, show: showTrend, shown: func(a *Answer) bool { return a.Series != nil },
		Picture: trendPicture, CSV: prepared(func(a *Answer) Write { return a.Series.Trend.WriteCSV })},
	{Name: "growth", Tab: NoTab, Of: OfSeries, need: needGrowth,
		Picture: growthPicture, CSV: prepared(func(a *Answer) Write { return a.Series.Growth.WriteCSV })},

	{Name: "sides", Tab: FlameTab, Of: OfComparison, sums: true, Side: "flame", need: showFlames, shown: hasOther,
		Picture: flamesPicture, CSV: made(diffBoxes, (*flame.Chart).WriteCSV), Figures: boxesOfBoth},
	{Name: "difference", Tab: FlameTab, Of: OfComparison, sums: true, Windowed: true, shown: always,
		Picture: differencePicture, CSV: made(diffBoxes, (*flame.Chart).WriteCSV), Figures: boxesOfBoth},
	{Name: "graphs", Tab: GraphTab, Of: OfComparison, Side: "graph", need: showGraphs,
		shown: func(a *Answer) bool {
			return hasOther(a) && a.Charts[BaseGraph] != nil && a.Charts[NewGraph] != nil
		},
		Picture: graphsPicture, CSV: prepared(edgesOfBoth), Figures: "CSV, the edges of both sides"},
	{Name: "graph", Tab: GraphTab, Of: OfComparison, Windowed: true, need: showGraphs,
		shown:   func(a *Answer) bool { return !hasOther(a) && a.Charts[OnlyGraph] != nil },
		Picture: graphPicture, CSV: made(pprofGraph, (*graph.Graph).WriteCSV), Figures: edgesAlone,
		DOT: made(pprofGraph, (*graph.Graph).WriteDOT)},
	{Name: "tops", Tab: TopTab, Of: OfComparison, sums: true, Side: "top", need: showTops, shown: hasOther,
		Picture: topsPicture, CSV: prepared(topsFigures), Figures: "CSV, exact figures of both sides"},
	{Name: "changes", Tab: TopTab, Of: OfComparison, sums: true, Windowed: true, shown: always,
		Picture: changesPicture, CSV: prepared(changesFigures), JSON: prepared(changesReport)},
	{Name: "labels", Tab: LabelsTab, Of: OfComparison, sums: true, Windowed: true, need: showLabelChanges, shown: always,
		Picture: changesPicture, CSV: prepared(changesFigures)},
	{Name: "diff", Tab: NoTab, Of: OfComparison, sums: true, need: showTops,
		Picture: differencePicture, CSV: prepared(changesFigures), JSON: prepared(changesReport)},
	{Name: "summary", Tab: SummaryTab, Of: OfComparison, sums: true, need: showSummary, shown: always, Markdown: prepared(summary)},

	{Name: "timeline", Tab: TimelineTab, Of: OfTrace, need: showLanes, shown: func(a *Answer) bool { return a.Trace.Lanes != nil },
		Picture: timelinePicture, CSV: spans, Figures: "CSV, the visible spans"},
	{Tab: OverviewTab, Of: OfTrace, show: showTraceOverview},
	{Name: "timelines", Tab: TimelineTab, Of: OfTracePair, Side: "timeline", need: showTimelines,
		shown:   func(a *Answer) bool { return a.Sides[NewSide] != nil },
		Picture: timelinesPicture},
	{Name: "durations", Tab: DurationsTab, Of: OfTracePair, need: needDurations, shown: func(a *Answer) bool { return a.Durations != nil },
		Picture: durationsPicture, CSV: prepared(func(a *Answer) Write { return durationsTable(a).WriteCSV })},
}, sheetViews())

const (
	edgesAlone  = "CSV, the edges"
	boxesOfBoth = "CSV, all boxes with both sides"
)

// sheetViews returns a trace's views with figures, with or without a tab.
func sheetViews() (all []View) {
	for _, k := range figures.Sheets {
		tab := NoTab
		for t, name := range Sheets {
			if name == k.Name {
				tab = t
			}
		}
		all = append(all, sheetView(k.Name, tab))
	}
	return all
}

// Find finds a view by the kind of its documents and its name, nil if there is none.
func Find(of Kind, name string) *View {
	return viewWhere(func(v *View) bool { return v.Of&of != 0 && v.Name == name })
}

func viewWhere(is func(*View) bool) *View {
	for i := range Views {
		if v := &Views[i]; is(v) {
			return v
		}
	}
	return nil
}

// Formats lists the formats that the view is written in.
func (v *View) Formats() (all []Format) {
	for _, f := range Formats {
		if f.Drawn && v.Picture == nil || !f.Drawn && f.of(v) == nil {
			continue
		}
		f.View = v
		if f.Ending == CSV && v.Figures != "" {
			f.label = v.Figures
		}
		all = append(all, f)
	}
	return all
}

// Format finds one of the view's formats by its ending, nil if it has none.
func (v *View) Format(ending string) *Format {
	for _, f := range v.Formats() {
		if f.Ending == ending {
			return &f
		}
	}
	return nil
}

// View returns the view that a window with the answer shows, nil if it shows none that can be written.
func (a *Answer) View() *View {
	of := a.Request.kind()
	return viewWhere(func(v *View) bool { return v.Of&of != 0 && v.Tab == a.Request.Tab && v.shown != nil && v.shown(a) })
}

// Formats lists the formats for the view that a window shows, or for one panel, "" for all. Every view of a
// profile can also be written as the profile that the filters leave.
func (a *Answer) Formats(panel string) []Format {
	v := a.View()
	if v == nil {
		return nil
	}
	all := v.Formats()
	switch {
	case a.Request.Profile != nil && v.Name != Filtered:
		all = append(all, Find(OfProfile, Filtered).Formats()...)
	case a.Trace != nil && a.Trace.plot(a.Request.Tab, panel):
		all = slices.DeleteFunc(all, func(f Format) bool { return !f.Drawn })
	}
	return all
}
