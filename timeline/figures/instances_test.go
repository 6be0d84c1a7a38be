package figures

import (
	"slices"
	"testing"

	"profstation/model/trace"
)

// TestEndedBy holds that each wait in the story of a task names who ended it, and that its target leads there.
func TestEndedBy(t *testing.T) {
	s := recording(t)
	seen := 0
	for i := range s.Trace.Tasks {
		v := View{}
		v.Choice.Tasks = TasksChoice{Picked: true, Type: s.Trace.Tasks[i].Type, One: true, Instance: i}
		p := s.make(t, "tasks", v).Panel("events")
		if p == nil {
			continue
		}
		col := slices.Index(p.Table.Keys, EndedBy)
		for row := range p.Table.Rows {
			target, text := p.Row(row), p.Table.Cell(row, col)
			if p.Table.Cell(row, 0) != "wait" {
				if text != "" || target.Ended != nil {
					t.Errorf("task %d: %q is ended by %q", i, p.Table.Cell(row, 0), text)
				}
				continue
			}
			span, ok := s.Trace.SpanAt(target.Go, target.Time.From)
			if !ok || s.Trace.Spans.State(span) == trace.GoRunnable {
				continue
			}
			by := trace.NoGo
			if span+1 < s.Trace.Goroutines[target.Go].End {
				by = s.Trace.WokenBy(span + 1)
			}
			switch {
			case by == trace.NoGo && (text != "the runtime" || target.Ended != nil):
				t.Errorf("task %d: nobody ended it, and it says %q", i, text)
			case by != trace.NoGo && (text != s.GoName(by) || target.Ended == nil || target.Ended.Go != by):
				t.Errorf("task %d: %s ended it, and it says %q", i, s.GoName(by), text)
			default:
				seen++
			}
		}
	}
	if seen == 0 {
		t.Error("no wait was seen")
	}
}
