package flame_test

import (
	"fmt"
	"strings"
	"testing"

	"profstation/flame"
	"profstation/internal/must"
	"profstation/loader"
	"profstation/measure/legible"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/scene"
)

// recording is one of the recordings of ../testdata.
func recording(t testing.TB, name string) *model.Profile {
	t.Helper()
	f := must.Have(loader.Open(t.Context(), "../testdata/"+name, loader.Options{}))
	return f.Profile
}

// Every text of a flame graph can be read: in the window, in a picture, with a search, in every coloring.
func TestLegible(t *testing.T) { legible.InLanguages(t, testLegible) }

func testLegible(t *testing.T) {
	for _, name := range []string{"cpu.pprof", "cpu-slow.pprof", "heap.pprof", "goroutine.pprof", "mutex.pprof"} {
		r := evaluate(t, recording(t, name))
		match := make([]bool, r.Nodes.Len())
		hottest := query.NoNode
		for n := range query.NodeID(r.Nodes.Len()) {
			match[n] = strings.Contains(r.Nodes.Node(n).Name, "runtime")
			if strings.Contains(r.Nodes.Node(n).Name, "shop") {
				hottest = n
			}
		}
		for _, o := range []flame.Options{{Pivot: query.NoNode, Columns: 4000, Label: model.LabelAxis{Key: "endpoint"}}, {Pivot: hottest}} {
			c := chartOf(t, r, o)
			legible.Each(func(size string, w, h float64, theme *scene.Theme) {
				for i, coloring := range flame.Colorings {
					s := flame.Style{Theme: theme, Coloring: coloring, RootDown: i%2 == 1, Generics: i%2 == 0}
					for k, match := range [][]bool{nil, match} {
						what := fmt.Sprintf("%s at %s, pivot %v, by %s, search %v", name, size, o.Pivot, coloring, k == 1)
						view := flame.View{Window: c.Window, Row: flame.RowIn(h, c.Worth()), Area: scene.Rect{X1: w, Y1: h}, Mark: query.NoNode}
						legible.Check(t, what, w, h, func(cv scene.Canvas) { flame.NewPainter(c, s, match, nil).Paint(cv, view) })
						p := &flame.Picture{Head: scene.Heading{Title: name + " with a title that is longer than most"}, Chart: c, Style: s, Width: w, Match: match}
						_, h := p.Size()
						if seen := legible.Check(t, what+", picture", w, h, p.Draw); seen < 3 {
							t.Errorf("%s: only %d texts are seen", what, seen)
						}
					}
				}
			})
		}
	}
}

// Every text of a flame graph of two sides can be read: in one chart, and side by side.
func TestDiffLegible(t *testing.T) { legible.InLanguages(t, testDiffLegible) }

func testDiffLegible(t *testing.T) {
	c := compared(t, "cpu.pprof", "cpu-slow.pprof", query.Default(), compare.Normalisation{})
	for _, width := range compare.Widths {
		d := must.Have(flame.NewDiff(t.Context(), c, width, whole()))
		legible.Each(func(size string, w, h float64, theme *scene.Theme) {
			for _, s := range []flame.Style{{Theme: theme}, {Theme: theme, Fade: true}, {Theme: theme, Plain: true, Coloring: flame.ByPackage}} {
				what := fmt.Sprintf("%v at %s, fade %v, plain %v", width, size, s.Fade, s.Plain)
				legible.Check(t, what, w, h, func(cv scene.Canvas) {
					flame.NewPainter(d, s, nil, nil).Paint(cv, flame.View{Window: d.Window, Area: scene.Rect{X1: w, Y1: h}, Mark: query.NoNode})
				})
				s.Beside = true
				p := &flame.SideBySide{Head: scene.Heading{Title: "a comparison", Lines: []string{strings.Repeat("what was filtered ", 12)}},
					Charts: [2]*flame.Chart{d, d}, Names: [2]string{"cpu.pprof", "cpu-slow.pprof"}, Style: s, Width: w}
				_, h := p.Size()
				legible.Check(t, what+", picture", w, h, p.Draw)
			}
		})
	}
}
