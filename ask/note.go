package ask

import (
	"profstation/model/names"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/wording"
)

// NoteOn returns a note on a span, without words yet.
func NoteOn(t *timeline.Timeline, i *describe.Inspection) origin.Note {
	doing := t.InEnglish().StateText(i.State, t.Trace.Spans.Reason(i.Span)) // a workspace keeps it
	return origin.Note{On: t.GoName(i.Go) + ": " + doing, Goroutine: t.Trace.Goroutines[i.Go].ID, At: i.Start}
}

// NoteWithin reports whether a note is on a span.
func NoteWithin(n origin.Note, t *timeline.Timeline, i *describe.Inspection) bool {
	return n.Goroutine != 0 && n.Goroutine == t.Trace.Goroutines[i.Go].ID && n.At >= i.Start && (n.At < i.End || n.At == i.Start)
}

// NoteTitle describes the place of a note in one line.
func NoteTitle(n origin.Note) string {
	if n.Goroutine != 0 {
		return wording.Instant(n.At) + "  " + safe.Text(n.On)
	}
	return names.Short(safe.Text(n.On), false)
}
