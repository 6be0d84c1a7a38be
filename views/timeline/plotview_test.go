package timeline

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/desk/screen"
	"profstation/timeline/analysis"
)

// With the keyboard in a plot, arrows walk along what it says, and Enter chooses that.
func TestPlotKeys(t *testing.T) {
	r := newFiguresRig(t, screen.TasksTab)
	h := r.panels["durations"].plot
	seen := map[string]bool{}
	for range 5 {
		before := h.TipText()
		h.Key(fyne.KeyRight, 0)
		if h.TipText() != before {
			seen[h.TipText()] = true
		}
	}
	if len(seen) < 2 || seen[""] || !h.mark.Visible() {
		t.Fatalf("the mark was on %v", seen)
	}
	there := h.at
	h.Key(fyne.KeyRight, 0)
	h.Key(fyne.KeyLeft, 0)
	if math.Abs(h.at-there) > 2*markStep+60 {
		t.Errorf("there and back leads from %v to %v", there, h.at)
	}
	h.Key(fyne.KeyReturn, 0)
	if c := r.chosen(); c.Tasks.Range == (analysis.Durations{}) {
		t.Error("Enter chooses nothing")
	}
	if h.mark.Visible() {
		t.Error("the mark stays on a plot of something else")
	}
	r.intents.Take()
	h.Key(fyne.KeyReturn, 0)
	r.intents.Want(t)
}
