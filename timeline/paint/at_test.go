package paint

import (
	"math"
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/timelinetest"
)

// Pointing and painting at any place, with any view, neither fails nor takes
// for ever.
func FuzzAt(f *testing.F) {
	f.Add(0.0, 1000.0, 0.0, 150.0, 100.0, 100.0)
	f.Add(-5.0, 3.0, 50.0, 300.0, 1e9, math.Inf(1))
	f.Add(999.0, 999.5, 700.0, 120.0, 200.0, 20.0)
	f.Add(math.NaN(), 1e300, math.NaN(), -1.0, 0.0, math.NaN())
	tl, err := timeline.New(f.Context(), typed.Trace(f, typed.Small))
	if err != nil {
		f.Fatal(err)
	}
	l, err := tl.Lanes(f.Context(), timelinetest.OpenAll(tl))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, from, to, top, x, y, label float64) {
		v := timeline.View{Window: timeline.Window{From: from, To: to}, Top: top, Label: label, Area: scene.Rect{X1: 300, Y1: 400}}
		v = v.Clamp(l)
		h := l.At(v, scene.Point{X: x, Y: y})
		describe.Hit(l, h)
		NewPainter(l, Style{Theme: &scene.Dark}, nil).Paint(&scene.Recorder{}, v, Marks{Selected: h.Span, Interval: &trace.Interval{From: h.Time, To: 10}})
	})
}
