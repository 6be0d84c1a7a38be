package origin

import (
	"strings"

	"profstation/model/safe"
	"profstation/model/trace"
)

// Note is what a user wrote on a frame, or on a span of an execution trace. It belongs to a document, and covers no
// data.
type Note struct {
	// On is the frame, by the name that pprof prints, or a description of the span when the note was written: its
	// goroutine and what that did.
	On   string `json:"on"`
	Text string `json:"text"`
	// Goroutine is the number of the span's goroutine, and At a time within the span, in ns from the trace's start.
	// Goroutine is 0 for a note on a frame.
	Goroutine int64      `json:"goroutine,omitempty"`
	At        trace.Time `json:"at_ns,omitempty"`
}

// SamePlace reports whether two notes are on the same frame, or at the same time of a goroutine.
func (n Note) SamePlace(o Note) bool {
	if n.Goroutine != 0 || o.Goroutine != 0 {
		return n.Goroutine == o.Goroutine && n.At == o.At
	}
	return n.On == o.On
}

// Sound reports whether the note says something about something, within bounds.
func (n Note) Sound() bool {
	return strings.TrimSpace(n.Text) != "" && len(n.Text) <= MaxText && len(n.On) <= MaxText && (n.On != "" || n.Goroutine != 0)
}

// Words returns the text of a note, safe for a screen: a workspace may come from somebody else.
func (n Note) Words() string {
	var lines []string
	for line := range strings.Lines(n.Text) {
		lines = append(lines, safe.Text(strings.TrimRight(line, "\r\n")))
	}
	return strings.Join(lines, "\n")
}
