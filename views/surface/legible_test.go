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
		"No samples match the filters.\nRemove one above, or press Ctrl+Backspace to remove all.",
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
