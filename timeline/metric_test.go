package timeline

import (
	"testing"

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
