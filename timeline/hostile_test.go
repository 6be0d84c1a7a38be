package timeline

import (
	"testing"

	"profstation/loader"
	"profstation/measure/hostile"
	"profstation/model/trace"
)

// TestCrowdsTakeTurns asks for the columns of some hundred rows that each count on their own, of a trace of 78 hours:
// their sums are made one after the other, in the same memory.
func TestCrowdsTakeTurns(t *testing.T) {
	pairs := hostile.TraceNamed("a start function for each pair of goroutines, over 78 hours")
	f, err := loader.Decode(t.Context(), "pairs", pairs.Make(300), loader.Options{})
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
	var w Crowds
	edges := make([]trace.Time, 300)
	for i := range edges {
		edges[i] = tl.Trace.End * trace.Time(i) / trace.Time(len(edges)-1)
	}
	w.Begin(l, edges)
	for _, row := range l.Rows {
		if row.Counts() {
			w.Add(row.Key)
		}
	}
	w.Sum()
	for _, row := range l.Rows {
		if row.Counts() {
			w.Columns(row.Key, 20, func(int, int, Column) {})
		}
	}
	if own := len(tl.censuses.values); own < 250 {
		t.Errorf("only %d rows have a census of their own", own)
	}
	if most := len(edges) * int(KindCount); len(w.own.sums) == 0 || cap(w.own.sums) > 2*most {
		t.Errorf("the sums of a row take %d places", cap(w.own.sums))
	}
	for key := range tl.censuses.values {
		if c := tl.census(key).c; c.bins > 4 {
			t.Fatalf("two goroutines have %d bins", c.bins)
		}
	}
}
