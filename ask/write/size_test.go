package write_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/ask/write"
	"profstation/loader"
	"profstation/measure/hostile"
	"profstation/scene"
	"profstation/timeline"
)

// lanesOf are a trace's lanes, one for each goroutine.
func lanesOf(t *testing.T, goroutines int) *ask.Answer {
	t.Helper()
	many := hostile.TraceNamed("goroutines that never run")
	f, err := loader.Decode(t.Context(), "many", many.Make(goroutines), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := timeline.New(t.Context(), f.Trace)
	if err != nil {
		t.Fatal(err)
	}
	a, _, err := ask.Compute(t.Context(), ask.Request{
		Timeline: tl, Tab: ask.TimelineTab, Display: ask.Display{Theme: &scene.Light},
		Traced: ask.TracePlace{Lanes: timeline.Query{Flat: true}, Window: timeline.Window{To: float64(f.Trace.End)}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestLanesSize refuses a timeline of more lanes than a picture holds before it is drawn, and says
// what helps.
func TestLanesSize(t *testing.T) {
	v := ask.Find(ask.OfTrace, "timeline")
	look := ask.Look{Width: 300, Scale: 1, Theme: &scene.Light, Whole: true}
	var large *write.SizeError
	s := lanesOf(t, 120_000)
	for _, ending := range []string{".svg", ".png"} {
		_, err := write.Prepare(t.Context(), *v.Format(ending), s, look)
		if !errors.As(err, &large) || !strings.Contains(err.Error(), "lanes") || strings.Contains(err.Error(), "focus") {
			t.Errorf("%s of 120,000 lanes: %v", ending, err)
		}
	}
	s = lanesOf(t, 200)
	for _, ending := range []string{".svg", ".png", ".csv"} {
		do, err := write.Prepare(t.Context(), *v.Format(ending), s, look)
		if err == nil {
			err = do(io.Discard)
		}
		if err != nil {
			t.Errorf("%s of 200 lanes: %v", ending, err)
		}
	}
}
