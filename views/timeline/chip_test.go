package timeline

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/views/surface"
)

var chipText = regexp.MustCompile(`text (\S+) (\S+) "((?:woken by|created by|wakes|makes) [^"]*)"`)

// chip is where the name at an arrow's end is drawn.
func (r *timelineRig) chip(t *testing.T) (x, y float64, text string) {
	t.Helper()
	rec := &scene.Recorder{Width: r.Area().W(), Height: r.Area().H()}
	r.View.Paint(rec)
	m := chipText.FindStringSubmatch(rec.String())
	if m == nil {
		t.Fatal("no chip is drawn")
	}
	x, _ = strconv.ParseFloat(m[1], 64)
	y, _ = strconv.ParseFloat(m[2], 64)
	return x, y, m[3]
}

// A wake-up arrow of which one end is out of sight has a chip there. A click on it goes to that end, and does not
// deselect.
func TestChipLeadsOn(t *testing.T) {
	r := newTimelineRig(t)
	flat := timeline.Query{Flat: true}
	r.place(t, ask.TracePlace{Lanes: flat})
	tr, l := r.shown.Trace.Timeline.Trace, r.lanes()
	row := func(g trace.GoIndex) int { return l.Find(timeline.Key{Kind: timeline.GoroutineRow, Index: int32(g)}) }
	var i describe.Inspection
	for span := trace.SpanIndex(0); int(span) < tr.Spans.Len() && i.Go == i.Waker; span++ {
		x := describe.Inspect(r.shown.Trace.Timeline, span)
		if x.State != trace.GoRunnable || x.Waker == trace.NoGo || x.Latency < 0 {
			continue
		}
		if a, b := row(x.Go), row(x.Waker); a > b+30 && b > l.Pinned { // the Ps are out of sight, too
			i = x
		}
	}
	if i.Go == i.Waker {
		t.Fatal("nobody was woken from far above")
	}
	window := timeline.Window{From: float64(i.WokenAt) - 1e5, To: float64(i.WokenAt) + 1e5}
	at := &ask.Moment{Go: i.Go, At: i.Start}
	for _, c := range []struct {
		name  string
		shown trace.GoIndex // whose lane is in sight
		want  screen.GoTo
	}{
		{"who was woken", i.Go, screen.ShowWaker(r.shown.Trace.Timeline, &i)},
		{"who woke", i.Waker, screen.ShowSpan(i.Go, i.WokenAt, tr.SpanEnd(i.Go, i.Woken))},
	} {
		r.place(t, ask.TracePlace{Lanes: flat, Selected: at, Window: window})
		r.view.Window, r.view.Top = window, l.Top(row(c.shown))-l.PinnedHeight()-100
		r.view = r.view.Clamp(l)
		r.intents.Take()
		x, y, text := r.chip(t)
		r.Hover(scene.Point{X: x + 5, Y: y - 3})
		if tip := r.TipText(); !strings.HasPrefix(tip, text) || !strings.Contains(tip, "click") {
			t.Errorf("%s is in sight: the tip of %q is %q", c.name, text, tip)
		}
		viewtest.Click(r.Surface, float32(x+5), float32(math.Round(y-3)))
		r.intents.Want(t, c.want)
		viewtest.Click(r.Surface, float32(x+5), float32(y+60)) // beside it
		for _, in := range r.intents.Take() {
			if _, ok := in.(screen.GoTo); ok {
				t.Errorf("%s is in sight: a click beside the chip goes to %+v", c.name, in)
			}
		}
		on, grid := 0, r.view.Grid()
		for y := r.view.Plot().Y0; y < r.view.Plot().Y1; y += 2 { // along its line, whatever lies below it
			at := scene.Point{X: math.Round(grid.X(i.WokenAt)) + 10, Y: math.Round(y)}
			_, chip := r.trace.Painter.ChipAt(r.view, r.marks(), at)
			if chip || !r.trace.Painter.OnArrow(r.view, r.marks(), at) {
				continue
			}
			on++
			r.View.Click(surface.Pointer{At: at, Button: desktop.MouseButtonPrimary, Count: 1})
			if len(r.intents.Take()) > 0 {
				t.Errorf("%s is in sight: a click on the arrow's line at %v changes what is selected", c.name, at)
			}
		}
		if on == 0 {
			t.Errorf("%s is in sight: there is no line of an arrow", c.name)
		}
	}
}
