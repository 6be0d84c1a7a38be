package ask

import (
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/figures"
	"profstation/timeline/wording"
)

// TestWorst compares what took longest in a recording with a walk over all of it, and holds that each leads there.
func TestWorst(t *testing.T) {
	f := must.Have(loader.Open(t.Context(), "../testdata/trace.trace", loader.Options{}))
	tr := f.Trace
	all := map[string]Worst{}
	for _, w := range must.Have(WorstOf(t.Context(), figures.NewSource(tr))) {
		all[w.Name] = w
	}
	pause, task, gap := trace.Time(0), trace.Time(0), trace.Time(0)
	for _, s := range tr.Stops {
		if s.End != trace.NoTime {
			pause = max(pause, s.End-s.Start)
		}
	}
	for _, x := range tr.Tasks {
		if x.Start != trace.NoTime && x.End != trace.NoTime {
			task = max(task, x.End-x.Start)
		}
	}
	for g := range tr.Goroutines {
		for s := tr.Goroutines[g].First; s+1 < tr.Goroutines[g].End; s++ {
			if c := tr.Spans.Condition(s); c.State == trace.GoRunnable && !c.BeganBefore && tr.Spans.State(s+1) == trace.GoRunning {
				gap = max(gap, tr.Spans.Start(s+1)-tr.Spans.Start(s))
			}
		}
	}
	for name, long := range map[string]trace.Time{"Longest pause": pause, "Longest task": task, "Longest wait for a P": gap} {
		w := all[name]
		if !strings.HasPrefix(w.Text, wording.Duration(long)+": ") || w.Reveal == nil || w.Reveal.To-w.Reveal.From != long {
			t.Errorf("%s: %+v, want %s", name, w, wording.Duration(long))
		}
	}
	if w := all["Most time waiting for each other"]; w.Select == nil || w.Reveal == nil || stateAt(tr, w.Select) != trace.GoWaiting {
		t.Errorf("%+v", w)
	}
	if w := all["Longest task"]; w.Select == nil || w.Select.Event.Kind != timeline.TaskRow || timeline.Key(w.Select.Event) != w.Reveal.Key {
		t.Errorf("%+v selects %+v", w, w.Select)
	}
	if w := all["Garbage collection"]; w.Tab != GCTab || !strings.Contains(w.Text, "%") {
		t.Errorf("%+v", w)
	}
}

func stateAt(t *trace.Trace, m *Moment) trace.GoState {
	span, ok := t.SpanAt(m.Go, m.At)
	if !ok {
		return trace.GoUnknown
	}
	return t.Spans.State(span)
}
