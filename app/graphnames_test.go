package app

import (
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/measure/legible"
	"profstation/scene"
)

// No edge crosses the text of a node or the label of an edge in the call graphs that graphviz lays out.
func TestEdgesCrossNoText(t *testing.T) {
	for _, file := range []string{"../testdata/cpu.pprof", "../testdata/cpu-slow.pprof"} {
		r := newWindowRig(t)
		g := r.do(screen.Open{Paths: []string{file}}, screen.ShowTab{Tab: ask.GraphTab}).Graph
		if g == nil || g.Chart == nil || g.Note != "" {
			t.Fatalf("%s: graphviz lays out no graph: %+v", file, g)
		}
		for _, selected := range []int32{-1, 0} {
			m := graph.NoMarks()
			m.Selected = selected
			p := &graph.Picture{Chart: g.Chart, Theme: &scene.Light, Marks: m, Head: scene.Heading{Title: file}}
			w, h := p.Size()
			if seen := legible.CheckLines(t, file, w, h, p.Draw); seen < 100 {
				t.Errorf("%s: only %d texts are seen", file, seen)
			}
		}
	}
}
