package flame_test

import (
	"strings"
	"testing"

	"profstation/flame"
	"profstation/measure/legible"
	"profstation/scene"
)

// Where a viewer has no Go font, but the widest of the list, no text of a picture runs into the next on its line,
// and a figure at the right end of a box does not touch its edge.
func TestPictureInAWiderFont(t *testing.T) {
	c := chartOf(t, evaluate(t, recording(t, "cpu.pprof")), whole())
	p := &flame.Picture{Chart: c, Style: flame.Style{Theme: &scene.Light}, Width: 1200}
	w, h := p.Size()
	figures := 0
	for _, x := range legible.Wider(t, w, h, p.Draw) {
		if !strings.HasSuffix(x.Text, "%") {
			continue
		}
		figures++
		if edge := x.X + scene.Measure(x.Text, scene.Font{Size: scene.TextSize - 1}) + 4; x.End() > edge-2 {
			t.Errorf("%q ends at %v, and its box at %v", x.Text, x.End(), edge)
		}
	}
	if figures < 10 {
		t.Fatalf("%d figures were looked at", figures)
	}
}
