package timeline

import (
	"context"
	"iter"

	"profstation/model"
	"profstation/model/mapped"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
)

// bitSet holds small numbers.
type bitSet []uint64

func makeBitSet(in *mapped.Memory, n int) bitSet { return take[uint64](in, (n+63)/64) }

func (b bitSet) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }
func (b bitSet) set(i int)      { b[i>>6] |= 1 << (i & 63) }

// survey looks at every span once and sums up what lists are sorted and filtered by.
func (t *Timeline) survey(ctx context.Context) error {
	n := len(t.Trace.Goroutines)
	t.running, t.blocked, t.has = make([]int64, n), make([]int64, n), make([]KindSet, n)
	spans := t.Trace.Spans.Len()
	t.special = makeBitSet(t.room, spans)
	steps := work.StepsUntil(ctx)
	for g := range t.Trace.Goroutines {
		r := &t.Trace.Goroutines[g]
		if steps.Over(1) {
			return steps.Err()
		}
		t.special.set(int(r.End) - 1)
		if t.worker(trace.GoIndex(g)) {
			for s := r.First; s < r.End; s++ {
				t.special.set(int(s))
			}
		}
	}
	return parallel.Blocks(ctx, n, 256, func(_, from, to int) {
		steps := work.StepsUntil(ctx)
		for g := from; g < to; g++ {
			t.surveyOne(steps, trace.GoIndex(g))
		}
	})
}

func (t *Timeline) surveyOne(steps *work.Steps, g trace.GoIndex) {
	var total Sums
	var has KindSet
	s, r, kinds := &t.Trace.Spans, &t.Trace.Goroutines[g], t.kindsOf(g)
	start := s.Start(r.First)
	for lo, hi := range runs(steps, r.First, r.End) {
		for i := lo; i < hi; i++ {
			end := t.Trace.End
			if i+1 < r.End {
				end = s.Start(i + 1)
			}
			k := kinds[s.Cond(i)]
			total[k] += int64(end - start)
			has |= 1 << k
			start = end
		}
	}
	t.running[g], t.has[g] = total[Running]+total[Collecting], has
	for k, sum := range total {
		if Kind(k) != Collecting && trace.WaitKind(k).Waiting() {
			t.blocked[g] += sum
		}
	}
}

// spansPerLook is how many spans are looked at between two looks at the steps.
const spansPerLook = 1 << 12

// runs cuts spans into runs that are short enough to be looked at in one go, until the steps are over.
func runs(steps *work.Steps, first, end trace.SpanIndex) iter.Seq2[trace.SpanIndex, trace.SpanIndex] {
	return func(yield func(lo, hi trace.SpanIndex) bool) {
		for lo := first; lo < end; lo += spansPerLook {
			hi := min(lo+spansPerLook, end)
			if steps.Over(int(hi-lo)) || !yield(lo, hi) {
				return
			}
		}
	}
}

// grouping sorts a table's rows by a name. Names stand in the order in which they come first.
type grouping[T ~int32] struct {
	list []group[T]
	of   map[model.StringID]int32 // indices into list
}

type group[T ~int32] struct {
	name model.StringID
	all  []T // in the table's order
}

func (g *grouping[T]) add(name model.StringID, row int) int32 {
	i, ok := g.of[name]
	if !ok {
		if g.of == nil {
			g.of = map[model.StringID]int32{}
		}
		i = int32(len(g.list))
		g.of[name] = i
		g.list = append(g.list, group[T]{name: name})
	}
	g.list[i].all = append(g.list[i].all, T(row))
	return i
}

func (g *grouping[T]) named(name model.StringID) []T { return g.list[g.of[name]].all }

// group sorts goroutines by their functions and tasks by their types. Once the steps
// are over, some are missing.
func (t *Timeline) group(steps *work.Steps) {
	t.groups = make([]int32, len(t.Trace.Goroutines))
	for g := range t.groups {
		if steps.Over(1) {
			return
		}
		t.groups[g] = t.funcs.add(t.Trace.Goroutines[g].Func, g)
	}
	for i := range t.Trace.Tasks {
		if steps.Over(1) {
			return
		}
		t.types.add(t.Trace.Tasks[i].Type, i)
	}
}

// Spent returns how long a goroutine ran, and how long it was blocked.
func (t *Timeline) Spent(g trace.GoIndex) (running, blocked trace.Time) {
	return trace.Time(t.running[g]), trace.Time(t.blocked[g])
}
