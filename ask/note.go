package ask

import (
	"strings"

	"profstation/model/names"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/wording"
)

// Note is what a user wrote on a frame, or on a span of an execution trace. It
// belongs to a document, and covers no data.
type Note struct {
	// On is the frame, by the name that pprof prints, or a description of the
	// span when the note was written: its goroutine and what that did.
	On   string
	Text string
	// Goroutine is the number of the span's goroutine, and At a time within the
	// span. Goroutine is 0 for a note on a frame.
	Goroutine int64
	At        trace.Time
}

// SamePlace reports whether two notes are on the same frame, or at the same time of a goroutine.
func (n Note) SamePlace(o Note) bool {
	if n.Goroutine != 0 || o.Goroutine != 0 {
		return n.Goroutine == o.Goroutine && n.At == o.At
	}
	return n.On == o.On
}

// NoteOn returns a note on a span, without words yet.
func NoteOn(t *timeline.Timeline, i *describe.Inspection) Note {
	doing := t.InEnglish().StateText(i.State, t.Trace.Spans.Reason(i.Span)) // a workspace keeps it
	return Note{On: t.GoName(i.Go) + ": " + doing, Goroutine: t.Trace.Goroutines[i.Go].ID, At: i.Start}
}

// Within reports whether the note is on a span.
func (n Note) Within(t *timeline.Timeline, i *describe.Inspection) bool {
	return n.Goroutine != 0 && n.Goroutine == t.Trace.Goroutines[i.Go].ID && n.At >= i.Start && (n.At < i.End || n.At == i.Start)
}

// Title describes the note's place in one line.
func (n Note) Title() string {
	if n.Goroutine != 0 {
		return wording.Instant(n.At) + "  " + safe.Text(n.On)
	}
	return names.Short(safe.Text(n.On), false)
}

// Words returns the text of a note, safe for a screen: a workspace may come from somebody else.
func (n Note) Words() string {
	var lines []string
	for line := range strings.Lines(n.Text) {
		lines = append(lines, safe.Text(strings.TrimRight(line, "\r\n")))
	}
	return strings.Join(lines, "\n")
}
