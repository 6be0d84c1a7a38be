package flame

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"profstation/model"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/model/work"
)

// Options say which flame graph to make.
type Options struct {
	// Pivot shows one node with its callees below and its callers above; query.NoNode shows everything.
	Pivot     query.NodeID
	Recursion bool // collapse a node that calls itself directly
	ByName    bool // siblings are sorted by name instead of by weight

	// Zoom is a path of nodes below the root or, with ZoomCallers, above the pivot. Span is relative to the branch at
	// its end, or to the last branch on the path that exists.
	Zoom        []query.NodeID
	ZoomCallers bool
	// Span is the visible part of the zoomed branch, and may reach beyond it. The zero value is all of it, {0, 1}.
	Span Span

	// Label is a key: each box gets its heaviest value, see [ByLabel]. The zero value means no key.
	Label model.LabelAxis

	// Columns divides the visible part. Neighbours smaller than a column are merged. 0 merges nothing.
	Columns int
	// Most limits the number of boxes. 0: DefaultMax.
	Max int
}

// DefaultMax is the default for Options.Most.
const DefaultMax = 2_000_000

// Span is a horizontal range, in fractions of a branch.
type Span struct{ From, To float64 }

// Window is a horizontal range in the sample type's unit.
type Window struct{ From, To float64 }

// W returns the window's width.
func (w Window) W() float64 { return w.To - w.From }

// Moved returns the window moved to the right by a share of its width.
func (w Window) Moved(share float64) Window {
	move := share * w.W()
	return Window{From: w.From + move, To: w.To + move}
}

// Zoomed returns the window with another width. The value at the given share of the window stays in place.
func (w Window) Zoomed(share, width float64) Window {
	from := w.From + share*w.W() - share*width
	return Window{From: from, To: from + width}
}

// Ref names one box: a branch in the tree of callees or in the tree of callers.
type Ref struct {
	Callers bool
	Branch  int32
}

// None stands for no box.
var None = Ref{Branch: -1}

// Chart is a prepared flame graph. It does not change, and several goroutines may use it.
type Chart struct {
	Result  *query.Result
	Options Options
	Down    *query.CallTree // from the roots or the pivot downwards
	Up      *query.CallTree // the pivot's callers; nil if there is no pivot
	// Window is the visible part, from Zoom and Span in the options.
	Window   Window
	Zoomed   Window // the zoomed branch's range
	Found    int    // how many nodes on its path exist in this chart
	Negative bool   // some value is negative: widths are sums of amounts, and colours show decrease or increase
	// Diff is what a chart for two sides compares, see [NewDiff]; nil for a single result.
	Diff *Diff

	down, up side // Down and Up with what is known about their boxes
}

// side is one of a chart's trees. Its slices are indexed by branch.
type side struct {
	*query.CallTree
	rows   [][]int32          // each row's branches, from left to right
	labels *labels.TreeLabels // nil if there is no key
	tints  []float32          // changes from −1, all gone, to 1, all new; NaN for noise; nil without Diff
}

// of returns the side that a box is on.
func (c *Chart) of(r Ref) *side {
	if r.Callers {
		return &c.up
	}
	return &c.down
}

// New prepares a chart. The only error is the context's.
func New(ctx context.Context, r *query.Result, o Options) (*Chart, error) {
	return newChart(ctx, r, o, nil)
}

// newChart also sums values from other results on the same stacks for each box.
func newChart(ctx context.Context, r *query.Result, o Options, also []*query.Result) (*Chart, error) {
	x, width, found, err := o.locate(ctx, r)
	if err != nil {
		return nil, err
	}
	span := cmp.Or(o.Span, Span{0, 1})
	c := &Chart{Result: r, Options: o, Found: found, Zoomed: Window{float64(x), float64(x + width)}}
	c.Window = Window{
		From: float64(x) + span.From*float64(width),
		To:   float64(x) + span.To*float64(width),
	}
	tree := query.TreeOptions{
		Pivot: o.Pivot, Recursion: o.Recursion, ByName: o.ByName, Max: cmp.Or(o.Max, DefaultMax), Also: also,
	}
	if o.Columns > 0 {
		tree.Min = toUnits(c.Window.W() / float64(o.Columns))
		// A margin on both sides, so that a little panning finds boxes.
		margin := c.Window.W() / 2
		tree.From = toUnits(c.Window.From - margin)
		tree.To = max(1, toUnits(c.Window.To+margin+1)) // 0 would mean everything
	}
	for _, callers := range []bool{false, true} {
		if callers && o.Pivot == query.NoNode {
			break
		}
		tree.Callers = callers
		s := c.of(Ref{Callers: callers})
		if s.CallTree, err = r.CallTree(ctx, tree); err != nil {
			return nil, err
		}
		if s.rows, err = rowsOf(ctx, s.CallTree); err != nil {
			return nil, err
		}
		for b, net := range s.Net {
			cancels := len(also) == 0 && s.Abs[b] > net // with other results, widths are sums over all of them
			c.Negative = c.Negative || net < 0 || cancels
		}
		if o.Label.Key == "" {
			continue
		}
		if s.labels, err = labels.OfTree(ctx, r, s.CallTree, tree, o.Label); err != nil {
			return nil, err
		}
	}
	c.Down, c.Up = c.down.CallTree, c.up.CallTree
	if c.Up != nil {
		c.up.rows = c.up.rows[1:] // its root is the pivot, which Down draws
	}
	return c, nil
}

// locate returns where the zoomed branch is and how much of its path exists, even if the chart cannot hold its boxes.
func (o *Options) locate(ctx context.Context, r *query.Result) (x, width int64, found int, err error) {
	return r.Locate(ctx, query.TreeOptions{
		Pivot: o.Pivot, Recursion: o.Recursion, ByName: o.ByName, Callers: o.ZoomCallers && o.Pivot != query.NoNode,
	}, o.Zoom)
}

// ZoomedWidth returns the zoomed branch's width in a result, without the work for a chart. The only error is the
// context's.
func (o Options) ZoomedWidth(ctx context.Context, r *query.Result) (int64, error) {
	_, width, _, err := o.locate(ctx, r)
	return width, err
}

// toUnits converts a place inside the root to whole units. A margin may lie beyond the largest number.
func toUnits(x float64) int64 {
	switch {
	case x >= math.MaxInt64:
		return math.MaxInt64
	case x > 0:
		return int64(x)
	}
	return 0
}

// rowsOf lists the branches at each depth from left to right. The only error is the context's.
func rowsOf(ctx context.Context, t *query.CallTree) ([][]int32, error) {
	steps := work.StepsUntil(ctx)
	count := make([]int, slices.Max(t.Depth)+1)
	for _, d := range t.Depth {
		count[d]++
	}
	rows := make([][]int32, len(count))
	for d, n := range count {
		rows[d] = make([]int32, 0, n)
	}
	for b, d := range t.Depth {
		rows[d] = append(rows[d], int32(b))
	}
	for _, row := range rows {
		if steps.Over(1 + len(row)) {
			return nil, ctx.Err()
		}
		work.SortSteps(steps, false, row, func(a, b int32) int { return cmp.Or(cmp.Compare(t.X[a], t.X[b]), cmp.Compare(a, b)) })
	}
	return rows, ctx.Err()
}

// row lists a row's branches from left to right, and reports whether they are callers.
func (c *Chart) row(r int) (branches []int32, callers bool) {
	switch {
	case r < 0 && -r <= len(c.up.rows):
		return c.up.rows[-r-1], true
	case r >= 0 && r < len(c.down.rows):
		return c.down.rows[r], false
	}
	return nil, false
}

// Tree returns the tree that a box belongs to.
func (c *Chart) Tree(r Ref) *query.CallTree { return c.of(r).CallTree }

// Has reports whether a box exists in this chart.
func (c *Chart) Has(r Ref) bool {
	t := c.Tree(r)
	return t != nil && r.Branch >= 0 && int(r.Branch) < t.Len()
}

// Box is one box with its figures.
type Box struct {
	Ref
	Node   query.NodeID // NoNode: the root, or merged branches
	Row    int
	X0, X1 int64
	Net    int64 // Σvalue below
	Self   int64 // Σvalue that ends here
	Merged int   // how many small branches it stands for
}

// Box returns one box.
func (c *Chart) Box(r Ref) Box {
	t, b := c.Tree(r), r.Branch
	row := int(t.Depth[b])
	if r.Callers {
		row = -row
	}
	return Box{r, t.Node[b], row, t.X[b], t.X[b] + t.Abs[b], t.Net[b], t.Self[b], int(t.Merged[b])}
}

// Path returns the nodes from below the root (or the pivot) to a box, as in [Options]' Zoom.
func (c *Chart) Path(r Ref) []query.NodeID {
	t := c.Tree(r)
	var path []query.NodeID
	for _, b := range t.Path(r.Branch)[1:] {
		path = append(path, t.Node[b])
	}
	return path
}

// Find returns the last box that a path leads to, and how many nodes on the path were found.
func (c *Chart) Find(callers bool, path []query.NodeID) (Ref, int) {
	r := Ref{Callers: callers && c.Up != nil}
	var found int
	r.Branch, found = c.Tree(r).Find(path)
	return r, found
}

// indexAt finds the first branch in a row whose right edge lies beyond x.
func indexAt(t *query.CallTree, row []int32, x float64) int {
	return sort.Search(len(row), func(i int) bool {
		return float64(t.X[row[i]]+t.Abs[row[i]]) > x
	})
}
