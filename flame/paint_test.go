package flame_test

import (
	"fmt"
	"image"
	"math/rand/v2"
	"strings"
	"testing"

	"profstation/flame"
	"profstation/internal/golden"
	"profstation/model/query"
	"profstation/scene"
	"profstation/testdata/record/synthetic"
)

// goProfile has the main module, the standard library, the runtime and names
// with receivers and type arguments.
const goProfile = `
	main.main               main.main               main.main            runtime.mcall
	net/http.(*conn).serve  net/http.(*conn).serve  main.sum[int,string] runtime.schedule
	main.handle             main.handle
	encoding/json.Marshal   strings.ToUpper
	400                     200                     250                  150`

func TestPaint(t *testing.T) {
	negative := strings.Replace(goProfile, "250 ", "-250", 1)
	many := strings.Replace(goProfile, "200 ", "2   ", 1)
	for _, c := range []struct {
		name   string
		text   string
		pivot  string
		search string
		mark   string
		way    []string // to a box
		wide   bool     // resolve coarsely
		row    float64  // height
		style  flame.Style
	}{
		{name: "icicle_package_light", text: goProfile, style: flame.Style{Theme: &scene.Light, Coloring: flame.ByPackage}},
		{name: "icicle_package_dark", text: goProfile, style: flame.Style{Theme: &scene.Dark, Coloring: flame.ByPackage}},
		{name: "icicle_kind_light", text: goProfile, style: flame.Style{Theme: &scene.Light, Coloring: flame.ByKind}},
		{name: "icicle_self_light", text: goProfile, style: flame.Style{Theme: &scene.Light, Coloring: flame.BySelf}},
		{name: "flame_package_light", text: goProfile, style: flame.Style{Theme: &scene.Light, Coloring: flame.ByPackage, RootDown: true}},
		{name: "generics", text: goProfile, style: flame.Style{Theme: &scene.Light, Coloring: flame.ByPackage, Generics: true}},
		{name: "pivot", text: goProfile, pivot: "main.handle", style: light},
		{name: "pivot_flame", text: goProfile, pivot: "main.handle", style: flame.Style{Theme: &scene.Light, Coloring: flame.ByPackage, RootDown: true}},
		{name: "search", text: goProfile, search: "encoding/json.Marshal", style: light},
		{name: "mark", text: goProfile, mark: "main.handle", style: light},
		{name: "way", text: goProfile, way: []string{"main.main", "net/http.(*conn).serve"}, style: light},
		{name: "low_rows", text: goProfile, way: []string{"main.main", "net/http.(*conn).serve"}, row: 12, style: light},
		{name: "merged", text: many, wide: true, style: light},
		{name: "under_a_pixel", text: many, style: light},
		{name: "negative", text: negative, style: light},
		{name: "negative_self", text: negative, style: flame.Style{Theme: &scene.Light, Coloring: flame.BySelf}},
		{name: "empty", text: "\n\t1", style: light},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := evaluate(t, profile(columns(c.text)))
			o := whole()
			if c.pivot != "" {
				o.Pivot = node(t, r, c.pivot)
			}
			if c.wide {
				o.Columns = 20
			}
			var match []bool
			if c.search != "" {
				match = make([]bool, r.Nodes.Len())
				match[node(t, r, c.search)] = true
			}
			ch := chartOf(t, r, o)
			view := flame.View{Window: ch.Window, Row: c.row, Area: scene.Rect{X1: 400, Y1: 100}, Mark: query.NoNode}
			if c.mark != "" {
				view.Mark = node(t, r, c.mark)
			}
			if c.way != nil {
				view.Way = box(t, ch, c.way...)
			}
			rec := &scene.Recorder{Width: 400, Height: 100}
			flame.NewPainter(ch, c.style, match, nil).Paint(rec, view)
			golden.Check(t, c.name+".txt", rec.String())
		})
	}
}

// A box that begins beyond the left edge shows its label within sight.
func TestPaintPart(t *testing.T) {
	c := typed(t, goProfile)
	rec := &scene.Recorder{Width: 400, Height: 60}
	flame.NewPainter(c, light, nil, nil).Paint(rec, flame.View{
		Mark:   query.NoNode,
		Window: flame.Window{From: 350, To: 650}, Top: 25, Area: scene.Rect{X0: 50, Y0: 10, X1: 350, Y1: 60}})
	golden.Check(t, "part.txt", rec.String())
}

// A painter that takes over names and colours draws what a new one draws.
func TestPainterTakesOver(t *testing.T) {
	r := evaluate(t, profile(columns(goProfile)))
	before := chartOf(t, r, whole())
	view := flame.View{Mark: query.NoNode, Window: before.Window, Area: scene.Rect{X1: 400, Y1: 100}}
	old := flame.NewPainter(before, light, nil, nil)
	old.Paint(&scene.Recorder{}, view)
	after := chartOf(t, r, flame.Options{Pivot: node(t, r, "main.handle")})
	view.Window = after.Window
	var got, want scene.Recorder
	flame.NewPainter(after, light, nil, old).Paint(&got, view)
	flame.NewPainter(after, light, nil, nil).Paint(&want, view)
	if got.String() != want.String() {
		t.Errorf("got\n%swant\n%s", got.String(), want.String())
	}
}

// inside checks that nothing is drawn that lies beside an area. What lies
// across its edge by less than a pixel, or a row, is cut by the clip.
func inside(t *testing.T, rec *scene.Recorder, area scene.Rect) {
	t.Helper()
	for _, line := range rec.Lines() {
		var r scene.Rect
		line = strings.TrimSpace(line)
		if _, err := fmt.Sscanf(line, "fill %g %g %g %g", &r.X0, &r.Y0, &r.X1, &r.Y1); err == nil {
			slack := 1.01 // the recorder rounds
			if r.X0 < area.X0-slack || r.X1 > area.X1+slack || r.Y1 < area.Y0-slack || r.Y0 > area.Y1+slack {
				t.Fatalf("%q lies beside %v", line, area)
			}
		}
		var at scene.Point
		if _, err := fmt.Sscanf(line, "text %g %g", &at.X, &at.Y); err == nil {
			if at.X < area.X0 || at.X > area.X1 || at.Y < area.Y0-flame.RowHeight || at.Y > area.Y1+flame.RowHeight {
				t.Fatalf("%q lies beside %v", line, area)
			}
		}
	}
	if clips, pops := strings.Count(rec.String(), "clip "), strings.Count(rec.String(), "unclip"); clips != pops {
		t.Fatalf("%d clips and %d ends of clips", clips, pops)
	}
}

// Whatever part is drawn, nothing is told to the canvas that lies beside it,
// no box is drawn twice, and boxes of a row do not overlap by a pixel or more.
func TestPaintStaysInside(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 6))
		r := evaluate(t, profile(randomStacks(rng, true)))
		o := whole()
		o.Columns = rng.IntN(60)
		c := chartOf(t, r, o)
		area := scene.Rect{X0: 40, Y0: 30, X1: 40 + 300*rng.Float64(), Y1: 30 + 200*rng.Float64()}
		from := c.Window.W() * (1.5*rng.Float64() - 0.5)
		v := flame.View{Mark: query.NoNode, Window: flame.Window{From: from, To: from + c.Window.W()*rng.Float64() + 1e-3}, Top: 200*rng.Float64() - 50, Area: area}
		rec := &scene.Recorder{Width: 400, Height: 300}
		flame.NewPainter(c, light, nil, nil).Paint(rec, v)
		inside(t, rec, area)
		right := map[float64]float64{} // of each row so far
		for i, line := range rec.Lines() {
			var b scene.Rect
			if _, err := fmt.Sscanf(strings.TrimSpace(line), "fill %g %g %g %g", &b.X0, &b.Y0, &b.X1, &b.Y1); err != nil || i < 2 {
				continue
			}
			if b.X0 < right[b.Y0]-1.01 {
				t.Fatalf("seed %d: %q overlaps the box before it, which ends at %v", seed, line, right[b.Y0])
			}
			right[b.Y0] = b.X1
		}
	}
}

// large is the synthetic program with that many stacks.
func large(t testing.TB, stacks int) *query.Result {
	t.Helper()
	return evaluate(t, convert(t, synthetic.Large(stacks, 40, 3000, 1)))
}

// Painting costs no allocation for a box once names are made: panning over
// 5,000 boxes a frame allocates no more than a handful of things.
func TestPaintAllocatesNothing(t *testing.T) {
	r := large(t, 20_000)
	o := whole()
	o.Columns = 4000
	c := chartOf(t, r, o)
	const width, height = 1600, 900
	raster := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, width, height)), 1)
	p := flame.NewPainter(c, light, nil, nil)
	boxes := countBoxes(c, flame.View{Mark: query.NoNode, Window: c.Window, Area: scene.Rect{X1: width, Y1: height}})
	if boxes < 5000 {
		t.Fatalf("a frame has only %d boxes", boxes)
	}
	pixel := c.Window.W() / width
	frame := func(i int) {
		shift := float64(i%8) * pixel
		p.Paint(raster, flame.View{Mark: query.NoNode, Window: flame.Window{From: c.Window.From + shift, To: c.Window.To + shift}, Area: scene.Rect{X1: width, Y1: height}})
	}
	for i := range 16 {
		frame(i)
	}
	i := 0
	allocs := testing.AllocsPerRun(16, func() { frame(i); i++ })
	if allocs > 0 {
		t.Errorf("a frame of %d boxes costs %v allocations", boxes, allocs)
	}
}

// countBoxes is how many boxes of a chart lie in a view.
func countBoxes(c *flame.Chart, v flame.View) int {
	n := 0
	for _, ref := range refs(c) {
		if !c.Rect(v, light, ref).Intersect(v.Area).Empty() {
			n++
		}
	}
	return n
}
