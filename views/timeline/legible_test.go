package timeline

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/internal/viewtest"
	"profstation/measure/legible"
	"profstation/scene"
)

// Every text of the view can be read: no mark of what is visible lies on it, and the overview below has its own ground.
func TestLegible(t *testing.T) { legible.InLanguages(t, testLegible) }

func testLegible(t *testing.T) {
	r := newTimelineRig(t)
	w := viewtest.WindowOf(t, r.Object)
	legible.Each(func(size string, width, height float64, theme *scene.Theme) {
		w.Resize(fyne.NewSize(float32(width), float32(height)))
		r.shown.Display.Theme = theme
		r.place(t, ask.TracePlace{})
		area := r.Area()
		for _, top := range []float64{0, 1e9} {
			r.view.Top = top
			r.view = r.view.Clamp(r.trace.Lanes)
			legible.Check(t, fmt.Sprintf("%s, %v down", size, r.view.Top), area.W(), area.H(), r.Paint)
		}
	})
}
