package timeline

import (
	"slices"

	"profstation/model/trace"
	"profstation/scene"
)

// atWork are the kinds in which a goroutine holds a thread.
const atWork = KindSet(1<<Running | 1<<Collecting | 1<<Syscall)

// crowds are the sums of the rows in sight that count, in columns between edges. Those of a census
// that several rows share are kept; a row with a census of its own has its sums when it is drawn.
type crowds struct {
	edges  []trace.Time
	shared crowdSums
	own    crowdSums // of the row that is drawn
	of     map[Key]crowd
}

// crowdSums is what is needed of one census: see [census.columns].
type crowdSums struct {
	slots []int
	sums  []int64
}

// crowd is where the sums of a row are.
type crowd struct {
	c     *census
	place int // −1: all places together
	most  int32
}

// count sums up the columns of a census.
func (w *crowds) count(c *census, to *crowdSums) {
	s := c.choose(to.slots)
	n := (len(w.edges) - 1) * s.stride
	to.sums = slices.Grow(to.sums[:0], n)[:n]
	c.columns(w.edges, s, to.sums)
}

// count finds the sums of the rows in sight that share a census.
func (f *frame) count() {
	w := &f.crowds
	w.edges = slices.Grow(w.edges[:0], f.g.n+1)[:f.g.n+1]
	for i := range w.edges {
		w.edges[i] = min(max(f.g.edge(i), 0), f.l.Timeline.Trace.End)
	}
	if w.of == nil {
		w.of = map[Key]crowd{}
	}
	clear(w.of)
	w.shared.slots = w.shared.slots[:0]
	everyone, needed := f.l.Timeline.everyone, false
	for i := range f.rows {
		key := f.rows[i].Key
		if _, pinned := w.of[key]; pinned || !key.kind().counts {
			continue
		}
		if f.Over() {
			return
		}
		n := f.l.census(key)
		x := crowd{n.c, -1, n.c.most}
		switch {
		case n.slot >= 0:
			x.place, x.most = len(w.shared.slots), n.c.slots[n.slot].most
			w.shared.slots = append(w.shared.slots, n.slot)
		case key.Kind == ThreadsRow:
			x.most = n.c.busiest
		}
		w.of[key] = x
		needed = needed || n.c == everyone
	}
	if needed {
		w.count(everyone, &w.shared)
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
	of := &f.crowds.shared
	if x.c != f.l.Timeline.everyone {
		of = &f.crowds.own
		f.crowds.count(x.c, of)
	}
	stride := (len(of.slots) + 1) * int(kinds)
	from, begun := 0, false
	var last column
	edges := f.crowds.edges
	for j := range f.g.n {
		if at := edges[j]; at == edges[j+1] && at > 0 && at < f.l.Timeline.Trace.End {
			continue // narrower than a nanosecond: like the one before
		}
		s := placeSums(of.sums[j*stride:(j+1)*stride], x.place)
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
