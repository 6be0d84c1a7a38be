package timeline

import (
	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
)

// atWork are the kinds in which a goroutine holds a thread.
const atWork = KindSet(1<<Running | 1<<Collecting | 1<<Syscall)

// crowds are the sums of the rows in sight that count: of a row at place p of
// a census with n places, those of column i are sums[i×n+p]. A place below 0 is
// all of them.
type crowds struct {
	edges []trace.Time
	tasks []crowdTask
	of    map[Key]crowdSums
}

type crowdTask struct {
	c     *census
	slots []int
	sums  []sums
}

type crowdSums struct {
	task  int
	place int // −1: all places together
	most  int32
}

// count finds the sums of all rows in sight that count, each census once.
func (p *Painter) count(g *grid) {
	w := &p.crowds
	p.columns(g)
	if w.of == nil {
		w.of = map[Key]crowdSums{}
	}
	clear(w.of)
	used := 0
	for i := range p.rows {
		key := p.l.Rows[p.rows[i].row].Key
		if _, pinned := w.of[key]; pinned || !key.kind().counts {
			continue
		}
		n := p.l.Timeline.census(key)
		at := 0
		for at < used && w.tasks[at].c != n.c {
			at++
		}
		if at == used {
			if used == len(w.tasks) {
				w.tasks = append(w.tasks, crowdTask{})
			}
			w.tasks[at].c, w.tasks[at].slots = n.c, w.tasks[at].slots[:0]
			used++
		}
		x := crowdSums{task: at, place: -1, most: n.c.most}
		if n.slot >= 0 {
			x.place, x.most = len(w.tasks[at].slots), n.c.slots[n.slot].most
			w.tasks[at].slots = append(w.tasks[at].slots, n.slot)
		}
		if key.Kind == ThreadsRow {
			x.most = n.c.busiest
		}
		w.of[key] = x
	}
	for i := range used {
		task := &w.tasks[i]
		s := task.c.choose(task.slots)
		if n := g.n * s.n; cap(task.sums) < n {
			task.sums = make([]sums, n)
		}
		task.sums = task.sums[:g.n*s.n]
		task.c.columns(p.crowds.edges, s, task.sums)
	}
}

// crowd draws how many of a group are in each kind of time: columns of stacked
// means, as high as the row for the most there ever are at once.
func (p *Painter) crowd(cv scene.Canvas, g *grid, row *Row, box scene.Rect) {
	x := p.crowds.of[row.Key]
	if x.most == 0 {
		return
	}
	only, fills := KindSet(0), &p.fills.kind
	if row.Kind == TaskGroupRow {
		own := *fills
		own[Running] = p.hue(model.StringID(row.Index))
		fills = &own
	}
	if row.Kind == ThreadsRow {
		only = atWork
	}
	task := &p.crowds.tasks[x.task]
	n := len(task.slots) + 1
	high := int(box.H())
	var last crowdColumn
	from := 0
	flush := func(to int) {
		if to > from {
			p.stacked(cv, scene.Rect{X0: g.x0 + float64(from), Y0: box.Y0, X1: g.x0 + float64(to), Y1: box.Y1}, fills, last.height)
		}
		from = to
	}
	edges := p.crowds.edges
	begun := false
	for j := range g.n {
		if at := edges[j]; at == edges[j+1] && at > 0 && at < p.l.Timeline.Trace.End {
			continue // narrower than a nanosecond: like the one before
		}
		s := &task.sums[j*n+max(x.place, 0)]
		if x.place < 0 {
			all := total(task.sums[j*n : (j+1)*n])
			s = &all
		}
		now := heights(s, only, float64(max(edges[j+1]-edges[j], 1))*float64(x.most), high)
		if begun && now == last {
			continue
		}
		if begun {
			flush(j)
		}
		last, begun = now, true
	}
	flush(g.n)
}

// columns finds the edges of the columns of a grid, which end with the trace.
func (p *Painter) columns(g *grid) {
	w := &p.crowds
	if cap(w.edges) <= g.n {
		w.edges = make([]trace.Time, g.n+1)
	}
	w.edges = w.edges[:g.n+1]
	for i := range w.edges {
		w.edges[i] = min(max(g.edge(i), 0), p.l.Timeline.Trace.End)
	}
}

// crowdColumn are the heights of a column, in the order of stacking.
type crowdColumn [len(stacking)]uint8

// heights divides a column: whole stands for its full height. Every kind with any
// time gets a pixel.
func heights(s *sums, only KindSet, whole float64, high int) (c crowdColumn) {
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

func (c *crowdColumn) height(place int) int { return int(c[place]) }

// stacked draws a column that is divided, from the bottom up: height is that of
// each kind, in the order of stacking.
func (p *Painter) stacked(cv scene.Canvas, b scene.Rect, fills *[kinds]scene.Color, height func(place int) int) {
	y := b.Y1
	for i, k := range stacking {
		if h := float64(height(i)); h > 0 {
			cv.Fill(scene.Rect{X0: b.X0, Y0: max(y-h, b.Y0), X1: b.X1, Y1: y}, fills[k])
			y -= h
		}
	}
}
