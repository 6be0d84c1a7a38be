package analysis

import (
	"testing"

	"profstation/model/trace"
)

// TestStandsIn holds that a span stands in the region and the task in which Analysis.Task counts it.
func TestStandsIn(t *testing.T) {
	tr := writeTrace(t, tasked)
	a := New(tr)
	for _, c := range []struct {
		g      trace.GoIndex
		at     trace.Time
		region trace.RegionIndex
		task   trace.TaskIndex
	}{
		{0, 0, 0, 0},               // it runs when the outer region begins
		{0, 30, 0, 0},              // waits in it
		{0, 52, 0, 0},              // runs on in it
		{1, 20, trace.NoRegion, 1}, // made for the child
		{2, 0, 3, trace.NoTask},    // in a region of no task
		{2, 40, 2, 0},              // waits in its region of the task
	} {
		span, ok := tr.SpanAt(c.g, c.at)
		if !ok {
			t.Fatalf("goroutine %d has no span at %d", c.g, c.at)
		}
		region, task, err := a.StandsIn(t.Context(), span)
		if err != nil || region != c.region || task != c.task {
			t.Errorf("goroutine %d stands at %d in region %d and task %d (%v), want %d and %d", c.g, c.at, region, task, err, c.region, c.task)
		}
	}
}

// TestStandsInOwnTask holds that a task that a goroutine begins and ends is its own, without any region.
func TestStandsInOwnTask(t *testing.T) {
	tr := writeTrace(t, `
g1 main.main 0 running p0 m0
g1 - 30 waiting: network p0 m0
g1 - 50 runnable p0 m0
g1 - 60 running p0 m0
g2 main.other 0 running p1 m1
task 1 outer 10 80 g1 g1
task 2 inner 20 40 g1 g1
task 3 later 70 75 g1 g1
end 100`)
	a := New(tr)
	for at, want := range map[trace.Time]trace.TaskIndex{0: 0, 30: 1, 50: 0, 60: 0} {
		span, _ := tr.SpanAt(0, at)
		if _, task, err := a.StandsIn(t.Context(), span); err != nil || task != want {
			t.Errorf("at %d it works for task %d (%v), want %d", at, task, err, want)
		}
	}
	if _, task, err := a.StandsIn(t.Context(), tr.Goroutines[1].First); err != nil || task != trace.NoTask {
		t.Errorf("another goroutine works for task %d, %v", task, err)
	}
}
