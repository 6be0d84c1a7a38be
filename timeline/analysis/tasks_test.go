package analysis

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"profstation/model/trace"
)

// tasked is a trace of two requests: the first is worked on by g1, which opens
// a region in it and makes g2 there, and by g3 in a region of its own; the
// second is its child and never ends. Task 4 has a parent that is only named.
const tasked = `
g1 main.main 0 running p0 m0
g1 - 30 waiting: chan receive p0 m0
g1 - 50 runnable p1 m1
g1 - 52 running p0 m0
g2 main.child 20 new by g1 p0 m0
g2 - 25 running p1 m1
g2 - 60 ended p1 m1
g3 main.other 0 running p2 m2
g3 - 40 waiting: network p2 m2
g3 - 70 runnable
g3 - 75 running p2 m2
task 1 request 10 80 g1 g1
task 2 query 15 - g1 - parent 1
task 4 request - 90 - g3 parent 3
region g1 outer 12 60 task 1
region g1 inner 15 28 task 2
region g3 outer 35 72 task 1
region g3 lonely - 20
region g3 lonely 80 -
log g1 13 1 state: begun
log g3 45 1 state: waits for 10.0.0.1
log g3 85 4 state: over
mark 33 53
stop 33 34 g1 GC sweep termination
end 100`

func TestTaskTypes(t *testing.T) {
	tr := writeTrace(t, tasked)
	a := New(tr)
	types, err := a.TaskTypes(t.Context(), trace.Interval{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, x := range types {
		got += fmt.Sprintf("%s %v %+v -%d %d- ^%d %v; ", tr.Strings.Raw(x.Name), x.Instances, x.Durations, x.NoStart, x.NoEnd, x.NoParent, x.Histogram.Bins())
	}
	want := "request [0 3] {Count:1 Sum:70 Min:70 P50:70 P90:70 P99:70 Max:70} -1 0- ^1 [{70 100 1 70}]; " +
		"query [1] {Count:0 Sum:0 Min:0 P50:0 P90:0 P99:0 Max:0} -0 1- ^0 []; " +
		" [2] {Count:0 Sum:0 Min:0 P50:0 P90:0 P99:0 Max:0} -1 1- ^0 []; " // only named
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if s, _ := types[0].Select(t.Context(), Durations{70, 100}); !slices.Equal(s, []int32{0}) {
		t.Errorf("selected %v", s)
	}
	if s, _ := types[0].Select(t.Context(), Durations{100, 150}); len(s) > 0 {
		t.Errorf("selected %v", s)
	}
	// Of a part of the trace: only what touches it, in full length.
	if types, err = a.TaskTypes(t.Context(), trace.Interval{From: 85, To: 100}); err != nil || len(types) != 3 || !slices.Equal(types[0].Instances, []int32{1}) && !slices.Equal(types[0].Instances, []int32{3}) {
		t.Errorf("%+v, %v", types, err)
	}
}

func TestRegionTypes(t *testing.T) {
	tr := writeTrace(t, tasked)
	a := New(tr)
	types, err := a.RegionTypes(t.Context(), trace.Interval{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, x := range types {
		got += fmt.Sprintf("%s %v %d %d -%d %d-; ", tr.Strings.Raw(x.Name), x.Instances, x.Durations.Count, x.Durations.Sum, x.NoStart, x.NoEnd)
	}
	if want := "outer [0 2] 2 85 -0 0-; inner [1] 1 13 -0 0-; lonely [3 4] 0 0 -1 1-; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if s, _ := types[0].Select(t.Context(), Durations{}); !slices.Equal(s, []int32{0, 2}) {
		t.Errorf("selected %v, the longest first", s)
	}
}

func TestTask(t *testing.T) {
	tr := writeTrace(t, tasked)
	a := New(tr)
	for _, c := range []struct {
		task        trace.TaskIndex
		descendants bool
		want        string
	}{
		// g1 from the task's beginning to its end, g3 in its region. g2 was
		// made while g1 worked for the child.
		{0, false, "[0] parts [{0 [{10 80}]} {2 [{35 72}]}] total 107 running 53 runnable 4 logs [0 1] regions [0 2] GC {20 1}"},
		{1, false, "[1] parts [{0 [{15 28}]} {1 [{20 60}]}] total 53 running 48 runnable 5 logs [] regions [1] GC {20 1}"},
		{0, true, "[0 1] parts [{0 [{10 80}]} {1 [{20 60}]} {2 [{35 72}]}] total 147 running 88 runnable 9 logs [0 1] regions [0 1 2] GC {20 1}"},
	} {
		d, err := a.Task(t.Context(), c.task, c.descendants)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%v parts %v total %d running %d runnable %d logs %v regions %v GC %v", d.Family, d.Parts, d.Sum.Time(Total),
			d.Sum.Times[executionColumn], d.Sum.Times[runnableColumn], d.Logs, d.Regions, d.GC)
		if got != c.want {
			t.Errorf("task %d: %s\nwant %s", c.task, got, c.want)
		}
		sums, err := a.partSums(t.Context(), d.Parts)
		if err != nil {
			t.Fatal(err)
		}
		var sum trace.Time
		for i, p := range d.Parts {
			length := trace.Time(0)
			for _, iv := range p.At {
				length += iv.Len()
			}
			if total := sums.Row(i).Time(Total); total != length {
				t.Errorf("task %d: %v has %d", c.task, p, total)
			}
			sum += length
		}
		times := trace.Time(0)
		for _, v := range d.Sum.Times {
			times += v
		}
		if sum != d.Sum.Time(Total) || times != sum {
			t.Errorf("task %d: %d and %d, want %d", c.task, d.Sum.Time(Total), times, sum)
		}
	}
	d, err := a.Task(t.Context(), 3, false)
	if err != nil || d.Interval != (trace.Interval{From: 0, To: 90}) {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestRegion(t *testing.T) {
	tr := writeTrace(t, tasked)
	a := New(tr)
	d, err := a.Region(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	// 35 to 72: 5 running, 30 in the network, 2 runnable.
	if d.Sum.Time(Total) != 37 || d.Sum.Times[executionColumn] != 5 || d.Sum.Times[runnableColumn] != 2 || !slices.Equal(d.Logs, []int{1}) || len(d.Waits) != 2 ||
		a.kinds[tr.Spans.Cond(d.Waits[0])] != trace.NetworkTime || d.GC.Mark != 18 {
		t.Errorf("%+v", d)
	}
}

func TestLogs(t *testing.T) {
	tr := writeTrace(t, tasked)
	a := New(tr)
	for _, c := range []struct {
		name  string
		iv    trace.Interval
		match *regexp.Regexp
		want  []int
	}{
		{"all", trace.Interval{}, nil, []int{0, 1, 2}},
		{"of an interval", trace.Interval{From: 13, To: 45}, nil, []int{0}},
		{"by the message", trace.Interval{}, regexp.MustCompile(`10\.0`), []int{1}},
		{"by both", trace.Interval{}, regexp.MustCompile("^state: over$"), []int{2}},
	} {
		if got, err := a.Logs(t.Context(), c.iv, c.match); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v, %v", c.name, got, c.want, err)
		}
	}
}

// TestCreators has a chain of goroutines that start their own successors.
func TestCreators(t *testing.T) {
	tr := writeTrace(t, `
g1 main.main 0 running p0 m0
g2 main.worker 10 new by g1 p0 m0
g2 - 20 ended p1 m1
g3 main.worker 15 new by g1 p0 m0
g4 main.next 20 new by g3 p2 m2
g4 - 40 ended p2 m2
g5 main.next 30 new by g4 p2 m2
g6 main.worker 50 new by g5 p2 m2
g7 runtime.bgsweep 0 told
end 100`)
	a := New(tr)
	show := func(iv trace.Interval) (s string) {
		c, err := a.Creators(t.Context(), iv)
		if err != nil {
			t.Fatal(err)
		}
		var write func(n int)
		write = func(n int) {
			x := c.Nodes[n]
			s += fmt.Sprintf("%s %d/%d %d/%d", tr.Strings.Raw(x.Func), x.Count, x.CountBelow, x.Total, x.TotalBelow)
			for _, k := range x.Children {
				if c.Nodes[k].Parent != n {
					t.Errorf("%d is not the parent of %d", n, k)
				}
				s += " ("
				write(k)
				s += ")"
			}
		}
		for i, r := range c.Roots {
			if i > 0 {
				s += ", "
			}
			write(r)
		}
		for g, n := range c.Of {
			if n >= 0 && c.Nodes[n].Func != tr.Goroutines[g].Func {
				t.Errorf("goroutine %d is under %d", g, n)
			}
		}
		return s
	}
	if got, want := show(trace.Interval{}), "main.main 1/6 100/335 (main.worker 3/5 145/235 (main.next 2/2 90/90)), runtime.bgsweep 1/1 100/100"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := show(trace.Interval{From: 0, To: 12}), "main.main 1/2 12/14 (main.worker 1/1 2/2), runtime.bgsweep 1/1 12/12"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A region that the program did not end counts as one without an end, however far it is shown.
func TestRegionsLeft(t *testing.T) {
	tr := writeTrace(t, tasked)
	left := slices.IndexFunc(tr.Regions, func(r trace.Region) bool { return tr.Strings.Raw(r.Type) == "inner" })
	tr.Regions[left].Left = true
	types, err := New(tr).RegionTypes(t.Context(), trace.Interval{})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(types, func(x *Type) bool { return tr.Strings.Raw(x.Name) == "inner" })
	if x := types[i]; len(x.Instances) != 1 || x.Durations.Count != 0 || x.NoEnd != 1 {
		t.Errorf("%+v", x)
	}
	if s, _ := types[i].Select(t.Context(), Durations{0, 100}); len(s) > 0 {
		t.Errorf("selected %v", s)
	}
}
