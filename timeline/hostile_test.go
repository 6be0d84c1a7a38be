package timeline

import (
	"io"
	"slices"
	"testing"

	"profstation/loader"
	"profstation/measure/hostile"
	"profstation/model/trace"
	"profstation/scene"
)

// TestCrowdsTakeTurns draws some hundred rows that each count on their own, of a trace of 78 hours:
// their sums are made one after the other, in the same memory.
func TestCrowdsTakeTurns(t *testing.T) {
	i := slices.IndexFunc(hostile.Traces, func(x hostile.Trace) bool {
		return x.Name == "a start function for each pair of goroutines, over 78 hours"
	})
	f, err := loader.Decode(t.Context(), "pairs", hostile.Traces[i].Make(300), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := New(t.Context(), f.Trace)
	if err != nil {
		t.Fatal(err)
	}
	l, err := tl.Lanes(t.Context(), Query{})
	if err != nil {
		t.Fatal(err)
	}
	p := NewPainter(l, Style{Theme: &scene.Light}, nil)
	v := View{Window: tl.Whole(), Area: scene.Rect{X1: 400, Y1: l.Height() + AxisHeight}, Label: 100}
	p.Paint(scene.NewSVG(io.Discard, 400, v.Area.Y1, scene.Color{}, "", ""), v, Marks{Selected: trace.NoSpan})
	if own := len(tl.censuses.values); own < 250 {
		t.Errorf("only %d rows have a census of their own", own)
	}
	if most := 400 * int(KindCount); len(p.crowds.own.sums) == 0 || cap(p.crowds.own.sums) > 2*most {
		t.Errorf("the sums of a row take %d places", cap(p.crowds.own.sums))
	}
	for key := range tl.censuses.values {
		if c := tl.census(key).c; c.bins > 4 {
			t.Fatalf("two goroutines have %d bins", c.bins)
		}
	}
}
