package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"profstation/model"
	"profstation/model/trace"
)

// GCCycle is one cycle of the garbage collector: from the stop of the world that ends the sweep
// before it to the one that ends the marking.
type GCCycle struct {
	Mark int // index into Trace.Marks
	// Start and End include the stops around the concurrent mark phase, if the trace has them.
	// Open: the cycle was still going on; Told: it began before the trace.
	Start, End                  trace.Time
	Open, Told                  bool
	Stops                       []GCPart // all stops of the world in it, by their reasons
	STW                         trace.Time
	Assist                      trace.Time // how long goroutines executed marking instead of going on
	Workers                     []GCPart   // how long the collector's own goroutines executed, by the labels of the runtime
	HeapBefore, HeapAfter, Goal Quantity   // bytes of objects at both ends; what was aimed at
	// Sweep is how long Ps swept until the next cycle, and Reclaimed how many bytes they gave back.
	Sweep     trace.Time
	Reclaimed uint64
}

// GCPart is how long something took, by its name.
type GCPart struct {
	Name model.StringID
	Time trace.Time
}

// Quantity is a number; OK is false if the trace does not record it.
type Quantity struct {
	Value uint64
	OK    bool
}

// GC lists the cycles that lie at least in part in the interval, each in its full length.
func (a *Analysis) GC(ctx context.Context, iv trace.Interval) ([]GCCycle, error) {
	t := a.t
	iv = a.Within(iv)
	heap, goal := t.Metric(trace.HeapObjects), t.Metric(trace.HeapGoal)
	runs := assistRuns(t)
	labels := labelRuns(a.t, func(string) bool { return true })
	var cycles []GCCycle
	for i, m := range t.Marks {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		mark := t.Between(m.Start, m.End)
		c := GCCycle{
			Mark: i, Start: mark.From, End: mark.To,
			Open: m.End == trace.NoTime, Told: m.Start == 0 || m.Start == trace.NoTime,
		}
		stopsAround(a.t, &c)
		all := trace.Interval{From: c.Start, To: c.End}
		if !a.touches(iv, all) {
			continue
		}
		for _, r := range startingBefore(runs, all.To) {
			c.Assist += all.Overlap(r.at)
		}
		for _, r := range startingBefore(labels, all.To) {
			c.work(r.label, all.Overlap(r.at))
		}
		c.HeapBefore, c.Goal, c.HeapAfter = valueAt(heap, c.Start), valueAt(goal, c.Start), valueAt(heap, c.End)
		next := t.End
		if i+1 < len(t.Marks) {
			next = t.Between(t.Marks[i+1].Start, t.Marks[i+1].End).From
		}
		for _, s := range t.Sweeps {
			if at := t.Between(s.Start, s.End); at.From >= c.End && at.From < next {
				c.Sweep += at.To - at.From
				c.Reclaimed += s.Reclaimed
			}
		}
		cycles = append(cycles, c)
	}
	return cycles, nil
}

// stopsAround makes the cycle reach the stops at both ends of its mark phase, and finds its stops.
func stopsAround(t *trace.Trace, c *GCCycle) {
	mark := trace.Interval{From: c.Start, To: c.End}
	for _, s := range t.Stops {
		stop := t.Between(s.Start, s.End)
		switch t.Strings.Raw(s.Reason) {
		case "GC sweep termination":
			// The mark phase begins within it.
			if stop.From <= mark.From && stop.To >= mark.From && !c.Told {
				c.Start = min(c.Start, stop.From)
			}
		case "GC mark termination":
			// It begins within the mark phase and ends behind it.
			if stop.From <= mark.To && stop.To >= mark.To && !c.Open {
				c.End = max(c.End, stop.To)
			}
		}
	}
	all := trace.Interval{From: c.Start, To: c.End}
	for _, s := range t.Stops {
		if stop := t.Between(s.Start, s.End); all.Meets(stop) {
			c.Stops = append(c.Stops, GCPart{s.Reason, stop.Len()})
			c.STW += stop.Len()
		}
	}
}

func (c *GCCycle) work(label model.StringID, d trace.Time) {
	if d <= 0 {
		return
	}
	i, known := slices.BinarySearchFunc(c.Workers, label, func(w GCPart, label model.StringID) int { return cmp.Compare(w.Name, label) })
	if !known {
		c.Workers = slices.Insert(c.Workers, i, GCPart{Name: label})
	}
	c.Workers[i].Time += d
}

// valueAt is the value of a metric at a time. The metric may be nil.
func valueAt(m *trace.Metric, at trace.Time) Quantity {
	if m != nil {
		if i := m.Index(at); i >= 0 {
			return Quantity{m.Value[i], true}
		}
	}
	return Quantity{}
}

// Point is a value from a time on.
type Point struct {
	Time  trace.Time
	Value uint64
}

// Series are the values of a metric in the interval, such as [trace.HeapObjects]. The first is
// that where the interval begins, if the trace records it.
func (a *Analysis) Series(name string, iv trace.Interval) []Point {
	iv = a.Within(iv)
	m := a.t.Metric(name)
	if m == nil {
		return nil
	}
	var points []Point
	if q := valueAt(m, iv.From); q.OK {
		points = append(points, Point{iv.From, q.Value})
	}
	for i := m.Index(iv.From) + 1; i < m.Time.Len() && a.holds(iv, m.Time.At(i)); i++ {
		points = append(points, Point{m.Time.At(i), m.Value[i]})
	}
	return points
}

// GCOverlap is how long the collector was at work during something else.
type GCOverlap struct {
	Mark trace.Time // concurrent marking
	STW  trace.Time // the world was stopped, for whatever reason
}

func gcOverlap(t *trace.Trace, iv trace.Interval) (o GCOverlap) {
	for _, m := range t.Marks {
		o.Mark += iv.Overlap(t.Between(m.Start, m.End))
	}
	for _, s := range newStopSums(t) {
		o.STW += iv.Overlap(s)
	}
	return o
}

// run is a time in which a goroutine executed for the collector on a P: a running span, a system
// call, or part of one.
type run struct {
	at    trace.Interval
	p     trace.ProcIndex
	label model.StringID
}

// executes reports whether a goroutine ran in a span or was in a system call, as internal/trace's
// GoState.Executing has it.
func executes(t *trace.Trace, s trace.SpanIndex) bool {
	state := t.Spans.State(s)
	return state == trace.GoRunning || state == trace.GoSyscall
}

// assistRuns are the times in which assists executed: one that waits marks nothing.
func assistRuns(t *trace.Trace) []run {
	var all []run
	for _, x := range t.Assists {
		if x.Go == trace.NoGo {
			continue
		}
		r, iv := &t.Goroutines[x.Go], t.Between(x.Start, x.End)
		lo, hi := within(t, iv, r.First, r.End, r.End)
		for s := lo; s < hi; s++ {
			if executes(t, s) {
				all = append(all, run{at: iv.Clip(t.SpanTime(x.Go, s)), p: t.Spans.Proc(s)})
			}
		}
	}
	return sortRuns(all)
}

// labelRuns are the times from when labels were given until the goroutine stopped running.
func labelRuns(t *trace.Trace, want func(label string) bool) []run {
	var all []run
	for _, l := range t.Labels {
		if l.Go == trace.NoGo || !want(t.Strings.Raw(l.Label)) {
			continue
		}
		s, ok := t.SpanAt(l.Go, l.Time)
		if !ok {
			continue
		}
		r := run{p: t.Spans.Proc(s), label: l.Label, at: trace.Interval{From: l.Time, To: l.Time}}
		for ; s < t.Goroutines[l.Go].End && executes(t, s); s++ {
			r.at.To = t.SpanEnd(l.Go, s)
		}
		if !r.at.Empty() {
			all = append(all, r)
		}
	}
	return sortRuns(all)
}

func sortRuns(all []run) []run {
	slices.SortStableFunc(all, func(a, b run) int { return cmp.Compare(a.at.From, b.at.From) })
	return all
}

func startingBefore(all []run, to trace.Time) []run {
	return all[:sort.Search(len(all), func(i int) bool { return all[i].at.From >= to })]
}
