package session

import "strings"

// Noted are the notes on what a document shows. They outlive its closing.
type Noted struct {
	Path  Path   `json:"path"`           // of the document
	Base  Path   `json:"base,omitempty"` // of a comparison
	Notes []Note `json:"notes"`
}

// Note is what a user wrote on something within a document.
type Note struct {
	On   string `json:"on"` // the name of a frame, or a description of a span
	Text string `json:"text"`
	// Goroutine and At find a span: the number of its goroutine, and a time
	// within it in nanoseconds from the trace's start. Goroutine is 0 for a
	// frame.
	Goroutine int64 `json:"goroutine,omitempty"`
	At        int64 `json:"at_ns,omitempty"`
}

// The bounds of the notes that are kept.
const (
	mostNoted = 1000 // documents
	mostNotes = 1000 // of one document
)

// cleanNoted drops the notes that say nothing.
func cleanNoted(all []Noted) []Noted {
	var kept []Noted
	for _, d := range all {
		n := Noted{Path: d.Path.clean(), Base: d.Base.clean()}
		if n.Path == "" || d.Base != "" && n.Base == "" || len(kept) == mostNoted {
			continue
		}
		for _, note := range d.Notes {
			if strings.TrimSpace(note.Text) != "" && len(note.Text) <= mostText && len(note.On) <= mostText &&
				(note.On != "" || note.Goroutine != 0) && len(n.Notes) < mostNotes {
				n.Notes = append(n.Notes, note)
			}
		}
		if len(n.Notes) > 0 {
			kept = append(kept, n)
		}
	}
	return kept
}
