package timeline

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"profstation/model/trace"
)

// csvHeader are the columns of [WriteCSV].
var csvHeader = []string{"lane", "goroutine", "function", "state", "reason", "start_ns", "end_ns", "duration_ns", "p", "m", "stack"}

// WriteCSV writes the spans of all rows that show some and that lie in a window, whole, in the
// order of the rows and of time. Times are nanoseconds of the trace. A closed group gives the spans
// of its goroutines. The stack is that of the span's beginning, leaf first, separated by
// semicolons. p and m are empty if the trace does not record them.
//
// Its errors are the writer's and the context's.
func WriteCSV(ctx context.Context, w io.Writer, l *Lanes, in Window) error {
	out := csvWriter{ctx: ctx, w: csv.NewWriter(w), t: l.Timeline, stacks: map[trace.StackIndex]string{}}
	if err := out.w.Write(csvHeader); err != nil {
		return fmt.Errorf("write spans: %w", err)
	}
	from, to := trace.Time(max(in.From, 0)), trace.Time(min(in.To, float64(l.Timeline.Trace.End)+1))
	for i := range l.Rows {
		row := &l.Rows[i]
		keys := []Key{row.Key}
		if row.Kind == GroupRow && !row.Open {
			for _, g := range l.group(row.Key) {
				keys = append(keys, Key{GoroutineRow, int32(g)})
			}
		}
		for _, key := range keys {
			if err := out.lane(key, from, to); err != nil {
				return err
			}
		}
	}
	out.w.Flush()
	if err := out.w.Error(); err != nil {
		return fmt.Errorf("write spans: %w", err)
	}
	return nil
}

type csvWriter struct {
	ctx    context.Context
	w      *csv.Writer
	t      *Timeline
	stacks map[trace.StackIndex]string
	record [11]string
}

// lane writes the spans of a row, if it is a lane.
func (c *csvWriter) lane(key Key, from, to trace.Time) error {
	l, ok := c.t.laneOf(key)
	if !ok {
		return nil
	}
	tr := c.t.Trace
	name := c.t.Label(&Row{Key: key})
	for i := max(0, l.find(from)); i < l.n && l.start(i) < to; i++ {
		if i%4096 == 0 && c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		span := l.span(i)
		g := tr.GoOf(span)
		end := tr.SpanEnd(g, span)
		if end <= from || tr.Spans.State(span) == trace.GoNotExist {
			continue
		}
		if err := c.span(name, g, span, end); err != nil {
			return fmt.Errorf("write spans: %w", err)
		}
	}
	return nil
}

func (c *csvWriter) span(lane string, g trace.GoIndex, span trace.SpanIndex, end trace.Time) error {
	tr := c.t.Trace
	r := &tr.Goroutines[g]
	start := tr.Spans.Start.At(int(span))
	c.record = [11]string{
		lane, strconv.FormatInt(r.ID, 10), tr.Strings.Display(r.Func),
		tr.Spans.State(span).String(), tr.Strings.Display(tr.Spans.Reason(span)),
		strconv.FormatInt(int64(start), 10), strconv.FormatInt(int64(end), 10), strconv.FormatInt(int64(end-start), 10),
		"", "", c.stack(tr.Spans.Stack.At(int(span))),
	}
	if p := tr.Spans.Proc(span); p != trace.NoProc {
		c.record[8] = strconv.FormatInt(tr.Procs[p].ID, 10)
	}
	if m := tr.Spans.Thread(span); m != trace.NoThread {
		c.record[9] = strconv.FormatInt(tr.Threads[m].ID, 10)
	}
	return c.w.Write(c.record[:])
}

// stack is the functions of a stack, leaf first.
func (c *csvWriter) stack(i trace.StackIndex) string {
	s, ok := c.stacks[i]
	if !ok {
		var names []string
		for _, f := range c.t.Trace.Stacks.Stack(i) {
			names = append(names, c.t.Trace.Strings.Display(c.t.Trace.Frames[f].Func))
		}
		s = strings.Join(names, ";")
		c.stacks[i] = s
	}
	return s
}
