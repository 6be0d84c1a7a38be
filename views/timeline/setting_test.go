package timeline

import (
	"slices"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
	"profstation/timeline/wording"
	"profstation/views/surface"
)

// inspected shows the details of a span with its setting, as the desk would.
func (r *timelineRig) inspected(t *testing.T, s *figures.Source, span trace.SpanIndex) *Inspector {
	t.Helper()
	tr := s.Trace
	r.place(t, ask.TracePlace{Selected: &ask.Moment{Go: tr.GoOf(span), At: tr.Spans.Start(span)}})
	r.shown.Trace.Setting = must.Have(s.Setting(t.Context(), span))
	v := NewInspector(r.intents.Send)
	viewtest.Window(t, v.Object, 300, 900)
	v.Show(r.shown)
	return v
}

// spanOf returns the first span with which something is the case.
func spanOf(t *testing.T, tr *trace.Trace, is func(trace.SpanIndex) bool) trace.SpanIndex {
	t.Helper()
	for span := range trace.SpanIndex(tr.Spans.Len()) {
		if is(span) {
			return span
		}
	}
	t.Fatal("the trace has no such span")
	return trace.NoSpan
}

// press presses the link with a text and returns whether there is one.
func press(v *Inspector, text string) bool {
	for _, l := range viewtest.Find[*surface.Link](v.Object) {
		if l.Text == text && l.Do != nil {
			l.Do()
			return true
		}
	}
	return false
}

// The details of a wait for a P name who had the Ps meanwhile, and lead there.
func TestInspectorNamesWhoHadThePs(t *testing.T) {
	r := newTimelineRig(t)
	tr := r.shown.Trace.Timeline.Trace
	s := figures.NewSource(tr)
	span := spanOf(t, tr, func(i trace.SpanIndex) bool {
		return tr.Spans.State(i) == trace.GoRunnable && len(must.Have(s.Setting(t.Context(), i)).Held) > 1
	})
	v := r.inspected(t, s, span)
	texts := viewtest.Texts(v.Object)
	at := slices.Index(texts, "Who had the Ps")
	if at < 0 {
		t.Fatalf("the details do not say who had the Ps: %q", texts)
	}
	for i, h := range r.shown.Trace.Setting.Held {
		if got := texts[at+1+2*i:][:2]; got[0] != s.GoName(h.Go) || got[1] != wording.Duration(h.Time) {
			t.Errorf("the details say %q, %+v had a P", got, h)
		}
		if !press(v, s.GoName(h.Go)) {
			t.Fatalf("%s is no link", s.GoName(h.Go))
		}
		r.intents.Want(t, screen.ShowSpan(h.Go, h.First, h.First))
	}
	v = r.inspected(t, s, spanOf(t, tr, func(i trace.SpanIndex) bool { return must.Have(s.Setting(t.Context(), i)).Note != "" }))
	texts = viewtest.Texts(v.Object)
	if at := slices.Index(texts, "Who had the Ps"); at < 0 || texts[at+1] != r.shown.Trace.Setting.Note {
		t.Errorf("the details do not say that a P was idle: %q", texts)
	}
	v = r.inspected(t, s, spanOf(t, tr, func(i trace.SpanIndex) bool { return tr.Spans.State(i) == trace.GoRunning }))
	if texts := viewtest.Texts(v.Object); slices.Contains(texts, "Who had the Ps") {
		t.Errorf("a run waits for no P: %q", texts)
	}
}

// The details of a span name the task and the region that it stands in, and lead to both.
func TestInspectorNamesTaskAndRegion(t *testing.T) {
	r := newTimelineRig(t)
	tl := r.shown.Trace.Timeline
	tr := tl.Trace
	s := figures.NewSource(tr)
	span := spanOf(t, tr, func(i trace.SpanIndex) bool {
		in := must.Have(s.Setting(t.Context(), i))
		return in.Task != trace.NoTask && in.Region != trace.NoRegion
	})
	v := r.inspected(t, s, span)
	in, texts := r.shown.Trace.Setting, viewtest.Texts(v.Object)
	for line, x := range map[string]struct {
		name string
		is   timeline.Event
	}{
		"of task":   {tl.TaskName(in.Task), timeline.Event{Kind: timeline.TaskRow, Index: int32(in.Task)}},
		"in region": {tr.Strings.Display(tr.Regions[in.Region].Type), timeline.Event{Kind: timeline.RegionRow, Index: int32(in.Region)}},
	} {
		if k := slices.Index(texts, line); k < 0 || texts[k+1] != x.name {
			t.Fatalf("the details do not say that it stands %s %s: %q", line, x.name, texts)
		}
		if !press(v, line) {
			t.Fatalf("%q is no link", line)
		}
		o, _ := describe.InspectEvent(tl.Names, x.is)
		r.intents.Want(t, screen.ShowEvent(tl, &o))
	}
}
