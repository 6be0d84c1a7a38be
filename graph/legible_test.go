package graph_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"profstation/graph"
	"profstation/graph/layout"
	"profstation/internal/must"
	"profstation/measure/legible"
	"profstation/model/query"
	"profstation/scene"
)

// Every text of a call graph can be read: at any scale, with a search, with changes, where others step back.
func TestLegible(t *testing.T) {
	seen := 0
	for _, file := range []string{"cpu.pprof", "heap.pprof", "mutex.pprof", "goroutine.pprof"} {
		p := load(t, filepath.Join("../testdata", file))
		for _, labels := range []string{"", "endpoint"} {
			q := query.Default()
			q.TagShow = labels
			g := newGraph(t, p, q, graph.DefaultOptions())
			c := chart(t, g)
			for name, m := range marks(g) {
				legible.Each(func(size string, w, h float64, theme *scene.Theme) {
					painter := graph.NewPainter(c, theme)
					area := scene.Rect{X1: w, Y1: h}
					views := []graph.View{c.Fit(area), c.Opening(area)}
					for i := range 3 {
						at := scene.Point{X: w / float64(i+2), Y: h / float64(i+2)}
						views = append(views, c.Zoom(c.Fit(area), at, float64(uint(2)<<i)))
					}
					for _, v := range views {
						what := fmt.Sprintf("%s, labels %q, %s at %s, scale %.2f", file, labels, name, size, v.Scale)
						seen += legible.CheckPart(t, what, w, h, func(cv scene.Canvas) { painter.Paint(cv, v, m) })
					}
				})
				for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
					p := &graph.Picture{Chart: c, Theme: theme, Marks: m, Head: scene.Heading{Title: file}}
					w, h := p.Size()
					seen += legible.Check(t, file+", picture with "+name+", "+theme.Name, w, h, p.Draw)
				}
			}
		}
	}
	if seen < 10_000 {
		t.Errorf("only %d texts are seen", seen)
	}
}

// No edge crosses the text of a node or the label of another edge, at any scale and whatever is marked.
func TestNoLineCrossesText(t *testing.T) {
	seen := 0
	for _, file := range []string{"cpu.pprof", "cpu-slow.pprof"} {
		g := newGraph(t, load(t, filepath.Join("../testdata", file)), query.Default(), graph.DefaultOptions())
		c := chart(t, g)
		painter := graph.NewPainter(c, &scene.Light)
		for name, m := range marks(g) {
			for _, scale := range []float64{0.7, 1, 3} {
				v := graph.View{Scale: scale, Area: scene.Rect{X1: c.W * scale, Y1: c.H * scale}}
				seen += legible.CheckLines(t, fmt.Sprintf("%s, %s, scale %v", file, name, scale), v.Area.X1, v.Area.Y1,
					func(cv scene.Canvas) { painter.Paint(cv, v, m) })
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d texts are seen", seen)
	}
}

// Every text of the two graphs of a comparison can be read, though a name is longer than its side.
func TestSideBySideLegible(t *testing.T) { legible.InLanguages(t, testSideBySideLegible) }

func testSideBySideLegible(t *testing.T) {
	c := chart(t, newGraph(t, load(t, "../testdata/mutex.pprof"), query.Default(), graph.DefaultOptions()))
	small := chart(t, shop(t))
	for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
		for i, charts := range [][2]*graph.Chart{{c, small}, {small, c}, {small, small}} {
			p := &graph.SideBySide{Head: scene.Heading{Title: "a comparison"}, Charts: charts, Theme: theme, Marks: graph.NoMarks(),
				Names: [2]string{strings.Repeat("a long name ", 30), "new.pprof"}}
			w, h := p.Size()
			legible.Check(t, fmt.Sprintf("%s, pair %d", theme.Name, i), w, h, p.Draw)
		}
	}
}

// A label that has no space of its own stands in the picture, wherever its edge runs.
func TestLabelsStandInThePicture(t *testing.T) {
	f := graph.NewFigure(shop(t))
	for _, corner := range []func(w, h float64) scene.Point{
		func(float64, float64) scene.Point { return scene.Point{} },
		func(w, h float64) scene.Point { return scene.Point{X: w, Y: h} },
	} {
		p := must.Have(layout.Quick(t.Context(), f.Sizes()))
		for i := range p.Nodes {
			p.Nodes[i].Y += 1000 // away from the labels
		}
		p.H += 1000
		for i := range p.Edges {
			p.Edges[i].HasLabel, p.Edges[i].Label = false, corner(p.W, 900)
		}
		c := must.Have(graph.NewChart(f, p))
		picture := &graph.Picture{Chart: c, Theme: &scene.Light, Marks: graph.NoMarks(), Head: scene.Heading{Bare: true}}
		w, h := picture.Size()
		legible.Check(t, "labels in a corner", w, h, picture.Draw)
		list := legible.List{Width: w, Height: h}
		picture.Draw(&list)
		if first := list.Texts[0]; first.Area.Y1 > 1000*graph.PointSize { // labels are drawn before boxes
			t.Errorf("no label is written: the first text is %q at %v", first.Words, first.Area)
		}
	}
}

// marks are all kinds of marks of a graph, by what they mean.
func marks(g *graph.Graph) map[string]graph.Marks {
	n := g.Result.Nodes.Len()
	some, changes := make([]bool, n), make([]float32, n)
	for i := range some {
		some[i] = strings.Contains(g.Result.Nodes.Node(query.NodeID(i)).Name, "runtime")
		changes[i] = float32(math.Sin(float64(i)))
		if i%5 == 0 {
			changes[i] = float32(math.NaN())
		}
	}
	all := map[string]graph.Marks{"nothing": graph.NoMarks()}
	for name, set := range map[string]func(*graph.Marks){
		"selection":         func(m *graph.Marks) { m.Selected, m.HoverEdge = 0, 1 },
		"a search":          func(m *graph.Marks) { m.Match = some },
		"changes":           func(m *graph.Marks) { m.Changes = changes },
		"changes and noise": func(m *graph.Marks) { m.Changes, m.Quiet = changes, some },
		"noise that fades":  func(m *graph.Marks) { m.Quiet, m.Fade = some, true },
	} {
		m := graph.NoMarks()
		set(&m)
		all[name] = m
	}
	return all
}
