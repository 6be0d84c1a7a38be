package timeline

import (
	"math"
	"slices"

	"profstation/model/trace"
)

// AtWork are the kinds in which a goroutine holds a thread.
const AtWork = KindSet(1<<Running | 1<<Collecting | 1<<Syscall)

// Crowds sums up rows that count, in columns between edges. Where several rows share a census, their sums
// are kept; a row with a census to itself is summed up when it is drawn.
type Crowds struct {
	lanes  *Lanes
	edges  []trace.Time
	shared crowdSums
	own    crowdSums // for the row that is drawn
	of     map[Key]crowd
}

// crowdSums is what is needed from one census: see [census.columns].
type crowdSums struct {
	slots []int
	sums  []int64
}

// crowd says where a row's sums are.
type crowd struct {
	c     *census
	place int // −1: all places together
	max   int32
}

// count sums up a census in columns.
func (w *Crowds) count(c *census, to *crowdSums) {
	s := c.choose(to.slots)
	n := (len(w.edges) - 1) * s.stride
	to.sums = slices.Grow(to.sums[:0], n)[:n]
	c.columns(w.edges, s, to.sums)
}

// Begin forgets what was added. Rows that are added now belong to l, and columns lie between edges.
func (w *Crowds) Begin(l *Lanes, edges []trace.Time) {
	w.lanes, w.edges = l, edges
	if w.of == nil {
		w.of = map[Key]crowd{}
	}
	clear(w.of)
	w.shared.slots = w.shared.slots[:0]
}

// Add adds a row that counts, see [Key.Counts].
func (w *Crowds) Add(key Key) {
	if _, pinned := w.of[key]; pinned {
		return
	}
	n := w.lanes.census(key)
	x := crowd{n.c, -1, n.c.maxAlive}
	switch {
	case n.slot >= 0:
		x.place, x.max = len(w.shared.slots), n.c.slots[n.slot].maxAlive
		w.shared.slots = append(w.shared.slots, n.slot)
	case key.Kind == ThreadsRow:
		x.max = n.c.maxBusy
	}
	w.of[key] = x
}

// Sum sums up the columns that the added rows share.
func (w *Crowds) Sum() {
	for _, x := range w.of {
		if x.c == w.lanes.Timeline.everyone {
			w.count(x.c, &w.shared)
			return
		}
	}
}

// Columns calls draw for every run of equal columns in a row that was added. The full height stands
// for the largest number there ever is at once.
func (w *Crowds) Columns(key Key, high int, draw func(from, to int, c Column)) {
	x, t := w.of[key], w.lanes.Timeline
	if x.max == 0 {
		return
	}
	only := KindSet(0)
	if key.Kind == ThreadsRow {
		only = AtWork
	}
	of := &w.shared
	if x.c != t.everyone {
		of = &w.own
		w.count(x.c, of)
	}
	stride := (len(of.slots) + 1) * int(KindCount)
	eachRun(w.edges, func(j int) Column {
		s := placeSums(of.sums[j*stride:(j+1)*stride], x.place)
		return heights(&s, only, float64(w.edges[j+1]-w.edges[j])*float64(x.max), high)
	}, draw)
}

// eachRun calls draw for every run of equal columns between edges. A column narrower than a nanosecond is like the column
// before it, or if there is none like the next, so that no zoom makes gaps.
func eachRun[C comparable](edges []trace.Time, at func(j int) C, draw func(from, to int, c C)) {
	from, begun, n := 0, false, len(edges)-1
	var last C
	for j := range n {
		if edges[j] == edges[j+1] {
			continue
		}
		now := at(j)
		if begun && now != last {
			draw(from, j, last)
			from = j
		}
		last, begun = now, true
	}
	if begun {
		draw(from, n, last)
	}
}

// Column says how high each kind stands in a column, in pixels and in the order in which kinds are stacked.
type Column [len(stacking)]uint8

// heights divides a column: whole stands for its full height. Every kind with any
// time gets a pixel.
func heights(s *Sums, only KindSet, whole float64, high int) (c Column) {
	sum, used := int64(0), 0
	for i, k := range stacking {
		if s[k] <= 0 || only != 0 && !only.Has(k) {
			continue
		}
		// Rounded from the bottom up, so that a Column is as high as its sum.
		sum += s[k]
		h := max(1, min(high, int(float64(sum)/whole*float64(high)+0.5))-used)
		c[i] = uint8(h)
		used += h
	}
	return c
}

// Miniature is the whole trace in n columns: how many goroutines run, work for the collector or are in
// system calls. The full height stands for the largest number at once.
func (t *Timeline) Miniature(n, high int) []Column {
	whole := t.Whole().W()
	edges := make([]trace.Time, n+1)
	for i := range edges {
		edges[i] = min(trace.Time(math.Round(whole*float64(i)/float64(n))), t.Trace.End)
	}
	s := t.everyone.choose(nil)
	out := make([]int64, n*s.stride)
	t.everyone.columns(edges, s, out)
	columns := make([]Column, n)
	eachRun(edges, func(j int) Column {
		all := (*Sums)(out[j*s.stride:])
		return heights(all, AtWork, float64(edges[j+1]-edges[j])*float64(max(t.everyone.maxBusy, 1)), high)
	}, func(from, to int, c Column) {
		for j := from; j < to; j++ {
			columns[j] = c
		}
	})
	return columns
}

// Counts returns a counting row's sums between two times.
func (l *Lanes) Counts(key Key, from, to trace.Time) Sums {
	n := l.census(key)
	place, slots := -1, []int(nil)
	if n.slot >= 0 {
		place, slots = 0, []int{n.slot}
	}
	chosen := n.c.choose(slots)
	out := make([]int64, chosen.stride)
	n.c.columns([]trace.Time{from, to}, chosen, out)
	return placeSums(out, place)
}
