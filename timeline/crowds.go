package timeline

import "profstation/model"

// crowd is the crowd of a row, made when it is first asked for.
func (t *Timeline) crowd(key Key) *crowd {
	t.mu.Lock()
	c, ok := t.crowds[key]
	t.mu.Unlock()
	if ok {
		return c
	}
	switch key.Kind {
	case StatesRow:
		c = newCrowd(t.Trace.End, func(yield func(change)) {
			for g := range t.Trace.Goroutines {
				t.changes(model.GoIndex(g), yield)
			}
		})
	case GroupRow:
		group := &t.Groups[t.groupOf[model.StringID(key.Index)]]
		c = newCrowd(t.Trace.End, func(yield func(change)) {
			for _, g := range group.Go {
				t.changes(g, yield)
			}
		})
	case AssistRow:
		c = newCrowd(t.Trace.End, func(yield func(change)) {
			for _, a := range t.Trace.Assists {
				between(a.Start, a.End, Collecting, yield)
			}
		})
	case TaskGroupRow:
		c = newCrowd(t.Trace.End, func(yield func(change)) {
			for _, i := range t.tasksOf(model.StringID(key.Index)) {
				task := &t.Trace.Tasks[i]
				start := task.Start
				if start == model.NoTime {
					start = 0
				}
				between(start, task.End, Running, yield)
			}
		})
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.crowds[key] = c
	return c
}

// tasksOf are the tasks of a type.
func (t *Timeline) tasksOf(name model.StringID) []model.TaskIndex {
	for i := range t.tasks {
		if t.tasks[i].name == name {
			return t.tasks[i].tasks
		}
	}
	return nil
}

// between tells of something that exists for a while.
func between(start, end model.TraceTime, kind Kind, yield func(change)) {
	yield(change{start, Ended, kind})
	if end != model.NoTime {
		yield(change{end, kind, Ended})
	}
}

// changes tells of the life of a goroutine.
func (t *Timeline) changes(g model.GoIndex, yield func(change)) {
	s, r := &t.Trace.Spans, &t.Trace.Goroutines[g]
	kinds := t.kindsOf(g)
	was := Ended
	for i := r.First; i < r.End; i++ {
		k := kinds[s.Cond[i]]
		if k != was {
			yield(change{s.Start.At(int(i)), was, k})
		}
		was = k
	}
}
