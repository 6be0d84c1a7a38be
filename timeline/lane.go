package timeline

import (
	"context"
	"sort"

	"profstation/model/trace"
	"profstation/model/work"
)

// Lane is a row of spans that do not overlap, in the order in which they begin: a
// goroutine's, or those that ran on one P or thread. Entry i stands at place i.
type Lane struct {
	t      *Timeline
	first  trace.SpanIndex   // a goroutine's
	list   []trace.SpanIndex // those on a P or thread; nil for a goroutine
	n      int
	kinds  []Kind  // one for each of the trace's conditions
	levels *levels // nil: there are too few spans
}

// entry is a span as a lane shows it: clipped where the next one begins.
type entry struct {
	start, end trace.Time
	kind       Kind
	i          int32 // its place; −1: the nothing between two
}

// Len returns how many spans there are.
func (l *Lane) Len() int { return l.n }

// Span returns the span at a place in the lane.
func (l *Lane) Span(i int) trace.SpanIndex {
	if l.list != nil {
		return l.list[i]
	}
	return l.first + trace.SpanIndex(i)
}

func (l *Lane) start(i int) trace.Time { return l.t.Trace.Spans.Start(l.Span(i)) }

// kind returns an entry's kind, and whether its span is special.
func (l *Lane) kind(i int) (k Kind, special bool) {
	span := l.Span(i)
	cond := l.t.Trace.Spans.Cond(span)
	switch {
	case l.list == nil:
		return l.kinds[cond], false
	case l.t.special.has(int(span)):
		return l.t.kindsOf(l.t.Trace.GoOf(span))[cond], true
	}
	return l.t.kinds[cond], false
}

// entry returns one. On a P or thread it ends where the goroutine's next span begins,
// or the lane's next entry.
func (l *Lane) entry(i int) entry {
	s := &l.t.Trace.Spans
	span := l.Span(i)
	e := entry{start: s.Start(span), end: l.t.Trace.End, i: int32(i)}
	if l.list == nil {
		e.kind = l.kinds[s.Cond(span)]
		if i+1 < l.n {
			e.end = s.Start(span + 1)
		}
		return e
	}
	var special bool
	if v := l.levels; v != nil {
		e.kind, special = v.entries[i]&^specialEntry, v.entries[i]&specialEntry != 0
	} else {
		e.kind, special = l.kind(i)
	}
	if !special || l.t.Trace.Goroutines[l.t.Trace.GoOf(span)].End != span+1 {
		e.end = s.Start(span + 1)
	}
	if i+1 < l.n {
		e.end = min(e.end, s.Start(l.list[i+1]))
	}
	return e
}

// find returns the last entry that begins at or before a time; −1 if there is none.
func (l *Lane) find(at trace.Time) int {
	return sort.Search(l.n, func(i int) bool { return l.start(i) > at }) - 1
}

// longLane is how many spans a goroutine has at least whose levels take
// too long to be made in a frame.
const longLane = 200_000

// Lane is the lane that a row shows, if it shows one. Its levels are made when
// they are first asked for, for several lanes side by side.
func (t *Timeline) Lane(key Key) (l Lane, ok bool) {
	l, ok, _ = t.laneUntil(context.Background(), key)
	return l, ok
}

// laneUntil is Lane with a context, whose error is its only one.
func (t *Timeline) laneUntil(ctx context.Context, key Key) (l Lane, ok bool, err error) {
	l.t = t
	block := laneBlock
	switch key.Kind {
	case ProcRow:
		l.list = t.Trace.ProcLanes.Lane(int(key.Index))
	case ThreadRow:
		l.list = t.Trace.ThreadLanes.Lane(int(key.Index))
	case GoroutineRow:
		r := &t.Trace.Goroutines[key.Index]
		l.first, l.n, l.kinds = r.First, int(r.End-r.First), t.kindsOf(trace.GoIndex(key.Index))
		if block = goBlock; l.n > longLane {
			block *= 4 // a goroutine's spans lie side by side
		}
	default:
		return Lane{}, false, nil
	}
	if key.Kind != GoroutineRow {
		l.n = len(l.list)
		if l.list == nil {
			l.list = []trace.SpanIndex{}
		}
	}
	if l.n >= 4*block {
		bare := l
		l.levels, err = t.levels.try(key, func() (*levels, error) {
			return newLevels(work.StepsUntil(ctx), t.room, &bare, block)
		})
	}
	return l, true, err
}
