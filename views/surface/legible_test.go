package surface

import (
	"strings"
	"testing"

	"profstation/measure/legible"
	"profstation/scene"
)

// What stands in an empty place can be read at any size.
func TestEmptyLegible(t *testing.T) {
	texts := []string{
		"Nothing is open.\nOpen a profile or an execution trace with Ctrl+O, or drop files or a folder onto the window.",
		"cannot be shown.\n" + strings.Repeat("a long reason ", 20),
	}
	for _, text := range texts {
		legible.Each(func(name string, w, h float64, theme *scene.Theme) {
			if legible.Check(t, name, w, h, func(cv scene.Canvas) { PaintEmpty(cv, theme, text) }) == 0 {
				t.Errorf("%s: nothing is seen", name)
			}
		})
	}
}
