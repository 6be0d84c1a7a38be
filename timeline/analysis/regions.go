package analysis

import (
	"context"

	"profstation/model/trace"
)

// RegionDetail is one region and where its time went.
type RegionDetail struct {
	Region   trace.RegionIndex
	Interval trace.Interval // within the trace, where it began or ended outside
	Columns  []Column
	Sum      Breakdown
	GC       GCOverlap
	Logs     []int               // indices into Trace.Logs: of its goroutine, during it
	Waits    []trace.SpanIndex   // the longest, the longest first
	Inner    []trace.RegionIndex // those directly in it
}

// Region analyses one region.
func (a *Analysis) Region(ctx context.Context, i trace.RegionIndex) (*RegionDetail, error) {
	x, err := a.regionIndex(ctx)
	if err != nil {
		return nil, err
	}
	r := &a.t.Regions[i]
	d := &RegionDetail{Region: i, Interval: x.time(i)}
	d.GC = a.gcOverlap(d.Interval)
	if r.Go == trace.NoGo {
		return d, nil
	}
	for _, k := range x.regions.of(int(r.Go)) {
		if a.t.Regions[k].Parent == i {
			d.Inner = append(d.Inner, k)
		}
	}
	for k := range a.t.Logs {
		if l := &a.t.Logs[k]; l.Go == r.Go && l.Time >= d.Interval.From && l.Time <= d.Interval.To {
			d.Logs = append(d.Logs, k)
		}
	}
	parts := []Part{{r.Go, []trace.Interval{d.Interval}}}
	sums, err := a.partSums(ctx, parts)
	if err != nil {
		return nil, err
	}
	d.Columns, d.Sum = sums.Columns, sums.Row(0)
	d.Waits = a.longestWaits(parts)
	return d, nil
}
