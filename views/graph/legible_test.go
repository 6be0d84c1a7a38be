package graph

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/graph"
	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/loader"
	"profstation/measure/legible"
	"profstation/scene"
)

// Every text of the view can be read, beside its small picture of the whole and its note, too.
func TestLegible(t *testing.T) { legible.InLanguages(t, testLegible) }

func testLegible(t *testing.T) {
	r := newGraphRig(t)
	f := must.Have(loader.Open(t.Context(), "../../testdata/cpu.pprof", loader.Options{}))
	s := graphed(t, f.Profile)
	seen := 0
	legible.Each(func(size string, w, h float64, theme *scene.Theme) {
		r.window.Resize(fyne.NewSize(float32(w), float32(h)))
		s := *s
		s.Display.Theme = theme
		for _, note := range []string{"", "The layout of graphviz took too much time: this is a quick one, whose edges may cross more often."} {
			g := *s.Graph
			g.Painter, g.Note = graph.NewPainter(g.Chart, theme), note
			s.Graph = &g
			r.Show(&s)
			r.settle(false)
			opening, area := r.view, r.Area()
			for _, factor := range []float64{1, 0.7, 0.4, 1.6} {
				r.view = r.graph.Chart.Zoom(opening, area.Middle(), factor)
				what := fmt.Sprintf("%s, scale %.2f, note %t", size, r.view.Scale, note != "")
				seen += legible.CheckPart(t, what, area.W(), area.H(), r.Paint)
			}
		}
	})
	if seen < thorough.Times(1000, 500) {
		t.Errorf("only %d texts are seen", seen)
	}
}
