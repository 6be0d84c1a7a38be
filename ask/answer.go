// Package ask makes answers: a profile, a trace or a pair of them, a question and a view give figures
// and pictures. It knows no desk and no window.
//
// A [Request] is all that an answer depends on: the document, the visible tab,
// the place and the display. [Compute] makes an [Answer] of it in the background.
// It takes over each part of the answer before that depends on nothing that has
// changed. [ComputeTrace] does the same for an execution trace.
//
//	a, errs, err := Compute(ctx, Request{Profile: p, Tab: TopTab, …}, before)
//
// A new tab is a row of the table of tabs and a file with its part. A part stands
// in [Answer] as a kept value: what was made, and the key of what it depends on.
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
	"profstation/model/units"
)

// Answer is what was prepared for a request. It does not change once it is made,
// so that the next one can take over its parts.
type Answer struct {
	Document int
	Name     string
	Result   *query.Result

	Shown
	Compared *Compared // nil if it is no comparison

	Complete Complete // proposes texts for filters

	Match     []bool         // per node: whether it matches the search; nil without a search
	Found     []query.NodeID // those that weigh something, and that a call graph in sight shows, in the order of steps
	MatchText string         // how many they are, and how much the matches weigh
	MatchFew  string         // how many they are, for where there is no room for that
	Undrawn   Undrawn

	FilteredOut bool   // the filters leave nothing of the profile, or of both sides
	Blank       string // why no function has a value, whatever the question; "": one may have, or it is a comparison
	Leaked      int64  // goroutines that are blocked for ever, unless a filter leaves only these
	Instead     string // the sample type that the profile prefers, if all its values are 0 and another is shown

	Details *Details // of the selection, nil without one
	Zoomed  int      // counts zooms; if it changes, the picture should move to Chart.Window

	Request Request
	Query   query.Query // as it was asked: the sample type may have been adapted
	Sort    Order       // of the rows of Top
	Series  *Trend      // with what the picture of the trend is of; nil: no trend
	More    bool        // there is more to come of the same request

	Trace     *TraceAnswer // of an execution trace; nil for all others
	Sides     [2]*Answer   // of the timelines of two traces
	Durations *Durations   // of two traces; nil unless they are shown

	// Charts are the call graphs with their layouts; a window adds them once there are any.
	Charts [Panes]*graph.Chart
	parts

	index map[string]query.NodeID // nodes of Result by the names that pprof prints
	pivot query.NodeID            // the flame graph is turned around it
	errs  map[string]string
	old   []nodeIndex // of the answer before; nil once this one is made

	before *Answer // nil once this one is made
}

// Complete proposes at most that many texts for a text typed into a filter, by
// pprof's name. It may be called from any goroutine.
type Complete func(filter, typed string, most int) []complete.Proposal

// parts are what an answer hands on to the next.
type parts struct {
	evaluated kept[evaluatedKey, *query.Result]
	complete  kept[*query.Result, Complete]
	found     kept[foundKey, found]
	details   kept[detailsKey, *Details]
	boxed     kept[boxedKey, *Details]
	flame     flamed
	Graphs    [Panes]Measured
	top       tops
	overview  kept[*query.Result, *Overview]
	labelSums kept[*query.Result, []*labels.Totals]
	labels    kept[labelsKey, *LabelsAnswer]
	peek      kept[peekKey, *PeekAnswer]
	source    kept[sourceKey, *SourceAnswer]
	trend     kept[trendKey, *Trend]
	ranked    ranking
	overTime  overTime
	indexes   []nodeIndex
	compared
}

// compared are the parts that only comparisons have.
type compared struct {
	sides      kept[sidesKey, *compare.Comparison]
	difference kept[*compare.Comparison, difference]
	marks      kept[*compare.Comparison, marks]
	changes    kept[changesKey, changes]
	otherTop   tops                // of the base
	flames     [len(widths)]flamed // of a comparison, by width
	Ahead      *Ahead              // flame graphs that are laid out ahead; nil: none
}

// forget lets go of all that depends on the figures of the answer before.
func (a *Answer) forget() {
	a.old = a.indexes
	a.parts = parts{trend: a.trend, ranked: a.ranked, overTime: a.parts.overTime.of(a.Request.Profile)}
}

type evaluatedKey struct {
	profile *model.Profile
	query   query.Query
}

// evaluate answers the query. A sample type that this profile does not have gives its default.
func evaluate(ctx context.Context, a *Answer) error {
	p, q := a.Request.Profile, a.Request.Place.Query
	if !a.Request.Script {
		q = a.known(q.Whole(), p)
	}
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
	// What the window's other tabs show holds as well.
	a.Chart, a.Painter = a.flame.chart.v, a.flame.painter.v
	return a.about(ctx, r)
}

// fail notes an error for the field of the query that it is of, or else for the
// named one; "": none. It returns the error.
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

// ErrNoPivot is a pivot that no node is.
var ErrNoPivot = lang.Error("no remaining node matches")

// about makes a result the one that names, searches and selections are about.
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

// heaviest is the node with the largest |cum| among those that match. Its errors are the context's
// and [ErrNoPivot].
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

// nodeIndex finds nodes by the names that pprof prints, the first of several.
type nodeIndex struct {
	nodes  *query.Nodes
	byName map[string]query.NodeID
}

const maxIndexes = 3 // one for each side, and one for the difference

// indexOf is the index of nodes. Results of other queries often have the same table of nodes.
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
			for _, name := range names.In(nodes.Node(n).String()) { // other documents have one of them
				x.add(name, n)
			}
		}
	}
	a.indexes = append([]nodeIndex{x}, a.indexes[:min(len(a.indexes), maxIndexes-1)]...)
	return x.byName
}

// add keeps the first of the nodes with a name.
func (x *nodeIndex) add(name string, n query.NodeID) {
	if _, ok := x.byName[name]; !ok {
		x.byName[name] = n
	}
}

// Node finds a node by the name that pprof prints, or by one that it has in other documents.
func (a *Answer) Node(name string) query.NodeID { return nodeIn(a.index, name) }

func nodeIn(index map[string]query.NodeID, name string) query.NodeID {
	for _, name := range append([]string{name}, names.In(name)...) {
		if n, ok := index[name]; ok && name != "" {
			return n
		}
	}
	return query.NoNode
}

// path finds the nodes of a path, as far as all of them exist.
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

// kept is a part of an answer with the key of what it depends on. The next answer
// takes it over while the key stays the same.
type kept[K comparable, V any] struct {
	key  K
	made bool
	v    V
}

// renew returns the part, made again if its key has changed or its making has failed.
func (k *kept[K, V]) renew(key K, make func() (V, error)) (V, error) {
	if k.made && k.key == key {
		return k.v, nil
	}
	v, err := make()
	*k = kept[K, V]{key: key, made: err == nil, v: v}
	return v, err
}

// take returns the part, made again if its key has changed.
func (k *kept[K, V]) take(key K, make func() V) V {
	v, _ := k.renew(key, func() (V, error) { return make(), nil })
	return v
}
