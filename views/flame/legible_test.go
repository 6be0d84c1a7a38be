package flame

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/flame"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/loader"
	"profstation/measure/legible"
	"profstation/scene"
	"profstation/views/surface"
)

// Every text of the view can be read: no legend and no mark of what is visible lies on it.
func TestLegible(t *testing.T) { legible.InLanguages(t, testLegible) }

func testLegible(t *testing.T) {
	r := newFlameRig(t)
	for _, name := range []string{"cpu.pprof", "heap.pprof"} {
		f := must.Have(loader.Open(t.Context(), "../../testdata/"+name, loader.Options{}))
		s := viewtest.Snapshot(t, f.Profile, viewtest.Everything())
		legible.Each(func(size string, w, h float64, theme *scene.Theme) {
			r.window.Resize(fyne.NewSize(float32(w), float32(h)))
			for i, coloring := range []flame.Coloring{flame.ByPackage, flame.ByKind, flame.BySelf} {
				s := viewtest.Again(s)
				s.Display.Theme, s.Display.Coloring, s.Display.RootDown = theme, coloring, i == 1
				s.Answer.Painter = flame.NewPainter(s.Answer.Chart, s.Display.Style(), nil, nil)
				r.Show(s)
				for _, top := range []float64{0, 1e9} {
					r.Top = top
					r.clamp()
					legible.Check(t, fmt.Sprintf("%s at %s by %s, %v down", name, size, coloring, r.Top), w, h, r.Paint)
				}
			}
		})
	}
}

// Two views of one scale are as wide as each other, though one of them alone can be scrolled.
func TestSidesAreAsWide(t *testing.T) {
	v, _, _ := shownSides(t, true)
	base, now := v.Two[0], v.Two[1]
	deep := viewtest.Profile(strings.Repeat("main.deeper,", 40) + "main.deepest 10")
	now.chart = viewtest.Snapshot(t, deep, viewtest.Everything()).Answer.Chart
	if room := base.Area().H(); base.scrolled(base.Area()) > room || now.scrolled(now.Area()) <= room {
		t.Fatalf("%v and %v pixels are shown in %v", base.scrolled(base.Area()), now.scrolled(now.Area()), room)
	}
	if base.area().W() != now.area().W() || base.area().X1 > base.Area().X1-surface.ThumbSpace {
		t.Errorf("%v and %v of %v", base.area(), now.area(), base.Area())
	}
}
