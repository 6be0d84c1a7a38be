package timeline

import (
	"context"

	"profstation/model/mapped"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
)

// columns sums up a census between edges: out[i×stride+o] is the time from
// edges[i] to edges[i+1] for the selection's offset o.
func (c *census) columns(edges []trace.Time, s *selection, out []int64) {
	n := len(edges) - 1
	if n <= 0 {
		return
	}
	// Each edge costs a walk from a checkpoint, or else each change in sight is looked at once.
	walks, inSight := 0, int(c.first[c.bin(edges[n])+1]-c.first[c.bin(edges[0])])
	for _, at := range edges {
		b := c.bin(at)
		walks += int(c.first[b+1] - c.first[c.marks[c.mark(b)]])
	}
	way := c.fine
	if walks < inSight {
		way = c.coarse
	}
	// Eight parts, since they do not take the same time. What is little is done sooner than shared.
	part := max(64, n/8+1)
	if min(walks, inSight) < 1000 {
		part = n
	}
	parallel.Blocks(context.Background(), n, part, func(_, from, to int) {
		way(edges[from:to+1], s, out[from*s.stride:to*s.stride])
	})
}

// coarse are columns that hold much.
func (c *census) coarse(edges []trace.Time, s *selection, out []int64) {
	var room [2][(maxSlots + 1) * int(KindCount)]int64 // enough for all places
	before, after := room[0][:s.stride], room[1][:s.stride]
	var t tally
	c.upTo(edges[0], s, before, &t)
	for i, edge := range edges[1:] {
		clear(after)
		c.upTo(edge, s, after, &t)
		for o := range after {
			out[i*s.stride+o] = after[o] - before[o]
		}
		before, after = after, before
	}
}

// fine are columns that hold little: each change is looked at once and added to its column.
func (c *census) fine(edges []trace.Time, s *selection, out []int64) {
	n, stride := len(edges)-1, s.stride
	from, to := edges[0], edges[n]
	clear(out)
	var room [(maxSlots + 1) * int(KindCount)]int64
	count := room[:stride]
	c.coarse([]trace.Time{from, from + 1}, s, count) // n goroutines take n ns within one nanosecond
	deltas := make([]int32, (n+1)*stride)
	var changes [len(room)]bool // the counts that do
	scale := float64(n) / float64(max(to-from, 1))
	var t tally
	// move adds n equal changes to a column, where they sum up to d.
	move := func(column int, w uint8, n int32, d int64) {
		m, at := s.moves[w], column*stride
		out[at+int(m.from)] -= d
		out[at+int(m.to)] += d
		deltas[at+stride+int(m.from)] -= n
		deltas[at+stride+int(m.to)] += n
		changes[m.from], changes[m.to] = true, true
	}
	column := 0 // the one that is being tallied
	fold := func() {
		for w := range c.moves {
			if e := t[w]; e.n != 0 {
				move(column, uint8(w), int32(e.n), e.n*int64(edges[column+1]-edges[column])-e.since)
				t[w] = moved{}
			}
		}
	}
	for b := c.bin(from); b <= c.bin(to); b++ {
		base := trace.Time(b) << c.shift
		within := column
		for within < n-1 && edges[within+1] <= base {
			within++
		}
		// A bin that lies within a column need not be looked at change by change.
		if base > from && base >= edges[within] && base+1<<c.shift <= edges[within+1] {
			if within != column {
				fold()
				column = within
			}
			c.tally(b, int64(base-edges[column]), &t)
			continue
		}
		for i := c.first[b]; i < c.first[b+1]; i++ {
			at := base + trace.Time(c.since(i))
			if at <= from || at >= to {
				continue
			}
			// The columns are equally wide but for rounding.
			j := min(int(float64(at-from)*scale), n-1)
			for edges[j] > at {
				j--
			}
			for edges[j+1] <= at {
				j++
			}
			move(j, c.what[i], 1, int64(edges[j+1]-at))
		}
	}
	fold()
	// Most rows have only some kinds.
	var kept [len(room)]int
	used := kept[:0]
	for o := range count {
		if changes[o] || count[o] != 0 {
			used = append(used, o)
		}
	}
	for j := range n {
		width := int64(edges[j+1] - edges[j])
		for _, o := range used {
			count[o] += int64(deltas[j*stride+o])
			out[j*stride+o] += count[o] * width
		}
	}
}

// counted is a row's census, and the row's slot in it.
type counted struct {
	c    *census
	slot int // −1: the whole census
}

func (t *Timeline) census(key Key) counted {
	c, _ := t.censusUntil(context.Background(), key)
	return c
}

// censusUntil is census until a context ends, whose error is its only one.
func (t *Timeline) censusUntil(ctx context.Context, key Key) (counted, error) {
	switch key.Kind {
	case StatesRow, ThreadsRow:
		return counted{t.everyone, -1}, nil
	case GroupRow:
		if slot := t.slotOf[t.funcs.of[key.Text()]]; slot != 0 {
			return counted{t.everyone, int(slot)}, nil
		}
	}
	c, err := t.censuses.try(key, func() (*census, error) { return newCensusOf(ctx, t, key) })
	return counted{c, -1}, err
}

// census returns a row's census. A group's row counts the goroutines that the query keeps.
func (l *Lanes) census(key Key) counted {
	c, _ := l.censusUntil(context.Background(), key)
	return c
}

// censusUntil is census until a context ends, whose error is its only one.
func (l *Lanes) censusUntil(ctx context.Context, key Key) (counted, error) {
	t := l.Timeline
	if key.Kind != GroupRow {
		return t.censusUntil(ctx, key)
	}
	kept := l.group(key)
	if len(kept) == len(t.funcs.named(key.Text())) {
		return t.censusUntil(ctx, key)
	}
	// It lies on the heap and goes with the lanes: there is another one for every filter.
	c, err := l.parts.try(key, func() (*census, error) { return censusOf(ctx, nil, t, kept) })
	return counted{c, -1}, err
}

// censusOf takes a census for some goroutines.
func censusOf(ctx context.Context, in *mapped.Memory, t *Timeline, list []trace.GoIndex) (*census, error) {
	c, _, err := newCensus(ctx, in, t.Trace.End, spansOf(work.StepsUntil(ctx), t.Trace, list), 1,
		changesOf(t, len(list), func(i int) (trace.GoIndex, uint8) { return list[i], 0 }))
	return c, err
}

// fewCounted is how many goroutines, tasks or assists a row has at most that is counted when it is
// drawn first. Others hold a picture up, and are counted when they are listed.
const fewCounted = 10_000

// countCrowds takes censuses for the rows that have many to count.
func countCrowds(ctx context.Context, l *Lanes) error {
	steps, t := work.StepsUntil(ctx), l.Timeline
	for i := range l.Rows {
		n := 0
		switch key := l.Rows[i].Key; key.Kind {
		case GroupRow:
			n = len(l.group(key))
		case TaskGroupRow:
			n = len(t.types.named(key.Text()))
		case AssistRow:
			n = len(t.Trace.Assists)
		}
		if steps.Over(1) {
			return steps.Err()
		}
		if n > fewCounted {
			if _, err := l.censusUntil(ctx, l.Rows[i].Key); err != nil {
				return err
			}
		}
	}
	return nil
}

func newCensusOf(ctx context.Context, t *Timeline, key Key) (c *census, err error) {
	end := t.Trace.End
	switch key.Kind {
	case GroupRow:
		return censusOf(ctx, t.room, t, t.funcs.named(key.Text()))
	case AssistRow:
		c, _, err = newCensus(ctx, t.room, end, 2*len(t.Trace.Assists), 1, atOnce(func(steps *work.Steps, yield func(change)) {
			for _, a := range t.Trace.Assists {
				if steps.Over(1) {
					return
				}
				between(a.Start, a.End, Collecting, yield)
			}
		}))
	case TaskGroupRow:
		list := t.types.named(key.Text())
		c, _, err = newCensus(ctx, t.room, end, 2*len(list), 1, atOnce(func(steps *work.Steps, yield func(change)) {
			for _, i := range list {
				if steps.Over(1) {
					return
				}
				task := &t.Trace.Tasks[i]
				between(t.Trace.Between(task.Start, task.End).From, task.End, Running, yield)
			}
		}))
	}
	return c, err
}

// countEveryone takes one census for all goroutines, with slots for the largest groups, unless the
// context ends.
func (t *Timeline) countEveryone(ctx context.Context) {
	groups := t.funcs.list
	spans, steps := make([]int, len(groups)), work.StepsUntil(ctx)
	for i := range groups {
		spans[i] = spansOf(steps, t.Trace, groups[i].all)
	}
	order := make([]int32, len(groups))
	for i := range order {
		order[i] = int32(i)
	}
	work.SortSteps(steps, true, order, func(i, j int32) int { return spans[j] - spans[i] })
	slots := make([]uint8, len(groups)) // 0: no slot
	n := 1
	for _, i := range order {
		if n <= maxSlots && len(groups[i].all) > 1 {
			slots[i] = uint8(n)
			n++
		}
	}
	// About as many spans for each core.
	walks := make([]func() walk, 0, parallel.Workers())
	all, goroutines := t.Trace.Spans.Len(), t.Trace.Goroutines
	to := 0
	for i := range cap(walks) {
		share, from := trace.SpanIndex(int64(all)*int64(i+1)/int64(cap(walks))), to
		for to < len(goroutines) && (goroutines[to].First < share || i+1 == cap(walks)) {
			to++
		}
		walks = append(walks, changesOf(t, to-from, func(i int) (trace.GoIndex, uint8) {
			return trace.GoIndex(from + i), slots[t.groups[from+i]]
		}))
	}
	c, slotOf, err := newCensus(ctx, t.room, t.Trace.End, all, n, walks...)
	if err != nil {
		return
	}
	for i, slot := range slots {
		slots[i] = slotOf[slot]
	}
	t.everyone, t.slotOf = c, slots
}

// spansOf returns how many spans goroutines have. Once the steps are over, it has not counted all.
func spansOf(steps *work.Steps, tr *trace.Trace, list []trace.GoIndex) (n int) {
	for _, g := range list {
		if steps.Over(1) {
			break
		}
		n += int(tr.Goroutines[g].End - tr.Goroutines[g].First)
	}
	return n
}

// between yields two changes: where something begins and where it ends.
func between(start, end trace.Time, kind Kind, yield func(change)) {
	yield(change{start, Ended, kind, 0})
	if end != trace.NoTime {
		yield(change{end, kind, Ended, 0})
	}
}

// atOnce is a walk that yields all changes the first time.
func atOnce(all func(steps *work.Steps, yield func(change))) func() walk {
	return func() walk {
		done := false
		return func(steps *work.Steps, _ trace.Time, yield func(change)) {
			if !done {
				all(steps, yield)
			}
			done = true
		}
	}
}

// changesOf walks through the changes that n goroutines make, with their slots. Asked for a part of
// the time, it looks at the goroutines that change in it.
func changesOf(t *Timeline, n int, of func(i int) (trace.GoIndex, uint8)) func() walk {
	return func() walk {
		var ahead []aheadOf
		return func(steps *work.Steps, to trace.Time, yield func(change)) {
			if to < whole && ahead == nil {
				ahead = make([]aheadOf, n)
			}
			for i := range n {
				if ahead != nil && ahead[i].at >= to {
					continue
				}
				var next aheadOf
				if ahead != nil {
					next = ahead[i]
				}
				g, slot := of(i)
				next = t.changes(steps, g, slot, next, to, yield)
				if ahead != nil {
					ahead[i] = next
				}
			}
		}
	}
}

// aheadOf is a goroutine's next change: the span, counted from its first, and when it is.
type aheadOf struct {
	span trace.SpanIndex
	at   trace.Time
}

// changes yields a goroutine's changes from one on and before a time. It returns the next.
func (t *Timeline) changes(steps *work.Steps, g trace.GoIndex, slot uint8, from aheadOf, to trace.Time, yield func(change)) aheadOf {
	s, r := &t.Trace.Spans, &t.Trace.Goroutines[g]
	kinds := t.kindsOf(g)
	first, was := r.First+from.span, Ended
	if from.span > 0 {
		was = kinds[s.Cond(first-1)]
	}
	for lo, hi := range runs(steps, first, r.End) {
		for i := lo; i < hi; i++ {
			k := kinds[s.Cond(i)]
			if k != was {
				at := s.Start(i)
				if at >= to {
					return aheadOf{i - r.First, at}
				}
				yield(change{at, was, k, slot})
			}
			was = k
		}
	}
	return aheadOf{at: whole}
}

// MaxAtOnce returns the largest number of goroutines at once; for [ThreadsRow], only those that hold a thread.
func (t *Timeline) MaxAtOnce(row RowKind) int {
	if row == ThreadsRow {
		return int(t.everyone.maxBusy)
	}
	return int(t.everyone.maxAlive)
}
