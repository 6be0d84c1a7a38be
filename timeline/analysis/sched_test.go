package analysis

import (
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/trace"
)

// TestLatency holds distributions, histograms and gaps against all waits in a
// list.
func TestLatency(t *testing.T) {
	t.Parallel()
	eachTrace(t, func(t *testing.T, _ string, tr *trace.Trace) {
		a := New(tr)
		for _, iv := range intervals(tr) {
			in := a.Within(iv)
			var all []trace.Time
			byFunc, byProc := map[model.StringID][]trace.Time{}, map[trace.ProcIndex][]trace.Time{}
			for g := range tr.Goroutines {
				r := &tr.Goroutines[g]
				for s := r.First; s+1 < r.End; s++ {
					at := tr.Spans.Start(s + 1)
					if tr.Spans.State(s) != trace.GoRunnable || tr.Spans.State(s+1) != trace.GoRunning || tr.Spans.Condition(s).BeganBefore || !a.holds(in, at) {
						continue
					}
					d := at - tr.Spans.Start(s)
					all = append(all, d)
					byFunc[r.Func] = append(byFunc[r.Func], d)
					byProc[tr.Spans.Proc(s+1)] = append(byProc[tr.Spans.Proc(s+1)], d)
				}
			}
			l, err := a.Latency(t.Context(), iv, 10)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range []trace.Time{l.All.P90, l.All.P99, l.All.P99 + 1, l.All.Max} {
				reaches, err := LatencyReaches(t.Context(), a, iv, at)
				if err != nil || reaches != (len(all) > 0 && l.All.P99 >= at) {
					t.Fatalf("%v: P99 of %d reaches %d: %v, %v", in, l.All.P99, at, reaches, err)
				}
			}
			same := func(what string, got LatencyOf, values []trace.Time) {
				t.Helper()
				if want := distributionOf(slices.Clone(values)); got.Distribution != want {
					t.Fatalf("%v, %s: %+v, want %+v", in, what, got.Distribution, want)
				}
				var h Histogram
				for _, v := range values {
					h.add(v)
				}
				if got.Histogram != h {
					t.Fatalf("%v, %s: %v, want %v", in, what, got.Histogram.Bins(), h.Bins())
				}
			}
			same("all", l.All, all)
			if len(l.ByFunc) != len(byFunc) || len(l.ByProc) != len(byProc) {
				t.Fatalf("%v: %d functions and %d Ps, want %d and %d", in, len(l.ByFunc), len(l.ByProc), len(byFunc), len(byProc))
			}
			for _, row := range l.ByFunc {
				same(tr.Strings.Raw(row.Func), row, byFunc[row.Func])
			}
			for _, row := range l.ByProc {
				same("a P", row, byProc[row.Proc])
			}
			slices.Sort(all)
			slices.Reverse(all)
			if len(l.Longest) != min(10, len(all)) {
				t.Fatalf("%v: %d gaps", in, len(l.Longest))
			}
			for i, gap := range l.Longest {
				if gap.Length != all[i] || gap.Length != tr.SpanEnd(gap.Go, gap.Span)-tr.Spans.Start(gap.Span) {
					t.Fatalf("%v, gap %d: %+v, want %d", in, i, gap, all[i])
				}
			}
		}
	})
}

// TestUtilisation holds heat maps against every running span in every bin.
func TestUtilisation(t *testing.T) {
	t.Parallel()
	eachTrace(t, func(t *testing.T, _ string, tr *trace.Trace) {
		a := New(tr)
		for _, bins := range []int{1, 7} {
			for _, iv := range intervals(tr) {
				u, err := a.Utilisation(t.Context(), iv, bins)
				if err != nil {
					t.Fatal(err)
				}
				in := a.Within(iv)
				if u.Bin(0).From != in.From || u.Bin(bins-1).To != in.To {
					t.Fatalf("%v: bins from %v to %v", in, u.Bin(0), u.Bin(bins-1))
				}
				running := map[[2]int]trace.Time{}
				for g := range tr.Goroutines {
					for s := tr.Goroutines[g].First; s < tr.Goroutines[g].End; s++ {
						if tr.Spans.State(s) != trace.GoRunning || tr.Spans.Proc(s) == trace.NoProc {
							continue
						}
						if overlap(u.Interval, tr.Spans.Start(s), tr.SpanEnd(trace.GoIndex(g), s)) == 0 {
							continue
						}
						for b := range bins {
							if d := overlap(u.Bin(b), tr.Spans.Start(s), tr.SpanEnd(trace.GoIndex(g), s)); d > 0 {
								running[[2]int{int(tr.Spans.Proc(s)), b}] += d
							}
						}
					}
				}
				for row, p := range u.Procs {
					for b := range bins {
						var busy trace.Time
						for i := tr.Procs[p].First; i < tr.Procs[p].End; i++ {
							if tr.ProcSpans.State[i] == trace.ProcRunning {
								busy += overlap(u.Bin(b), tr.ProcSpans.Start.At(int(i)), tr.ProcSpanEnd(p, i))
							}
						}
						if want := running[[2]int{int(p), b}]; u.Running(row, b) != want || u.Busy(row, b) != busy {
							t.Fatalf("%v, P %d, bin %d: %d running and %d busy, want %d and %d", in, tr.Procs[p].ID, b, u.Running(row, b), u.Busy(row, b), want, busy)
						}
					}
				}
			}
		}
	})
}

func TestWaitingAtEnd(t *testing.T) {
	t.Parallel()
	eachTrace(t, func(t *testing.T, _ string, tr *trace.Trace) {
		a := New(tr)
		for _, iv := range intervals(tr) {
			at := a.Within(iv).To
			groups, err := a.WaitingAtEnd(t.Context(), iv)
			if err != nil {
				t.Fatal(err)
			}
			found := map[trace.GoIndex]bool{}
			for _, w := range groups {
				since := w.Since
				for i, g := range w.Go {
					s, _ := tr.SpanAt(g, at)
					start := tr.Spans.Start(s)
					if found[g] || tr.Goroutines[g].Func != w.Func || tr.Spans.State(s) != w.State || tr.Spans.Reason(s) != w.Reason ||
						tr.Spans.Stack(s) != w.Stack || i == 0 && start != since || start < since {
						t.Fatalf("%v: goroutine %d in %+v", iv, tr.Goroutines[g].ID, w)
					}
					found[g], since = true, start
				}
			}
			for g := range tr.Goroutines {
				s, ok := tr.SpanAt(trace.GoIndex(g), at)
				waits := ok && (tr.Spans.State(s) == trace.GoWaiting || tr.Spans.State(s) == trace.GoRunnable || tr.Spans.State(s) == trace.GoSyscall)
				if waits != found[trace.GoIndex(g)] {
					t.Fatalf("%v: goroutine %d found %v", iv, tr.Goroutines[g].ID, !waits)
				}
			}
		}
	})
}

func TestDistribution(t *testing.T) {
	var values []trace.Time
	for i := range 1000 {
		values = append(values, trace.Time(1000-i))
	}
	if d := distributionOf(values); (d != Distribution{1000, 500500, 1, 500, 900, 990, 1000}) || d.Mean() != 500.5 {
		t.Errorf("%+v", d)
	}
	if d := distributionOf([]trace.Time{7}); (d != Distribution{1, 7, 7, 7, 7, 7, 7}) {
		t.Errorf("%+v", d)
	}
	if d := distributionOf(nil); d != (Distribution{}) || d.Mean() != 0 {
		t.Errorf("%+v", d)
	}
	for v := trace.Time(1); v < trace.NoTime; v += v/7 + 1 {
		for _, v := range []trace.Time{v, bounds[boundOf(v)], bounds[boundOf(v)+1] - 1} {
			if v > trace.NoTime {
				continue
			}
			b := boundOf(v)
			if v < bounds[b] || v >= bounds[b+1] {
				t.Fatalf("%d in the bin from %d to %d", v, bounds[b], bounds[b+1])
			}
			if k := bin(v); k >= bins {
				t.Fatalf("%d in the bin %d", v, k)
			}
		}
	}
}

// TestWaits compares the sums of waits with a walk over all spans.
func TestWaits(t *testing.T) {
	for seed := range uint64(5) {
		tr := typed.RandomTrace(rand.New(rand.NewPCG(seed, 13)), 60, 3000, 1000)
		want := map[uint16]WaitSum{}
		for g := range tr.Goroutines {
			for s := tr.Goroutines[g].First; s+1 < tr.Goroutines[g].End; s++ {
				c := tr.Spans.Condition(s)
				if c.State != trace.GoWaiting || c.BeganBefore {
					continue
				}
				w := want[tr.Spans.Cond(s)]
				long := tr.Spans.Start(s+1) - tr.Spans.Start(s)
				w.Count++
				w.Total += long
				w.Longest.Length = max(w.Longest.Length, long)
				want[tr.Spans.Cond(s)] = w
			}
		}
		got := must.Have(New(tr).Waits(t.Context(), trace.Interval{}))
		last := trace.NoTime
		for _, w := range got {
			x := want[w.Condition]
			if w.Count != x.Count || w.Total != x.Total || w.Longest.Length != x.Longest.Length || w.Total > last {
				t.Errorf("seed %d: %+v, want %+v", seed, w, x)
			}
			if span := tr.SpanTime(w.Longest.Go, w.Longest.Span); span.Len() != w.Longest.Length {
				t.Errorf("seed %d: the longest is %v, not %v", seed, span, w.Longest.Length)
			}
			last = w.Total
		}
		if len(got) != len(want) {
			t.Errorf("seed %d: %d reasons, want %d", seed, len(got), len(want))
		}
	}
}
