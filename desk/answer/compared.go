package answer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/model/compare"
	"profstation/table"
)

// comparedAnswer is what an answer about a comparison keeps for the next one.
type comparedAnswer struct {
	Asked  comparedKey
	result *model.Result // of the difference, for call graphs; nil: not asked for
	quiet  []bool        // per node of it
	// Of both sides beside each other, per node: how it changed, and whether that
	// is noise; parts nil: not asked for.
	parts      []float32
	quietSides []bool
	Flames     map[compare.Width]Flamed
	Ahead      map[compare.Width]*FlameAhead // nil: nothing was laid out ahead
	// endAhead ends laying out ahead.
	EndAhead context.CancelFunc
	Rows     []compare.Row // as they were sorted and picked by
	rowsBy   RowsKey
	Again    func() *table.Table // the table of changes once more
	indexes  map[*model.Nodes]map[string]model.NodeID
}

// comparedKey is what a comparison's figures depend on.
type comparedKey struct {
	query         model.Query
	normalisation compare.Normalisation
	mode          compare.Mode
}

// Flamed is one flame graph with its painter.
type Flamed struct {
	Chart   *flame.Chart
	painter *flame.Painter
	painted paintKey
}

// fulfilComparison prepares an answer about a comparison.
func fulfilComparison(ctx context.Context, w Request, before *Answer) (*Answer, map[string]string, error) {
	a := &Answer{Request: w}
	a.Document, a.Name, a.Zoomed = w.Doc, w.Name, w.Zoomed
	errs := map[string]string{}
	if err := a.compare(before, errs); err != nil {
		return nil, errs, err
	}
	var steps []func(context.Context, *Answer, map[string]string) error
	switch w.Tab {
	case screen.GraphTab:
		steps = append(steps, a.graphsOfTwo)
	case screen.TopTab:
		if w.Display.Compare.TopBeside {
			steps = append(steps, a.topsBeside)
		} else {
			steps = append(steps, a.ofEither, a.changes)
		}
	case screen.LabelsTab:
		steps = append(steps, a.ofEither, a.labelChanges)
	case screen.SummaryTab:
		steps = append(steps, a.ofEither, a.summary)
	default:
		steps = append(steps, a.flamesOfTwo)
	}
	for _, step := range append(steps, a.changedDetails) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if err := step(ctx, before, errs); err != nil {
			return nil, errs, err
		}
	}
	return a, errs, ctx.Err()
}

// compare answers the query on both sides, or takes over the answer to the same
// one.
func (a *Answer) compare(before *Answer, errs map[string]string) error {
	j, d := a.Request.Compared, &a.Request.Display
	q := a.Request.Place.Query.Whole()
	if !d.Compare.Small {
		q.NodeFraction = d.NodeFraction
	}
	q.Sort = model.ByFlat
	if d.Compare.Cum {
		q.Sort = model.ByCum
	}
	if _, err := j.Pair.New.SampleIndex(q.SampleIndex); err != nil {
		q.SampleIndex = ""
	}
	a.Query = q
	key := comparedKey{q, a.Request.Normalisation, a.Request.Mode}
	a.Compared = &screen.Compared{Names: j.names, Ratio: 1, Missing: j.missing()}
	if before != nil && before.Kept.Asked == key {
		a.Kept = before.Kept
		a.Kept.Flames, a.Kept.indexes = maps.Clone(a.Kept.Flames), maps.Clone(a.Kept.indexes)
		a.Compared.Comparison, a.Compared.Groups = before.Compared.Comparison, before.Compared.Groups
		a.Graphs = before.Graphs
		return nil
	}
	a.Kept = comparedAnswer{Asked: key, Flames: map[compare.Width]Flamed{}, indexes: map[*model.Nodes]map[string]model.NodeID{}}
	c, groups, err := j.Pair.EvaluateGroups(j.Groups[screen.BaseSide], j.Groups[screen.NewSide], q, a.Request.Normalisation)
	if err != nil {
		var bad *model.QueryError
		if errors.As(err, &bad) {
			errs[bad.Field] = err.Error()
		} else {
			errs["compare"] = model.Sanitise(err.Error())
		}
		return err
	}
	a.Compared.Comparison, a.Compared.Groups = c, groups
	if before != nil { // names have not changed where their tables are the same
		for _, r := range []*model.Result{c.New, c.Base} {
			if index := before.Kept.indexes[r.Nodes]; index != nil {
				a.Kept.indexes[r.Nodes] = index
			}
		}
	}
	return nil
}

// answerWith makes a result the one that names, searches and selections are
// about.
func (a *Answer) answerWith(r *model.Result, before *Answer, errs map[string]string) {
	a.Result = r
	a.index = a.indexOf(r.Nodes)
	if before != nil && before.Result == r && before.Complete != nil {
		a.Complete = before.Complete
	} else {
		a.Complete = completer(r)
	}
	a.searchBoth(before, errs)
}

// indexOf finds nodes by the names that pprof prints.
func (a *Answer) indexOf(nodes *model.Nodes) map[string]model.NodeID {
	index := a.Kept.indexes[nodes]
	if index == nil {
		index = nodeIndex(nodes)
		a.Kept.indexes[nodes] = index
	}
	return index
}

// searchBoth marks the nodes that match, and says how much they are on both
// sides.
func (a *Answer) searchBoth(before *Answer, errs map[string]string) {
	text := a.Request.Search
	if text == "" {
		return
	}
	if before != nil && before.Result == a.Result && before.Request.Search == text {
		a.Match, a.MatchText = before.Match, before.MatchText
		return
	}
	re, err := regexp.Compile(text)
	if err != nil {
		errs["search"] = lang.L("search: ") + model.Sanitise(err.Error())
		return
	}
	c := a.Compared.Comparison
	a.Match = a.Result.Matches(re)
	found := c.New.Matches(re)
	sums := [2]*model.Sums{c.Base.Sums(), c.New.Sums()}
	n := 0
	for i, m := range found {
		if m && (sums[0].Cum[i] != 0 || sums[1].Cum[i] != 0) {
			n++
		}
	}
	base, _ := c.Base.MatchTotal(found)
	now, _ := c.New.MatchTotal(found)
	fb, fn := c.Factors()
	a.MatchText = strconv.Itoa(n) + lang.L(" found, ") + c.Format(float64(base)*fb) + " → " + c.Format(float64(now)*fn)
}

// ofEither answers with what either side has.
func (a *Answer) ofEither(_ context.Context, before *Answer, errs map[string]string) error {
	r, err := a.Compared.Comparison.Wide(compare.ByLarger)
	if err != nil {
		return err
	}
	a.answerWith(r, before, errs)
	return nil
}

// flamesOfTwo lays out one flame graph of both sides, or one of each.
func (a *Answer) flamesOfTwo(ctx context.Context, before *Answer, errs map[string]string) error {
	c, d := a.Compared.Comparison, &a.Request.Display
	if d.Compare.Way == screen.AsDifference {
		r, err := c.Wide(d.Compare.Width)
		if err != nil {
			return err
		}
		a.answerWith(r, before, errs)
		f, err := a.FlameOf(ctx, d.Compare.Width, a.flameOptions(a.Request.Place.Span), d.Style())
		if err != nil {
			return err
		}
		a.Kept.Flames[d.Compare.Width] = f
		a.Chart, a.Painter = f.Chart, f.painter
		return nil
	}
	a.answerWith(c.New, before, errs)
	spans := a.Scales()
	style := d.Style()
	style.Beside, style.Plain = true, d.Compare.Plain
	var made [2]Flamed
	var failed [2]error
	var wg sync.WaitGroup
	for i, w := range [2]compare.Width{screen.BaseSide: compare.ByBase, screen.NewSide: compare.ByNew} {
		o := a.flameOptions(spans[i])
		o.ByName = true // what is the same stands at the same place
		wg.Go(func() { made[i], failed[i] = a.FlameOf(ctx, w, o, style) })
	}
	wg.Wait()
	if err := errors.Join(failed[:]...); err != nil {
		return failed[slices.IndexFunc(failed[:], func(err error) bool { return err != nil })]
	}
	a.Kept.Flames[compare.ByBase], a.Kept.Flames[compare.ByNew] = made[screen.BaseSide], made[screen.NewSide]
	a.Chart, a.Painter = made[screen.NewSide].Chart, made[screen.NewSide].painter
	a.Compared.Other = &screen.Answer{
		Document: a.Document, Name: a.Compared.Names[screen.BaseSide], Result: c.Base, Zoomed: a.Zoomed,
		Chart: made[screen.BaseSide].Chart, Painter: made[screen.BaseSide].painter, Match: a.Match,
	}
	return nil
}

// flameOptions say which flame graph is wanted of any side: their nodes have the
// same numbers.
func (a *Answer) flameOptions(span flame.Span) flame.Options {
	p, d := a.Request.Place, a.Request.Display
	return flame.Options{
		Pivot: a.Node(p.Pivot), Recursion: d.Recursion, ByName: d.ByName,
		Zoom: a.path(p.Zoom), ZoomCallers: p.ZoomCallers, Span: span, Columns: columns,
	}
}

// Scales are the visible parts of both sides' branches. With one scale the same
// width is the same value on both, and the smaller one does not fill its place.
func (a *Answer) Scales() (spans [2]flame.Span) {
	span := a.Request.Place.Span
	spans = [2]flame.Span{span, span}
	if !a.Request.Display.Compare.OneScale {
		return spans
	}
	c, o := a.Compared.Comparison, a.flameOptions(span)
	fb, fn := c.Factors()
	wb, wn := float64(o.ZoomedWidth(c.Base))*fb, float64(o.ZoomedWidth(c.New))*fn
	if !(wb > 0 && wn > 0) {
		return spans
	}
	ratio := wn / wb
	a.Compared.Ratio = ratio
	o.Zoom, o.ZoomCallers = nil, false
	widest := max(float64(o.ZoomedWidth(c.Base))*fb, float64(o.ZoomedWidth(c.New))*fn)
	a.Compared.Extent = [2]float64{screen.BaseSide: widest / fb, screen.NewSide: widest / fn}
	if span == (flame.Span{}) {
		return [2]flame.Span{screen.BaseSide: {To: max(1, ratio)}, screen.NewSide: {To: max(1, 1/ratio)}}
	}
	spans[screen.BaseSide] = flame.Span{From: span.From * ratio, To: span.To * ratio}
	return spans
}

// FlameOf lays a flame graph of the comparison out, or takes over the one that
// is there. It may be called for several widths at a time, and keeps nothing.
func (a *Answer) FlameOf(ctx context.Context, w compare.Width, o flame.Options, style flame.Style) (Flamed, error) {
	old := a.Kept.Flames[w]
	f := old
	if f.Chart == nil || !sameOptions(f.Chart.Options, o) {
		c := a.aheadOf(ctx, w, o)
		if c == nil {
			var err error
			if c, err = flame.NewDiff(ctx, a.Compared.Comparison, w, o); err != nil {
				return Flamed{}, err
			}
		}
		f.Chart = c
	}
	style.Fade = a.Request.Display.Compare.HideNoise
	key := paintKey{style, a.Request.Search}
	if f.painter == nil || f.Chart != old.Chart || f.painted != key {
		before := old.painter
		if old.painted.style != style {
			before = nil
		}
		f.painter, f.painted = flame.NewPainter(f.Chart, style, a.Match, before), key
	}
	return f, nil
}

// summary writes what changed in words.
func (a *Answer) summary(context.Context, *Answer, map[string]string) (err error) {
	a.Compared.Summary, err = a.Markdown()
	return err
}

// Markdown is the summary as a text for a pull request.
func (a *Answer) Markdown() (string, error) {
	names := a.Request.Compared.names
	s := &compare.Summary{Comparison: a.Compared.Comparison, Base: names[screen.BaseSide], New: names[screen.NewSide]}
	var out bytes.Buffer
	err := s.WriteMarkdown(&out)
	return out.String(), err
}

// changedDetails collects what is told of the selected node, and how it changed.
func (a *Answer) changedDetails(ctx context.Context, before *Answer, _ map[string]string) error {
	if err := a.details(ctx, before); err != nil {
		return err
	}
	c := a.Compared.Comparison
	if a.Details == nil {
		return nil
	}
	name := a.Request.Place.Selected.Node
	if a.Details.Change == nil || a.Details.Change.Comparison != c {
		d := *a.Details
		if n, ok := a.indexOf(c.New.Nodes)[name]; ok {
			d.Change = &screen.Change{Comparison: c}
			d.Change.Flat, d.Change.Cum = c.Node(n)
			d.Change.Callers, d.Change.Callees = neighboursOf(c, n)
		}
		a.Details = &d
	}
	if other := a.Compared.Other; other != nil {
		d := *a.Details
		d.Box = flame.None
		if other.Chart != nil {
			d.Box = boxOf(other.Chart, a.Request.Place.Selected, a.path(a.Request.Place.Selected.Path), d.Node)
		}
		other.Details = &d
	}
	return nil
}

// missing says of the files of a comparison which are there no longer.
func (j *Pair) missing() []string {
	var out []string
	for _, paths := range j.paths {
		for _, path := range paths {
			if path == "" || path == "-" {
				continue
			}
			if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
				out = append(out, screen.BaseName(path)+lang.L(" is no longer on the disk; what was read of it is kept"))
			}
		}
	}
	return out
}

// neighboursOf are the callers and callees of a node on both sides, those that
// changed most first.
func neighboursOf(c *compare.Comparison, n model.NodeID) (callers, callees []screen.ChangedEdge) {
	var edges [2][2][]model.Edge // of base and new: callers and callees
	edges[screen.BaseSide][0], edges[screen.BaseSide][1] = c.Base.Neighbours(n)
	edges[screen.NewSide][0], edges[screen.NewSide][1] = c.New.Neighbours(n)
	fb, fn := c.Factors()
	both := func(which int) []screen.ChangedEdge {
		at := map[model.NodeID]int{}
		var out []screen.ChangedEdge
		for side, f := range [2]float64{screen.BaseSide: fb, screen.NewSide: fn} {
			for _, e := range edges[side][which] {
				i, ok := at[e.Node]
				if !ok {
					i = len(out)
					at[e.Node] = i
					out = append(out, screen.ChangedEdge{Node: e.Node})
				}
				if side == screen.BaseSide {
					out[i].Base = float64(e.Weight) * f
				} else {
					out[i].New = float64(e.Weight) * f
				}
			}
		}
		slices.SortStableFunc(out, func(x, y screen.ChangedEdge) int {
			return cmp.Compare(math.Abs(y.New-y.Base), math.Abs(x.New-x.Base))
		})
		return out
	}
	return both(0), both(1)
}
