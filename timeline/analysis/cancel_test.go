package analysis

import (
	"context"
	"errors"
	"testing"

	"profstation/model/trace"
)

// TestCancelled asks with a context that is over: every question says so, and
// is answered when it is asked again.
func TestCancelled(t *testing.T) {
	tr := load(t, "../../testdata/trace.trace")
	for name, ask := range questions {
		a := New(tr)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := ask(ctx, a); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		if err := ask(t.Context(), a); err != nil {
			t.Errorf("%s, asked again: %v", name, err)
		}
	}
}

// TestTogether asks from several goroutines at once, before anything is built.
func TestTogether(t *testing.T) {
	a := New(load(t, "../../testdata/trace.trace"))
	errs := make(chan error)
	asks := []func() error{
		func() error { _, err := a.Goroutines(t.Context(), trace.Interval{}); return err },
		func() error { _, err := a.Profile(t.Context(), What{Kind: SchedProfile}); return err },
		func() error { _, err := a.Latency(t.Context(), trace.Interval{}, 5); return err },
		func() error { _, err := a.MMU(t.Context(), MMUOptions{}); return err },
		func() error { _, err := a.Task(t.Context(), 0, true); return err },
		func() error { _, err := a.Creators(t.Context(), trace.Interval{}); return err },
	}
	for _, ask := range asks {
		go func() { errs <- ask() }()
		go func() { errs <- ask() }()
	}
	for range 2 * len(asks) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// TestNothing asks all of a trace with next to nothing in it.
func TestNothing(t *testing.T) {
	for _, tr := range []*trace.Trace{writeTrace(t, "g1 main.main 0 running p0 m0\nend 0"), writeTrace(t, "end 5")} {
		a := New(tr)
		if table, err := a.Goroutines(t.Context(), trace.Interval{}); err != nil || len(table.Go) != len(tr.Goroutines) {
			t.Errorf("%+v, %v", table, err)
		}
		if l, err := a.Latency(t.Context(), trace.Interval{}, 5); err != nil || l.All.Count != 0 {
			t.Errorf("%+v, %v", l, err)
		}
		for _, work := range []GCWork{0, PerGoroutine, GCSweep} {
			m, err := a.MMU(t.Context(), MMUOptions{Work: work})
			if err != nil {
				t.Fatal(err)
			}
			m.Worst(t.Context(), 1000, 3)
			if points, err := m.Curve(t.Context(), 1, 1000, 5, []float64{0.01}); err != nil || len(points) != 5 {
				t.Errorf("%v, %v", points, err)
			}
		}
		if u, err := a.Utilisation(t.Context(), trace.Interval{}, 0); err != nil || u.Bins != 1 {
			t.Errorf("%+v, %v", u, err)
		}
		if p, err := a.Profile(t.Context(), What{}); err != nil || p.Samples.Len() != 0 {
			t.Errorf("%+v, %v", p, err)
		}
		if _, err := a.GC(t.Context(), trace.Interval{}); err != nil {
			t.Error(err)
		}
		if _, err := a.Creators(t.Context(), trace.Interval{}); err != nil {
			t.Error(err)
		}
		if _, err := a.WaitingAtEnd(t.Context(), trace.Interval{}); err != nil {
			t.Error(err)
		}
	}
}
