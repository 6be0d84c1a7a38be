package answer

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/model/compare"
	"profstation/table"
)

// Request is all that an answer depends on.
type Request struct {
	Doc     int
	Name    string
	Profile *model.Profile
	Tab     screen.Tab
	Place   screen.Place
	Display screen.Display
	Search  string
	Zoomed  int
	Sources *Sources
	Folders int // how many folders source files are looked for in
	Trend   TrendRequest

	// Binaries that may be taken apart, by the names that the profile has for them.
	Binaries map[string]string

	// Of a comparison, which has no profile of its own.
	Compared      *Pair
	Normalisation compare.Normalisation
	Mode          compare.Mode
}

// Answer is what was prepared for a wish. It does not change once it is made,
// so that the next one can take over what still holds.
type Answer struct {
	screen.Answer
	Request Request
	Query   model.Query // as it was asked: the sample type may have been adapted
	index   map[string]model.NodeID
	Sort    sortKey

	painted paintKey // what Painter was made for

	labelsKey labelsKey
	found     string // how many nodes the search found, in words
	sourceKey sourceKey
	peeks     []model.NodeID // that were asked for
	TrendKey  trendKey
	ranked    rankKey
	More      bool // there is more to come of the same wish

	Graphs [Panes]Measured

	Kept comparedAnswer // of comparisons
}

// paintKey is what the painter of a flame graph depends on, besides its chart.
type paintKey struct {
	style  flame.Style
	search string
}

// sortKey is what the order of the rows of Top depends on.
type sortKey struct {
	Column     int
	Descending bool
}

// columns is how finely the visible part of a flame graph is resolved: half a
// pixel on a screen of 2,000.
const columns = 4000

// Compute prepares an answer. Errors of single fields, by pprof's name, are told
// beside it; what they would have changed stays as it was.
func Compute(ctx context.Context, w Request, before *Answer) (*Answer, map[string]string, error) {
	last := before // of another profile of the series, perhaps
	if before != nil && (before.Request.Profile != w.Profile || before.Request.Compared != w.Compared) {
		before = nil
	}
	if w.Compared != nil {
		return fulfilComparison(ctx, w, before)
	}
	a := &Answer{Request: w}
	a.Document, a.Name, a.Zoomed = w.Doc, w.Name, w.Zoomed
	errs := map[string]string{}
	if err := a.evaluate(before, errs); err != nil {
		return nil, errs, err
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	a.search(before, errs)
	steps := []func(context.Context, *Answer) error{a.details}
	switch w.Tab {
	case screen.FlameTab:
		steps = []func(context.Context, *Answer) error{a.chart, a.details}
	case screen.GraphTab:
		steps = append(steps, a.callGraph)
	case screen.TopTab:
		steps = append(steps, a.top)
	case screen.OverviewTab:
		steps = append(steps, a.overview)
	case screen.LabelsTab:
		steps = append(steps, a.labels)
	case screen.PeekTab:
		steps = append(steps, a.peek)
	case screen.SourceTab:
		steps = append(steps, a.source)
	case screen.TrendTab:
		steps = append(steps, func(ctx context.Context, _ *Answer) error { return a.trend(ctx, last) })
	}
	for _, step := range steps {
		if err := step(ctx, before); err != nil {
			return nil, nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
	}
	return a, errs, nil
}

// evaluate answers the query, or takes over the answer to the same one. A
// sample type that this profile does not have gives its default.
func (a *Answer) evaluate(before *Answer, errs map[string]string) error {
	q := a.Request.Place.Query.Whole()
	if _, err := a.Request.Profile.SampleIndex(q.SampleIndex); err != nil {
		q.SampleIndex = ""
	}
	a.Query = q
	if before != nil && before.Query == q {
		a.Result, a.index = before.Result, before.index
		// What other tabs show holds as well.
		a.Chart, a.Painter, a.painted = before.Chart, before.Painter, before.painted
		a.Graphs = before.Graphs
		a.Complete = before.Complete
		return nil
	}
	r, err := a.Request.Profile.Evaluate(q)
	if err != nil {
		var bad *model.QueryError
		if !errors.As(err, &bad) {
			return err
		}
		errs[bad.Field] = err.Error()
		return err
	}
	a.Result = r
	a.Complete = completer(r)
	if before != nil && before.Result.Nodes == r.Nodes {
		a.index = before.index
		return nil
	}
	a.index = nodeIndex(r.Nodes)
	return nil
}

// nodeIndex finds nodes by the names that pprof prints, the first of several.
func nodeIndex(nodes *model.Nodes) map[string]model.NodeID {
	index := make(map[string]model.NodeID, nodes.Len())
	for n := range model.NodeID(nodes.Len()) {
		name := nodes.Node(n).String()
		if _, ok := index[name]; !ok {
			index[name] = n
		}
	}
	return index
}

// Node finds a node by the name that pprof prints.
func (a *Answer) Node(name string) model.NodeID {
	if n, ok := a.index[name]; ok && name != "" {
		return n
	}
	return model.NoNode
}

// path finds the nodes of a path, as far as all of them exist.
func (a *Answer) path(names []string) []model.NodeID {
	var path []model.NodeID
	for _, name := range names {
		n := a.Node(name)
		if n == model.NoNode {
			break
		}
		path = append(path, n)
	}
	return path
}

// search marks the nodes that match.
func (a *Answer) search(before *Answer, errs map[string]string) {
	if a.Request.Search == "" {
		return
	}
	if before != nil && before.Result == a.Result && before.Request.Search == a.Request.Search {
		a.Match, a.found = before.Match, before.found
		a.MatchText = a.found
		return
	}
	re, err := regexp.Compile(a.Request.Search)
	if err != nil {
		errs["search"] = lang.L("search: ") + model.Sanitise(err.Error())
		return
	}
	a.Match = a.Result.Matches(re)
	net, _ := a.Result.MatchTotal(a.Match)
	n := 0
	sums := a.Result.Sums()
	for i, m := range a.Match {
		if m && (sums.Cum[i] != 0 || sums.Flat[i] != 0) {
			n++
		}
	}
	a.found = strconv.Itoa(n) + lang.L(" found, ") + flame.Figure(a.Result, net)
	a.MatchText = a.found
}

// chart lays the flame graph out.
func (a *Answer) chart(ctx context.Context, before *Answer) error {
	p, d := a.Request.Place, a.Request.Display
	o := flame.Options{
		Pivot: a.Node(p.Pivot), Recursion: d.Recursion, ByName: d.ByName,
		Zoom: a.path(p.Zoom), ZoomCallers: p.ZoomCallers, Span: p.Span, Columns: columns,
	}
	if d.Coloring == flame.ByLabel {
		o.Label = labelOf(a.Result, d.ColorLabel)
	}
	if a.Chart == nil || !sameOptions(a.Chart.Options, o) {
		c, err := flame.New(ctx, a.Result, o)
		if err != nil {
			return err
		}
		a.Chart = c
	}
	key := paintKey{d.Style(), a.Request.Search}
	if a.Painter != nil && a.painted == key && before.Chart == a.Chart {
		return nil
	}
	old := a.Painter
	if old != nil && a.painted.style != key.style {
		old = nil
	}
	a.Painter, a.painted = flame.NewPainter(a.Chart, key.style, a.Match, old), key
	return nil
}

func sameOptions(a, b flame.Options) bool {
	return a.Pivot == b.Pivot && a.Recursion == b.Recursion && a.ByName == b.ByName && a.Label == b.Label &&
		a.ZoomCallers == b.ZoomCallers && a.Span == b.Span && slices.Equal(a.Zoom, b.Zoom)
}

// details collects what is told of the selected node.
func (a *Answer) details(ctx context.Context, before *Answer) error {
	sel := a.Request.Place.Selected
	n := a.Node(sel.Node)
	if n == model.NoNode {
		return nil
	}
	box := flame.None
	if a.Chart != nil {
		box = boxOf(a.Chart, sel, a.path(sel.Path), n)
	}
	if before != nil && before.Details != nil && before.Result == a.Result && before.Details.Node == n {
		if before.Details.Box == box && before.Chart == a.Chart {
			a.Details = before.Details
			return nil
		}
		d := *before.Details
		d.Box = box
		a.Details = &d
		return nil
	}
	r := a.Result
	sums := r.Sums()
	d := &screen.Details{
		Node: n, Name: model.Sanitise(r.Nodes.Node(n).String()),
		Flat: sums.Flat[n], Cum: sums.Cum[n], Box: box,
	}
	if f := r.Nodes.Func(n); f != model.NoFunc {
		fn := &r.Profile.Functions[f]
		d.File = flame.Place(r, n)
		d.Package = model.Sanitise(model.PackageOf(r.Profile.Strings.Raw(fn.Name)))
		if kind := r.Profile.CodeKindOf(f); d.Package != "" {
			d.Package += " (" + kind.String() + ")"
		}
	}
	d.Callers, d.Callees = r.Neighbours(n)
	labels, err := r.LabelsAt(ctx, n)
	if err != nil {
		return err
	}
	d.Labels = chips(r, labels)
	a.Details = d
	return nil
}

// boxOf is the box of a selection: that at the end of its path, where the chart
// has all of it, or the widest of its node.
func boxOf(c *flame.Chart, sel screen.Selection, path []model.NodeID, n model.NodeID) flame.Ref {
	if sel.Path != nil {
		if ref, found := c.Find(sel.Callers, path); found == len(sel.Path) {
			return ref
		}
	}
	return c.Widest(n)
}

// top makes the table of all nodes.
func (a *Answer) top(_ context.Context, before *Answer) error {
	a.Sort = sortKey{a.Request.Display.SortColumn, a.Request.Display.Descending}
	if before != nil && before.Top != nil && before.Result == a.Result && before.Sort == a.Sort {
		a.Top, a.TopRows = before.Top, before.TopRows
		return nil
	}
	rows := a.Result.Top().Rows
	if a.Sort != (sortKey{table.TopFlat, true}) {
		table.TopSort(a.Result, rows, a.Sort.Column, a.Sort.Descending)
	}
	a.TopRows = rows
	if a.Request.Compared != nil { // one of two
		a.Top = table.TopBeside(a.Result, rows)
	} else {
		a.Top = table.Top(a.Result, rows)
	}
	return nil
}
