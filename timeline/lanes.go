package timeline

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sort"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/work"
)

// Lanes is the list of rows that a query asks for. It does not change, and is
// safe for use by several goroutines.
type Lanes struct {
	Timeline   *Timeline
	Query      Query
	Rows       []Row // all rows from top to bottom; the first Pinned of them do not scroll
	Pinned     int
	Goroutines int // how many goroutines the query leaves, in closed groups too
	Elsewhere  int // how many it leaves out only because they do nothing in the time that is shown
	IdleProcs  int // how many Ps stand in one row, which is closed at first; 0: none

	tops  []float64            // each row's, and at the end the height of all
	of    [][]trace.GoIndex    // the goroutines in each group of Timeline.funcs
	parts *cache[Key, *census] // for groups that the query keeps a part of
}

// Lanes lists the rows that a query asks for. Its errors are a filter that is
// no regular expression, and the context's.
func (t *Timeline) Lanes(ctx context.Context, q Query) (*Lanes, error) {
	steps := work.StepsUntil(ctx)
	c, err := q.compile(steps)
	if err != nil {
		return nil, err
	}
	keep, elsewhere, err := t.keep(ctx, c)
	if err != nil {
		return nil, err
	}
	l := &Lanes{Elsewhere: elsewhere, Timeline: t, Query: q, of: make([][]trace.GoIndex, len(t.funcs.list)), parts: &cache[Key, *census]{}}
	b := builder{t: t, c: c, l: l, steps: steps}
	order, err := t.orders.try(q.Sort, func() ([]trace.GoIndex, error) { return t.newOrder(steps, q.Sort) })
	if err != nil {
		return nil, err
	}
	flat, count := make([]trace.GoIndex, 0, len(order)), make([]int, len(l.of))
	b.kept = make([]int, len(l.of))
	for i := range order {
		g := order[i]
		if q.Reverse {
			g = order[len(order)-1-i]
		}
		if keep[g] {
			b.kept[t.groups[g]]++
		}
		if keep[g] && !c.Hidden[Key{GoroutineRow, int32(g)}] {
			flat = append(flat, g)
			count[t.groups[g]]++
		}
		if steps.Over(1) {
			return nil, steps.Err()
		}
	}
	for i, n := range count {
		l.of[i] = make([]trace.GoIndex, 0, n)
	}
	for _, g := range flat {
		if l.of[t.groups[g]] = append(l.of[t.groups[g]], g); steps.Over(1) {
			return nil, steps.Err()
		}
	}
	l.Goroutines = len(flat)
	b.pinned()
	b.some(CollectorSection, MarkRow, StopRow, AssistRow)
	b.some(CounterSection, HeapRow, StatesRow, ThreadsRow, MaxProcsRow)
	b.procs()
	b.threads()
	b.tasks()
	b.goroutines(flat)
	l.tops = make([]float64, len(l.Rows)+1)
	for i := range l.Rows {
		if l.tops[i+1] = l.tops[i] + l.Rows[i].Height(); steps.Over(1) {
			return nil, steps.Err()
		}
	}
	if slices.ContainsFunc(l.Rows, func(r Row) bool { return r.Kind == ThreadRow }) {
		if err := t.prepareThreads(ctx); err != nil {
			return nil, err
		}
	}
	if err := countCrowds(ctx, l); err != nil {
		return nil, err
	}
	return l, ctx.Err()
}

// group returns those goroutines in a group's row that the query keeps.
func (l *Lanes) group(key Key) []trace.GoIndex { return l.of[l.Timeline.funcs.of[key.Text()]] }

// Keeps reports whether the query's filters keep a goroutine. It may be hidden by itself.
func (l *Lanes) Keeps(g trace.GoIndex) bool {
	return l.Query.Hidden[Key{GoroutineRow, int32(g)}] || slices.Contains(l.of[l.Timeline.groups[g]], g)
}

// IdleProcsTitle returns the text of the row for idle Ps.
func (l *Lanes) IdleProcsTitle() string {
	return lang.N(l.IdleProcs, "1 idle P", "{{.N}} idle Ps", nil)
}

// GroupSize returns how many goroutines a group's row has, and how many the query keeps.
func (l *Lanes) GroupSize(key Key) (kept, all int) {
	return len(l.group(key)), len(l.Timeline.funcs.named(key.Text()))
}

// builder lists rows. Once the steps are over, some are missing.
type builder struct {
	t     *Timeline
	c     *compiled
	l     *Lanes
	steps *work.Steps
	kept  []int // for each group of Timeline.funcs, how many goroutines the filters keep, hidden ones too
}

// add lists one row, and reports whether it is open.
func (b *builder) add(r Row) (open bool) {
	r.Open = r.Opens && !r.Pinned && b.c.open(r.Key)
	b.l.Rows = append(b.l.Rows, r)
	return r.Open
}

// section lists a heading and the rows below it, unless there are none.
func (b *builder) section(s Section, rows func()) {
	key := Key{SectionRow, int32(s)}
	if b.c.Hidden[key] {
		return
	}
	at := len(b.l.Rows)
	open := b.add(Row{Key: key, Opens: true})
	rows()
	switch n := len(b.l.Rows); {
	case n == at+1:
		b.l.Rows = b.l.Rows[:at]
	case !open:
		b.l.Rows = b.l.Rows[:at+1]
	}
}

// row lists one row unless it is hidden or the filter does not match its label. It
// reports whether the row is open.
func (b *builder) row(r Row) (open bool) {
	return !b.leaves(r) && b.add(r)
}

// leaves reports whether a row is left out.
func (b *builder) leaves(r Row) bool {
	return b.c.Hidden[r.Key] || b.c.re != nil && !b.c.re.MatchString(b.t.written(&r))
}

func (b *builder) pinned() {
	for _, key := range b.c.Pinned {
		if b.t.exists(key) {
			b.add(Row{Key: key, Pinned: true, Opens: key.Kind == GroupRow || key.Kind == GoroutineRow})
		}
	}
	b.l.Pinned = len(b.l.Rows)
}

// some lists those rows in a section that have something to show.
func (b *builder) some(s Section, rows ...RowKind) {
	b.section(s, func() {
		for _, kind := range rows {
			if b.shows(kind) {
				b.row(Row{Key: Key{Kind: kind}})
			}
		}
	})
}

// shows reports whether the trace has something for a row without an index.
func (b *builder) shows(kind RowKind) bool {
	tr := b.t.Trace
	switch kind {
	case MarkRow:
		return len(tr.Marks) > 0
	case StopRow:
		return len(tr.Stops) > 0
	case AssistRow:
		return len(tr.Assists) > 0
	case HeapRow:
		return b.t.Metric(trace.HeapObjects) != nil || b.t.Metric(trace.HeapGoal) != nil
	case MaxProcsRow:
		return b.t.Metric(trace.GoMaxProcs) != nil
	}
	return len(tr.Goroutines) > 0
}

func (b *builder) procs() {
	procs := b.t.Trace.Procs
	b.section(ProcSection, func() {
		var rows []Row
		idle := map[int32]bool{}
		for _, i := range sortedIndices(len(procs), func(i, j int32) int { return cmp.Compare(procs[i].ID, procs[j].ID) }) {
			row := Row{Key: Key{ProcRow, i}}
			if b.leaves(row) {
				continue
			}
			if rows = append(rows, row); b.c.idle(b.t, i) {
				idle[i] = true
			}
		}
		if len(idle) < 2 { // a row for all says less than the only one
			clear(idle)
		}
		for _, row := range rows {
			if !idle[row.Index] {
				b.add(row)
			}
		}
		key := Key{Kind: IdleProcsRow}
		if len(idle) == 0 || b.c.Hidden[key] {
			return
		}
		b.l.IdleProcs = len(idle)
		if !b.add(Row{Key: key, Opens: true}) {
			return
		}
		for _, row := range rows {
			if row.Depth = 1; idle[row.Index] {
				b.add(row)
			}
		}
	})
}

// idle reports whether a P has nothing to show: no goroutine runs on it, or none does in the time that is shown if only
// that counts.
func (q *Query) idle(t *Timeline, p int32) bool {
	lane, _ := t.Lane(Key{ProcRow, p})
	if !q.InSight() || q.Within == (trace.Interval{}) {
		return lane.n == 0
	}
	i := lane.find(q.Within.To)
	return i < 0 || lane.entry(i).end < q.Within.From
}

func (b *builder) threads() {
	b.section(ThreadSection, func() {
		for i := range b.t.Trace.Threads {
			b.row(Row{Key: Key{ThreadRow, int32(i)}})
		}
	})
}

func (b *builder) tasks() {
	b.section(TaskSection, func() {
		for _, group := range b.t.types.list {
			if !b.row(Row{Key: Key{TaskGroupRow, int32(group.name)}, Opens: true}) {
				continue
			}
			for _, task := range group.all {
				if b.steps.Over(1) {
					return
				}
				if key := (Key{TaskRow, int32(task)}); !b.c.Hidden[key] {
					b.add(Row{Key: key, Depth: 1})
				}
			}
		}
	})
}

func (b *builder) goroutines(flat []trace.GoIndex) {
	b.section(GoroutineSection, func() {
		if b.c.Flat {
			b.list(flat, 0)
			return
		}
		for _, i := range b.groups(flat) {
			group := &b.t.funcs.list[i]
			key := Key{GroupRow, int32(group.name)}
			switch {
			case b.c.Hidden[key]:
			case b.kept[i] == 1: // a group says less than its only goroutine
				b.list(b.l.of[i], 0)
			case b.add(Row{Key: key, Opens: true}):
				b.list(b.l.of[i], 1)
			}
		}
	})
}

// groups returns the listed goroutines' groups in the query's order: by their
// first goroutine, their names, or their goroutines' times summed up.
func (b *builder) groups(flat []trace.GoIndex) []int32 {
	var list []int32
	times := make([]int64, len(b.t.funcs.list))
	of := map[Order][]int64{ByRunning: b.t.running, ByBlocked: b.t.blocked}[b.c.Sort]
	for _, g := range flat {
		i := b.t.groups[g]
		if b.l.of[i][0] == g {
			list = append(list, i)
		}
		if of != nil {
			times[i] += of[g]
		}
		if b.steps.Over(1) {
			return nil
		}
	}
	if b.c.Sort == ByStart {
		return list
	}
	name := func(i int32) string { return b.t.Trace.Strings.Display(b.t.funcs.list[i].name) }
	work.SortSteps(b.steps, true, list, func(x, y int32) int {
		if b.c.Reverse {
			x, y = y, x
		}
		if c := cmp.Compare(times[y], times[x]); c != 0 {
			return c
		}
		return cmp.Compare(name(x), name(y))
	})
	return list
}

func (b *builder) list(goroutines []trace.GoIndex, depth uint8) {
	b.l.Rows = slices.Grow(b.l.Rows, len(goroutines))
	for _, g := range goroutines {
		if b.steps.Over(1) {
			return
		}
		b.goroutine(g, depth)
	}
}

func (b *builder) goroutine(g trace.GoIndex, depth uint8) {
	key := Key{GoroutineRow, int32(g)}
	if !b.add(Row{Key: key, Depth: depth, Opens: true}) {
		return
	}
	k, err := b.t.tracksUntil(b.steps, g)
	if err != nil {
		return
	}
	sub := func(kind RowKind, levels int) {
		for i := range levels {
			b.add(Row{Key: Key{kind, int32(g)}, Level: int16(i), Depth: depth + 1})
		}
	}
	sub(RegionRow, len(k.regions))
	sub(LogRow, min(1, len(k.logs)))
	sub(SampleRow, min(1, len(k.samples)))
	sub(StackRow, k.stackDepth)
}

// Height returns how many pixels all rows need.
func (l *Lanes) Height() float64 { return l.tops[len(l.tops)-1] }

// PinnedHeight returns how many pixels the pinned rows need.
func (l *Lanes) PinnedHeight() float64 { return l.tops[l.Pinned] }

// Top returns how far a row lies below the first.
func (l *Lanes) Top(row int) float64 { return l.tops[row] }

// RowAt returns the row at a distance from the first; −1 if there is none.
func (l *Lanes) RowAt(y float64) int {
	if !(y >= 0 && y < l.Height()) {
		return -1
	}
	return sort.Search(len(l.Rows), func(i int) bool { return l.tops[i+1] > y })
}

// Find returns the row with a key; −1 if it is not in the list. For a pinned row it is the
// one that scrolls, and if rows share a key, the first.
func (l *Lanes) Find(key Key) int {
	for i := l.Pinned; i < len(l.Rows); i++ {
		if l.Rows[i].Key == key {
			return i
		}
	}
	return -1
}

// Reveal changes the query as little as needed to list a row: its section and its
// group, or the row for idle Ps, are open, and nothing hides it.
func (l *Lanes) Reveal(key Key) Query {
	q := l.Query
	q.Toggled, q.Hidden = maps.Clone(q.Toggled), maps.Clone(q.Hidden)
	if q.Toggled == nil {
		q.Toggled = map[Key]bool{}
	}
	delete(q.Hidden, key)
	open := func(k Key) {
		delete(q.Hidden, k)
		if !q.open(k) {
			q.Toggled[k] = !q.Toggled[k]
		}
	}
	kind := key.kind()
	if key.Kind != SectionRow {
		open(Key{SectionRow, int32(kind.section)})
	}
	switch kind.of {
	case procIndex:
		if q.idle(l.Timeline, key.Index) {
			open(Key{Kind: IdleProcsRow})
		}
	case taskIndex:
		open(Key{TaskGroupRow, int32(l.Timeline.Trace.Tasks[key.Index].Type)})
	case goIndex:
		if !q.Flat {
			open(Key{GroupRow, int32(l.Timeline.Trace.Goroutines[key.Index].Func)})
		}
		if kind.sub {
			open(Key{GoroutineRow, key.Index})
		}
	case funcIndex:
		q.Flat = false
	}
	return q
}
