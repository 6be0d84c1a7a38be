package ask

import (
	"context"
	"regexp"

	"profstation/flame"
	"profstation/graph"
	"profstation/model"
	"profstation/model/compare"
	"profstation/scene"
	"profstation/table"
)

// Request is all that an answer depends on.
type Request struct {
	Doc     int
	Name    string
	Profile *model.Profile
	Tab     Tab
	Place   Place
	Display Display
	Search  string // a regular expression; "": no search
	Zoomed  int
	Sources *Sources
	Folders int // how many folders source files are looked for in
	Trend   TrendRequest

	Says []model.Fact // what stands beside the profile, in its bundle

	Binaries map[string]string // those that may be taken apart, by their names in the profile

	// Shown makes the texts of a result show what its values stand for; nil: themselves.
	Shown func(*model.Result) error

	// Of a comparison, which has no profile of its own.
	Compared      *Pair
	Normalisation compare.Normalisation
	Mode          compare.Mode

	// Script says that no window shows the answer. The limits of the query hold, what the profile
	// lacks is an error, and nothing is laid out or painted that only a window needs.
	Script bool
	Pivot  *regexp.Regexp // the heaviest node that matches is taken in place of Place.Pivot; nil for that
}

type step func(context.Context, *Answer) error

// tabs is how the part of each tab is made, and comparedTabs the same of comparisons.
var (
	tabs = map[Tab]step{
		FlameTab:    showFlame,
		GraphTab:    showGraph,
		TopTab:      showTop,
		OverviewTab: showOverview,
		LabelsTab:   showLabels,
		PeekTab:     showPeek,
		SourceTab:   showSource,
		TrendTab:    showTrend,
		OverTimeTab: showOverTime,
	}
	comparedTabs = map[Tab]step{
		FlameTab:   showFlames,
		GraphTab:   showGraphs,
		TopTab:     showTops,
		LabelsTab:  showLabelChanges,
		SummaryTab: showSummary,
	}
)

// Compute prepares an answer. Errors of single fields, by pprof's name, stand
// beside it; what they would have changed stays as it was.
func Compute(ctx context.Context, r Request, before *Answer) (*Answer, map[string]string, error) {
	a := &Answer{Request: r, errs: map[string]string{}}
	a.Document, a.Name, a.Zoomed = r.Doc, r.Name, r.Zoomed
	if before != nil {
		a.parts = before.parts
	}
	if r.Trend.Series == nil {
		a.trend, a.ranked = kept[trendKey, *Trend]{}, ranking{}
	}
	steps := []step{evaluate, tabs[r.Tab], showDetails, blanks}
	if r.Script && r.Tab != TopTab && r.Tab != GraphTab {
		steps[1] = nil
	}
	if r.Compared != nil {
		steps = []step{evaluateSides, comparedTabs[r.Tab], showDetails, blanks}
	}
	for _, s := range steps {
		if err := ctx.Err(); err != nil {
			return nil, a.errs, err
		}
		if s == nil { // a tab that shows nothing of this kind of document
			continue
		}
		if err := s(ctx, a); err != nil {
			return nil, a.errs, err
		}
	}
	a.old = nil
	return a, a.errs, ctx.Err()
}

// UsualDisplay is how pictures are drawn unless somebody says otherwise.
func UsualDisplay(theme *scene.Theme) Display {
	q := model.DefaultQuery()
	return Display{
		Theme: theme, Coloring: flame.ByPackage, GraphNodes: graph.DefaultNodeCount,
		NodeFraction: q.NodeFraction, EdgeFraction: q.EdgeFraction, SortColumn: table.TopFlat, Descending: true,
		Compare: CompareDisplay{
			Width: compare.ByLarger, SortColumn: -1, Descending: true, DurationsColumn: -1, DurationsDescending: true,
		},
	}
}

// Script is a request without a window: a query with its limits and order, in the usual display.
func Script(q model.Query, theme *scene.Theme) Request {
	d := UsualDisplay(theme)
	d.GraphNodes, d.NodeFraction, d.EdgeFraction, d.Compare.Width = q.NodeCount, q.NodeFraction, q.EdgeFraction, compare.ByNew
	if q.Sort == model.ByCum {
		d.SortColumn, d.Labels.Cum, d.Compare.Cum = table.TopCum, true, true
	}
	return Request{Script: true, Place: Place{Query: q}, Display: d}
}
