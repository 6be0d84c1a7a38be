package analysis

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// Named is what is common to the tasks, or regions, of one type that lie at
// least in part in an interval.
type Named struct {
	Type model.StringID
	// Durations are those of which both ends are in the trace, in their full
	// length.
	Durations Distribution
	Histogram Histogram
	NoStart   int // began before the trace
	NoEnd     int // were still open

	lengths []trace.Time
}

// add counts one more.
func (n *Named) add(start, end trace.Time) {
	switch {
	case start != trace.NoTime && end != trace.NoTime:
		n.lengths = append(n.lengths, end-start)
		n.Histogram.add(end - start)
		return
	case end != trace.NoTime:
		n.NoStart++
	case start != trace.NoTime:
		n.NoEnd++
	default:
		n.NoStart++
		n.NoEnd++
	}
}

// done makes the distribution of what was added.
func (n *Named) done() {
	n.Durations, n.lengths = distributionOf(n.lengths), nil
}

// byType sorts n things that have a type and two ends into types, the one with
// the longest time together first. add adds thing i to a type, fresh begins one,
// and named is what is common of one.
func byType[T any](ctx context.Context, n int, typeOf func(i int) (t model.StringID, in bool), fresh func(Named) T, add func(t *T, i int), named func(*T) *Named) ([]T, error) {
	of := map[model.StringID]int{}
	var types []T
	for i := range n {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t, in := typeOf(i)
		if !in {
			continue
		}
		k, ok := of[t]
		if !ok {
			k = len(types)
			of[t] = k
			types = append(types, fresh(Named{Type: t}))
		}
		add(&types[k], i)
	}
	for k := range types {
		named(&types[k]).done()
	}
	slices.SortStableFunc(types, func(a, b T) int { return cmp.Compare(named(&b).Durations.Sum, named(&a).Durations.Sum) })
	return types, ctx.Err()
}

// lasting are those of which both ends are known and whose duration is in a
// range, the longest first.
func lasting[I any](all []I, d Durations, ends func(I) (start, end trace.Time)) []I {
	length := func(i I) trace.Time {
		start, end := ends(i)
		return end - start
	}
	var kept []I
	for _, i := range all {
		if start, end := ends(i); start != trace.NoTime && end != trace.NoTime && d.has(end-start) {
			kept = append(kept, i)
		}
	}
	slices.SortStableFunc(kept, func(i, j I) int { return cmp.Compare(length(j), length(i)) })
	return kept
}
