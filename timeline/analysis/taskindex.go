package analysis

import (
	"context"
	"slices"

	"profstation/model/trace"
)

// taskIndex finds what belongs to each task.
type taskIndex struct {
	regions  rows[trace.RegionIndex]
	heirs    rows[trace.GoIndex] // the goroutines that inherited it
	logs     rows[int]
	children rows[trace.TaskIndex]
}

// rows are the rows of a table by what they belong to: list[first[i]:first[i+1]]
// belong to owner i.
type rows[R any] struct {
	first []int32
	list  []R
}

func (r *rows[R]) of(owner int) []R { return r.list[r.first[owner]:r.first[owner+1]] }

// newRows sorts the indices of a table with n rows by what the rows belong to,
// and leaves out those with a negative owner. The rows of an owner keep their
// order.
func newRows[R ~int | ~int32](owners, n int, owner func(row int) int) rows[R] {
	r := rows[R]{first: make([]int32, owners+1)}
	for i := range n {
		if o := owner(i); o >= 0 {
			r.first[o+1]++
		}
	}
	for o := range owners {
		r.first[o+1] += r.first[o]
	}
	r.list = make([]R, r.first[owners])
	next := slices.Clone(r.first)
	for i := range n {
		if o := owner(i); o >= 0 {
			r.list[next[o]] = R(i)
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
			regions:  newRows[trace.RegionIndex](n, len(t.Regions), func(i int) int { return int(t.Regions[i].Task) }),
			heirs:    newRows[trace.GoIndex](n, len(x.inherited), func(g int) int { return int(x.inherited[g]) }),
			logs:     newRows[int](n, len(t.Logs), func(i int) int { return int(t.Logs[i].Task) }),
			children: newRows[trace.TaskIndex](n, n, func(i int) int { return int(t.Tasks[i].Parent) }),
		}, nil
	})
}

// family is a task and all that descend from it.
func (x *taskIndex) family(task trace.TaskIndex) []trace.TaskIndex {
	all := []trace.TaskIndex{task}
	seen := setOf(all)
	for i := 0; i < len(all); i++ {
		for _, c := range x.children.of(int(all[i])) {
			if !seen[c] {
				seen[c] = true
				all = append(all, c)
			}
		}
	}
	return all
}
