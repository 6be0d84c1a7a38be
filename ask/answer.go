// Package ask answers questions: from a profile, a trace or a pair of them, a question and a view it
// makes figures and pictures. It does not depend on the desk or on a window.
//
// A [Request] has everything that an answer depends on: the document, the visible tab, the place and
// the display. [Compute] makes the [Answer], in the background. It reuses each part of the previous
// answer whose inputs have not changed.
//
//	a, errs, err := Compute(ctx, Request{Profile: p, Tab: TopTab, …}, before)
//
// A new tab needs a row in the table tabs and a file that makes its part. [Answer] keeps each part
// together with a key: everything that the part depends on.
package ask

import (
	"context"
	"errors"
	"slices"

	"profstation/graph"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/complete"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/model/units"
)

// Answer is what Compute made for a request. It does not change once it is made, so that
// the next answer can take over its parts.
type Answer struct {
	Document int
	Name     string
	Result   *query.Result

	Shown
	Compared *Compared // nil unless it is a comparison

	Complete Complete // proposes texts for filters

	Match     []bool         // for each node, whether it matches the search; nil without a search
	Found     []query.NodeID // matches that weigh something and that a visible call graph shows, in the order of steps
	MatchText string         // how many matches there are, and how much they weigh
	MatchFew  string         // only how many matches there are, for narrow places
	Undrawn   Undrawn

	FilteredOut bool   // the filters leave nothing in the profile, or on both sides
	Blank       string // why no function can have a value, whatever the question; "" if one may, or in a comparison
	Leaked      int64  // how many goroutines are blocked for ever; 0 if a filter leaves only these
	Instead     string // the sample type that the profile prefers, if another is shown because all its values are 0

	Details *Details // for the selection, nil without one
	Zoomed  int      // counts zooms; if it changes, the picture should move to Chart.Window

	Request Request
	Query   query.Query // as it was evaluated: the sample type may have been adapted
	Sort    Order       // how the rows of Top are sorted
	Series  *Trend      // the trend, with what its picture needs; nil: no trend
	More    bool        // the same request has more to come
	Sums    bool        // means were asked for, but do not apply to the view, see [OnlySums]

	Trace     *TraceAnswer // for an execution trace, otherwise nil
	Sides     [2]*Answer   // the timelines of two traces
	Durations *Durations   // for two traces; nil unless they are shown

	// Charts are the call graphs with their layouts. A window adds each once it is laid out.
	Charts [Panes]*graph.Chart
	parts

	index map[string]query.NodeID // the nodes in Result by the names that pprof prints
	pivot query.NodeID            // the node that the flame graph is turned around
	errs  map[string]string
	old   []nodeIndex // from the previous answer; nil once this one is made

	before *Answer // the previous answer; nil once this one is made
}

// Complete proposes at most that many texts to complete what was typed into the filter with
// that name in pprof. It may be called from any goroutine.
type Complete func(filter, typed string, limit int) []complete.Proposal

// parts are what an answer hands on to the next one.
type parts struct {
	evaluated kept[evaluatedKey, *query.Result]
	complete  kept[*query.Result, Complete]
	found     kept[foundKey, found]
	details   kept[detailsKey, *Details]
	boxed     kept[boxedKey, *Details]
	flame     flamed
	Graphs    [Panes]Measured
	top       tops
	overview  kept[overviewKey, *Overview]
	standing  kept[standingKey, []Finding]
	labelSums kept[*query.Result, []*labels.Totals]
	labels    kept[labelsKey, *LabelsAnswer]
	peek      kept[peekKey, *PeekAnswer]
	source    kept[sourceKey, *SourceAnswer]
	trend     kept[trendKey, *Trend]
	ranked    ranking
	lives     kept[livesKey, *series.Lives]
	overTime  overTime
	indexes   []nodeIndex
	compared
}

// compared has the parts that only comparisons have.
type compared struct {
	sides      kept[sidesKey, *compare.Comparison]
	difference kept[*compare.Comparison, difference]
	marks      kept[*compare.Comparison, marks]
	changes    kept[changesKey, changes]
	otherTop   tops                // for the base
	flames     [len(widths)]flamed // by what a width means
	Ahead      *Ahead              // flame graphs that are laid out ahead; nil: none
}

// forget drops all parts that depend on the figures of the previous answer.
func (a *Answer) forget() {
	a.old = a.indexes
	a.parts = parts{standing: a.standing, trend: a.trend, ranked: a.ranked, lives: a.lives, overTime: a.parts.overTime.of(a.Request.Profile)}
}

type evaluatedKey struct {
	profile *model.Profile
	query   query.Query
}

// evaluate answers the query. If the profile lacks the sample type, its default is used.
func evaluate(ctx context.Context, a *Answer) error {
	p, q := a.Request.Profile, a.Request.Place.Query
	if !a.Request.Script {
		q = a.known(q.Whole(), p)
	}
	q = a.added(q)
	a.Query = q
	key := evaluatedKey{p, q}
	if key != a.evaluated.key {
		a.forget()
	}
	r, err := a.evaluated.renew(key, func() (*query.Result, error) {
		r, err := query.Evaluate(ctx, p, q)
		if err == nil && a.Request.Shown != nil {
			err = a.Request.Shown(r)
		}
		return r, err
	})
	if err != nil {
		return a.fail("", err)
	}
	// The flame graph that another tab shows is still valid.
	a.Chart, a.Painter = a.flame.chart.v, a.flame.painter.v
	return a.about(ctx, r)
}

// Offers reports whether a granularity says anything about what the answer is of: in a comparison, about a side.
func (a *Answer) Offers(g query.Granularity) bool {
	if c := a.Request.Compared; c != nil && c.Pair != nil {
		return g.In(c.Pair.New) || g.In(c.Pair.Base)
	}
	return a.Request.Profile == nil || g.In(a.Request.Profile)
}

// added returns the query without its means if the view adds values up.
func (a *Answer) added(q query.Query) query.Query {
	a.Sums = q.Mean && a.Request.view().sums
	q.Mean = q.Mean && !a.Sums
	return q
}

// OnlySums says that a view shows no means, though they were asked for.
func OnlySums() string { return lang.L("these are sums: means per event do not add up") }

// fail records an error for the query field that it names, otherwise for the given field,
// unless that is "". It returns the error.
func (a *Answer) fail(field string, err error) error {
	var bad *query.Error
	switch {
	case errors.As(err, &bad):
		a.errs[bad.Field] = err.Error()
	case field != "":
		a.errs[field] = safe.Text(err.Error())
	}
	return err
}

// ErrNoPivot means that no node matches the pivot.
var ErrNoPivot = lang.Error("no remaining node matches")

// about makes r the result for names, searches and the selection.
func (a *Answer) about(ctx context.Context, r *query.Result) error {
	a.Result = r
	if a.index = a.indexOf(r.Nodes); ctx.Err() != nil {
		return ctx.Err()
	}
	a.Complete = a.complete.take(r, func() Complete { return completer(r) })
	if a.pivot = a.Node(a.Request.Place.Pivot); a.Request.Pivot != nil {
		match, err := r.Matches(ctx, a.Request.Pivot)
		if err != nil {
			return err
		}
		if a.pivot, err = heaviest(ctx, r, match); err != nil {
			return err
		}
	}
	return search(ctx, a)
}

// heaviest returns the matching node with the largest |cum|. It returns the context's error or [ErrNoPivot].
func heaviest(ctx context.Context, r *query.Result, match []bool) (best query.NodeID, err error) {
	sums, err := r.Sums(ctx)
	if err != nil {
		return best, err
	}
	err = ErrNoPivot
	weight := int64(0)
	for n, ok := range match {
		if v := units.Magnitude(sums.Cum[n]); ok && v > weight {
			best, weight, err = query.NodeID(n), v, nil
		}
	}
	return best, err
}

// nodeIndex finds nodes by the names that pprof prints. If several share a name, it finds the first.
type nodeIndex struct {
	nodes  *query.Nodes
	byName map[string]query.NodeID
}

const maxIndexes = 3 // one for each side, and one for the difference

// indexOf returns the index for nodes. Results of other queries often share the table of nodes.
func (a *Answer) indexOf(nodes *query.Nodes) map[string]query.NodeID {
	for _, x := range a.indexes {
		if x.nodes == nodes {
			return x.byName
		}
	}
	x := nodeIndex{nodes: nodes}
	if i := slices.IndexFunc(a.old, func(x nodeIndex) bool { return x.nodes == nodes }); i >= 0 {
		x = a.old[i]
	} else {
		x.byName = make(map[string]query.NodeID, nodes.Len())
		for n := range query.NodeID(nodes.Len()) {
			x.add(nodes.Node(n).String(), n)
		}
		for n := range query.NodeID(nodes.Len()) {
			if nodes.Node(n).Former == "" {
				continue
			}
			for _, name := range names.In(nodes.Node(n).String()) { // other documents know one of these names
				x.add(name, n)
			}
		}
	}
	a.indexes = append([]nodeIndex{x}, a.indexes[:min(len(a.indexes), maxIndexes-1)]...)
	return x.byName
}

// add records a node under a name, unless an earlier node has it.
func (x *nodeIndex) add(name string, n query.NodeID) {
	if _, ok := x.byName[name]; !ok {
		x.byName[name] = n
	}
}

// Node finds a node by the name that pprof prints, or by a name that it has in other documents.
func (a *Answer) Node(name string) query.NodeID { return nodeIn(a.index, name) }

func nodeIn(index map[string]query.NodeID, name string) query.NodeID {
	for _, name := range append([]string{name}, names.In(name)...) {
		if n, ok := index[name]; ok && name != "" {
			return n
		}
	}
	return query.NoNode
}

// path finds the nodes along a path, up to the first that does not exist.
func (a *Answer) path(names []string) []query.NodeID {
	var path []query.NodeID
	for _, name := range names {
		n := a.Node(name)
		if n == query.NoNode {
			break
		}
		path = append(path, n)
	}
	return path
}

// kept is a part of an answer, with a key of everything it depends on. The next answer
// takes it over as long as the key stays the same.
type kept[K comparable, V any] struct {
	key  K
	made bool
	v    V
}

// renew returns the part. It makes it again if the key has changed or the last attempt failed.
func (k *kept[K, V]) renew(key K, make func() (V, error)) (V, error) {
	if k.made && k.key == key {
		return k.v, nil
	}
	v, err := make()
	*k = kept[K, V]{key: key, made: err == nil, v: v}
	return v, err
}

// take returns the part. It makes it again if the key has changed.
func (k *kept[K, V]) take(key K, make func() V) V {
	v, _ := k.renew(key, func() (V, error) { return make(), nil })
	return v
}
