package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"profstation/model"
	"profstation/model/trace"
	"profstation/model/work"
)

// GCCycle is one garbage collection cycle: from the stop of the world that ends the sweep before it to the one that
// ends the marking.
type GCCycle struct {
	Mark int // index into Trace.Marks
	// Start and End include the stops around the concurrent mark phase, if the trace has them. Open: the cycle was
	// still running. Told: it began before the trace.
	Start, End trace.Time
	Open, Told bool
	Stops      []GCPart // all stops of the world in it, by reason
	STW        trace.Time
	// Assist is how long goroutines executed marking instead of their own work. Workers is how long the collector's
	// own goroutines executed, by the runtime's labels. Both include work after the end of the marking.
	Assist                      trace.Time
	Workers                     []GCPart
	HeapBefore, HeapAfter, Goal Quantity // heap objects in bytes at both ends, and the heap goal
	// Sweep is how long Ps swept until the next cycle so that goroutines could allocate. Reclaimed is how many bytes
	// that freed; OK is false if the trace has no sweeps. The runtime does not trace sweeping in the background.
	Sweep     trace.Time
	Reclaimed Quantity
}

// GCPart is how long something took, with its name.
type GCPart struct {
	Name model.StringID
	Time trace.Time
}

// Quantity is a number. OK is false if the trace does not record it.
type Quantity struct {
	Value uint64
	OK    bool
}

// GC lists the cycles that lie at least partly in the interval, each in full length.
func (a *Analysis) GC(ctx context.Context, iv trace.Interval) ([]GCCycle, error) {
	iv = a.Within(iv)
	w, err := newCycleWalk(ctx, a.t)
	if err != nil {
		return nil, err
	}
	var cycles []GCCycle
	for i := range a.t.Marks {
		c, err := w.bounds(i)
		if err != nil {
			return nil, err
		}
		if !a.touches(iv, trace.Interval{From: c.Start, To: c.End}) {
			continue
		}
		if err := w.fill(&c); err != nil {
			return nil, err
		}
		cycles = append(cycles, c)
	}
	return cycles, nil
}

// cycleWalk goes over the cycles. It finds what lies in each cycle without looking at the whole trace.
type cycleWalk struct {
	t            *trace.Trace
	steps        steps
	heap, goal   *trace.Metric
	runs, labels []run // sorted by start, like the stops
	allStops     overlapping
	swept        []trace.Time // sums over the sweeps before each one: time, and in reclaimed bytes
	reclaimed    []uint64
}

func newCycleWalk(ctx context.Context, t *trace.Trace) (*cycleWalk, error) {
	w := &cycleWalk{
		t: t, steps: steps{ctx: ctx}, heap: t.Metric(trace.HeapObjects), goal: t.Metric(trace.HeapGoal),
		swept: make([]trace.Time, len(t.Sweeps)+1), reclaimed: make([]uint64, len(t.Sweeps)+1),
	}
	var err error
	if w.runs, err = assistRuns(&w.steps, t); err != nil {
		return nil, err
	}
	if w.labels, err = labelRuns(&w.steps, t, func(string) bool { return true }); err != nil {
		return nil, err
	}
	w.allStops = newOverlapping(len(t.Stops), func(i int) trace.Interval { return t.Between(t.Stops[i].Start, t.Stops[i].End) })
	for i, s := range t.Sweeps {
		w.swept[i+1] = w.swept[i] + t.Between(s.Start, s.End).Len()
		w.reclaimed[i+1] = w.reclaimed[i] + s.Reclaimed
	}
	return w, w.steps.take(len(t.Sweeps) + len(t.Stops))
}

// bounds returns a mark phase's cycle, from the stop before it to the one after it.
func (w *cycleWalk) bounds(i int) (GCCycle, error) {
	t := w.t
	m := t.Marks[i]
	mark := t.Between(m.Start, m.End)
	c := GCCycle{
		Mark: i, Start: mark.From, End: mark.To,
		Open: m.End == trace.NoTime, Told: m.Start == 0 || m.Start == trace.NoTime,
	}
	lo, hi := w.allStops.meeting(mark)
	for _, s := range t.Stops[lo:hi] {
		stop := t.Between(s.Start, s.End)
		switch t.Strings.Raw(s.Reason) {
		case "GC sweep termination":
			// The mark phase begins within it.
			if stop.From <= mark.From && stop.To >= mark.From && !c.Told {
				c.Start = min(c.Start, stop.From)
			}
		case "GC mark termination":
			// It begins within the mark phase and ends after it.
			if stop.From <= mark.To && stop.To >= mark.To && !c.Open {
				c.End = max(c.End, stop.To)
			}
		}
	}
	return c, w.steps.take(1 + hi - lo)
}

// fill finds what lies in a cycle, and the sweeps after it.
func (w *cycleWalk) fill(c *GCCycle) error {
	t := w.t
	all := trace.Interval{From: c.Start, To: c.End}
	lo, hi := w.allStops.meeting(all)
	if err := w.steps.take(hi - lo); err != nil {
		return err
	}
	for _, s := range t.Stops[lo:hi] {
		if stop := t.Between(s.Start, s.End); all.Meets(stop) {
			c.Stops = append(c.Stops, GCPart{s.Reason, stop.Len()})
			c.STW += stop.Len()
		}
	}
	next := t.End
	if i := c.Mark + 1; i < len(t.Marks) {
		next = t.Between(t.Marks[i].Start, t.Marks[i].End).From
	}
	runs := begun(w.runs, c.Start, next)
	if err := w.steps.take(len(runs)); err != nil {
		return err
	}
	for _, r := range runs {
		c.Assist += r.at.Len()
	}
	for _, r := range begun(w.labels, c.Start, next) {
		if err := w.steps.take(1 + len(c.Workers)); err != nil {
			return err
		}
		c.work(r.label, r.at.Len())
	}
	c.HeapBefore, c.Goal, c.HeapAfter = valueAt(w.heap, c.Start), valueAt(w.goal, c.Start), valueAt(w.heap, c.End)
	from := func(at trace.Time) int {
		return sort.Search(len(t.Sweeps), func(i int) bool { return t.Between(t.Sweeps[i].Start, t.Sweeps[i].End).From >= at })
	}
	if first, end := from(c.End), from(next); first < end {
		c.Sweep, c.Reclaimed = w.swept[end]-w.swept[first], Quantity{w.reclaimed[end] - w.reclaimed[first], true}
	}
	return nil
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

// valueAt returns a metric's value at a time. The metric may be nil.
func valueAt(m *trace.Metric, at trace.Time) Quantity {
	if m != nil {
		if i := m.Index(at); i >= 0 {
			return Quantity{m.Value[i], true}
		}
	}
	return Quantity{}
}

// Point is a value and the time from which it holds.
type Point struct {
	Time  trace.Time
	Value uint64
}

// Series returns a metric's values in the interval, such as [trace.HeapObjects]. The first point is at the interval's
// start, if the trace records a value for then.
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

// GCOverlap is how long the collector was active during something else.
type GCOverlap struct {
	Mark trace.Time // concurrent marking
	STW  trace.Time // the world was stopped, for any reason
}

// Marked returns how long the collector marked in an interval. A mark without a start or an end in the trace counts
// from the trace's beginning or up to its end.
func Marked(t *trace.Trace, iv trace.Interval) (sum trace.Time) {
	for _, m := range t.Marks {
		sum += iv.Overlap(t.Between(m.Start, m.End))
	}
	return sum
}

func gcOverlap(t *trace.Trace, iv trace.Interval) (o GCOverlap) {
	o.Mark = Marked(t, iv)
	for _, s := range newStopSums(t).at {
		o.STW += iv.Overlap(s)
	}
	return o
}

// run is a time in which a goroutine executed for the collector on a P: a running span, a system call, or part of
// one.
type run struct {
	at    trace.Interval
	p     trace.ProcIndex
	label model.StringID
}

// begun returns the runs that begin between from and to, excluding to. The runs must be sorted by start.
func begun(all []run, from, to trace.Time) []run {
	first := func(at trace.Time) int {
		return sort.Search(len(all), func(i int) bool { return all[i].at.From >= at })
	}
	lo := first(from)
	return all[lo:max(lo, first(to))]
}

// executes reports whether a goroutine was running or in a system call in a span, like GoState.Executing in
// internal/trace.
func executes(t *trace.Trace, s trace.SpanIndex) bool {
	state := t.Spans.State(s)
	return state == trace.GoRunning || state == trace.GoSyscall
}

// assistRuns returns the times in which assists executed. An assist that waits marks nothing.
func assistRuns(x *steps, t *trace.Trace) ([]run, error) {
	var all []run
	for _, a := range t.Assists {
		if a.Go == trace.NoGo {
			continue
		}
		r, iv := &t.Goroutines[a.Go], t.Between(a.Start, a.End)
		lo, hi := within(t, iv, r.First, r.End, r.End)
		if err := x.take(1 + int(hi-lo)); err != nil {
			return nil, err
		}
		for s := lo; s < hi; s++ {
			if executes(t, s) {
				all = append(all, run{at: iv.Clip(t.SpanTime(a.Go, s)), p: t.Spans.Proc(s)})
			}
		}
	}
	return sortRuns(x.ctx, all)
}

// labelRuns returns the times from when labels were set until the goroutine stopped running.
func labelRuns(x *steps, t *trace.Trace, want func(label string) bool) ([]run, error) {
	var all []run
	// Where each goroutine's last run ended: another label may be set within it.
	type end struct {
		span trace.SpanIndex
		at   trace.Time
	}
	last := map[trace.GoIndex]end{}
	for _, l := range t.Labels {
		if l.Go == trace.NoGo || !want(t.Strings.Raw(l.Label)) {
			continue
		}
		s, ok := t.SpanAt(l.Go, l.Time)
		if !ok {
			continue
		}
		r := run{p: t.Spans.Proc(s), label: l.Label, at: trace.Interval{From: l.Time, To: l.Time}}
		e := last[l.Go]
		if s >= e.span {
			e = end{s, l.Time}
			for ; e.span < t.Goroutines[l.Go].End && executes(t, e.span); e.span++ {
				e.at = t.SpanEnd(l.Go, e.span)
			}
			last[l.Go] = e
		}
		if err := x.take(1 + int(e.span-s)/stepsPerLook); err != nil {
			return nil, err
		}
		if r.at.To = e.at; !r.at.Empty() {
			all = append(all, r)
		}
	}
	return sortRuns(x.ctx, all)
}

func sortRuns(ctx context.Context, all []run) ([]run, error) {
	work.SortSteps(work.StepsUntil(ctx), true, all, func(a, b run) int { return cmp.Compare(a.at.From, b.at.From) })
	return all, ctx.Err()
}
