package timeline

import (
	"context"
	"errors"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/measure/hostile"
	"profstation/model/trace"
)

// crowdedTrace is a hostile trace with n of what it has many of.
func crowdedTrace(t *testing.T, name string, n int) *trace.Trace {
	t.Helper()
	f, err := loader.Decode(t.Context(), name, hostile.TraceNamed(name).Make(n), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f.Trace
}

var crowdedNames = []string{"goroutines that only wait", "tasks", "logs", "assists", "yields each tick", "all times equal", "heap metrics each tick"}

// TestNewStops ends the making of a timeline at several of its looks at the context.
func TestNewStops(t *testing.T) {
	for _, name := range crowdedNames {
		tr := crowdedTrace(t, name, 20_000)
		whole := must.Count()
		if _, err := New(whole, tr); err != nil {
			t.Fatal(err)
		}
		for _, k := range []int{1, whole.Asked() / 4, whole.Asked() / 2, 3 * whole.Asked() / 4} {
			ctx := must.Ask(k)
			if tl, err := New(ctx, tr); !errors.Is(err, context.Canceled) || tl != nil {
				t.Errorf("%s, stopped at look %d of %d: %v", name, k, whole.Asked(), err)
			}
			if late := ctx.Asked() - k; late > 200 {
				t.Errorf("%s, stopped at look %d of %d, looked %d times more", name, k, whole.Asked(), late)
			}
		}
	}
}

// TestNewGrows holds that loops look at the context as often as they have steps: four times as often
// where there is four times as much, not sixteen times.
func TestNewGrows(t *testing.T) {
	for _, name := range crowdedNames {
		looks := func(n int) int {
			ctx := must.Count()
			if _, err := New(ctx, crowdedTrace(t, name, n)); err != nil {
				t.Fatal(err)
			}
			return ctx.Asked()
		}
		if one, four := looks(30_000), looks(120_000); four < 3*one/2 || four > 5*one+100 {
			t.Errorf("%s: %d looks, and %d for four times as much", name, one, four)
		}
	}
}

// TestLevelsAgain makes the levels of a lane whose context ended while they were made.
func TestLevelsAgain(t *testing.T) {
	tl, err := New(t.Context(), crowdedTrace(t, "yields each tick", 20_000))
	if err != nil {
		t.Fatal(err)
	}
	tl.levels = cache[Key, *levels]{}
	key := Key{GoroutineRow, 0}
	for k := range tl.Trace.Goroutines {
		if r, most := &tl.Trace.Goroutines[k], &tl.Trace.Goroutines[key.Index]; r.End-r.First > most.End-most.First {
			key.Index = int32(k)
		}
	}
	if _, _, err := tl.laneUntil(must.Ask(1), key); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if l, ok := tl.Lane(key); !ok || l.levels == nil || len(l.levels.tiles) == 0 {
		t.Error("the lane has no levels")
	}
}
