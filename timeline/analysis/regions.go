package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
)

// RegionType are the regions of one type that lie at least in part in an
// interval.
type RegionType struct {
	Type    model.StringID
	Regions []model.RegionIndex // in the order of the trace
	// Durations are those of the regions of which both ends are in the trace,
	// in their full length.
	Durations Distribution
	Histogram Histogram
	NoStart   int // began before the trace
	NoEnd     int // were still open
}

// RegionTypes lists the types of regions, the one with the longest time
// together first.
func (a *Analysis) RegionTypes(ctx context.Context, iv Interval) ([]RegionType, error) {
	iv = a.Within(iv)
	of := map[model.StringID]int{}
	var types []RegionType
	var values [][]model.TraceTime
	for i := range a.t.Regions {
		r := &a.t.Regions[i]
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !a.touches(iv, r.Start, r.End) {
			continue
		}
		k, ok := of[r.Type]
		if !ok {
			k = len(types)
			of[r.Type] = k
			types = append(types, RegionType{Type: r.Type})
			values = append(values, nil)
		}
		t := &types[k]
		t.Regions = append(t.Regions, model.RegionIndex(i))
		if r.Start == model.NoTime {
			t.NoStart++
		}
		if r.End == model.NoTime {
			t.NoEnd++
		}
		if r.Start != model.NoTime && r.End != model.NoTime {
			values[k] = append(values[k], r.End-r.Start)
			t.Histogram.add(r.End - r.Start)
		}
	}
	for k := range types {
		types[k].Durations = distributionOf(values[k])
	}
	slices.SortStableFunc(types, func(a, b RegionType) int { return cmp.Compare(b.Durations.Sum, a.Durations.Sum) })
	return types, ctx.Err()
}

// Select lists the regions of which both ends are known and whose duration is
// in a range, the longest first.
func (r *RegionType) Select(a *Analysis, d Durations) []model.RegionIndex {
	var all []model.RegionIndex
	length := func(i model.RegionIndex) model.TraceTime { return a.t.Regions[i].End - a.t.Regions[i].Start }
	for _, i := range r.Regions {
		if g := &a.t.Regions[i]; g.Start != model.NoTime && g.End != model.NoTime && d.has(length(i)) {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(i, j model.RegionIndex) int { return cmp.Compare(length(j), length(i)) })
	return all
}

// RegionDetail is one region and where its time went.
type RegionDetail struct {
	Region   model.RegionIndex
	Interval Interval // within the trace, where it began or ended outside
	Columns  []Column
	Sum      Breakdown
	GC       GCOverlap
	Logs     []int               // indices into Trace.Logs: of its goroutine, during it
	Waits    []model.SpanIndex   // the longest, the longest first
	Inner    []model.RegionIndex // those directly in it
}

// Region tells about one region.
func (a *Analysis) Region(ctx context.Context, i model.RegionIndex) (*RegionDetail, error) {
	x, err := a.regionIndex(ctx)
	if err != nil {
		return nil, err
	}
	r := &a.t.Regions[i]
	d := &RegionDetail{Region: i}
	d.Interval.From, d.Interval.To = a.span(r.Start, r.End)
	d.GC = a.gcOverlap(d.Interval)
	if r.Go == model.NoGo {
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
