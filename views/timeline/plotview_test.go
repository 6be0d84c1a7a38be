package timeline

import (
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/timeline/analysis"
	"profstation/timeline/plot"
)

// With the keyboard in a plot, arrows walk along what it says, and Enter chooses that.
func TestPlotKeys(t *testing.T) {
	r := newFiguresRig(t, ask.TasksTab)
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
	r.intents.Take()
	h.Key(fyne.KeyReturn, 0)
	if c := r.chosen(); c.Tasks.Range == (analysis.Durations{}) {
		t.Error("Enter chooses nothing")
	}
	if h.mark.Visible() {
		t.Error("the mark stays on a plot of something else")
	}
	r.intents.Take()
	h.Key(fyne.KeyReturn, 0)
	r.intents.Want(t, screen.Remark{Text: "Nothing is chosen in the plot: the arrows walk along it."})
	h.Key(fyne.KeyHome, 0)
	h.Key(fyne.KeyLeft, 0)
	r.intents.Want(t, screen.Remark{Text: "The plot has nothing more on that side."})
}

// In the curve of the mutator utilization the walk begins at the window that is marked, and it ends with the keyboard.
func TestCurveKeys(t *testing.T) {
	r := newFiguresRig(t, ask.GCTab)
	v := r.panels["curve"].plot
	u := v.panel.Plot.(*plot.Utilization)
	marked, _ := u.Begin(v.Area())
	v.Key(fyne.KeyRight, 0)
	if !v.mark.Visible() || v.at <= marked || v.at > marked+v.Area().W()/8 {
		t.Errorf("the first step leads from %v to %v", marked, v.at)
	}
	if !strings.Contains(v.TipText(), "Enter lists") {
		t.Errorf("the tip says %q", v.TipText())
	}
	v.FocusLost()
	if v.mark.Visible() || v.TipText() != "" {
		t.Error("the mark stays when the keyboard has gone")
	}
	r.intents.Take()
	h := r.panels["heap"].plot
	h.Key(fyne.KeyRight, 0)
	h.Key(fyne.KeyReturn, 0)
	if g, ok := r.intents.Take()[0].(screen.GoTo); !ok || g.HasRow() || g.From != g.To || g.From <= 0 {
		t.Errorf("Enter in the plot of the heap goes to %+v", g)
	}
}
