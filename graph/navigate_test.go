package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"profstation/graph"
	"profstation/model/query"
	"profstation/scene"
)

func TestHotPath(t *testing.T) {
	for _, test := range []struct{ stacks, want string }{
		{"A B 1\nA C D 9\nE 3", "A C D"},
		{"E F 30\nA C D 9", "E F"},
		{"A A A B 5", "A B"}, // recursion
		{"A B A B 5", "B A"}, // a circle: its weightiest node
		{"A B 5\nB A 7", "A B"},
		{"A 1", "A"},
		{"main A B 10\nmain C 9\nA D 30", "main A D"}, // A is called: no root
	} {
		g := newGraph(t, parsed(t, test.stacks), query.Default(), graph.DefaultOptions())
		var got []string
		for _, n := range g.HotPath() {
			got = append(got, g.Name(n))
		}
		if want := strings.Fields(test.want); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", test.stacks, got, want)
		}
	}
	q := query.Default()
	q.Focus = "nobody"
	if p := newGraph(t, parsed(t, "A B 1"), q, graph.DefaultOptions()).HotPath(); len(p) != 0 {
		t.Errorf("without nodes: %v", p)
	}
}

// A chart opens whole where it is small, else readable: with the root of the hot
// path in sight, and nothing but chart where there is enough of it.
func TestOpening(t *testing.T) {
	var stacks []string
	for i := range 40 {
		stacks = append(stacks, fmt.Sprintf("root middle%d leaf%d %d", i, i, 10+i))
	}
	wide := newGraph(t, parsed(t, strings.Join(stacks, "\n")), query.Default(), graph.DefaultOptions())
	for _, g := range []*graph.Graph{shop(t), wide} {
		c := chart(t, g)
		for _, area := range []scene.Rect{{X1: 300, Y1: 200}, {X0: 10, Y0: 20, X1: 810, Y1: 620}, {X1: 5000, Y1: 3000}, {X1: 30, Y1: 10}} {
			v := c.Opening(area)
			if fit := c.Fit(area); v.Scale < fit.Scale || v.Scale > graph.PointSize {
				t.Errorf("in %v the scale is %v, that of all %v", area, v.Scale, fit.Scale)
			}
			if v.Scale < 0.85 {
				t.Errorf("in %v no name can be read at %v", area, v.Scale)
			}
			root := c.NodeRect(v, g.HotPath()[0])
			if area.W() > 200 && root.Intersect(area) != root {
				t.Errorf("in %v the root is at %v", area, root)
			}
			left, right := area.X0-v.Origin.X*v.Scale, area.X0+(c.W-v.Origin.X)*v.Scale
			if right-left > area.W() && (left > area.X0+10 || right < area.X1-10) {
				t.Errorf("in %v the chart is from %v to %v", area, left, right)
			}
		}
	}
}

// Arrow heads and lines do not grow without end.
func TestBoldest(t *testing.T) {
	c := chart(t, newGraph(t, parsed(t, "A B 9"), query.Default(), graph.DefaultOptions()))
	p := graph.NewPainter(c, &scene.Light)
	v := c.Fit(scene.Rect{X1: 900, Y1: 900})
	for range 20 {
		v = c.Zoom(v, scene.Point{X: 450, Y: 450}, 1.25)
	}
	if v.Scale > 6 {
		t.Errorf("the largest scale is %v", v.Scale)
	}
	rec := &scene.Recorder{Width: 900, Height: 900}
	p.Paint(rec, v, graph.NoMarks())
	lines := 0
	for _, line := range strings.Split(rec.String(), "\n") {
		var colour string
		var width float64
		if _, after, ok := strings.Cut(line, " stroke "); ok {
			fmt.Sscan(after, &colour, &width)
			lines++
		}
		if width > 20 {
			t.Errorf("a line is %v wide: %s", width, line)
		}
	}
	if lines == 0 {
		t.Error("no line is drawn")
	}
}
