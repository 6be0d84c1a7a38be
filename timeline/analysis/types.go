package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// Type is the tasks, or the regions, of one type that lie at least in part in an
// interval. Tasks that only others name are not among them.
type Type[I ~int32] struct {
	Name      model.StringID
	Instances []I // in the order of the trace
	// Durations are those of the instances with both ends in the trace, in their
	// full length.
	Durations Distribution
	Histogram Histogram
	NoStart   int // began before the trace
	NoEnd     int // were still open
	NoParent  int // have a parent that the trace only names

	ends    func(I) (start, end trace.Time)
	lengths []trace.Time
}

// TaskTypes lists the types of tasks, the one with the longest time together
// first.
func (a *Analysis) TaskTypes(ctx context.Context, iv trace.Interval) ([]Type[trace.TaskIndex], error) {
	iv = a.Within(iv)
	all := a.t.Tasks
	return typesOf(ctx, len(all),
		func(i trace.TaskIndex) (start, end trace.Time) { return all[i].Start, all[i].End },
		func(i trace.TaskIndex) (model.StringID, bool) {
			return all[i].Type, all[i].Seen && a.touches(iv, a.t.Between(all[i].Start, all[i].End))
		},
		func(i trace.TaskIndex) bool {
			parent := all[i].Parent
			return parent != trace.NoTask && !all[parent].Seen
		})
}

// RegionTypes lists the types of regions, the one with the longest time
// together first.
func (a *Analysis) RegionTypes(ctx context.Context, iv trace.Interval) ([]Type[trace.RegionIndex], error) {
	iv = a.Within(iv)
	all := a.t.Regions
	return typesOf(ctx, len(all),
		func(i trace.RegionIndex) (start, end trace.Time) { return all[i].Start, all[i].End },
		func(i trace.RegionIndex) (model.StringID, bool) {
			return all[i].Type, a.touches(iv, a.t.Between(all[i].Start, all[i].End))
		},
		func(trace.RegionIndex) bool { return false })
}

// typesOf sorts n things with two ends into types, the one with the longest time
// together first.
func typesOf[I ~int32](ctx context.Context, n int, ends func(I) (start, end trace.Time), typeOf func(I) (t model.StringID, in bool), noParent func(I) bool) ([]Type[I], error) {
	var names numbering[model.StringID]
	var types []Type[I]
	for i := range I(n) {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		name, in := typeOf(i)
		if !in {
			continue
		}
		k := names.number(name)
		if k == len(types) {
			types = append(types, Type[I]{Name: name, ends: ends})
		}
		types[k].add(i)
		if noParent(i) {
			types[k].NoParent++
		}
	}
	for k := range types {
		types[k].Durations, types[k].lengths = distributionOf(types[k].lengths), nil
	}
	slices.SortStableFunc(types, func(a, b Type[I]) int { return cmp.Compare(b.Durations.Sum, a.Durations.Sum) })
	return types, ctx.Err()
}

// add counts one more.
func (t *Type[I]) add(i I) {
	t.Instances = append(t.Instances, i)
	start, end := t.ends(i)
	if start != trace.NoTime && end != trace.NoTime {
		t.lengths = append(t.lengths, end-start)
		t.Histogram.add(end - start)
	}
	if start == trace.NoTime {
		t.NoStart++
	}
	if end == trace.NoTime {
		t.NoEnd++
	}
}

// Select lists the instances with both ends in the trace and a duration in a
// range, the longest first.
func (t *Type[I]) Select(d Durations) []I {
	var found []I
	for _, i := range t.Instances {
		if start, end := t.ends(i); start != trace.NoTime && end != trace.NoTime && d.has(end-start) {
			found = append(found, i)
		}
	}
	length := func(i I) trace.Time {
		start, end := t.ends(i)
		return end - start
	}
	slices.SortStableFunc(found, func(i, j I) int { return cmp.Compare(length(j), length(i)) })
	return found
}
