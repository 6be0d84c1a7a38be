package timeline

import (
	"context"
	"io"
	"strings"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
)

var csvHeader = []string{"lane", "goroutine", "function", "state", "reason", "start_ns", "end_ns", "duration_ns", "p", "m", "stack"}

const maxStacks = 20_000 // bounds the memory for texts that WriteCSV keeps

// WriteCSV writes whole all spans that lie in a window, row by row and in the order in which they
// begin. Times are the trace's, in nanoseconds. A closed group gives its goroutines' spans.
// The stack is the one at the span's beginning, leaf first, separated by
// semicolons. p and m are empty while the goroutine is on none, or if the trace does not record them.
//
// Its errors are the writer's and the context's.
func WriteCSV(ctx context.Context, w io.Writer, l *Lanes, in Window) error {
	t := l.Timeline
	from, to := trace.Time(max(in.From, 0)), trace.Time(min(in.To, float64(t.Trace.End)+1))
	stacks := map[trace.StackIndex]string{}
	var record []units.Cell
	err := units.WriteCSV(w, csvHeader, func(yield func([]units.Cell) bool) {
		for _, key := range l.csvKeys() {
			lane, ok := t.Lane(key)
			if !ok {
				continue
			}
			name := t.written(&Row{Key: key})
			for i := max(0, lane.find(from)); i < lane.n && lane.start(i) < to; i++ {
				if i%4096 == 0 && ctx.Err() != nil {
					return
				}
				span := lane.Span(i)
				g := t.Trace.GoOf(span)
				end := t.Trace.SpanEnd(g, span)
				if end <= from || t.Trace.Spans.State(span) == trace.GoNotExist {
					continue
				}
				stack := t.Trace.Spans.Stack(span)
				text, ok := stacks[stack]
				if !ok {
					if len(stacks) >= maxStacks {
						clear(stacks)
					}
					text = stackText(t.Trace, stack)
					stacks[stack] = text
				}
				if record = appendRecord(t.Trace, record[:0], g, span, name, end, text); !yield(record) {
					return
				}
			}
		}
	})
	if err != nil {
		return lang.Error("the spans were not written: {{.Cause}}", lang.With{"Cause": err})
	}
	return ctx.Err()
}

// InSight returns the lanes that a view shows, at least in part.
func (l *Lanes) InSight(v *View) *Lanes {
	seen, room := *l, v.Plot().H()
	seen.Rows, seen.tops = nil, []float64{0}
	for i := range l.Rows {
		top, bottom := l.tops[i], l.tops[i+1]
		if i >= l.Pinned {
			top, bottom = top-v.Top, bottom-v.Top
			if bottom <= l.PinnedHeight() {
				continue
			}
		}
		if top >= room {
			break
		}
		seen.Rows = append(seen.Rows, l.Rows[i])
		seen.tops = append(seen.tops, seen.Height()+l.Rows[i].Height())
	}
	return &seen
}

// csvKeys lists the rows, and behind a closed group its goroutines' rows.
func (l *Lanes) csvKeys() (keys []Key) {
	for i := range l.Rows {
		row := &l.Rows[i]
		keys = append(keys, row.Key)
		if row.Kind == GroupRow && !row.Open {
			for _, g := range l.group(row.Key) {
				keys = append(keys, Key{GoroutineRow, int32(g)})
			}
		}
	}
	return keys
}

func stackText(tr *trace.Trace, stack trace.StackIndex) string {
	var names []string
	for _, f := range tr.Stacks.Stack(stack) {
		names = append(names, tr.Strings.Display(tr.Frames[f].Func))
	}
	return strings.Join(names, ";")
}

func appendRecord(tr *trace.Trace, record []units.Cell, g trace.GoIndex, span trace.SpanIndex, lane string,
	end trace.Time, stack string) []units.Cell {
	s, r, text := &tr.Spans, &tr.Goroutines[g], tr.Strings.Display
	start := s.Start(span)
	var p, m units.Cell
	onP, onM := s.On(span)
	if onP != trace.NoProc {
		p = units.WholeCell(tr.Procs[onP].ID)
	}
	if onM != trace.NoThread {
		m = units.WholeCell(tr.Threads[onM].ID)
	}
	return append(record, units.Text(lane), units.WholeCell(r.ID), units.Text(text(r.Func)),
		units.Text(s.State(span).String()), units.Text(text(s.Reason(span))),
		units.WholeCell(start), units.WholeCell(end), units.WholeCell(end-start), p, m, units.Text(stack))
}
