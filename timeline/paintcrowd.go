package timeline

import (
	"slices"

	"profstation/model/trace"
	"profstation/scene"
)

// atWork are the kinds in which a goroutine holds a thread.
const atWork = KindSet(1<<Running | 1<<Collecting | 1<<Syscall)

// crowds are the sums of the rows in sight that count, in columns between edges.
type crowds struct {
	edges []trace.Time
	tasks []crowdTask
	of    map[Key]crowdSums
}

// crowdTask is what is needed of one census: see [census.columns].
type crowdTask struct {
	c     *census
	slots []int
	sums  []int64
}

// crowdSums are where the sums of a row are.
type crowdSums struct {
	task  int
	place int // −1: all places together
	most  int32
}

// count finds the sums of all rows in sight that count, each census once.
func (f *frame) count() {
	w := &f.crowds
	w.edges = slices.Grow(w.edges[:0], f.g.n+1)[:f.g.n+1]
	for i := range w.edges {
		w.edges[i] = min(max(f.g.edge(i), 0), f.l.Timeline.Trace.End)
	}
	if w.of == nil {
		w.of = map[Key]crowdSums{}
	}
	clear(w.of)
	w.tasks = w.tasks[:0]
	for i := range f.rows {
		key := f.rows[i].Key
		if _, pinned := w.of[key]; pinned || !key.kind().counts {
			continue
		}
		n := f.l.Timeline.census(key)
		at := slices.IndexFunc(w.tasks, func(t crowdTask) bool { return t.c == n.c })
		if at < 0 {
			at = len(w.tasks)
			w.tasks = slices.Grow(w.tasks, 1)[:at+1] // with the memory of its sums
			w.tasks[at].c, w.tasks[at].slots = n.c, w.tasks[at].slots[:0]
		}
		x := crowdSums{at, -1, n.c.most}
		switch task := &w.tasks[at]; {
		case n.slot >= 0:
			x.place, x.most = len(task.slots), n.c.slots[n.slot].most
			task.slots = append(task.slots, n.slot)
		case key.Kind == ThreadsRow:
			x.most = n.c.busiest
		}
		w.of[key] = x
	}
	for i := range w.tasks {
		task := &w.tasks[i]
		s := task.c.choose(task.slots)
		n := f.g.n * s.stride
		task.sums = slices.Grow(task.sums[:0], n)[:n]
		task.c.columns(w.edges, s, task.sums)
	}
}

// crowd draws how many of a group are in each kind of time: columns of stacked
// means, as high as the row for the most there ever are at once.
func (f *frame) crowd(r *painted) {
	x := f.crowds.of[r.Key]
	if x.most == 0 {
		return
	}
	only, fills := KindSet(0), &f.fills.kind
	switch r.Kind {
	case TaskGroupRow:
		own := *fills
		own[Running] = f.hue(r.text())
		fills = &own
	case ThreadsRow:
		only = atWork
	}
	task := &f.crowds.tasks[x.task]
	stride := (len(task.slots) + 1) * int(kinds)
	from, begun := 0, false
	var last column
	edges := f.crowds.edges
	for j := range f.g.n {
		if at := edges[j]; at == edges[j+1] && at > 0 && at < f.l.Timeline.Trace.End {
			continue // narrower than a nanosecond: like the one before
		}
		s := placeSums(task.sums[j*stride:(j+1)*stride], x.place)
		now := heights(&s, only, float64(max(edges[j+1]-edges[j], 1))*float64(x.most), int(r.box.H()))
		if begun && now != last {
			f.stacked(f.columnsBox(from, j, r.box), fills, &last)
			from = j
		}
		last, begun = now, true
	}
	f.stacked(f.columnsBox(from, f.g.n, r.box), fills, &last)
}

// column is how high each kind of time is in a column of pixels, in the order of stacking.
type column [len(stacking)]uint8

// heights divides a column: whole stands for its full height. Every kind with any
// time gets a pixel.
func heights(s *sums, only KindSet, whole float64, high int) (c column) {
	sum, used := int64(0), 0
	for i, k := range stacking {
		if s[k] <= 0 || only != 0 && !only.Has(k) {
			continue
		}
		// Rounded from the bottom up, so that a column is as high as its sum.
		sum += s[k]
		h := max(1, min(high, int(float64(sum)/whole*float64(high)+0.5))-used)
		c[i] = uint8(h)
		used += h
	}
	return c
}

// stacked draws a column, or equal ones, from the bottom up.
func (f *frame) stacked(b scene.Rect, fills *[kinds]scene.Color, c *column) {
	y := b.Y1
	for i, k := range stacking {
		if h := float64(c[i]); h > 0 {
			f.Fill(scene.Rect{X0: b.X0, Y0: max(y-h, b.Y0), X1: b.X1, Y1: y}, fills[k])
			y -= h
		}
	}
}
