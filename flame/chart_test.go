package flame_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/flame"
	"profstation/model/query"
)

// Every chart has the boxes of the obvious layout, over random profiles.
func TestChartIsTheObviousLayout(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		stacks := randomStacks(rng, seed%2 == 1)
		r := evaluate(t, profile(stacks))
		pivots := []string{""}
		for n := range query.NodeID(r.Nodes.Len()) {
			pivots = append(pivots, r.Nodes.Node(n).Name)
		}
		for _, pivot := range pivots {
			for _, recursion := range []bool{false, true} {
				for _, byName := range []bool{false, true} {
					o := flame.Options{Pivot: query.NoNode, Recursion: recursion, ByName: byName}
					if pivot != "" {
						o.Pivot = node(t, r, pivot)
					}
					c := chartOf(t, r, o)
					got, want := fastBoxes(c), slowBoxes(stacks, pivot, recursion, byName)
					if !slices.Equal(got, want) {
						t.Fatalf("seed %d, pivot %q, recursion %v, by name %v:\nstacks %v\ngot  %v\nwant %v",
							seed, pivot, recursion, byName, stacks, got, want)
					}
					negative := slices.ContainsFunc(want, func(b placedBox) bool { return b.net != b.abs })
					if c.Negative != negative {
						t.Fatalf("seed %d: Negative is %v, want %v", seed, c.Negative, negative)
					}
					if first, last := c.Rows(); first != want[0].row || last != want[len(want)-1].row {
						t.Fatalf("seed %d: rows %d to %d, want %d to %d", seed, first, last, want[0].row, want[len(want)-1].row)
					}
				}
			}
		}
	}
}

func TestPathLeadsBack(t *testing.T) {
	for seed := range uint64(100) {
		r := evaluate(t, profile(randomStacks(rand.New(rand.NewPCG(seed, 2)), true)))
		o := whole()
		if r.Nodes.Len() > 0 && seed%2 == 0 {
			o.Pivot = 0
		}
		c := chartOf(t, r, o)
		for _, ref := range refs(c) {
			p := c.Path(ref)
			if got, found := c.Find(ref.Callers, p); got != ref || found != len(p) {
				t.Fatalf("seed %d: the path %v of %v leads to %v after %d", seed, p, ref, got, found)
			}
			if row := c.Box(ref).Row; max(row, -row) != len(p) {
				t.Fatalf("seed %d: box of row %d has a path of %d", seed, row, len(p))
			}
			// Where a path leads out of the tree, its beginning counts.
			lost := append(slices.Clone(p), query.NodeID(math.MaxInt32))
			if got, found := c.Find(ref.Callers, lost); got != ref || found != len(p) {
				t.Fatalf("seed %d: the path %v leads to %v after %d", seed, lost, got, found)
			}
		}
	}
}

// Without a pivot there are no callers: a path of them is one of callees.
func TestFindWithoutCallers(t *testing.T) {
	c := typed(t, `
		a
		b
		1`)
	ref, found := c.Find(true, path(t, c.Result, "a", "b"))
	if found != 2 || ref != box(t, c, "a", "b") {
		t.Errorf("found %v after %d", ref, found)
	}
}

func TestZoomAndSpan(t *testing.T) {
	r := evaluate(t, profile(columns(`
		a  a  a
		b  b  c
		d  e  d
		30 20 50`)))
	for _, c := range []struct {
		zoom   []string
		lost   bool // a node that is not there follows
		span   flame.Span
		found  int
		zoomed flame.Window
		window flame.Window
	}{
		{found: 0, zoomed: flame.Window{From: 0, To: 100}, window: flame.Window{From: 0, To: 100}},
		{zoom: []string{"a"}, found: 1, zoomed: flame.Window{From: 0, To: 100}, window: flame.Window{From: 0, To: 100}},
		{zoom: []string{"a", "b"}, found: 2, zoomed: flame.Window{From: 0, To: 50}, window: flame.Window{From: 0, To: 50}},
		{zoom: []string{"a", "c"}, found: 2, zoomed: flame.Window{From: 50, To: 100}, window: flame.Window{From: 50, To: 100}},
		{zoom: []string{"a", "b", "e"}, found: 3, zoomed: flame.Window{From: 30, To: 50}, window: flame.Window{From: 30, To: 50}},
		{zoom: []string{"a", "c", "e"}, found: 2, zoomed: flame.Window{From: 50, To: 100}, window: flame.Window{From: 50, To: 100}},
		{zoom: []string{"d"}, found: 0, zoomed: flame.Window{From: 0, To: 100}, window: flame.Window{From: 0, To: 100}},
		{zoom: []string{"a", "c"}, span: flame.Span{From: 0.5, To: 1}, found: 2,
			zoomed: flame.Window{From: 50, To: 100}, window: flame.Window{From: 75, To: 100}},
		{zoom: []string{"a", "c"}, span: flame.Span{From: -1, To: 1}, found: 2,
			zoomed: flame.Window{From: 50, To: 100}, window: flame.Window{From: 0, To: 100}},
	} {
		for _, columns := range []int{0, 1, 1000} {
			o := flame.Options{Pivot: query.NoNode, Zoom: path(t, r, c.zoom...), Span: c.span, Columns: columns}
			ch := chartOf(t, r, o)
			if ch.Found != c.found || ch.Zoomed != c.zoomed || ch.Window != c.window {
				t.Errorf("zoom %v span %v: found %d zoomed %v window %v, want %d %v %v",
					c.zoom, c.span, ch.Found, ch.Zoomed, ch.Window, c.found, c.zoomed, c.window)
			}
		}
	}
}

// The branch of a zoom is where the whole chart has it, for callers and callees.
func TestZoomOfEveryBox(t *testing.T) {
	for seed := range uint64(60) {
		r := evaluate(t, profile(randomStacks(rand.New(rand.NewPCG(seed, 3)), true)))
		o := flame.Options{Pivot: query.NoNode, ByName: seed%2 == 0, Recursion: seed%5 == 0}
		if r.Nodes.Len() > 0 && seed%3 > 0 {
			o.Pivot = query.NodeID(r.Nodes.Len() / 2)
		}
		all := chartOf(t, r, o)
		for _, ref := range refs(all) {
			b := all.Box(ref)
			o := o
			o.Zoom, o.ZoomCallers, o.Columns = all.Path(ref), ref.Callers, 8
			c := chartOf(t, r, o)
			want := flame.Window{From: float64(b.X0), To: float64(b.X1)}
			if c.Window != want || c.Found != len(o.Zoom) {
				t.Fatalf("seed %d: zoomed to %v the window is %v after %d, want %v", seed, o.Zoom, c.Window, c.Found, want)
			}
		}
	}
}

func TestPivotShowsCallersAbove(t *testing.T) {
	r := evaluate(t, profile(columns(`
		a a b a
		p b p c
		c p d
		  e
		4 3 2 1`)))
	c := chartOf(t, r, flame.Options{Pivot: node(t, r, "p")})
	want := []placedBox{
		{true, "a", -2, 4, 7, 3, 3, 3},
		{true, "b", -1, 4, 9, 5, 5, 2}, // 2 of it are a root of their own
		{true, "a", -1, 0, 4, 4, 4, 4},
		{false, "p", 0, 0, 9, 9, 9, 0},
		{false, "c", 1, 0, 4, 4, 4, 4},
		{false, "e", 1, 4, 7, 3, 3, 3},
		{false, "d", 1, 7, 9, 2, 2, 2},
	}
	// By weight b (5) stands before a (4).
	want[0].x0, want[0].x1 = 0, 3
	want[1].x0, want[1].x1 = 0, 5
	want[2].x0, want[2].x1 = 5, 9
	if got := fastBoxes(c); !slices.Equal(got, sorted(want)) {
		t.Errorf("got  %v\nwant %v", got, sorted(want))
	}
}

func TestEmptyProfile(t *testing.T) {
	c := chartOf(t, evaluate(t, profile(nil)), whole())
	if first, last := c.Rows(); first != 0 || last != 0 || c.Down.Len() != 1 {
		t.Errorf("rows %d to %d with %d boxes, want the root alone", first, last, c.Down.Len())
	}
	if c.Window != (flame.Window{}) || c.Negative || c.Has(flame.Ref{Branch: 1}) || c.Has(flame.None) {
		t.Errorf("%+v", c)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := evaluate(t, profile(columns(`
		a
		1`)))
	if c, err := flame.New(ctx, r, whole()); c != nil || err != context.Canceled {
		t.Errorf("got %v, %v", c, err)
	}
}
