package desk

import (
	"errors"
	"io/fs"

	"profstation/desk/job"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
)

// document is one line of the sidebar: an origin, and the content that was read
// from it.
type document struct {
	id      int
	origin  origin
	content content // nil until there is something to show
	state   screen.State
	err     error // why it failed

	loading  job.Slot
	waiting  bool // waits until the active document is read
	reopened bool // it comes from the last session, or from a workspace
	// kept is the user's place in the last session, nil once that is restored.
	kept *session.Place

	// binaries are the files that may be read in place of the binaries that the
	// profile names.
	binaries map[string]string
}

func (doc *document) name() string { return doc.origin.name() }

func (doc *document) kind() screen.Kind { return doc.origin.kind(doc.content) }

// line is the document's line in the sidebar.
func (doc *document) line() screen.Document {
	l := screen.Document{ID: doc.id, Name: doc.name(), State: doc.state, Done: doc.loading.Done()}
	switch {
	case doc.state == screen.Loading && doc.waiting:
		l.Detail = lang.L("waits to be read")
	case doc.state == screen.Loading:
		l.Detail = lang.L("reading …")
	case doc.state == screen.Failed && errors.Is(doc.err, fs.ErrNotExist):
		l.Detail = lang.L("missing: there is no such file; close it, or read it again when it is back")
	case doc.state == screen.Failed:
		l.Detail = loader.Brief(doc.err)
	case doc.state == screen.Ready:
		l.Detail = doc.content.about()
	}
	doc.origin.line(doc, &l)
	return l
}

// reading is the result of reading a document.
type reading struct {
	content content // nil for a folder
	size    int64   // of the file, in bytes
	folder  bool    // the path is a folder
}
