package trace

import "sort"

// WokenBy returns the goroutine that made a span's goroutine runnable: it created
// or unblocked it, or the goroutine itself where it yielded or came back from
// a system call. From where, is the span's stack. NoGo: the runtime did, such
// as for a timer or the network, or the trace does not say.
//
// The other goroutine ran on the span's thread at that moment, so it is found
// in that thread's lane, and needs no column.
func (t *Trace) WokenBy(span SpanIndex) GoIndex {
	if t.Spans.State(span) != GoRunnable {
		return NoGo
	}
	if t.Spans.By != nil {
		return t.Spans.By[span]
	}
	m := t.Spans.Thread(span)
	if m == NoThread {
		return NoGo
	}
	at := t.Spans.Start.At(int(span))
	lane := t.ThreadLanes.Lane(int(m))
	i := sort.Search(len(lane), func(i int) bool { return t.Spans.Start.At(int(lane[i])) >= at })
	if i == 0 {
		return NoGo
	}
	by := lane[i-1]
	g := t.GoOf(by)
	// The lane has system calls only where they begin: one that ended
	// has left the thread.
	if t.SpanEnd(g, by) < at {
		return NoGo
	}
	return g
}
