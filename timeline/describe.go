package timeline

import (
	"strings"

	"profstation/model"
)

// Describe is what is told of a span on pointing at it, in lines.
func (t *Timeline) Describe(span model.SpanIndex) string {
	tr := t.Trace
	g := tr.GoOf(span)
	var s strings.Builder
	s.WriteString(t.GoName(g) + "\n" + t.stateName(span))
	s.WriteString(" for " + Duration(tr.SpanEnd(g, span)-tr.Spans.Start.At(int(span))))
	return s.String()
}

// stateName is what a goroutine does in a span, and why.
func (t *Timeline) stateName(span model.SpanIndex) string {
	s := t.Trace.Spans.State(span).String()
	if reason := t.Trace.Spans.Reason(span); reason != 0 {
		s += ": " + t.Trace.Strings.Display(reason)
	}
	return s
}

// Duration writes a distance of two times.
func Duration(d model.TraceTime) string { return model.Format(int64(d), "nanoseconds", "auto") }
