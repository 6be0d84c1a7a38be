package timeline

import "profstation/model/trace"

// FirstSpan returns the span that the uppermost lane in sight begins with, or with last the one that it ends with;
// NoSpan if no lane in sight has any. The lane from comes first, if it is one.
func (l *Lanes) FirstSpan(v View, from Key, last bool) trace.SpanIndex {
	if span := l.edgeSpan(v, from, last); span != trace.NoSpan {
		return span
	}
	plot := v.Plot()
	for i := max(0, l.RowAt(l.PinnedHeight()+v.Top)); i < len(l.Rows) && l.tops[i] < l.PinnedHeight()+v.Top+plot.H(); i++ {
		if span := l.edgeSpan(v, l.Rows[i].Key, last); span != trace.NoSpan {
			return span
		}
	}
	return trace.NoSpan
}

// edgeSpan returns a lane's first span in sight, or the last; NoSpan if there is none.
func (l *Lanes) edgeSpan(v View, key Key, last bool) trace.SpanIndex {
	lane, ok := l.Timeline.Lane(key)
	if !ok || lane.n == 0 {
		return trace.NoSpan
	}
	from, to := trace.Time(v.Window.From), trace.Time(v.Window.To)
	i := lane.find(to - 1)
	if !last {
		if i = max(lane.find(from), 0); lane.entry(i).end <= from {
			i++
		}
	}
	if i < 0 || i >= lane.n || lane.start(i) >= to || lane.entry(i).end <= from {
		return trace.NoSpan
	}
	return lane.Span(i)
}

// maxPassed is how many rows are passed over to find a span below: a key must answer within a frame.
const maxPassed = 20_000

// SpanBelow returns the span at a time in the next goroutine's lane below a goroutine, or above it; NoSpan
// if there is none. Goroutines that did not live at that time are passed over.
func (l *Lanes) SpanBelow(g trace.GoIndex, at trace.Time, above bool) trace.SpanIndex {
	i := l.Find(Key{Kind: GoroutineRow, Index: int32(g)})
	if i < 0 {
		return trace.NoSpan
	}
	step := 1
	if above {
		step = -1
	}
	last := i + step*maxPassed
	for i += step; i >= l.Pinned && i < len(l.Rows) && i != last; i += step {
		if row := &l.Rows[i]; row.Kind == GoroutineRow {
			if span, ok := l.Timeline.Trace.SpanAt(trace.GoIndex(row.Index), at); ok {
				return span
			}
		}
	}
	return trace.NoSpan
}
