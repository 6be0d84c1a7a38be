package ask

import (
	"cmp"
	"context"
	"math"
	"slices"

	"profstation/flame"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/explain"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
)

// Details describes the selected node.
type Details struct {
	Node             query.NodeID
	Name             string // safe for a screen, in full
	File             string // file and line, "" if they are not known
	Package          string
	Made             []string // what it is, if no code stands for it
	Flat, Cum        int64
	Box              flame.Ref // flame.None without one
	Callers, Callees []query.Edge
	Labels           []LabelChip // on its samples, the heaviest key first
	MoreLabels       int         // how many more there are
	Change           *Change     // in a comparison; nil for one profile, or if it is not known
}

// Change describes how a node changed.
type Change struct {
	Comparison       *compare.Comparison
	Flat, Cum        compare.Change
	Callers, Callees []ChangedEdge // from either side, the largest change first
}

// ChangedEdge is the flow between a node and one of its neighbours on both sides, normalised.
type ChangedEdge struct {
	Node      query.NodeID // in Comparison.New
	Base, New float64
}

type detailsKey struct {
	result *query.Result
	node   query.NodeID
}

type boxedKey struct {
	of         *Details
	box        flame.Ref
	comparison *compare.Comparison // nil for a profile
}

// showDetails collects what is known about the selected node, and how it changed.
func showDetails(ctx context.Context, a *Answer) error {
	if a.Request.Script {
		return nil
	}
	sel := a.Request.Place.Selected
	n := a.Node(sel.Node)
	if n == query.NoNode {
		return nil
	}
	of, err := a.details.renew(detailsKey{a.Result, n}, func() (*Details, error) { return detailsOf(ctx, a.Result, n) })
	if err != nil {
		return err
	}
	key := boxedKey{of: of, box: a.boxIn(a.Chart, n), comparison: a.comparison()}
	a.Details, err = a.boxed.renew(key, func() (*Details, error) {
		d := *key.of
		d.Box = key.box
		if c := key.comparison; c != nil {
			var err error
			if d.Change, err = a.changeOf(ctx, c, sel.Node); err != nil {
				return nil, err
			}
		}
		return &d, nil
	})
	if err != nil {
		return err
	}
	if a.Compared != nil && a.Compared.Other != nil {
		d := *a.Details
		d.Box = a.boxIn(a.Compared.Other.Chart, n)
		a.Compared.Other.Details = &d
	}
	return nil
}

func detailsOf(ctx context.Context, r *query.Result, n query.NodeID) (*Details, error) {
	sums, err := r.Sums(ctx)
	if err != nil {
		return nil, err
	}
	d := &Details{
		Node: n, Name: safe.Text(r.Nodes.Node(n).String()), Flat: sums.Flat[n], Cum: sums.Cum[n], Box: flame.None,
	}
	d.Made = explain.Made(r, n)
	if f := r.Declared(n); f != model.NoFunc && d.Made == nil {
		d.File = flame.Place(r, n)
		d.Package = safe.Text(names.PackageOfFunc(r.Profile, f))
		if kind := names.CodeKindOf(r.Profile, f); d.Package != "" {
			d.Package += " (" + lang.L(kind.String()) + ")"
		}
	}
	if d.Callers, d.Callees, err = r.Neighbours(ctx, n); err != nil {
		return nil, err
	}
	labels, err := labels.At(ctx, r, n)
	if err != nil {
		return nil, err
	}
	d.Labels, d.MoreLabels = chips(r, labels)
	return d, nil
}

const chipsOfKey, maxLabelChips = 4, 12 // for one label, and for a node in total

func chips(r *query.Result, all []*labels.Totals) (out []LabelChip, more int) {
	for _, t := range all {
		for i, v := range t.Values {
			if i == chipsOfKey || len(out) == maxLabelChips {
				more += len(t.Values) - i
				break
			}
			out = append(out, LabelChip{
				Text: safe.Text(t.Axis.Key + ": " + r.Profile.LabelText(t.Axis, v.Value, "auto")),
				Net:  v.Net, Only: labels.SelectValue(r.Profile, t.Axis, v.Value),
			})
		}
	}
	return out, more
}

// boxIn returns the box of the selection in a chart: the one at the end of its path if the chart
// has the whole path, otherwise the widest for its node. Without a chart it returns flame.None.
func (a *Answer) boxIn(c *flame.Chart, n query.NodeID) flame.Ref {
	if c == nil {
		return flame.None
	}
	if sel := a.Request.Place.Selected; sel.Path != nil {
		if ref, found := c.Find(sel.Callers, a.path(sel.Path)); found == len(sel.Path) {
			return ref
		}
	}
	return c.Widest(n)
}

func (a *Answer) changeOf(ctx context.Context, c *compare.Comparison, name string) (*Change, error) {
	n := nodeIn(a.indexOf(c.New.Nodes), name)
	if n == query.NoNode {
		return nil, nil
	}
	change := &Change{Comparison: c}
	change.Flat, change.Cum = c.Node(n)
	callers, callees, err := c.Base.Neighbours(ctx, n)
	if err != nil {
		return nil, err
	}
	callersNow, calleesNow, err := c.New.Neighbours(ctx, n)
	if err != nil {
		return nil, err
	}
	change.Callers, change.Callees = changedEdges(c, callers, callersNow), changedEdges(c, callees, calleesNow)
	return change, nil
}

// changedEdges joins the edges from both sides, those that changed most first.
func changedEdges(c *compare.Comparison, base, now []query.Edge) []ChangedEdge {
	fb, fn := c.Factors()
	at := map[query.NodeID]int{}
	var out []ChangedEdge
	of := func(n query.NodeID) *ChangedEdge {
		i, ok := at[n]
		if !ok {
			i = len(out)
			at[n] = i
			out = append(out, ChangedEdge{Node: n})
		}
		return &out[i]
	}
	for _, e := range base {
		of(e.Node).Base = float64(e.Weight) * fb
	}
	for _, e := range now {
		of(e.Node).New = float64(e.Weight) * fn
	}
	slices.SortStableFunc(out, func(x, y ChangedEdge) int {
		return cmp.Compare(math.Abs(y.New-y.Base), math.Abs(x.New-x.Base))
	})
	return out
}
