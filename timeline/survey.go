package timeline

import (
	"context"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// survey looks at every span once and sums up what lists are sorted and filtered by.
func (t *Timeline) survey(ctx context.Context) error {
	n := len(t.Trace.Goroutines)
	t.running, t.blocked, t.has = make([]int64, n), make([]int64, n), make([]KindSet, n)
	spans := t.Trace.Spans.Len()
	t.special = makeBitSet(spans)
	for g := range t.Trace.Goroutines {
		r := &t.Trace.Goroutines[g]
		t.special.set(int(r.End) - 1)
		if t.worker(trace.GoIndex(g)) {
			for s := r.First; s < r.End; s++ {
				t.special.set(int(s))
			}
		}
	}
	return parallel.Blocks(ctx, n, 256, func(_, from, to int) {
		for g := from; g < to; g++ {
			t.surveyOne(trace.GoIndex(g))
		}
	})
}

// surveyOne sums up one goroutine.
func (t *Timeline) surveyOne(g trace.GoIndex) {
	var total sums
	var has KindSet
	s, r, kinds := &t.Trace.Spans, &t.Trace.Goroutines[g], t.kindsOf(g)
	start := s.Start.At(int(r.First))
	for i := r.First; i < r.End; i++ {
		end := t.Trace.End
		if i+1 < r.End {
			end = s.Start.At(int(i) + 1)
		}
		k := kinds[s.Cond[i]]
		total[k] += int64(end - start)
		has |= 1 << k
		start = end
	}
	t.running[g], t.has[g] = total[Running]+total[Collecting], has
	for k, sum := range total {
		if Kind(k) != Collecting && trace.WaitKind(k).Waiting() {
			t.blocked[g] += sum
		}
	}
}

// group sorts goroutines by their functions, in the order in which these come first.
func (t *Timeline) group() {
	t.groupOf = map[model.StringID]int32{}
	t.groups = make([]int32, len(t.Trace.Goroutines))
	for g := range t.Trace.Goroutines {
		r := &t.Trace.Goroutines[g]
		i, ok := t.groupOf[r.Func]
		if !ok {
			i = int32(len(t.Groups))
			t.groupOf[r.Func] = i
			t.Groups = append(t.Groups, Group{Func: r.Func})
		}
		t.groups[g] = i
		t.Groups[i].Go = append(t.Groups[i].Go, trace.GoIndex(g))
		t.Groups[i].spans += int(r.End - r.First)
	}
}

// taskGroup is the tasks of one type.
type taskGroup struct {
	name  model.StringID
	tasks []trace.TaskIndex
}

// groupTasks sorts tasks by type. Tasks that others only name have nothing to show.
func (t *Timeline) groupTasks() {
	of := map[model.StringID]int{}
	for i := range t.Trace.Tasks {
		task := &t.Trace.Tasks[i]
		if !task.Seen {
			continue
		}
		g, ok := of[task.Type]
		if !ok {
			g = len(t.tasks)
			of[task.Type] = g
			t.tasks = append(t.tasks, taskGroup{name: task.Type})
		}
		t.tasks[g].tasks = append(t.tasks[g].tasks, trace.TaskIndex(i))
	}
}
