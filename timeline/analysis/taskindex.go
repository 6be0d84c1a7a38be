package analysis

import (
	"context"

	"profstation/model/trace"
)

// taskIndex tells what belongs to each task: to task i, of each table, the
// rows list[first[i]:first[i+1]].
type taskIndex struct {
	regions, heirs, logs, children rowsOf
}

// rowsOf are the rows of a table by what they belong to.
type rowsOf struct {
	first, list []int32
}

func (r *rowsOf) of(i int) []int32 { return r.list[r.first[i]:r.first[i+1]] }

// newRowsOf sorts n rows by what they belong to, −1 for nothing, in their
// order.
func newRowsOf(owners, n int, owner func(row int) int) rowsOf {
	r := rowsOf{first: make([]int32, owners+1)}
	for i := range n {
		if o := owner(i); o >= 0 {
			r.first[o+1]++
		}
	}
	for o := range owners {
		r.first[o+1] += r.first[o]
	}
	r.list = make([]int32, r.first[owners])
	next := append([]int32(nil), r.first...)
	for i := range n {
		if o := owner(i); o >= 0 {
			r.list[next[o]] = int32(i)
			next[o]++
		}
	}
	return r
}

func (a *Analysis) taskIndex(ctx context.Context) (*taskIndex, error) {
	x, err := a.regionIndex(ctx)
	if err != nil {
		return nil, err
	}
	return a.tasks.get(ctx, func(context.Context) (*taskIndex, error) {
		t := a.t
		n := len(t.Tasks)
		return &taskIndex{
			regions:  newRowsOf(n, len(t.Regions), func(i int) int { return int(t.Regions[i].Task) }),
			heirs:    newRowsOf(n, len(x.inherited), func(g int) int { return int(x.inherited[g]) }),
			logs:     newRowsOf(n, len(t.Logs), func(i int) int { return int(t.Logs[i].Task) }),
			children: newRowsOf(n, n, func(i int) int { return int(t.Tasks[i].Parent) }),
		}, nil
	})
}

// family is a task and all that descend from it.
func (x *taskIndex) family(task trace.TaskIndex, seen map[trace.TaskIndex]bool) []trace.TaskIndex {
	all := []trace.TaskIndex{task}
	seen[task] = true
	for i := 0; i < len(all); i++ {
		for _, c := range x.children.of(int(all[i])) {
			if c := trace.TaskIndex(c); !seen[c] {
				seen[c] = true
				all = append(all, c)
			}
		}
	}
	return all
}
