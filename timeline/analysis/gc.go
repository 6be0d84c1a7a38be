package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"profstation/model"
	"profstation/model/trace"
)

// GCCycle is one cycle of the garbage collector: from the stop of the world
// that ends the sweep before it to the one that ends the marking.
type GCCycle struct {
	Mark int // index into Trace.Marks
	// Start and End are with the stops around the concurrent mark phase, where
	// the trace has them; Open tells that it was still going on, Told that it
	// began before the trace.
	Start, End trace.Time
	Open, Told bool
	Stops      []GCStop // all that lie in it, also those of others
	STW        trace.Time
	// Assist is how long goroutines executed marking instead of going on, and
	// Assists how often they did.
	Assist  trace.Time
	Assists int
	// Workers is how long the collector's own goroutines executed, by the
	// label that the runtime gave them: "GC (dedicated)".
	Workers []GCWorker
	// Heap are bytes of objects before, at the end and what the collector
	// aimed at before; ok is false where the trace does not tell.
	HeapBefore, HeapAfter, Goal Quantity
	// Sweep is how long Ps swept until the next cycle, and what.
	Sweep            trace.Time
	Swept, Reclaimed uint64 // bytes
}

// GCStop is one stop of the world; Stop is an index into Trace.Stops.
type GCStop struct {
	Stop   int
	Reason model.StringID
	Length trace.Time
}

// GCWorker is for how long goroutines with a label executed.
type GCWorker struct {
	Label model.StringID
	Time  trace.Time
}

// Quantity is a number that a trace may not tell.
type Quantity struct {
	Value uint64
	OK    bool
}

// GC lists the cycles that lie at least in part in the interval, each in its
// full length.
func (a *Analysis) GC(ctx context.Context, iv Interval) ([]GCCycle, error) {
	t := a.t
	iv = a.Within(iv)
	heap, goal := a.Metric(HeapObjects), a.Metric(HeapGoal)
	runs := a.assistRuns()
	labels := a.labelRuns(func(string) bool { return true })
	var cycles []GCCycle
	for i := range t.Marks {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c := GCCycle{Mark: i, Open: t.Marks[i].End == trace.NoTime, Told: t.Marks[i].Start == 0 || t.Marks[i].Start == trace.NoTime}
		mark := Interval{}
		mark.From, mark.To = a.span(t.Marks[i].Start, t.Marks[i].End)
		c.Start, c.End = mark.From, mark.To
		a.stopsAround(&c)
		next := t.End
		if i+1 < len(t.Marks) {
			next, _ = a.span(t.Marks[i+1].Start, t.Marks[i+1].End)
		}
		if !a.touches(iv, c.Start, c.End) {
			continue
		}
		all := Interval{c.Start, c.End}
		for _, r := range within(runs, all) {
			c.Assist += all.overlap(r.at.From, r.at.To)
		}
		for k := range t.Assists {
			if from, to := a.span(t.Assists[k].Start, t.Assists[k].End); from < all.To && to > all.From {
				c.Assists++
			}
		}
		for _, r := range within(labels, all) {
			c.work(r.label, all.overlap(r.at.From, r.at.To))
		}
		c.HeapBefore, c.Goal, c.HeapAfter = valueAt(heap, c.Start), valueAt(goal, c.Start), valueAt(heap, c.End)
		for k := range t.Sweeps {
			s := &t.Sweeps[k]
			if from, to := a.span(s.Start, s.End); from >= c.End && from < next {
				c.Sweep += to - from
				c.Swept += s.Swept
				c.Reclaimed += s.Reclaimed
			}
		}
		cycles = append(cycles, c)
	}
	return cycles, nil
}

// stopsAround makes the cycle as long as the stops at both ends of its mark
// phase, and finds all stops in it.
func (a *Analysis) stopsAround(c *GCCycle) {
	t := a.t
	mark := Interval{c.Start, c.End}
	for i := range t.Stops {
		from, to := a.span(t.Stops[i].Start, t.Stops[i].End)
		switch t.Strings.Raw(t.Stops[i].Reason) {
		case "GC sweep termination":
			// The mark phase begins within it.
			if from <= mark.From && to >= mark.From && !c.Told {
				c.Start = min(c.Start, from)
			}
		case "GC mark termination":
			// It begins within the mark phase and ends behind it.
			if from <= mark.To && to >= mark.To && !c.Open {
				c.End = max(c.End, to)
			}
		}
	}
	for i := range t.Stops {
		from, to := a.span(t.Stops[i].Start, t.Stops[i].End)
		if from < c.End && to > c.Start {
			c.Stops = append(c.Stops, GCStop{i, t.Stops[i].Reason, to - from})
			c.STW += to - from
		}
	}
}

func (c *GCCycle) work(label model.StringID, d trace.Time) {
	if d <= 0 {
		return
	}
	for i := range c.Workers {
		if c.Workers[i].Label == label {
			c.Workers[i].Time += d
			return
		}
	}
	c.Workers = append(c.Workers, GCWorker{label, d})
	slices.SortFunc(c.Workers, func(a, b GCWorker) int { return cmp.Compare(a.Label, b.Label) })
}

// The metrics of a trace, named as runtime/metrics names them.
const (
	HeapObjects = "/memory/classes/heap/objects:bytes"
	HeapGoal    = "/gc/heap/goal:bytes"
	GoMaxProcs  = "/sched/gomaxprocs:threads"
)

// Metric finds a metric; nil where the trace does not have it.
func (a *Analysis) Metric(name string) *trace.Metric {
	for i := range a.t.Metrics {
		if a.t.Strings.Raw(a.t.Metrics[i].Name) == name {
			return &a.t.Metrics[i]
		}
	}
	return nil
}

// valueAt is the value of a metric at a time.
func valueAt(m *trace.Metric, at trace.Time) Quantity {
	if m == nil {
		return Quantity{}
	}
	i := sort.Search(m.Time.Len(), func(i int) bool { return m.Time.At(i) > at })
	if i == 0 {
		return Quantity{}
	}
	return Quantity{m.Value[i-1], true}
}

// Point is a value from a time on.
type Point struct {
	Time  trace.Time
	Value uint64
}

// Series are the values of a metric in the interval, such as [HeapObjects]:
// the first is the one that holds where the interval begins, if the trace
// tells it.
func (a *Analysis) Series(name string, iv Interval) []Point {
	iv = a.Within(iv)
	m := a.Metric(name)
	if m == nil {
		return nil
	}
	var points []Point
	if q := valueAt(m, iv.From); q.OK {
		points = append(points, Point{iv.From, q.Value})
	}
	i := sort.Search(m.Time.Len(), func(i int) bool { return m.Time.At(i) > iv.From })
	for ; i < m.Time.Len() && a.holds(iv, m.Time.At(i)); i++ {
		points = append(points, Point{m.Time.At(i), m.Value[i]})
	}
	return points
}

// GCOverlap is how long the collector was at work during something else.
type GCOverlap struct {
	Mark trace.Time // concurrent marking
	STW  trace.Time // the world was stopped, for whatever reason
}

func (a *Analysis) gcOverlap(iv Interval) (o GCOverlap) {
	t := a.t
	for i := range t.Marks {
		o.Mark += iv.overlap(a.span(t.Marks[i].Start, t.Marks[i].End))
	}
	for _, s := range newStopSums(t) {
		o.STW += iv.overlap(s.From, s.To)
	}
	return o
}
