package paint

import (
	"context"
	"io"
	"testing"

	"profstation/internal/must"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/timelinetest"
)

// TestPaintGrows holds that a picture of so many rows takes as much memory and draws as much, however
// many rows lie below it and however much time there is in each.
func TestPaintGrows(t *testing.T) {
	for _, name := range append([]string{"a start function for each goroutine", "nested regions"}, crowdedNames...) {
		paint := func(n int) (bytes int, allocations float64) {
			tl := timelinetest.Prepared(crowdedTrace(t, name, n))
			first := timeline.Key{Kind: timeline.GoroutineRow}
			l := timelinetest.Lanes(tl, timeline.Query{Flat: true, Toggled: map[timeline.Key]bool{first: true}})
			v := timeline.View{Window: tl.Whole(), Area: scene.Rect{X1: 600, Y1: 500}, Label: 100}
			p := NewPainter(l, Style{Theme: &scene.Light}, nil)
			var b countingWriter
			draw := func() {
				b = 0
				p.Paint(scene.NewSVG(&b, 600, 500, scene.Color{}, "", ""), v, Marks{Selected: trace.NoSpan})
			}
			draw()
			return int(b), testing.AllocsPerRun(1, draw)
		}
		few, once := paint(20_000)
		many, again := paint(80_000)
		if float64(many) > 1.5*float64(few)+1000 || again > 1.5*once+1000 {
			t.Errorf("%s: %d bytes and %v allocations, %d and %v for four times as much", name, few, once, many, again)
		}
	}
}

// TestPaintStops ends a picture of many rows: no more of them are prepared.
func TestPaintStops(t *testing.T) {
	tl, err := timeline.New(t.Context(), crowdedTrace(t, "goroutines that only wait", 3000))
	if err != nil {
		t.Fatal(err)
	}
	l, err := tl.Lanes(t.Context(), timeline.Query{Flat: true})
	if err != nil || len(l.Rows) < 3000 {
		t.Fatal(len(l.Rows), err)
	}
	v := timeline.View{Window: tl.Whole(), Area: scene.Rect{X1: 400, Y1: l.Height() + timeline.AxisHeight}, Label: 100}
	paint := func(ctx context.Context) *Painter {
		p := NewPainter(l, Style{Theme: &scene.Light}, nil)
		cv := scene.NewSVG(io.Discard, 400, v.Area.Y1, scene.Color{}, "", "")
		cv.Stop(ctx)
		p.Paint(cv, v, Marks{Selected: trace.NoSpan})
		return p
	}
	prepared := func(p *Painter) (n int) {
		for i := range p.rows {
			if p.rows[i].lane.Len() > 0 {
				n++
			}
		}
		return n
	}
	if n := prepared(paint(t.Context())); n < 3000 {
		t.Errorf("%d lanes are drawn", n)
	}
	if n := prepared(paint(must.Ask(500))); n == 0 || n > 600 {
		t.Errorf("%d lanes are prepared for a picture that ended", n)
	}
}

// TestBarsOverEachOther draws stops of which none ends: no more than a picture can show.
func TestBarsOverEachOther(t *testing.T) {
	boxes := func(n int) int {
		tl, err := timeline.New(t.Context(), crowdedTrace(t, "collections that never end", n))
		if err != nil {
			t.Fatal(err)
		}
		l, err := tl.Lanes(t.Context(), timeline.Query{Filter: "^stop the world"})
		if err != nil {
			t.Fatal(err)
		}
		v := timeline.View{Window: tl.Whole(), Area: scene.Rect{X1: 300, Y1: l.Height() + timeline.AxisHeight}, Label: 100}
		var b countingWriter
		NewPainter(l, Style{Theme: &scene.Light}, nil).Paint(scene.NewSVG(&b, 300, v.Area.Y1, scene.Color{}, "", ""), v, Marks{Selected: trace.NoSpan})
		return int(b)
	}
	if one, four := boxes(5_000), boxes(20_000); four > 2*one {
		t.Errorf("%d bytes, and %d for four times as many stops", one, four)
	}
}

// countingWriter counts bytes.
type countingWriter int

func (c *countingWriter) Write(p []byte) (int, error) {
	*c += countingWriter(len(p))
	return len(p), nil
}
