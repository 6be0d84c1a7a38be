package describe

import (
	"slices"
	"strings"
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/timelinetest"
)

// A goroutine that waits or is ready to run is on no P: Details name the P that it ran on last, not its waker's.
func TestLastOn(t *testing.T) {
	tr := typed.Trace(t, typed.Small)
	tl := timelinetest.Prepared(tr)
	for _, c := range []struct {
		at   trace.Time
		g    int64
		on   bool
		p, m string
	}{
		{200, 1, true, "P0", "M100"},
		{500, 1, false, "P0", "M100"},
		{710, 1, false, "P0", "M100"}, // woken from M101
		{50, 2, false, "", ""},        // it waited from before the trace
		{120, 2, false, "", ""},       // woken from M100
		{152, 2, true, "P1", "M101"},
		{300, 2, false, "P1", "M101"},
		{201, 3, false, "", ""}, // made on M100
		{950, 3, false, "", ""}, // not known
	} {
		g, _ := tr.GoByID(c.g)
		span, _ := tr.SpanAt(g, c.at)
		x := Inspect(tl, span)
		if p, m := tl.ProcName(x.P), tl.ThreadName(x.M); x.On() != c.on || p != c.p || m != c.m {
			t.Errorf("g%d at %d is on %q %q, on %v", c.g, c.at, p, m, x.On())
		}
		if text := Span(tl, span); strings.Contains(text, "  on ") != c.on {
			t.Errorf("g%d at %d: %q", c.g, c.at, text)
		}
	}
}

func TestInspect(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, typed.Small))
	x := Inspect(tl, 6) // g2 runs after g1 unlocked
	if x.Go != 1 || x.State != trace.GoRunning || x.Start != 150 || x.End != 151 || x.Previous != 5 || x.Next != 7 ||
		x.Woken != 5 || x.WokenAt != 100 || x.Latency != 50 || x.Waker != 0 || x.WakerSpan != 0 || x.Open || x.BeganBefore || len(x.WakeStack) != 2 {
		t.Errorf("%+v", x)
	}
	if x := Inspect(tl, 4); !x.BeganBefore || x.Woken != 5 || x.WokenAt != 100 || x.Latency != 50 || x.Waker != 0 || x.Previous != trace.NoSpan || x.Doing != "waiting: sync" || len(x.Stack) != 2 {
		t.Errorf("%+v", x)
	}
	if x := Inspect(tl, 3); !x.Open || x.Next != trace.NoSpan || x.Latency != 20 {
		t.Errorf("%+v", x)
	}
	want := "g2 main.worker\nrunning  1ns  on P1  M101\nwoken by g1 main.main, ran after 50ns"
	if got := Span(tl, 6); got != want {
		t.Errorf("%q, expected %q", got, want)
	}
}

// What each row says at a place.
func TestExplain(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, typed.Small))
	l := timelinetest.Lanes(tl, timelinetest.OpenAll(tl))
	v := timeline.View{Window: tl.Whole(), Area: scene.Rect{X1: 1100, Y1: 2000}, Label: 100}
	for _, c := range []struct {
		key   timeline.Key
		level int16
		x     float64
		want  string
	}{
		{timeline.Key{Kind: timeline.MarkRow, Index: 0}, 0, 650, "mark phase\n100ns"},
		{timeline.Key{Kind: timeline.StopRow, Index: 0}, 0, 900,
			"world stopped: GC mark termination\nat least 402ns: it did not end in the trace"},
		{timeline.Key{Kind: timeline.AssistRow, Index: 0}, 0, 370, "mark assists\nGC work  1"},
		{timeline.Key{Kind: timeline.HeapRow, Index: 0}, 0, 500, "heap  2.93kB\ngoal  3.91kB"},
		{timeline.Key{Kind: timeline.StatesRow, Index: 0}, 0, 410, "goroutines\nrunning  1\nnetwork  1\nsleep  1"},
		{timeline.Key{Kind: timeline.ThreadsRow, Index: 0}, 0, 410, "threads at work\nrunning  1"},
		{timeline.Key{Kind: timeline.RegionRow, Index: 0}, 1, 200, "region inner\n150ns"},
		{timeline.Key{Kind: timeline.LogRow, Index: 0}, 0, 161, "info: hello\nat 60ns"},
		{timeline.Key{Kind: timeline.SampleRow, Index: 0}, 0, 221, "CPU sample\nat 120ns\nmain.hot  main.hot.go:7"},
		{timeline.Key{Kind: timeline.StackRow, Index: 0}, 1, 600, "main.wait  main.wait.go:7\nwaiting: chan receive"},
		{timeline.Key{Kind: timeline.TaskRow, Index: 0}, 0, 300, "task request 1\n800ns"},
		{timeline.Key{Kind: timeline.ProcRow, Index: 0}, 0, 1000, "P0\nunknown"},
	} {
		i := slices.IndexFunc(l.Rows, func(r timeline.Row) bool { return r.Key == c.key && r.Level == c.level })
		if i < 0 {
			t.Errorf("no row %v", c.key)
			continue
		}
		h := l.At(v, scene.Point{X: c.x, Y: timeline.AxisHeight + l.Top(i) + 5})
		if got := Hit(l, h); got != c.want {
			t.Errorf("%v at %v: %q, expected %q", c.key, c.x, got, c.want)
		}
	}
}

// TestInspectGrows holds that looking at one thing takes as much memory for any trace.
func TestInspectGrows(t *testing.T) {
	for _, name := range []string{"a start function for each goroutine", "goroutines that only wait", "tasks", "yields each tick"} {
		allocations := func(n int) float64 {
			tl := timelinetest.Prepared(crowdedTrace(t, name, n))
			last := trace.SpanIndex(tl.Trace.Spans.Len() - 1)
			return testing.AllocsPerRun(1, func() {
				Inspect(tl, last)
				Span(tl, last)
			})
		}
		if few, many := allocations(20_000), allocations(80_000); many > few+10 {
			t.Errorf("%s: %v allocations to inspect, %v for four times as much", name, few, many)
		}
	}
}

// The row for idle Ps says how many there are, and in which time nothing runs on them.
func TestIdleProcsAreCounted(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, `
		end 1000
		g1 main.main  0 running p2 m0  400 waiting:sync
		g2 main.more  500 running p5 m1`))
	fold := timeline.Key{Kind: timeline.IdleProcsRow}
	for _, c := range []struct {
		q    timeline.Query
		want string
	}{
		{timeline.Query{}, "4 idle Ps\nNo goroutine runs on them in the whole trace."},
		{timeline.Query{Sight: timeline.SightOnly, Within: trace.Interval{From: 600, To: 700}}, "5 idle Ps\nNo goroutine runs on them in the time that is shown."},
	} {
		l := timelinetest.Lanes(tl, c.q)
		if got := Hit(l, timeline.Hit{Row: l.Find(fold), Label: true}); got != c.want {
			t.Errorf("it says %q, want %q", got, c.want)
		}
	}
}
