package flame_test

import (
	"cmp"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"profstation/flame"
	"profstation/model/query"
	"profstation/scene"
)

var light = flame.Style{Theme: &scene.Light, Coloring: flame.ByPackage}

// inverse checks that the middle of every visible box is that box, and that
// its left edge belongs to it while its right edge does not.
func inverse(t *testing.T, c *flame.Chart, v flame.View, s flame.Style) {
	t.Helper()
	for _, ref := range refs(c) {
		r := c.Rect(v, s, ref)
		if math.Abs(r.H()-cmp.Or(v.Row, flame.RowHeight)) > 1e-9 {
			t.Fatalf("%v is %v high", ref, r.H())
		}
		seen := r.Intersect(v.Area)
		if seen.Empty() || seen.W() < 1e-6 {
			continue
		}
		middle := scene.Point{X: (seen.X0 + seen.X1) / 2, Y: (seen.Y0 + seen.Y1) / 2}
		if got := c.At(v, s, middle); got != ref {
			t.Fatalf("in the middle of %v, at %v, lies %v", ref, middle, got)
		}
		for _, outside := range []scene.Point{{X: r.X1 + 1e-6, Y: middle.Y}, {X: r.X0 - 1e-6, Y: middle.Y}, {X: middle.X, Y: r.Y1 + 1e-6}, {X: middle.X, Y: r.Y0 - 1e-6}} {
			if c.At(v, s, outside) == ref {
				t.Fatalf("%v reaches to %v, beyond %v", ref, outside, r)
			}
		}
	}
}

func TestAtIsTheInverseOfRect(t *testing.T) {
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 5))
		r := evaluate(t, profile(randomStacks(rng, true)))
		o := whole()
		if r.Nodes.Len() > 0 && seed%2 == 0 {
			o.Pivot = query.NodeID(rng.IntN(r.Nodes.Len()))
		}
		if seed%3 == 0 {
			o.Columns = 5 + rng.IntN(50)
		}
		c := chartOf(t, r, o)
		style := light
		style.RootDown = rng.IntN(2) == 0
		v := flame.View{Mark: query.NoNode, Window: c.Window, Area: scene.Rect{X0: 7, Y0: 11, X1: 807, Y1: 311}}
		inverse(t, c, v, style)
		for range 5 {
			a := c.Window.W() * (1.5*rng.Float64() - 0.5)
			v.Window = flame.Window{From: a, To: a + c.Window.W()*rng.Float64() + 0.01}
			v.Row = []float64{0, 12, 13, 17}[rng.IntN(4)]
			v.Top = 400*rng.Float64() - 200
			v.Area = scene.Rect{X0: 30 * rng.Float64(), Y0: 50 * rng.Float64(), X1: 100 + 900*rng.Float64(), Y1: 60 + 300*rng.Float64()}
			inverse(t, c, v, style)
		}
	}
}

func TestNothingLiesBesideTheChart(t *testing.T) {
	c := typed(t, `
		a a b
		c
		4 3 2`)
	v := flame.View{Mark: query.NoNode, Window: c.Window, Area: scene.Rect{X1: 900, Y1: 400}}
	for _, at := range []scene.Point{
		{X: -1, Y: 5}, {X: 900, Y: 5}, {X: 5, Y: -1}, {X: 5, Y: 400}, // beside the area
		{X: 5, Y: 3 * flame.RowHeight},   // below the last row
		{X: 401, Y: 2 * flame.RowHeight}, // where a ends in itself
		{X: math.NaN(), Y: 5}, {X: 5, Y: math.NaN()},
	} {
		if got := c.At(v, light, at); got != flame.None {
			t.Errorf("at %v lies %v", at, got)
		}
	}
}

func TestMove(t *testing.T) {
	c := typed(t, `
		a a b
		c d e
		f
		5 3 2`)
	root := flame.Ref{}
	a, b := box(t, c, "a"), box(t, c, "b")
	ac, ad, be := box(t, c, "a", "c"), box(t, c, "a", "d"), box(t, c, "b", "e")
	acf := box(t, c, "a", "c", "f")
	for _, m := range []struct {
		name string
		from flame.Ref
		step flame.Step
		want flame.Ref
	}{
		{"into the widest", root, flame.Inwards, a},
		{"into the widest again", a, flame.Inwards, ac},
		{"a leaf has no inside", acf, flame.Inwards, acf},
		{"out", acf, flame.Outwards, ac},
		{"out to the root", a, flame.Outwards, root},
		{"out of the root", root, flame.Outwards, root},
		{"right", a, flame.Right, b},
		{"left", b, flame.Left, a},
		{"right into another branch", ad, flame.Right, be},
		{"left into another branch", be, flame.Left, ad},
		{"the left end", a, flame.Left, a},
		{"the right end", b, flame.Right, b},
		{"from nowhere", flame.None, flame.Right, root},
		{"from a box of another chart", flame.Ref{Branch: 99}, flame.Inwards, root},
	} {
		if got := c.Move(m.from, m.step); got != m.want {
			t.Errorf("%s: from %v to %v, want %v", m.name, m.from, got, m.want)
		}
	}
	if got := c.Hottest(root); got != acf {
		t.Errorf("the hottest path ends at %v, want %v", got, acf)
	}
	if got := c.Hottest(b); got != be {
		t.Errorf("the hottest path from b ends at %v, want %v", got, be)
	}
	// It ends where no box has more than half of the one before.
	for text, want := range map[string][]string{
		"\n\ta a\n\tb c\n\t5 5": {"a"}, "\n\ta a\n\tb c\n\t6 5": {"a", "b"}, "\n\ta a a\n\tb c\n\t3 3 3": {"a"}, "\n\ta b\n\t5 5": nil,
	} {
		c := typed(t, text)
		if got := c.Hottest(root); !slices.Equal(c.Path(got), path(t, c.Result, want...)) {
			t.Errorf("%q: the hottest path ends at %v, want %v", text, c.Path(got), want)
		}
	}
}

// Among callers, inwards leads away from the pivot, outwards to it.
func TestMoveAmongCallers(t *testing.T) {
	r := evaluate(t, profile(columns(`
		a b
		p p
		5 2`)))
	c := chartOf(t, r, flame.Options{Pivot: node(t, r, "p")})
	a, _ := c.Find(true, path(t, r, "a"))
	b, _ := c.Find(true, path(t, r, "b"))
	if got := c.Move(flame.Ref{Callers: true}, flame.Inwards); got != a {
		t.Errorf("above the pivot lies %v, want %v", got, a)
	}
	if got := c.Move(a, flame.Outwards); got != (flame.Ref{}) {
		t.Errorf("below a lies %v, want the pivot", got)
	}
	if got := c.Move(a, flame.Right); got != b {
		t.Errorf("right of a lies %v, want %v", got, b)
	}
}

// A selection walks over nodes: merged boxes are none.
func TestMovePastMergedBoxes(t *testing.T) {
	r := evaluate(t, profile(columns(`
		a a a b
		c d e c
		9 1 1 9`)))
	o := whole()
	o.Columns = 10
	c := chartOf(t, r, o)
	ac, bc := box(t, c, "a", "c"), box(t, c, "b", "c")
	if got := c.Move(ac, flame.Right); got != bc {
		t.Errorf("right of c in a lies %+v, want c in b", c.Box(got))
	}
	if got := c.Move(bc, flame.Left); got != ac {
		t.Errorf("left of c in b lies %+v, want c in a", c.Box(got))
	}
	if got := c.Hottest(flame.Ref{}); c.Box(got).Merged > 0 {
		t.Errorf("the hottest path ends in a merged box")
	}
}

// FuzzView throws numbers of all kinds at everything that takes a view.
func FuzzView(f *testing.F) {
	inf, nan, least := math.Inf(1), math.NaN(), math.SmallestNonzeroFloat64
	for _, v := range [][]float64{
		{0, 10, 0, 0, 0, 100, 100}, {0, 10, 1e300, 0, 0, 100, 100}, {0, 10, -1e300, 0, 0, 100, 100},
		{0, 10, nan, 0, 0, 100, 100}, {nan, nan, 0, 0, 0, 100, 100}, {0, inf, 0, 0, 0, 100, 100},
		{-inf, inf, 0, 0, 0, 100, 100}, {0, least, 0, 0, 0, 100, 100}, {-1e300, 1e300, 0, 0, 0, 100, 100},
		{0, 10, 0, -1e300, -1e300, 1e300, 1e300}, {0, 10, 0, 0, 0, 0, 0}, {0, 10, 0, nan, 0, 100, 100},
		{0, 10, 0, 0, 0, inf, inf}, {10, 0, 0, 0, 0, 100, 100}, {0, 10, 0, 100, 100, 0, 0}, {1, 1, 0, 0, 0, 100, 100},
		{0, 10, 9.3e18, 0, 0, 100, 100}, {0, 10, -9.3e18, 0, 0, 100, 100}, {0, 10, inf, 0, 0, 100, 100},
	} {
		f.Add(v[0], v[1], v[2], v[3], v[4], v[5], v[6], false)
		f.Add(v[0], v[1], v[2], v[3], v[4], v[5], v[6], true)
	}
	r := evaluate(f, profile(columns(`
		a a  b
		p c  p
		d
		5 -3 2`)))
	nothing := evaluate(f, profile(nil))
	charts := []*flame.Chart{chartOf(f, r, flame.Options{Pivot: node(f, r, "p")}), chartOf(f, r, whole()), chartOf(f, nothing, whole())}
	raster := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, 100, 100)), 1)
	f.Fuzz(func(t *testing.T, from, to, top, x0, y0, x1, y1 float64, rootDown bool) {
		s := light
		s.RootDown = rootDown
		v := flame.View{Mark: query.NoNode, Window: flame.Window{From: from, To: to}, Top: top, Area: scene.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}}
		for _, c := range charts {
			p := flame.NewPainter(c, s, nil, nil)
			p.Paint(raster, v)
			rec := &scene.Recorder{Width: 100, Height: 100}
			p.Paint(rec, v)
			inside(t, rec, v.Area)
			if strings.Contains(rec.String(), "NaN") {
				t.Errorf("a number of the drawing is none:\n%s", rec)
			}
			for _, at := range []scene.Point{{X: x0, Y: y0}, {X: x1, Y: y1}, {X: (x0 + x1) / 2, Y: (y0 + y1) / 2}, {X: top, Y: from}} {
				if ref := c.At(v, s, at); ref != flame.None && !c.Has(ref) {
					t.Errorf("at %v lies %v, which does not exist", at, ref)
				}
			}
			for _, ref := range refs(c) {
				c.Rect(v, s, ref)
			}
			o := flame.Options{Pivot: c.Options.Pivot, Span: flame.Span{From: from, To: to}, Columns: 10}
			checkDetail(t, c, chartOf(t, c.Result, o))
		}
	})
}
