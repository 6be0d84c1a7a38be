package layout_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"profstation/graph/layout"
	"profstation/internal/must"
	"profstation/scene"
)

func TestQuickIsALayout(t *testing.T) {
	graphs := map[string]*layout.Graph{
		"nothing":     {},
		"alone":       random(1, 1, 0),
		"apart":       random(2, 5, 0),
		"loops":       {Nodes: random(3, 2, 0).Nodes, Edges: []layout.Edge{{From: 0, To: 0}, {From: 1, To: 1}, {From: 1, To: 1}}},
		"circle":      {Nodes: random(4, 3, 0).Nodes, Edges: []layout.Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 0}}},
		"there, back": {Nodes: random(5, 2, 0).Nodes, Edges: []layout.Edge{{From: 0, To: 1}, {From: 1, To: 0}, {From: 0, To: 1}}},
		"long":        {Nodes: random(6, 2, 0).Nodes, Edges: []layout.Edge{{From: 0, To: 1, MinLen: 100}}},
	}
	for seed := range uint64(14) {
		n := 2 + int(seed)*3
		graphs["random "+string(rune('a'+seed))] = random(seed, n, 3*n)
		graphs["tree "+string(rune('a'+seed))] = tree(seed, n)
	}
	for name, g := range graphs {
		t.Run(name, func(t *testing.T) {
			p := must.Have(layout.Quick(t.Context(), g))
			check(t, g, p)
			around(t, g, p)
		})
	}
}

// around fails the test where an edge runs through a node that is not its end.
func around(t *testing.T, g *layout.Graph, p *layout.Positions) {
	t.Helper()
	for i, e := range g.Edges {
		q := p.Edges[i].Points
		for k := 0; k+3 < len(q); k += 3 {
			for s := 0.0; s <= 1; s += 0.05 {
				u := 1 - s
				x := u*u*u*q[k].X + 3*u*u*s*q[k+1].X + 3*u*s*s*q[k+2].X + s*s*s*q[k+3].X
				y := u*u*u*q[k].Y + 3*u*u*s*q[k+1].Y + 3*u*s*s*q[k+2].Y + s*s*s*q[k+3].Y
				for n, size := range g.Nodes {
					m := p.Nodes[n]
					r := scene.Rect{X0: m.X - size.W/2, Y0: m.Y - size.H/2, X1: m.X + size.W/2, Y1: m.Y + size.H/2}
					if int32(n) != e.From && int32(n) != e.To && r.Inset(1).Contains(scene.Point{X: x, Y: y}) {
						t.Errorf("edge %d from %d to %d runs through node %d", i, e.From, e.To, n)
						return
					}
				}
			}
		}
	}
}

// Edges that are not turned point downwards.
func TestQuickRanksCallersAboveCallees(t *testing.T) {
	for seed := range uint64(20) {
		g := tree(seed, 40)
		p := must.Have(layout.Quick(t.Context(), g))
		for i, e := range g.Edges {
			if e.From != e.To && p.Nodes[e.From].Y >= p.Nodes[e.To].Y {
				t.Errorf("seed %d: edge %d does not point down", seed, i)
			}
		}
	}
}

func TestQuickStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := layout.Quick(ctx, random(1, 50, 150)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestUnusableGraphs(t *testing.T) {
	node := []layout.Node{{W: 10, H: 10}}
	for name, g := range map[string]*layout.Graph{
		"no size":         {Nodes: []layout.Node{{W: 0, H: 10}}},
		"no number":       {Nodes: []layout.Node{{W: math.NaN(), H: 10}}},
		"endless":         {Nodes: []layout.Node{{W: 10, H: math.Inf(1)}}},
		"edge to nothing": {Nodes: node, Edges: []layout.Edge{{From: 0, To: 1}}},
		"edge from −1":    {Nodes: node, Edges: []layout.Edge{{From: -1, To: 0}}},
		"label":           {Nodes: node, Edges: []layout.Edge{{LabelW: math.NaN()}}},
		"too long":        {Nodes: node, Edges: []layout.Edge{{MinLen: 101}}},
	} {
		if _, err := layout.Quick(t.Context(), g); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := new(layout.Helper).Lay(t.Context(), g, layout.Effort{}); err == nil {
			t.Errorf("%s: no error of the helper", name)
		}
	}
}

func TestCrossingsAgainstEveryPair(t *testing.T) {
	for seed := range uint64(20) {
		g := random(seed, 12, 40)
		if fast, slow := layout.Crossings(g); fast != slow {
			t.Errorf("seed %d: %d crossings, expected %d", seed, fast, slow)
		}
	}
}

// No row that never falls, of those found by moving one step at a time, is
// nearer than what the pool finds.
func TestNearestRow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + r.IntN(8)
		x, w := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], w[i] = float64(r.IntN(20)), float64(1+r.IntN(5))
		}
		cost := func(row []float64) (sum float64) {
			for i := range row {
				if i > 0 && row[i] < row[i-1]-1e-9 {
					return math.Inf(1)
				}
				sum += w[i] * (row[i] - x[i]) * (row[i] - x[i])
			}
			return sum
		}
		row := append([]float64(nil), layout.Nearest(x, w)...)
		least := cost(row)
		for from := range n {
			for to := from + 1; to <= n; to++ {
				for _, step := range []float64{-1e-3, 1e-3} {
					other := append([]float64(nil), row...)
					for i := from; i < to; i++ {
						other[i] += step
					}
					if c := cost(other); c < least-1e-9 {
						t.Fatalf("%v with weights %v: found %v of cost %v, but %v costs %v", x, w, row, least, other, c)
					}
				}
			}
		}
	}
}
