package analysis

import (
	"fmt"
	"reflect"
	"testing"

	"profstation/model/trace"
)

func TestGC(t *testing.T) {
	tr := writeTrace(t, `
g1 main.main 0 running p0 m0
g1 - 24 waiting: GC mark assist wait for work p0 m0
g1 - 28 runnable p1 m1
g1 - 29 running p0 m0
g2 runtime.gcBgMarkWorker 0 told
g2 - 12 runnable p0 m0
g2 - 15 running p1 m1
g2 - 35 waiting: system goroutine wait p1 m1
g2 - 75 runnable p0 m0
g2 - 76 running p1 m1
g2 - 90 waiting: system goroutine wait p1 m1
mark 12 40
mark 74 -
stop 10 13 g1 GC sweep termination
stop 20 21 g1 read mem stats
stop 39 43 g1 GC mark termination
stop 72 75 g1 GC sweep termination
assist 22 30 g1
sweep 50 55 p0
sweep 60 61 p1
label g2 15 GC (dedicated)
label g2 76 GC (idle)
metric /memory/classes/heap/objects:bytes 5 100 30 120 42 60
end 100`)
	cycles, err := New(tr).GC(t.Context(), trace.Interval{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, c := range cycles {
		got += fmt.Sprintf("%d-%d open %v, STW %d in %d, assists %d, heap %v %v goal %v, sweep %d %v,", c.Start, c.End, c.Open, c.STW, len(c.Stops), c.Assist,
			c.HeapBefore, c.HeapAfter, c.Goal, c.Sweep, c.Reclaimed)
		for _, w := range c.Workers {
			got += fmt.Sprintf(" %s %d", tr.Strings.Raw(w.Name), w.Time)
		}
		got += "; "
	}
	want := "10-43 open false, STW 8 in 3, assists 3, heap {100 true} {60 true} goal {0 false}, sweep 6 {10 true}, GC (dedicated) 20; " +
		"72-100 open true, STW 3 in 1, assists 0, heap {60 true} {60 true} goal {0 false}, sweep 0 {0 false}, GC (idle) 14; "
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, c := range []struct {
		iv   trace.Interval
		want GCCost
	}{
		{trace.Interval{}, GCCost{Workers: 34, Assist: 3, Procs: 200, STW: 10, Longest: 4, Others: []GCPart{{tr.Stops[1].Reason, 1}}}},
		{trace.Interval{From: 20, To: 41}, GCCost{Workers: 15, Assist: 3, Procs: 42, STW: 2, Longest: 2, Others: []GCPart{{tr.Stops[1].Reason, 1}}}},
		{trace.Interval{From: 91, To: 95}, GCCost{Procs: 8}},
	} {
		got, err := New(tr).GCCost(t.Context(), c.iv)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v cost %+v, %v; want %+v", c.iv, got, err, c.want)
		}
	}
	if cycles, err = New(tr).GC(t.Context(), trace.Interval{From: 50, To: 60}); err != nil || len(cycles) != 0 {
		t.Errorf("%v, %v", cycles, err)
	}
	points := New(tr).Series(trace.HeapObjects, trace.Interval{From: 10, To: 42})
	if fmt.Sprint(points) != "[{10 100} {30 120}]" {
		t.Errorf("%v", points)
	}
}

// What still marks when a cycle is over belongs to it whole, so that the cycles add up to the cost.
func TestCyclesAddUpToTheCost(t *testing.T) {
	a := New(writeTrace(t, `
g1 main.main 0 running p0 m0
g2 runtime.gcBgMarkWorker 0 told
g2 - 12 runnable p1 m1
g2 - 15 running p1 m1
g2 - 44 waiting: system goroutine wait p1 m1
mark 12 40
mark 70 90
stop 10 13 g1 GC sweep termination
stop 39 43 g1 GC mark termination
assist 22 50 g1
assist 75 95 g1
label g2 15 GC (dedicated)
end 100`))
	cycles, err := a.GC(t.Context(), trace.Interval{})
	if err != nil || len(cycles) != 2 {
		t.Fatal(len(cycles), err)
	}
	cost, err := a.GCCost(t.Context(), trace.Interval{})
	if err != nil {
		t.Fatal(err)
	}
	sum := GCCost{Procs: cost.Procs, Longest: cost.Longest}
	for _, c := range cycles {
		sum.Assist += c.Assist
		sum.STW += c.STW
		for _, w := range c.Workers {
			sum.Workers += w.Time
		}
	}
	if cycles[0].Assist != 28 || cycles[1].Assist != 20 || !reflect.DeepEqual(sum, cost) {
		t.Errorf("assists of %v and %v; %+v in all, the cost is %+v", cycles[0].Assist, cycles[1].Assist, sum, cost)
	}
}

// The Ps' time follows their number, also where that changes within the interval.
func TestGCCostOfChangingPs(t *testing.T) {
	tr := writeTrace(t, `
g1 main.main 0 running p0 m0
metric /sched/gomaxprocs:threads 1 2 51 4
end 100`)
	for iv, want := range map[trace.Interval]trace.Time{{}: 2*51 + 4*49, {From: 0, To: 10}: 20, {From: 50, To: 60}: 2 + 36} {
		if got, err := New(tr).GCCost(t.Context(), iv); err != nil || got.Procs != want {
			t.Errorf("%+v: the Ps had %d, want %d, %v", iv, got.Procs, want, err)
		}
	}
}

// TestMarked holds that a mark whose start or end is not in the trace counts up to the trace's border.
func TestMarked(t *testing.T) {
	tr := &trace.Trace{Header: trace.Header{End: 100}, Marks: []trace.Mark{{Start: trace.NoTime, End: 10}, {Start: 40, End: 50}, {Start: 80, End: trace.NoTime}}}
	for _, c := range []struct {
		of   trace.Interval
		want trace.Time
	}{{tr.Whole(), 40}, {trace.Interval{From: 5, To: 45}, 10}, {trace.Interval{From: 90, To: 100}, 10}, {trace.Interval{From: 10, To: 40}, 0}} {
		if got := Marked(tr, c.of); got != c.want {
			t.Errorf("%v: %d, want %d", c.of, got, c.want)
		}
	}
}
