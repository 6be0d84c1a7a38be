package flame_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"profstation/flame"
	"profstation/model/query"
)

// place names a box by where it lies: the same in every level of detail.
type place struct {
	callers bool
	row     int
	x0, x1  int64
	node    query.NodeID
}

func placeOf(b flame.Box) place { return place{b.Callers, b.Row, b.X0, b.X1, b.Node} }

// checkDetail compares a chart of some level of detail with the whole one.
func checkDetail(t *testing.T, all, c *flame.Chart) {
	t.Helper()
	whole := map[place]flame.Box{}
	for _, ref := range refs(all) {
		b := all.Box(ref)
		whole[placeOf(b)] = b
	}
	for _, ref := range refs(c) {
		b := c.Box(ref)
		if b.Merged == 0 {
			w, ok := whole[placeOf(b)]
			if !ok || w.Net != b.Net {
				t.Fatalf("box %+v lies elsewhere in the whole chart: %+v", b, w)
			}
			continue
		}
		checkMerged(t, all, c, b)
	}
	checkWidths(t, c)
}

// checkMerged compares a merged box with the boxes it stands for: the children
// of the same parent that begin within it.
func checkMerged(t *testing.T, all, c *flame.Chart, b flame.Box) {
	t.Helper()
	tree := c.Tree(b.Ref)
	parent, _ := all.Find(b.Callers, c.Path(flame.Ref{Callers: b.Callers, Branch: tree.Parent[b.Branch]}))
	whole := all.Tree(b.Ref)
	n, net, from, to := 0, int64(0), int64(math.MaxInt64), int64(math.MinInt64)
	for k := whole.First[parent.Branch]; k < whole.First[parent.Branch]+whole.Count[parent.Branch]; k++ {
		if x := whole.X[k]; x < b.X0 || x >= b.X1 {
			continue
		}
		n++
		net += whole.Net[k]
		from, to = min(from, whole.X[k]), max(to, whole.X[k]+whole.Abs[k])
	}
	if n != b.Merged || net != b.Net || from != b.X0 || to != b.X1 {
		t.Fatalf("%+v stands for %d boxes from %d to %d with a sum of %d", b, n, from, to, net)
	}
	if tree.Count[b.Branch] != 0 || b.Node != query.NoNode {
		t.Fatalf("%+v has children or a node", b)
	}
}

// checkWidths holds a chart to the rules of a flame graph: children lie side by
// side from their parent's left edge, and within it.
func checkWidths(t *testing.T, c *flame.Chart) {
	t.Helper()
	for _, tree := range []*query.CallTree{c.Down, c.Up} {
		if tree == nil {
			continue
		}
		for b := range tree.Len() {
			x := tree.X[b]
			for k := tree.First[b]; k < tree.First[b]+tree.Count[b]; k++ {
				if tree.X[k] != x || tree.Parent[k] != int32(b) || tree.Depth[k] != tree.Depth[b]+1 {
					t.Fatalf("child %d of %d lies at %d, want %d", k, b, tree.X[k], x)
				}
				x += tree.Abs[k]
			}
			if x > tree.X[b]+tree.Abs[b] {
				t.Fatalf("the children of %d reach to %d, it ends at %d", b, x, tree.X[b]+tree.Abs[b])
			}
		}
	}
}

func TestLevelsOfDetail(t *testing.T) {
	merged := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 4))
		r := evaluate(t, profile(randomStacks(rng, seed%2 == 0)))
		o := flame.Options{Pivot: query.NoNode, ByName: seed%3 == 0, Recursion: seed%5 == 0}
		if r.Nodes.Len() > 0 && seed%4 == 0 {
			o.Pivot = query.NodeID(rng.IntN(r.Nodes.Len()))
		}
		all := chartOf(t, r, o)
		checkDetail(t, all, all)
		boxes := refs(all)
		for range 12 {
			at := boxes[rng.IntN(len(boxes))]
			o := o
			o.Zoom, o.ZoomCallers = all.Path(at), at.Callers
			o.Columns = 1 + rng.IntN(40)
			from := 2*rng.Float64() - 0.5
			o.Span = flame.Span{From: from, To: from + rng.Float64()}
			if rng.IntN(3) == 0 {
				o.Span = flame.Span{}
			}
			if rng.IntN(4) == 0 {
				o.Max = 1 + rng.IntN(20)
			}
			c := chartOf(t, r, o)
			checkDetail(t, all, c)
			if o.Max == 0 {
				checkResolved(t, all, c)
			}
			for _, ref := range refs(c) {
				if c.Box(ref).Merged > 0 {
					merged++
				}
			}
		}
	}
	if merged < 1000 {
		t.Errorf("only %d boxes were merged: the test proves little", merged)
	}
}

// checkResolved checks that all that is wide enough to be seen in the window
// is there with a box of its own.
func checkResolved(t *testing.T, all, c *flame.Chart) {
	t.Helper()
	have := map[place]bool{}
	for _, ref := range refs(c) {
		have[placeOf(c.Box(ref))] = true
	}
	column := c.Window.W() / float64(c.Options.Columns)
	for _, ref := range refs(all) {
		b := all.Box(ref)
		if float64(b.X0) < c.Window.To && float64(b.X1) > c.Window.From && float64(b.X1-b.X0) >= column && !have[placeOf(b)] {
			t.Fatalf("%+v is missing in window %v of %d columns", b, c.Window, c.Options.Columns)
		}
	}
}

func TestMostBoundsTheBoxes(t *testing.T) {
	r := evaluate(t, profile(columns(`
		a a b b
		c d c d
		4 3 2 1`)))
	all := chartOf(t, r, whole())
	for most := 1; most < 10; most++ {
		o := whole()
		o.Max = most
		c := chartOf(t, r, o)
		checkDetail(t, all, c)
		if c.Down.Len() > most+3 { // one merged box for each branch that is open
			t.Errorf("%d boxes where %d are the most", c.Down.Len(), most)
		}
	}
}

// Sums of a profile may be as large as 64 bits hold: the margin beside the
// window must not run over.
func TestLargestValues(t *testing.T) {
	r := evaluate(t, profile([]stack{
		{[]string{"a", "b", "c"}, math.MaxInt64 / 2},
		{[]string{"a", "d", "c"}, math.MaxInt64 / 2},
		{[]string{"e"}, 1},
	}))
	o := whole()
	all := chartOf(t, r, o)
	o.Columns = 1000
	c := chartOf(t, r, o)
	checkDetail(t, all, c)
	if _, last := c.Rows(); last != 3 {
		t.Errorf("the last row is %d, want 3", last)
	}
	box(t, c, "a", "b", "c")
	box(t, c, "a", "d", "c")
}
