package analysis

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/measure/hostile"
	"profstation/model/trace"
)

// questions are all that an analysis answers.
var questions = map[string]func(context.Context, *Analysis) error{
	"goroutines": func(ctx context.Context, a *Analysis) error {
		_, err := a.Goroutines(ctx, trace.Interval{})
		return err
	},
	"creators": func(ctx context.Context, a *Analysis) error { _, err := a.Creators(ctx, trace.Interval{}); return err },
	"waits": func(ctx context.Context, a *Analysis) error {
		_, err := a.Profile(ctx, What{Kind: SyncProfile})
		return err
	},
	"latencies": func(ctx context.Context, a *Analysis) error {
		_, err := a.Profile(ctx, What{Kind: SchedProfile})
		return err
	},
	"samples": func(ctx context.Context, a *Analysis) error {
		_, err := a.Profile(ctx, What{Kind: CPUProfile})
		return err
	},
	"latency": func(ctx context.Context, a *Analysis) error {
		_, err := a.Latency(ctx, trace.Interval{}, 5)
		return err
	},
	"procs": func(ctx context.Context, a *Analysis) error {
		_, err := a.Utilisation(ctx, trace.Interval{}, 500)
		return err
	},
	"gc":         func(ctx context.Context, a *Analysis) error { _, err := a.GC(ctx, trace.Interval{}); return err },
	"mmu":        mutator(0),
	"mmu of Ps":  mutator(PerGoroutine),
	"mmu, sweep": mutator(GCSweep),
	"tasks":      func(ctx context.Context, a *Analysis) error { _, err := a.TaskTypes(ctx, trace.Interval{}); return err },
	"regions": func(ctx context.Context, a *Analysis) error {
		_, err := a.RegionTypes(ctx, trace.Interval{})
		return err
	},
	"logs": func(ctx context.Context, a *Analysis) error { _, err := a.Logs(ctx, trace.Interval{}, nil); return err },
	"waiting": func(ctx context.Context, a *Analysis) error {
		_, err := a.WaitingAtEnd(ctx, trace.Interval{})
		return err
	},
	"task": func(ctx context.Context, a *Analysis) error {
		if len(a.t.Tasks) == 0 {
			return ctx.Err()
		}
		_, err := a.Task(ctx, 0, true)
		return err
	},
	"region": func(ctx context.Context, a *Analysis) error {
		if len(a.t.Regions) == 0 {
			return ctx.Err()
		}
		_, err := a.Region(ctx, 0)
		return err
	},
}

func mutator(work GCWork) func(context.Context, *Analysis) error {
	return func(ctx context.Context, a *Analysis) error {
		m, err := a.MMU(ctx, MMUOptions{Work: work})
		if err != nil {
			return err
		}
		if _, err := m.Curve(ctx, 1, 1000, 3, []float64{0.01}); err != nil {
			return err
		}
		m.Worst(ctx, 1000, 3)
		return ctx.Err()
	}
}

func hostileTrace(t *testing.T, x hostile.Trace, n int) *trace.Trace {
	t.Helper()
	f, err := loader.Decode(t.Context(), x.Name, x.Make(n), loader.Options{})
	if err != nil {
		return nil // it is refused
	}
	return f.Trace
}

// TestHostile asks everything of hostile traces: each question is answered, or is too much, and
// ends with its context at whichever look that ends.
func TestHostile(t *testing.T) {
	seen := 0
	for _, x := range hostile.Traces {
		tr := hostileTrace(t, x, min(x.N, max(x.N/5000, 50)))
		if tr == nil {
			continue
		}
		seen++
		for name, ask := range questions {
			all := must.Count()
			if err := ask(all, New(tr)); err != nil && !errors.Is(err, ErrTooMuch) {
				t.Fatalf("%s, %s: %v", x.Name, name, err)
			}
			looks := all.Asked()
			for after := 0; after < looks; after += 1 + looks/4 {
				if err := ask(must.Ask(after), New(tr)); !errors.Is(err, context.Canceled) && !errors.Is(err, ErrTooMuch) {
					t.Errorf("%s, %s, stopped at look %d of %d: %v", x.Name, name, after, looks, err)
				}
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d traces were read", seen)
	}
}

// TestStepsGrow asks for collections and mutators of traces of n and 4n, which may take four times
// the steps and a few more, but not sixteen times.
func TestStepsGrow(t *testing.T) {
	for _, x := range hostile.Traces {
		if !slices.Contains([]string{"marks", "assists", "stops of the world", "logs", "yields each tick", "collections that never end"}, x.Name) {
			continue
		}
		count := func(n int) int {
			tr := hostileTrace(t, x, n)
			w, err := newCycleWalk(t.Context(), tr)
			if err != nil {
				t.Fatal(err)
			}
			for i := range tr.Marks {
				c, err := w.bounds(i)
				if err == nil {
					err = w.fill(&c)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			s := &steps{ctx: t.Context()}
			changes, err := New(tr).workChanges(s, DefaultGCWork|GCSweep)
			if err == nil {
				_, err = utilisations(s, tr, changes, false)
			}
			if err != nil {
				t.Fatal(err)
			}
			return w.steps.taken + s.taken
		}
		if one, four := count(500), count(2000); one == 0 && x.Name == "marks" || four > 5*one+100 {
			t.Errorf("%s: %d steps, four times as many %d", x.Name, one, four)
		}
	}
}

// TestTooMuch holds that steps end with a limit, and with a context.
func TestTooMuch(t *testing.T) {
	s := &steps{ctx: t.Context()}
	if err := s.take(maxSteps); err != nil {
		t.Error(err)
	}
	if err := s.take(stepsPerLook + 1); !errors.Is(err, ErrTooMuch) {
		t.Error(err)
	}
}

// TestStopSums compares with a look at every stop.
func TestStopSums(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		tr := &trace.Trace{}
		tr.End = 1000
		for range r.IntN(20) {
			at := trace.Time(r.IntN(900))
			tr.Stops = append(tr.Stops, trace.Stop{Start: at, End: at + trace.Time(r.IntN(80))})
		}
		s := newStopSums(tr)
		all := s.at
		for from := trace.Time(0); from < 1000; {
			at := trace.Interval{From: from, To: from + trace.Time(r.IntN(60))}
			var want trace.Time
			for _, stop := range all {
				want += at.Overlap(stop)
			}
			if got := s.overlap(at); got != want {
				t.Fatalf("%v of %v: %d, want %d", at, all, got, want)
			}
			from = at.To + trace.Time(r.IntN(5)) + 1
		}
	}
}

// TestLatencyOfManyFunctions has more functions and Ps than have a row: the figures of all are
// those that a count of all waits gives, and so are those of the functions that have rows.
func TestLatencyOfManyFunctions(t *testing.T) {
	i := slices.IndexFunc(hostile.Traces, func(x hostile.Trace) bool { return x.Name == "functions and Ps" })
	tr := hostileTrace(t, hostile.Traces[i], 1500)
	l, err := New(tr).Latency(t.Context(), trace.Interval{}, 5)
	if err != nil {
		t.Fatal(err)
	}
	var all []trace.Time
	for g := range tr.Goroutines {
		for s := tr.Goroutines[g].First + 1; s < tr.Goroutines[g].End; s++ {
			if tr.Spans.State(s) == trace.GoRunning && tr.Spans.State(s-1) == trace.GoRunnable {
				all = append(all, tr.SpanTime(trace.GoIndex(g), s-1).Len())
			}
		}
	}
	if want := distributionOf(all); l.All.Distribution != want || want.Count != 1500 {
		t.Errorf("%+v, want %+v", l.All.Distribution, want)
	}
	if len(l.ByFunc) != maxApart || len(l.ByProc) < maxApart-2 || len(l.ByProc) > maxApart {
		t.Errorf("%d functions and %d Ps", len(l.ByFunc), len(l.ByProc))
	}
	for _, of := range l.ByFunc {
		if of.Count != 1 || of.Sum != of.P50 {
			t.Fatalf("%+v", of.Distribution)
		}
	}
}

// TestCurveOfMany has fewer points of a function with many steps, and none of one with too many.
func TestCurveOfMany(t *testing.T) {
	for _, c := range []struct{ steps, points int }{{100, 50}, {1 << 19, 32}, {maxCurve + 1, 0}} {
		s := make(series, c.steps)
		for i := range s {
			s[i] = step{trace.Time(i), float64(i % 2)}
		}
		points, err := (&MMU{[]curve{newCurve(s)}}).Curve(t.Context(), 1, 5, 50, nil)
		if len(points) > c.points || c.points > 0 && (err != nil || len(points) < c.points/2) || c.points == 0 && !errors.Is(err, ErrTooMuch) {
			t.Errorf("%d steps: %d points, %v", c.steps, len(points), err)
		}
	}
}
