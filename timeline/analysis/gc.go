package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// GCCycle is one cycle of the garbage collector: from the stop of the world
// that ends the sweep before it to the one that ends the marking.
type GCCycle struct {
	Mark int // index into Trace.Marks
	// Start and End include the stops around the concurrent mark phase, if the
	// trace has them. Open is set if the cycle was still going on, Told if it
	// began before the trace.
	Start, End trace.Time
	Open, Told bool
	Stops      []GCStop // all that lie in it, for whatever reason
	STW        trace.Time
	// Assist is how long goroutines executed marking instead of going on, and
	// Assists how often they did.
	Assist  trace.Time
	Assists int
	// Workers is how long the collector's own goroutines executed, by the
	// label that the runtime gave them: "GC (dedicated)".
	Workers []GCWorker
	// HeapBefore and HeapAfter are bytes of objects at both ends, Goal is what
	// the collector aimed at where it began.
	HeapBefore, HeapAfter, Goal Quantity
	// Sweep is how long Ps swept until the next cycle; Swept and Reclaimed are
	// what they swept.
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

// Quantity is a number; OK is false if the trace does not record it.
type Quantity struct {
	Value uint64
	OK    bool
}

// GC lists the cycles that lie at least in part in the interval, each in its
// full length.
func (a *Analysis) GC(ctx context.Context, iv trace.Interval) ([]GCCycle, error) {
	t := a.t
	iv = a.Within(iv)
	heap, goal := t.Metric(trace.HeapObjects), t.Metric(trace.HeapGoal)
	runs := a.assistRuns()
	labels := a.labelRuns(func(string) bool { return true })
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
		a.stopsAround(&c)
		all := trace.Interval{From: c.Start, To: c.End}
		if !a.touches(iv, all) {
			continue
		}
		for _, r := range startingBefore(runs, all.To) {
			c.Assist += all.Overlap(r.at)
		}
		for _, x := range t.Assists {
			if all.Meets(t.Between(x.Start, x.End)) {
				c.Assists++
			}
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
	for i, s := range t.Stops {
		if stop := t.Between(s.Start, s.End); all.Meets(stop) {
			c.Stops = append(c.Stops, GCStop{i, s.Reason, stop.Len()})
			c.STW += stop.Len()
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

// valueAt is the value of a metric at a time. The metric may be nil.
func valueAt(m *trace.Metric, at trace.Time) Quantity {
	if m == nil {
		return Quantity{}
	}
	i := m.Index(at)
	if i < 0 {
		return Quantity{}
	}
	return Quantity{m.Value[i], true}
}

// Point is a value from a time on.
type Point struct {
	Time  trace.Time
	Value uint64
}

// Series are the values of a metric in the interval, such as
// [trace.HeapObjects]. The first is the value that holds where the interval
// begins, if the trace records it.
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

func (a *Analysis) gcOverlap(iv trace.Interval) (o GCOverlap) {
	for _, m := range a.t.Marks {
		o.Mark += iv.Overlap(a.t.Between(m.Start, m.End))
	}
	for _, s := range newStopSums(a.t) {
		o.STW += iv.Overlap(s)
	}
	return o
}
