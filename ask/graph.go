package ask

import (
	"cmp"
	"context"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"profstation/graph"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/scene"
)

// Undrawn names nodes that somebody looks for and that the visible call graph leaves out.
type Undrawn struct {
	Selected string   // the selected node; "" if it is drawn, or there is none
	Found    []string // found by the search, the heaviest first, as many as can be added at once
	All      int      // how many were found and are not drawn
}

// Pane is one of a document's call graphs: the only one, or the one for a side of a comparison.
type Pane int

const (
	OnlyGraph Pane = iota
	NewGraph
	BaseGraph
	Panes // how many there are
)

// SideGraphs has the call graph for each side.
var SideGraphs = [2]Pane{BaseSide: BaseGraph, NewSide: NewGraph}

// graphKey is what a call graph depends on, besides its result.
type graphKey struct {
	nodes          int
	untrimmed      bool // if set, nodes, node and edge do not matter
	tree           bool
	node, edge     float64 // least shares
	pivot          query.NodeID
	drawn          string // names of nodes that are shown whatever their share, separated by NULs
	scale, largest int64  // the values that sizes are shares of; 0: the graph's own
	difference     bool
}

// maxUntrimmed limits a picture that shows everything: the time to place labels grows with its square.
const maxUntrimmed = 5000

// Measured is a call graph with the room that its texts need. Figure is nil if nobody asked for it.
type Measured struct {
	key    graphKey
	Figure *graph.Figure
}

func (a *Answer) graphKey() graphKey {
	d := &a.Request.Display
	return graphKey{
		nodes: d.GraphNodes, untrimmed: d.Untrimmed, tree: d.GraphTree,
		node: d.NodeFraction, edge: d.EdgeFraction, pivot: a.Node(a.Request.Place.Pivot),
		drawn: strings.Join(a.Request.Place.Drawn, "\x00"),
	}
}

// showGraph measures the call graph that is to be laid out. The layout is a job of its own, which
// goes on while other parts of the window change.
func showGraph(ctx context.Context, a *Answer) error {
	if err := a.measure(ctx, OnlyGraph, a.Request.Profile, a.graphKey()); err != nil {
		return err
	}
	return a.leftOut(ctx)
}

func (a *Answer) measure(ctx context.Context, at Pane, p *model.Profile, key graphKey) error {
	if m := &a.Graphs[at]; m.Figure != nil && m.key == key {
		return nil
	}
	g, err := a.graph(ctx, p, key)
	if err != nil {
		return err
	}
	a.Graphs[at] = Measured{key, graph.NewFigure(g)}
	return nil
}

func (a *Answer) graph(ctx context.Context, p *model.Profile, key graphKey) (*graph.Graph, error) {
	q, o := a.Query, graph.DefaultOptions()
	q.NodeCount, q.NodeFraction, o.EdgeFraction = key.nodes, key.node, key.edge
	if key.untrimmed {
		q.NodeCount, q.NodeFraction, o.EdgeFraction, o.Max = 0, 0, 0, maxUntrimmed
	}
	o.CallTree, o.Scale, o.Largest, o.Difference = key.tree, key.scale, key.largest, key.difference
	if key.pivot != query.NoNode && q.Focus == "" {
		n := a.Result.Nodes.Node(key.pivot)
		q.Focus = exactly(cmp.Or(n.Name, n.File)) // keeps its callers and callees
	}
	r, err := query.Evaluate(ctx, p, q)
	if err != nil {
		return nil, err
	}
	if c := a.comparison(); c != nil {
		c.Normalise(r, p)
		if pair := c.Pair; p != pair.Base && p != pair.New {
			o.Column = compare.WholeColumn(c)
		}
	}
	o.Also = nodesNamed(r.Nodes, key.drawn)
	return graph.New(ctx, r, o)
}

// nodesNamed returns the nodes with the given names, which NULs separate. The table needs no index.
func nodesNamed(nodes *query.Nodes, names string) (list []query.NodeID) {
	if names == "" {
		return nil
	}
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(names, "\x00") {
		wanted[name] = true
	}
	for n := range query.NodeID(nodes.Len()) {
		if wanted[nodes.Node(n).String()] {
			list = append(list, n)
		}
	}
	return list
}

// maxAdded is how many of the nodes that a search found are added to a call graph at once.
const maxAdded = 20

// leftOut names the nodes that are selected or found and that a visible graph could show, but that
// none does. Its only error is the context's.
func (a *Answer) leftOut(ctx context.Context) error {
	selected := a.Node(a.Request.Place.Selected.Node)
	if a.Match == nil && selected == query.NoNode {
		return nil
	}
	shown := map[query.NodeID]bool{}
	var of []*query.Result
	for _, at := range a.WantedGraphs() {
		g := a.Graphs[at].Figure.Graph
		if g.Result.Nodes != a.Result.Nodes { // the same nodes have other numbers
			return nil
		}
		of = append(of, g.Result)
		for i := range g.Nodes {
			shown[g.Nodes[i].ID] = true
		}
	}
	match := make([]bool, a.Result.Nodes.Len())
	copy(match, a.Match)
	asked := selected != query.NoNode && !match[selected]
	if asked {
		match[selected] = true
	}
	rows, err := heaviestOf(ctx, match, of...)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(r query.Row) bool { return shown[r.Node] })
	for _, r := range rows {
		name := a.Result.Nodes.Node(r.Node).String()
		if r.Node == selected {
			if a.Undrawn.Selected = name; asked {
				continue
			}
		}
		if a.Undrawn.All++; len(a.Undrawn.Found) < maxAdded {
			a.Undrawn.Found = append(a.Undrawn.Found, name)
		}
	}
	if a.Match != nil {
		a.tellFound(a.InPicture(a.Matches()))
	}
	return ctx.Err()
}

// exactly returns the regular expression that matches only this name. A name may be invalid
// UTF-8: regular expressions take each wrong byte for U+FFFD.
func exactly(name string) string { return "^" + regexp.QuoteMeta(string([]rune(name))) + "$" }

// pprofGraph returns the only call graph as go tool pprof makes it. In pictures, the graph of a
// difference orders its nodes differently.
func (a *Answer) pprofGraph(ctx context.Context) (*graph.Graph, error) {
	m := &a.Graphs[OnlyGraph]
	if !m.key.difference {
		return m.Figure.Graph, nil
	}
	key := m.key
	key.difference = false
	return a.graph(ctx, a.Result.Profile, key)
}

// WantedGraphs lists the call graphs that the answer shows.
func (a *Answer) WantedGraphs() []Pane {
	switch {
	case a.Request.Tab != GraphTab:
		return nil
	case a.Compared != nil && a.Compared.Other != nil:
		return []Pane{NewGraph, BaseGraph}
	}
	return []Pane{OnlyGraph}
}

// GraphQuestion is what a user has asked about a call graph, whatever profiles come and go.
type GraphQuestion struct {
	key   graphKey
	query query.Query
	pivot string
}

// GraphQuestion returns what was asked about one of the answer's graphs.
func (a *Answer) GraphQuestion(at Pane) GraphQuestion {
	q := GraphQuestion{a.Graphs[at].key, a.Query, a.Request.Place.Pivot}
	q.key.pivot = query.NoNode // a number that means something only in this profile
	return q
}

// difference is the difference between both sides as a profile and its result, for call graphs.
type difference struct {
	profile *model.Profile
	result  *query.Result
	marks
}

// marks say how the nodes on both sides changed; see [Compared].
type marks struct {
	quiet []bool
	parts []float32
}

// showGraphs prepares one call graph for the difference, or one for each side.
func showGraphs(ctx context.Context, a *Answer) error {
	if a.Request.Display.Compare.Way != AsDifference {
		return showGraphsBeside(ctx, a)
	}
	c := a.Compared.Comparison
	d, err := a.difference.renew(c, func() (d difference, err error) {
		if d.profile, err = a.Request.Compared.Difference(ctx, c.Pair, a.Request.Mode, a.Request.Normalisation); err != nil {
			return d, err
		}
		if d.result, err = query.Evaluate(ctx, d.profile, a.Query); err != nil {
			return d, err
		}
		c.Normalise(d.result, d.profile)
		d.quiet = c.NoiseIn(d.result.Nodes)
		d.parts = c.PartsIn(d.result.Nodes, d.quiet)
		return d, nil
	})
	if err != nil {
		return err
	}
	a.Compared.Quiet, a.Compared.Parts = d.quiet, d.parts
	if err := a.about(ctx, d.result); err != nil {
		return err
	}
	key := a.graphKey()
	key.difference = true
	if err := a.measure(ctx, OnlyGraph, d.profile, key); err != nil {
		return err
	}
	return a.leftOut(ctx)
}

// showGraphsBeside prepares a call graph for each side, with nodes coloured by their changes.
func showGraphsBeside(ctx context.Context, a *Answer) error {
	c, pair := a.Compared.Comparison, a.Request.Compared.Pair
	if err := a.about(ctx, c.New); err != nil {
		return err
	}
	keys, err := a.graphScales(ctx)
	if err != nil {
		return err
	}
	profiles := [2]*model.Profile{BaseSide: pair.Base, NewSide: pair.New}
	var wg sync.WaitGroup
	wg.Go(func() {
		m := a.marks.take(c, func() marks {
			quiet := c.NoiseIn(c.New.Nodes)
			return marks{quiet, c.PartsIn(c.New.Nodes, quiet)}
		})
		a.Compared.Quiet, a.Compared.Parts = m.quiet, m.parts
	})
	err = BothSides(func(i int) error { return a.measure(ctx, SideGraphs[i], profiles[i], keys[i]) })
	wg.Wait()
	if err != nil {
		return err
	}
	other := a.other()
	other.Compared = &Compared{Names: a.Compared.Names, Comparison: c, Quiet: a.Compared.Quiet, Parts: a.Compared.Parts}
	a.Compared.Other = other
	return a.leftOut(ctx)
}

// graphScales returns the keys for both graphs. With one scale, equal sizes are equal values. Its
// only error is the context's.
func (a *Answer) graphScales(ctx context.Context) (keys [2]graphKey, err error) {
	keys = [2]graphKey{a.graphKey(), a.graphKey()}
	if !a.Request.Display.Compare.OneScale {
		return keys, nil
	}
	c := a.Compared.Comparison
	var factors, totals, largest [2]float64
	factors[BaseSide], factors[NewSide] = c.Factors()
	for i, r := range [2]*query.Result{BaseSide: c.Base, NewSide: c.New} {
		totals[i] = math.Abs(float64(r.Total))
		sums, err := r.Sums(ctx)
		if err != nil {
			return keys, err
		}
		for _, v := range sums.Flat {
			largest[i] = max(largest[i], math.Abs(float64(v)))
		}
	}
	larger := func(of [2]float64, f float64) int64 {
		return int64(min(max(of[0]*factors[0], of[1]*factors[1])/f, math.MaxInt64/2))
	}
	for i, f := range factors {
		if f > 0 {
			keys[i].scale, keys[i].largest = larger(totals, f), larger(largest, f)
		}
	}
	return keys, nil
}

// graphPicture draws a call graph at its natural size. Its own heading says all that a caption would.
func graphPicture(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
	c, err := a.chart(ctx, OnlyGraph)
	if err != nil {
		return nil, err
	}
	p := &graph.Picture{Head: l.head(), Chart: c, Theme: l.Theme, Marks: graph.NoMarks()}
	p.Marks.Match = a.Match
	if a.Compared != nil {
		p.Marks.Quiet, p.Marks.Fade = a.Compared.Quiet, a.Request.Display.Compare.HideNoise
		of := lang.L("Percentages are of the sum of all changes.")
		if a.Request.Mode == compare.DiffBase {
			of = lang.L("Percentages are of the base's total.")
		}
		p.Head.Lines = append(p.Heading(), of)
	}
	if !l.Whole && l.Sight.Graph != nil {
		p.Part = l.Sight.Graph
		p.Head.Lines = append(p.Heading(), lang.L("the visible part"))
	}
	return p, nil
}

func (a *Answer) chart(ctx context.Context, at Pane) (*graph.Chart, error) {
	if c := a.Charts[at]; c != nil {
		return c, nil
	}
	return a.Request.Layout(ctx, a.Graphs[at].Figure.Graph)
}

func pprofGraph(ctx context.Context, a *Answer) (*graph.Graph, error) {
	return a.pprofGraph(ctx)
}

func graphsPicture(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
	m := ChangeMarks(a.Compared, &a.Request.Display.Compare)
	m.Match = a.Match
	p := &graph.SideBySide{Head: l.besideHead(a), Names: a.sideNames(), Theme: l.Theme, Marks: m}
	for i, at := range SideGraphs {
		var err error
		if p.Charts[i], err = a.chart(ctx, at); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func edgesOfBoth(a *Answer) Write {
	g := &a.Graphs
	return func(w io.Writer) error {
		return graph.WriteSidesCSV(w, a.Compared.Comparison.Pair, g[BaseGraph].Figure.Graph, g[NewGraph].Figure.Graph)
	}
}
