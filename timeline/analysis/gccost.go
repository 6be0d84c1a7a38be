package analysis

import (
	"context"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/trace"
)

// GCCost is what the collector cost in an interval, and how long the world was stopped.
type GCCost struct {
	// Workers and Assist are how long the collector's own goroutines, and assists, executed, summed over all Ps.
	Workers, Assist trace.Time
	// Procs is how much time all Ps had: for each P, how long it existed within the interval.
	Procs trace.Time
	// STW is how long the collector stopped the world in total, and Longest its longest stop. Others is how long the
	// world was stopped for each other reason.
	STW, Longest trace.Time
	Others       []GCPart
}

// Share returns the fraction of the Ps' time that workers and assists took, from 0 to 1.
func (c *GCCost) Share() float64 { return float64(c.Workers+c.Assist) / float64(max(c.Procs, 1)) }

// GCCost adds up the costs in the interval.
func (a *Analysis) GCCost(ctx context.Context, iv trace.Interval) (c GCCost, err error) {
	iv = a.Within(iv)
	x := steps{ctx: ctx}
	workers, err := labelRuns(&x, a.t, func(string) bool { return true })
	if err != nil {
		return c, err
	}
	assists, err := assistRuns(&x, a.t)
	if err != nil {
		return c, err
	}
	for _, r := range workers {
		c.Workers += iv.Overlap(r.at)
	}
	for _, r := range assists {
		c.Assist += iv.Overlap(r.at)
	}
	for _, s := range a.t.Stops {
		if stop := a.t.Between(s.Start, s.End); a.touches(iv, stop) {
			c.stop(a.t, s.Reason, iv.Overlap(stop))
		}
	}
	c.Procs = procTime(a.t, iv)
	return c, x.take(len(workers) + len(assists) + len(a.t.Stops))
}

// stop adds a stop of the world.
func (c *GCCost) stop(t *trace.Trace, reason model.StringID, long trace.Time) {
	if strings.HasSuffix(t.Strings.Raw(reason), " termination") { // sweep and mark termination, in every Go version
		c.STW += long
		c.Longest = max(c.Longest, long)
		return
	}
	i := slices.IndexFunc(c.Others, func(x GCPart) bool { return x.Name == reason })
	if i < 0 {
		i, c.Others = len(c.Others), append(c.Others, GCPart{Name: reason})
	}
	c.Others[i].Time += long
}

// procTime returns how much time all Ps have in an interval.
func procTime(t *trace.Trace, iv trace.Interval) (sum trace.Time) {
	m := t.Metric(trace.GoMaxProcs)
	if m == nil || m.Time.Len() == 0 {
		// Traces from Go 1.21 and older record GOMAXPROCS only when it changes. It is then the number of Ps.
		return iv.Len() * trace.Time(max(len(t.Procs), 1))
	}
	for i, n := range m.Value {
		at := trace.Interval{From: m.Time.At(i), To: t.End}
		if i == 0 {
			at.From = 0 // the trace records it a moment after it begins
		}
		if i+1 < len(m.Value) {
			at.To = m.Time.At(i + 1)
		}
		sum += iv.Overlap(at) * trace.Time(min(n, uint64(trace.MaxLanes)))
	}
	return sum
}
