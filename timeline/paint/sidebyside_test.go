package paint

import (
	"bytes"
	"image"
	"math/rand/v2"
	"strings"
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/timelinetest"
)

// A view beside that of a longer trace goes on after the end of its own, where
// nothing is and nothing can be pointed at.
func TestBeyondTheEnd(t *testing.T) {
	short := timelinetest.Prepared(typed.RandomTrace(rand.New(rand.NewPCG(3, 1)), 10, 200, 1e6))
	l := timelinetest.Lanes(short, timeline.Query{Flat: true})
	end := short.Whole().To
	v := someView(l)
	v.Extent = 4 * end
	v.Window = timeline.Window{From: 0, To: v.Extent}
	if v = v.Clamp(l); v.Window.W() != 4*end {
		t.Errorf("the window is %v, want up to %v", v.Window, 4*end)
	}
	plot := v.Plot()
	inside, outside := scene.Point{X: plot.X0 + 10, Y: plot.Y1 - 20}, scene.Point{X: plot.X1 - 10, Y: plot.Y1 - 20}
	if h := l.At(v, outside); h.Span != trace.NoSpan || h.Row < 0 || h.Row != l.At(v, inside).Row {
		t.Errorf("beyond the end lies %+v", h)
	}
	for _, w := range []timeline.Window{v.Window, {From: 2 * end, To: 3 * end}, {From: end - 30, To: end + 10}} {
		img := image.NewRGBA(image.Rect(0, 0, 1020, 440))
		at := v
		at.Window = w
		p := NewPainter(l, Style{Theme: &scene.Light}, nil)
		p.Paint(scene.NewRaster(img, 1), at, Marks{Selected: trace.NoSpan})
		x := int(max(at.X(short.Trace.End), plot.X0))
		for y := int(plot.Y0) + 30; y < 410; y += 20 {
			for i := x + 120; i < int(plot.X1); i += 7 {
				if got := img.RGBAAt(i, y); got.R != scene.Light.Surface.R || got.G != scene.Light.Surface.G {
					t.Fatalf("%v: at %d, %d beyond the end is %v", w, i, y, got)
				}
			}
		}
	}
}

// Both are drawn from their beginnings on one scale.
func TestSideBySide(t *testing.T) {
	var p Picture
	for i, scale := range []float64{1e6, 2e6} {
		tl := timelinetest.Prepared(typed.RandomTrace(rand.New(rand.NewPCG(3, uint64(i))), 5, 100, scale))
		name := []string{"a.trace", "b.trace"}[i]
		p.Sides = append(p.Sides, Side{Name: name, Lanes: timelinetest.Lanes(tl, timeline.Query{Flat: true})})
	}
	p.Style, p.Head.Title, p.Width = Style{Theme: &scene.Light}, "a → b", 900
	width, whole := p.Size()
	for _, height := range []float64{whole, 300} {
		var out bytes.Buffer
		cv := scene.NewSVG(&out, width, height, scene.Color{}, p.Head.Title, "")
		p.Draw(cv)
		if err := cv.Close(); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"base: a.trace", "new: b.trace", "on one scale"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("a picture of height %v has no %q", height, want)
			}
		}
	}
}
