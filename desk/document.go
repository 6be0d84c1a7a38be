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
	"profstation/origin/link"
	"profstation/timeline"
)

// document is a line in the sidebar: an origin, and the content that was read from it.
type document struct {
	id      int
	origin  opener
	content content // nil until there is something to show
	size    int64   // of the file it was last read from, in bytes
	state   screen.State
	err     error // why it failed
	disk    screen.OnDisk

	loading  job.Slot
	waiting  bool        // waits until the active document is read
	readings int         // counts readings, also failed ones
	still    bool        // its store is not asked again, though its question gives an interval
	reopened bool        // it comes from the last session, or from a workspace
	grouped  bool        // it was opened with a group to compare, and is dropped if it has no profiles
	kept     *link.Place // the user's place in the last session, nil once that is restored
	link     *link.Place // where a link leads, nil once the user is there

	binaries  map[string]string // chosen by the user; they replace those that the profile names
	compiled  *ask.Compiled     // what the compiler says of its code; nil: the user has not asked for that
	standing  standing          // what stands out in its content, as far as that was looked for
	dismissed []string          // findings that the user does not want to see, by their keys
}

func (doc *document) name() string { return doc.origin.name() }

// titled returns the title for a tab. A trend is about everything that is followed.
func (doc *document) titled(tab ask.Tab) string {
	if f := doc.following(); f != nil && tab == ask.TrendTab {
		return f.title()
	}
	return doc.name()
}

func (doc *document) kind() ask.Kind { return doc.origin.kind(doc.content) }

func (doc *document) line() screen.Document {
	l := screen.Document{ID: doc.id, Name: safe.Text(doc.name()), Path: string(doc.origin.shown()), State: doc.state, Done: doc.loading.Done()}
	l.Worth = doc.standing.worth
	l.Trace, l.Once = doc.trace() != nil, doc.origin.shown().Kind() == origin.Input
	switch {
	case doc.state == screen.Loading && doc.waiting:
		l.Detail = lang.L("waiting to load")
	case doc.state == screen.Loading:
		l.Detail = lang.L("reading…")
	case doc.state == screen.Failed && errors.Is(doc.err, fs.ErrNotExist):
		l.Detail = lang.L("missing: the file was not found; close it, or reload it when it is back")
	case doc.state == screen.Failed:
		l.Detail = input.Brief(doc.err)
	case doc.state == screen.Waiting: // nothing from the bundle can be shown
		l.Disk = doc.disk
	case doc.state == screen.Ready:
		l.Detail = diskLine(doc.disk, doc.content.about())
		l.Damaged = l.Trace && doc.trace().damaged
		l.Disk = doc.disk
	}
	doc.origin.line(doc, &l)
	return l
}

type reading struct {
	content content // nil for a folder
	size    int64   // the file's size, in bytes
	folder  bool    // the path is a folder, or a bundle
	bundle  bool
}

// content is what a document holds once it is read, with its tabs, requests and answers.
type content interface {
	kind() ask.Kind
	// about describes the content in a few words, for the sidebar.
	about() string
	// request returns the request for the visible tab, nil if the tab needs nothing.
	request(*Desk) request
	// do carries out an intent that leads to another place.
	do(*Desk, screen.Intent)
	// escape undoes the innermost thing in force, such as the selection.
	escape(*Desk)
	// show adds the content to a snapshot. It only reads.
	show(*Desk, *screen.Snapshot)
	// find makes the palette's search, nil if the content has none.
	find(*Desk) screen.Find
	// place is where the user is in the content, for the next start. shares reports whether this is the
	// place that all profiles share.
	place(*Desk) link.Place
	shares() bool
	// exported is the answer that the visible tab shows, nil if there is none yet.
	exported(*Desk) *ask.Answer
	// partial reports whether the screen shows only part of the picture.
	partial(*Desk) bool
	// selected is the selection's name, "" if there is none.
	selected(*Desk) string
	// spot returns a function that finds a source line, in the background; nil: nothing is selected.
	spot(*Desk, screen.OpenInEditor) func(context.Context) (ask.Spot, error)
	// noteOn is a note on the selection, still without words; zero without a selection.
	noteOn(*Desk) origin.Note
	// showNoted goes to a note's place.
	showNoted(*Desk, origin.Note)
}

// request computes in the background what a tab shows.
type request func(context.Context, *job.Job) (prepared, error)

// prepared is a request's result.
type prepared struct {
	// accept replaces the old result. It runs on the desk's
	// goroutine. It is nil if the request failed.
	accept func()
	errs   map[string]string // in query fields, by pprof's names
	more   bool              // the same request has more to come
}

func (doc *document) profile() *model.Profile {
	if c, ok := doc.content.(*profileContent); ok {
		return c.file.Profile
	}
	return nil
}

// trace is the document's execution trace, perhaps with only a part read; nil if it holds none.
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
