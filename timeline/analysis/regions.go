package analysis

import (
	"context"

	"profstation/model"
	"profstation/model/trace"
)

// RegionType are the regions of one type that lie at least in part in an
// interval.
type RegionType struct {
	Named
	Regions []trace.RegionIndex // in the order of the trace
}

// RegionTypes lists the types of regions, the one with the longest time
// together first.
func (a *Analysis) RegionTypes(ctx context.Context, iv Interval) ([]RegionType, error) {
	iv = a.Within(iv)
	all := a.t.Regions
	return byType(ctx, len(all),
		func(i int) (model.StringID, bool) { return all[i].Type, a.touches(iv, all[i].Start, all[i].End) },
		func(n Named) RegionType { return RegionType{Named: n} },
		func(t *RegionType, i int) {
			t.Regions = append(t.Regions, trace.RegionIndex(i))
			t.add(all[i].Start, all[i].End)
		},
		func(t *RegionType) *Named { return &t.Named })
}

// Select lists the regions of which both ends are known and whose duration is
// in a range, the longest first.
func (r *RegionType) Select(a *Analysis, d Durations) []trace.RegionIndex {
	return lasting(r.Regions, d, func(i trace.RegionIndex) (start, end trace.Time) {
		return a.t.Regions[i].Start, a.t.Regions[i].End
	})
}

// RegionDetail is one region and where its time went.
type RegionDetail struct {
	Region   trace.RegionIndex
	Interval Interval // within the trace, where it began or ended outside
	Columns  []Column
	Sum      Breakdown
	GC       GCOverlap
	Logs     []int               // indices into Trace.Logs: of its goroutine, during it
	Waits    []trace.SpanIndex   // the longest, the longest first
	Inner    []trace.RegionIndex // those directly in it
}

// Region tells about one region.
func (a *Analysis) Region(ctx context.Context, i trace.RegionIndex) (*RegionDetail, error) {
	x, err := a.regionIndex(ctx)
	if err != nil {
		return nil, err
	}
	r := &a.t.Regions[i]
	d := &RegionDetail{Region: i}
	d.Interval.From, d.Interval.To = a.span(r.Start, r.End)
	d.GC = a.gcOverlap(d.Interval)
	if r.Go == trace.NoGo {
		return d, nil
	}
	for _, k := range x.of(r.Go) {
		if a.t.Regions[k].Parent == i {
			d.Inner = append(d.Inner, k)
		}
	}
	for k := range a.t.Logs {
		if l := &a.t.Logs[k]; l.Go == r.Go && l.Time >= d.Interval.From && l.Time <= d.Interval.To {
			d.Logs = append(d.Logs, k)
		}
	}
	parts := []Part{{r.Go, []Interval{d.Interval}}}
	sums, err := a.partSums(ctx, parts)
	if err != nil {
		return nil, err
	}
	d.Columns, d.Sum = sums.Columns, sums.Row(0)
	d.Waits = a.longestWaits(parts)
	return d, nil
}
