package analysis

import (
	"cmp"
	"context"

	"profstation/model"
	"profstation/model/trace"
	"profstation/model/work"
)

// Type holds the tasks, or the regions, with one type that lie at least partly in an interval.
type Type struct {
	Name      model.StringID
	Instances []int32      // indices into Trace.Tasks or Trace.Regions, in increasing order
	Durations Distribution // for instances with both ends in the trace, in full length
	Histogram Histogram
	NoStart   int  // how many began before the trace
	NoEnd     int  // how many were still open, or never ended
	NoParent  int  // how many have a parent that neither begins nor ends in the trace
	Scope     What // selects the times of all instances

	trace   *trace.Trace
	of      func(t *trace.Trace, i int32) annotation
	lengths []trace.Time
}

// annotation is what a type counts for a task or a region. It has only the four fields that fit into registers.
type annotation struct {
	typ        model.StringID
	start, end trace.Time
	left       bool // the end is not its own: see trace.Region
}

func (x annotation) length() (d trace.Time, ok bool) {
	return x.end - x.start, x.start != trace.NoTime && x.end != trace.NoTime && !x.left
}

// TaskTypes lists the task types, the one with the largest total time first.
func (a *Analysis) TaskTypes(ctx context.Context, iv trace.Interval) ([]*Type, error) {
	all := a.t.Tasks
	types, err := a.types(ctx, iv, len(all), func(t *trace.Trace, i int32) annotation {
		x := &t.Tasks[i]
		return annotation{typ: x.Type, start: x.Start, end: x.End}
	})
	for _, t := range types {
		t.Scope.Tasks = make([]trace.TaskIndex, len(t.Instances))
		for k, i := range t.Instances {
			t.Scope.Tasks[k] = trace.TaskIndex(i)
			if parent := all[i].Parent; parent != trace.NoTask && !all[parent].Within() {
				t.NoParent++
			}
		}
	}
	return types, err
}

// RegionTypes lists the region types, the one with the largest total time first.
func (a *Analysis) RegionTypes(ctx context.Context, iv trace.Interval) ([]*Type, error) {
	types, err := a.types(ctx, iv, len(a.t.Regions), func(t *trace.Trace, i int32) annotation {
		x := &t.Regions[i]
		return annotation{x.Type, x.Start, x.End, x.Left}
	})
	for k := range types {
		types[k].Scope.Regions = []model.StringID{types[k].Name}
	}
	return types, err
}

func (a *Analysis) types(ctx context.Context, iv trace.Interval, n int, of func(t *trace.Trace, i int32) annotation) ([]*Type, error) {
	iv = a.Within(iv)
	named := map[model.StringID]*Type{}
	var types []*Type
	for i := range int32(n) {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		x := of(a.t, i)
		if !a.touches(iv, a.t.Between(x.start, x.end)) {
			continue
		}
		t := named[x.typ]
		if t == nil {
			t = &Type{Name: x.typ, Scope: What{Interval: iv}, trace: a.t, of: of}
			named[x.typ], types = t, append(types, t)
		}
		t.add(i, x)
	}
	steps := work.StepsUntil(ctx)
	for _, t := range types {
		t.Durations, t.lengths = distributionUntil(steps, t.lengths), nil
	}
	work.SortSteps(steps, true, types, func(a, b *Type) int { return cmp.Compare(b.Durations.Sum, a.Durations.Sum) })
	return types, ctx.Err()
}

func (t *Type) add(i int32, x annotation) {
	t.Instances = append(t.Instances, i)
	if d, ok := x.length(); ok {
		t.lengths = append(t.lengths, d)
		t.Histogram.add(d)
	}
	if x.start == trace.NoTime {
		t.NoStart++
	}
	if x.end == trace.NoTime || x.left {
		t.NoEnd++
	}
}

// Select lists the instances with both ends in the trace and a duration in a range, longest first. The only error is
// the context's.
func (t *Type) Select(ctx context.Context, d Durations) ([]int32, error) {
	var found []timed[int32]
	steps := work.StepsUntil(ctx)
	for _, i := range t.Instances {
		if length, ok := t.of(t.trace, i).length(); ok && d.has(length) {
			found = append(found, timed[int32]{length, i})
		}
		if steps.Over(1) {
			return nil, steps.Err()
		}
	}
	work.SortSteps(steps, false, found, timed[int32].compare)
	list := make([]int32, len(found))
	for k := range found {
		list[k] = found[k].item
	}
	return list, ctx.Err()
}
