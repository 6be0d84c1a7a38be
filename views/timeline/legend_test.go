package timeline

import (
	"slices"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model/explain"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/paint"
	"profstation/views/surface"
)

func TestLegendPutsAside(t *testing.T) {
	r := newTimelineRig(t)
	before := slices.Clone(r.pixels())
	r.legend.entries[0].Tapped(nil)
	r.intents.Want(t, screen.Legend{Kind: timeline.Running})
	r.shown.Display.Quiet = timeline.SetOf(timeline.Running)
	r.place(t, ask.TracePlace{})
	if slices.Equal(before, r.pixels()) {
		t.Error("what is put aside looks as before")
	}
}

// The legend on the screen has the entries of the one in a picture, and keys walk along those alone.
func TestLegendIsThatOfPictures(t *testing.T) {
	r := newTimelineRig(t)
	p := paint.Picture{Sides: []paint.Side{{Lanes: r.lanes()}}, Style: r.shown.Display.LaneStyle(), Width: 2000}
	w, h := p.Size()
	rec := &scene.Recorder{Width: w, Height: h}
	p.Draw(rec)
	var drawn, shown []string
	for _, e := range r.legend.entries {
		if e.Visible() {
			shown = append(shown, e.text.Text)
		}
	}
	for _, line := range rec.Lines() {
		if quoted := strings.Split(line, `"`); len(quoted) == 3 {
			drawn = append(drawn, quoted[1])
		}
	}
	drawn = drawn[max(0, len(drawn)-len(shown)):] // the legend is drawn behind the lanes
	if !slices.Equal(drawn, shown) || !slices.Contains(shown, "system") || slices.Contains(shown, "unknown") {
		t.Errorf("on the screen %q, in pictures %q", shown, drawn)
	}
}

// The legend explains the kinds of time by the glossary.
func TestLegendExplained(t *testing.T) {
	r := newTimelineRig(t)
	hints := surface.NewHints(func(f func()) { f() })
	viewtest.Window(t, hints.Over(r.Object), 900, 300)
	for _, e := range r.legend.entries {
		e.MouseIn(viewtest.Mouse(50, 50, 0))
		if want := explain.Glossary(e.kind.String()); want == "" || !strings.HasPrefix(hints.Text(), want) {
			t.Errorf("%v is explained by %q, want %q", e.kind, hints.Text(), want)
		}
		e.MouseOut()
	}
	for _, k := range timeline.Kinds() {
		if explain.Glossary(k.String()) == "" {
			t.Errorf("nothing explains %v", k)
		}
	}
}
