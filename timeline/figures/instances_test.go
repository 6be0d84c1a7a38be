package figures

import (
	"slices"
	"testing"

	"profstation/model/trace"
	"profstation/model/work"
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

// TestHolders holds who had the Ps during each wait for one against a walk over all spans.
func TestHolders(t *testing.T) {
	tr := recording(t).Trace
	seen := 0
	for g := range tr.Goroutines {
		for span := tr.Goroutines[g].First; span < tr.Goroutines[g].End; span++ {
			if tr.Spans.State(span) != trace.GoRunnable {
				continue
			}
			in := tr.SpanTime(trace.GoIndex(g), span)
			want := map[trace.GoIndex]trace.Time{}
			for p := range tr.Procs {
				until := tr.End
				for _, on := range slices.Backward(tr.ProcLanes.Lane(p)) { // until the next one is on that P
					at := tr.SpanTime(tr.GoOf(on), on)
					at.To, until = min(at.To, until), at.From
					if time := in.Overlap(at); time > 0 {
						want[tr.GoOf(on)] += time
					}
				}
			}
			got := holders(work.StepsUntil(t.Context()), tr, in)
			if len(got) != min(len(want), mostNames) {
				t.Fatalf("%v: %d goroutines had a P, want %d", in, len(got), len(want))
			}
			least := in.Len() * trace.Time(len(tr.Procs))
			for _, h := range got {
				if h.time != want[h.g] || h.time > least || h.first < in.From || h.first >= in.To {
					t.Fatalf("%v: %+v, want %d", in, h, want[h.g])
				}
				least = h.time
				delete(want, h.g)
				seen++
			}
			for _, time := range want {
				if time > least {
					t.Fatalf("%v: one that had a P for %d is not named, one of %d is", in, time, least)
				}
			}
		}
		if seen > 2000 {
			return
		}
	}
	if seen == 0 {
		t.Error("nobody had a P")
	}
}
