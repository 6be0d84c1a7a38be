package graph_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"profstation/graph"
	"profstation/graph/layout"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/model/query"
	"profstation/scene"
)

// chart lays a graph out without graphviz.
func chart(t testing.TB, g *graph.Graph) *graph.Chart {
	t.Helper()
	f := graph.NewFigure(g)
	p := must.Have(layout.Quick(t.Context(), f.Sizes()))
	c := must.Have(graph.NewChart(f, p))
	return c
}

func shop(t testing.TB) *graph.Graph {
	p := parsed(t, `
main A B 10 tenant=acme
main A C+D 5 tenant=globex
main E B 20
main E E E 7`)
	return newGraph(t, p, query.Default(), graph.DefaultOptions())
}

func TestFigureSizes(t *testing.T) {
	g := shop(t)
	sizes := graph.NewFigure(g).Sizes()
	nodelets := 0
	for i := range g.Nodes {
		nodelets += len(g.Nodes[i].Tags)
		if len(g.Nodes[i].Tags) == 0 {
			continue
		}
		for _, e := range g.Nodes[i].Out {
			if sizes.Edges[e].MinLen != 2 {
				t.Errorf("edge %d leaves no space for nodelets", e)
			}
		}
	}
	if nodelets == 0 {
		t.Fatal("the graph has no nodelets")
	}
	if len(sizes.Nodes) != len(g.Nodes)+nodelets || len(sizes.Edges) != len(g.Edges)+nodelets {
		t.Errorf("%d boxes and %d lines for %d nodes, %d edges and %d nodelets", len(sizes.Nodes), len(sizes.Edges), len(g.Nodes), len(g.Edges), nodelets)
	}
	// All text fits into its box.
	for i := range g.Nodes {
		for _, line := range g.Lines(int32(i)) {
			if w := scene.Measure(line, scene.Font{Size: float64(g.FontSize(int32(i)))}); w > sizes.Nodes[i].W {
				t.Errorf("%q is %v wide, its box %v", line, w, sizes.Nodes[i].W)
			}
		}
	}
}

// A sample may have any number of labels. Its nodelet is a box of some lines all the same.
func TestManyLabels(t *testing.T) {
	var labels strings.Builder
	for k := range 200_000 {
		fmt.Fprintf(&labels, " key%d=v", k)
	}
	g := newGraph(t, parsed(t, "main A 10"+labels.String()), query.Default(), graph.DefaultOptions())
	for i, box := range graph.NewFigure(g).Sizes().Nodes {
		if box.H > 1000 {
			t.Errorf("box %d is %v high", i, box.H)
		}
	}
}

func TestChartRefusesAnotherLayout(t *testing.T) {
	if _, err := graph.NewChart(graph.NewFigure(shop(t)), &layout.Positions{}); err == nil {
		t.Error("no error")
	}
}

// The middle of every node is that node, in any view; beside all there is none.
func TestNodeAt(t *testing.T) {
	c := chart(t, shop(t))
	area := scene.Rect{X0: 10, Y0: 20, X1: 810, Y1: 620}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		v := c.Zoom(c.Fit(area), scene.Point{X: 10 + 800*r.Float64(), Y: 20 + 600*r.Float64()}, math.Exp(4*r.Float64()-2))
		for i := range c.Graph.Nodes {
			box := c.NodeRect(v, int32(i)).Intersect(area)
			if box.W() < 1e-6 || box.H() < 1e-6 {
				continue
			}
			at := scene.Point{X: (box.X0 + box.X1) / 2, Y: (box.Y0 + box.Y1) / 2}
			if got := c.NodeAt(v, at); got != int32(i) {
				t.Fatalf("in the middle of node %d lies %d", i, got)
			}
			if c.EdgeAt(v, at) != -1 {
				t.Fatalf("an edge lies on node %d", i)
			}
		}
	}
	v := c.Fit(area)
	for _, at := range []scene.Point{{X: 0, Y: 0}, {X: 810, Y: 620}, {X: math.NaN(), Y: 1}, {X: math.Inf(1), Y: 100}} {
		if c.NodeAt(v, at) != -1 || c.EdgeAt(v, at) != -1 {
			t.Errorf("something lies at %v", at)
		}
	}
}

// Just above the tip of an arrow lies an edge to that node.
func TestEdgeAt(t *testing.T) {
	c := chart(t, newGraph(t, parsed(t, "A B 1\nA C 9"), query.Default(), graph.DefaultOptions()))
	v := c.Fit(scene.Rect{X1: 800, Y1: 600})
	found := map[int32]bool{}
	for x := 0.5; x < 800; x++ {
		for y := 0.5; y < 600; y += 2 {
			if e := c.EdgeAt(v, scene.Point{X: x, Y: y}); e >= 0 {
				found[e] = true
			}
		}
	}
	if len(found) != len(c.Graph.Edges) {
		t.Errorf("%d of %d edges can be pointed at", len(found), len(c.Graph.Edges))
	}
}

func TestViews(t *testing.T) {
	c := chart(t, shop(t))
	area := scene.Rect{X1: 300, Y1: 200}
	v := c.Zoom(c.Fit(area), scene.Point{X: 100, Y: 100}, 8)
	for i := range c.Graph.Nodes {
		r := c.NodeRect(c.Reveal(v, int32(i)), int32(i))
		if r.W() <= area.W() && r.H() <= area.H() && r.Intersect(area) != r {
			t.Errorf("node %d is at %v, outside of %v", i, r, area)
		}
	}
	at := scene.Point{X: 123, Y: 45}
	before := c.NodeRect(v, 0)
	back := c.Zoom(c.Zoom(v, at, 1.1), at, 1/1.1)
	if r := c.NodeRect(back, 0); math.Abs(r.X0-before.X0) > 1e-6 || math.Abs(r.Y1-before.Y1) > 1e-6 {
		t.Errorf("zooming there and back leads from %v to %v", before, r)
	}
	for _, odd := range []graph.View{{}, {Area: area, Scale: math.NaN()}, {Area: area, Scale: math.Inf(1)}, {Area: area, Scale: 1, Origin: scene.Point{X: math.NaN()}}, {Area: area, Scale: 1e-300}} {
		w := c.Pan(c.Zoom(c.Clamp(odd), at, 2), 1e300, -1e300)
		p := graph.NewPainter(c, &scene.Light)
		p.Paint(&scene.Recorder{Width: 300, Height: 200}, odd, graph.NoMarks())
		p.Paint(&scene.Recorder{Width: 300, Height: 200}, w, graph.NoMarks())
		c.NodeAt(odd, at)
		c.EdgeAt(odd, at)
	}
}

// Arrow keys lead from every node only in their own direction.
func TestBeside(t *testing.T) {
	c := chart(t, shop(t))
	v := c.Fit(scene.Rect{X1: 900, Y1: 900})
	moved := 0
	for i := range c.Graph.Nodes {
		below := c.Beside(int32(i), 0, 1)
		if below == int32(i) {
			continue
		}
		moved++
		if c.NodeRect(v, below).Y0 <= c.NodeRect(v, int32(i)).Y0 {
			t.Errorf("node %d is not below %d", below, i)
		}
	}
	if moved == 0 {
		t.Error("no node lies below another")
	}
}

// What a box says can be read on it, in both themes and for any share.
func TestContrast(t *testing.T) {
	for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
		for share := -1.0; share <= 1; share += 0.01 {
			fill, text := graph.BoxColors(theme, share)
			if got := scene.Contrast(fill, text); got < scene.MinContrast {
				t.Errorf("%s, %.2f: %v on %v has contrast %.2f", theme.Name, share, text, fill, got)
			}
		}
	}
}

// A search and a selection change what is drawn, and nothing small is written.
func TestPaintMarks(t *testing.T) {
	c := chart(t, shop(t))
	theme := &scene.Light
	p := graph.NewPainter(c, theme)
	draw := func(v graph.View, m graph.Marks) string {
		rec := &scene.Recorder{Width: 900, Height: 900}
		p.Paint(rec, v, m)
		return rec.String()
	}
	v := c.Fit(scene.Rect{X1: 900, Y1: 900})
	plain := draw(v, graph.NoMarks())
	m := graph.NoMarks()
	m.Selected = 0
	if s := draw(v, m); !strings.Contains(s, "#1a5fd0") || strings.Contains(plain, "#1a5fd0") {
		t.Error("the selection cannot be seen")
	}
	m = graph.NoMarks()
	m.Match = make([]bool, c.Graph.Result.Nodes.Len())
	m.Match[c.Graph.Nodes[0].ID] = true
	if s := draw(v, m); !strings.Contains(s, "#ffd23f") || strings.Contains(plain, "#ffd23f") {
		t.Error("what was found cannot be seen")
	}
	for i := range c.Graph.Nodes {
		names := c.Graph.NameLines(int32(i))
		if !strings.Contains(plain, `"`+names[len(names)-1]+`"`) {
			t.Errorf("node %d has no name", i)
		}
	}
	v.Scale = 0.02
	if s := draw(c.Clamp(v), graph.NoMarks()); strings.Contains(s, "text ") {
		t.Error("text is written that nobody can read")
	}
}

func picture(t testing.TB, g *graph.Graph, theme *scene.Theme) *graph.Picture {
	return &graph.Picture{Chart: chart(t, g), Theme: theme, Marks: graph.NoMarks(), Head: scene.Heading{Title: "cpu.pprof"}}
}

// Whatever names a profile holds, the SVG is well formed, says them in full in
// titles and refers to nothing; the pixels can be painted.
func TestHostileNamesInPictures(t *testing.T) {
	for i, name := range hostile {
		g := newGraph(t, profileNamed(name, hostile[(i+7)%len(hostile)], hostile[(i*3+1)%len(hostile)]), query.Default(), graph.DefaultOptions())
		p := picture(t, g, &scene.Light)
		w, h := p.Size()
		if w > 5000 {
			t.Errorf("%.40q: the picture is %v wide", name, w)
		}
		var svg bytes.Buffer
		cv := scene.NewSVG(&svg, w, h, scene.Color{}, p.Head.Title, "")
		p.Draw(cv)
		must.Do(cv.Close())
		titles := 0
		for d := xml.NewDecoder(&svg); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%.40q: %v", name, err)
			}
			start, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			switch start.Name.Local {
			case "title":
				titles++
			case "a", "script", "image", "use", "foreignObject":
				t.Errorf("%.40q: the picture has an element %s", name, start.Name.Local)
			}
		}
		if least := len(g.Nodes) + len(g.Edges); titles < least {
			t.Errorf("%.40q: %d titles, expected %d", name, titles, least)
		}
		img := image.NewRGBA(image.Rect(0, 0, 400, 300))
		p.Draw(scene.NewRaster(img, 1))
	}
}

func TestPictureOfNothing(t *testing.T) {
	q := query.Default()
	q.Focus = "nobody is called so"
	p := picture(t, newGraph(t, parsed(t, "A B 1"), q, graph.DefaultOptions()), &scene.Dark)
	w, h := p.Size()
	rec := &scene.Recorder{Width: w, Height: h}
	p.Draw(rec)
	if !strings.Contains(rec.String(), "No nodes match") {
		t.Errorf("it says:\n%s", rec)
	}
}

// BenchmarkPaint is a frame of a graph of 400 nodes and 1,500 edges: all of it,
// what it opens with, a part of it, and the same when they are dragged.
func BenchmarkPaint(b *testing.B) {
	q, o := query.Default(), graph.DefaultOptions()
	q.NodeCount, q.NodeFraction, o.EdgeFraction = 400, 0, 0
	c := chart(b, newGraph(b, load(b, pproftool.Compiler(b)), q, o))
	p := graph.NewPainter(c, &scene.Light)
	cv := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, 1200, 800)), 1)
	all := c.Fit(scene.Rect{X1: 1200, Y1: 800})
	for name, v := range map[string]graph.View{
		"all": all, "opening": c.Opening(all.Area), "part": c.Zoom(all, scene.Point{X: 600, Y: 200}, 10),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p.Paint(cv, v, graph.NoMarks())
			}
		})
		b.Run(name+"/dragged", func(b *testing.B) {
			var layer scene.Layer
			for i := 0; b.Loop(); i++ {
				dx := 12.0
				if i/20%2 == 1 {
					dx = -dx
				}
				v.Origin.X -= dx / v.Scale
				layer.Draw(cv, dx, 0, func(cv scene.Canvas) { p.Paint(cv, v, graph.NoMarks()) })
			}
		})
	}
}
