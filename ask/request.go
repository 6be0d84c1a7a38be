package ask

import (
	"context"
	"regexp"

	"profstation/ask/finding"
	"profstation/flame"
	"profstation/graph"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/model/series"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
	"profstation/timeline/figures"
)

// Request has everything that an answer depends on.
type Request struct {
	Doc     int
	Name    string
	Profile *model.Profile
	Tab     Tab
	View    *View // for a script, which has no tabs; nil: what the tab shows
	Place   Place
	Display Display
	Search  string // a regular expression; "": no search
	Zoomed  int
	Sources *Sources
	Folders int // in how many folders source files are looked for
	Trend   TrendRequest

	Limits    finding.Limits // thresholds that the user has set for what stands out
	Dismissed []string       // what stands out in a comparison and the user does not want to see, by the keys

	Says []model.Fact // what the profile's bundle says about it

	Binaries map[string]string // those that may be taken apart, by their names in the profile

	// Shown replaces a result's texts by what its values stand for; nil leaves them as they are.
	Shown func(*query.Result) error

	Compiled *Compiled // what the compiler says of the profile's code; nil: nobody has allowed to compile it

	// For a comparison, which has no profile of its own.
	Compared      *Pair
	Normalisation compare.Normalisation
	Mode          compare.Mode

	// For an execution trace, which has places of its own.
	Timeline *timeline.Timeline
	Figures  *figures.Source
	Traced   TracePlace
	Moved    int
	Reveal   *Reveal
	Sides    *[2]Request // for each timeline, if there are two traces

	// Functions is a regular expression for the functions that a script's peek and list are about.
	// If it is "", the query's focus names them. Layout lays out a call graph that no window has laid out.
	Functions string
	Layout    func(context.Context, *graph.Graph) (*graph.Chart, error)

	// Script says that no window shows the answer. The query's limits hold, what the profile
	// lacks is an error, and nothing is laid out or painted that only a window needs.
	Script bool
	Pivot  *regexp.Regexp // its heaviest match replaces Place.Pivot; nil to use Place.Pivot
}

// step makes one part of an answer.
type step func(context.Context, *Answer) error

// kind returns what the request is about. A profile may belong to a series, and its samples may have times.
func (r *Request) kind() Kind {
	switch {
	case r.Figures != nil || r.Timeline != nil:
		return OfTrace
	case r.Sides != nil, r.Compared != nil && r.Compared.Traces != nil:
		return OfTracePair
	case r.Compared != nil:
		return OfComparison
	case r.Profile == nil:
		return OfSeries
	}
	return ofProfiles | Timed
}

// view returns a script's view, or the first that the tab shows.
func (r *Request) view() *View {
	v, of := r.View, r.kind()
	if v == nil {
		v = viewWhere(func(v *View) bool { return v.Of&of != 0 && v.Tab == r.Tab })
	}
	if v == nil { // the tab shows nothing for such a document
		v = &View{}
	}
	return v
}

// steps returns what makes an answer to the request, in order.
func (r *Request) steps() []step {
	v, of := r.view(), r.kind()
	view := []step{v.need, v.show}
	if r.Script {
		view = view[:1]
	}
	switch of {
	case OfTrace:
		return append([]step{follow}, view...)
	case OfTracePair, OfSeries:
		return view
	case OfComparison:
		view = append([]step{evaluateSides}, view...)
	default:
		view = append([]step{evaluate}, view...)
	}
	return append(view, showDetails, blanks)
}

// Compute makes an answer. It takes over what is still valid in the previous one, or nothing if before is nil.
// The map has errors of single fields, by pprof's name; what they would have changed stays as it was.
func Compute(ctx context.Context, r Request, before *Answer) (*Answer, map[string]string, error) {
	a := &Answer{Request: r, errs: map[string]string{}}
	a.Document, a.Name, a.Zoomed = r.Doc, r.Name, r.Zoomed
	if before != nil {
		a.parts, a.before = before.parts, before
	}
	if r.Trend.Series == nil {
		a.trend, a.ranked, a.lives = kept[trendKey, *Trend]{}, ranking{}, kept[livesKey, *series.Lives]{}
	}
	for _, s := range r.steps() {
		if err := ctx.Err(); err != nil {
			return nil, a.errs, err
		}
		if s == nil {
			continue
		}
		if err := s(ctx, a); err != nil {
			return nil, a.errs, err
		}
	}
	a.old, a.before = nil, nil
	return a, a.errs, ctx.Err()
}

// DefaultDisplay returns how pictures are drawn unless somebody says otherwise.
func DefaultDisplay(theme *scene.Theme) Display {
	q := query.Default()
	return Display{
		Theme: theme, Coloring: flame.ByPackage, GraphNodes: graph.DefaultNodeCount,
		NodeFraction: q.NodeFraction, EdgeFraction: q.EdgeFraction, SortColumn: table.TopFlat, Descending: true,
		Compare: CompareDisplay{
			Width: compare.ByLarger, SortColumn: -1, Descending: true, DurationsColumn: -1, DurationsDescending: true,
		},
	}
}

// Script returns a request without a window: a query with its limits and order, in the usual display.
func Script(q query.Query, theme *scene.Theme) Request {
	d := DefaultDisplay(theme)
	d.GraphNodes, d.NodeFraction, d.EdgeFraction, d.Compare.Width = q.NodeCount, q.NodeFraction, q.EdgeFraction, compare.ByNew
	if q.Sort == query.ByCum {
		d.SortColumn, d.Labels.Cum, d.Compare.Cum = table.TopCum, true, true
	}
	return Request{Script: true, Place: Place{Query: q}, Display: d}
}
