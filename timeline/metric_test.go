package timeline

import (
	"math"
	"slices"
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
)

// Least and most of many values leave out those that stand for none, also where whole blocks do.
func TestSeriesWithin(t *testing.T) {
	s := &Series{Metric: &trace.Metric{}, goal: true}
	for i := range 5 * seriesBlock {
		v := uint64(1000 + i)
		if i/seriesBlock == 2 || i%7 == 0 {
			v = 0
		}
		s.Value = append(s.Value, v)
		if i%seriesBlock == 0 {
			s.min, s.max = append(s.min, 1<<64-1), append(s.max, 0)
		}
		if b := i / seriesBlock; v != 0 {
			s.min[b], s.max[b] = min(s.min[b], v), max(s.max[b], v)
		}
	}
	for from := -1; from < len(s.Value); from += 5 {
		for to := from; to < len(s.Value); to += 3 {
			least, most, ok := s.within(from, to)
			wantLeast, wantMost, want := uint64(1<<64-1), uint64(0), false
			for i := max(from, 0); i <= to; i++ {
				if v := s.Value[i]; v != 0 {
					wantLeast, wantMost, want = min(wantLeast, v), max(wantMost, v), true
				}
			}
			if ok != want || ok && (least != wantLeast || most != wantMost) {
				t.Fatalf("%d to %d: %d to %d, %v; want %d to %d, %v", from, to, least, most, ok, wantLeast, wantMost, want)
			}
		}
	}
}

// TestColumnsWithinANanosecond holds that columns narrower than a nanosecond are drawn like their neighbours, so that a
// quantity and the miniature have no gaps however far one zooms.
func TestColumnsWithinANanosecond(t *testing.T) {
	tl := prepared(t, typed.Trace(t, typed.Small))
	for from, want := range map[trace.Time][]float64{0: {25}, 295: {25, 75}, 980: {38}} {
		edges := make([]trace.Time, 161) // eight columns to a nanosecond, for 20 ns
		for i := range edges {
			edges[i] = from + trace.Time(math.Round(float64(i)/8))
		}
		at, heights := 0, []float64(nil)
		tl.Metric(trace.HeapObjects).Columns(edges, 4000, 100, func(from, to int, low, high float64) {
			if from != at || low != high {
				t.Errorf("columns %d to %d stand for %v to %v, and %d is next", from, to, low, high, at)
			}
			at, heights = to, append(heights, high)
		})
		if at != len(edges)-1 || !slices.Equal(heights, want) {
			t.Errorf("from %d up to column %d of %d the heights are %v, want %v", from, at, len(edges)-1, heights, want)
		}
	}
	columns := tl.Miniature(8000, 20) // g1 runs until 400
	for i, c := range columns[:3200] {
		if c == (Column{}) {
			t.Fatalf("column %d of the miniature is empty", i)
		}
	}
}
