package desk

import (
	"context"
	"errors"
	"io/fs"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/timeline"
)

// document is one line of the sidebar: an origin, and the content that was read from it.
type document struct {
	id      int
	origin  opener
	content content // nil until there is something to show
	state   screen.State
	err     error // why it failed
	disk    screen.OnDisk

	loading  job.Slot
	waiting  bool          // waits until the active document is read
	readings int           // how often it was read, or failed to be
	still    bool          // its store is not asked again, though its question says so
	reopened bool          // it comes from the last session, or from a workspace
	grouped  bool          // it was opened as one of a group that is compared, and goes if it has nothing
	kept     *origin.Place // the user's place in the last session, nil once that is restored
	link     *origin.Place // where a link leads, nil once the user is there

	binaries map[string]string // may be read in place of those that the profile names
}

func (doc *document) name() string { return doc.origin.name() }

// titled is the name of what a tab shows of a document: a trend is of all that is followed.
func (doc *document) titled(tab ask.Tab) string {
	if f := doc.following(); f != nil && tab == ask.TrendTab {
		return f.title()
	}
	return doc.name()
}

func (doc *document) kind() ask.Kind { return doc.origin.kind(doc.content) }

func (doc *document) line() screen.Document {
	l := screen.Document{ID: doc.id, Name: safe.Text(doc.name()), Path: doc.origin.shown(), State: doc.state, Done: doc.loading.Done()}
	switch {
	case doc.state == screen.Loading && doc.waiting:
		l.Detail = lang.L("waiting to load")
	case doc.state == screen.Loading:
		l.Detail = lang.L("reading…")
	case doc.state == screen.Failed && errors.Is(doc.err, fs.ErrNotExist):
		l.Detail = lang.L("missing: the file was not found; close it, or reload it when it is back")
	case doc.state == screen.Failed:
		l.Detail = input.Brief(doc.err)
	case doc.state == screen.Waiting: // of a bundle nothing can be shown
		l.Disk = doc.disk
	case doc.state == screen.Ready:
		l.Detail = diskLine(doc.disk, doc.content.about())
		l.Disk = doc.disk
	}
	doc.origin.line(doc, &l)
	return l
}

type reading struct {
	content content // nil for a folder
	size    int64   // of the file, in bytes
	folder  bool    // the path is a folder, or a bundle
	bundle  bool
}

// content is what a document holds once it is read, with its tabs, its request and its answer.
type content interface {
	kind() ask.Kind
	// about describes the content in a few words, for the sidebar.
	about() string
	// request is the request for the visible tab; nil if the tab needs nothing.
	request(*Desk) request
	// do carries out an intent that leads to another place.
	do(*Desk, screen.Intent)
	// escape undoes the innermost thing that is in force.
	escape(*Desk)
	// show adds the content to a snapshot. It only reads.
	show(*Desk, *screen.Snapshot)
	// find makes the search of the palette; nil if the content has none.
	find(*Desk) screen.Find
	// place is where the user is in the content, for the next start. shares reports whether that is the
	// one place of all profiles.
	place(*Desk) origin.Place
	shares() bool
	// exported is the answer that the visible tab shows, nil if there is none yet.
	exported(*Desk) *ask.Answer
	// partial reports whether the screen shows only a part of the picture.
	partial(*Desk) bool
	// selected is the name of what is selected; "" without a selection.
	selected(*Desk) string
	// noteOn is a note on the selection, without words yet; zero without a selection.
	noteOn(*Desk) ask.Note
	// showNoted goes to the place of a note.
	showNoted(*Desk, ask.Note)
}

// request computes in the background what a tab shows.
type request func(context.Context, *job.Job) (prepared, error)

// prepared is the result of a request.
type prepared struct {
	// accept puts the result in the place of the old one. It runs on the desk's
	// goroutine. It is nil if the request failed.
	accept func()
	errs   map[string]string // in fields of the query, by pprof's names
	more   bool              // the same request has more to come
}

func (doc *document) profile() *model.Profile {
	if c, ok := doc.content.(*profileContent); ok {
		return c.file.Profile
	}
	return nil
}

// trace is the document's execution trace, or what is read of it so far; nil if it holds none.
func (doc *document) trace() *traceContent {
	c, _ := doc.content.(*traceContent)
	return c
}

// wholeTimeline is the document's execution trace, nil until all of it is read.
func (doc *document) wholeTimeline() *timeline.Timeline {
	if c := doc.trace(); c != nil && c.file != nil {
		return c.timeline
	}
	return nil
}

func (doc *document) comparison() *comparison {
	c, _ := doc.origin.(*comparison)
	return c
}

func (doc *document) following() *watched {
	f, _ := doc.origin.(*watched)
	return f
}
