package watch

import (
	"time"

	"profstation/loader"
)

// EventKind is what happened.
type EventKind string

// What happens to files.
const (
	// Listed: Entries were there when the watching began. They have not been
	// read, and look like profiles or traces by their first bytes.
	Listed  EventKind = "listed"
	Found   EventKind = "found"   // a complete profile, in File, or a trace, which is not read
	Changed EventKind = "changed" // the same for a path that was found before: the content differs
	// Writing: Path is not complete yet; Size is how much of it is there. It is tried again. The
	// event before it about the path still holds.
	Writing EventKind = "writing"
	// Broken: Path cannot be read and has not changed for 30 s; Err says why. It is tried again
	// when it changes.
	Broken  EventKind = "broken"
	Renamed EventKind = "renamed" // the file at From is now at Path, with the same content
	Removed EventKind = "removed" // Path is gone
	Ignored EventKind = "ignored" // a path that was listed turned out to be no profile
)

// What happens to the folder.
const (
	// FolderGone: the folder cannot be read; Err says why. Its files are removed if it does not exist;
	// otherwise the events about them hold.
	FolderGone EventKind = "folder gone"
	FolderBack EventKind = "folder back"
	Polling    EventKind = "polling" // without events it is looked at every second; Reason says why
	Ready      EventKind = "ready"   // all that was there at the start has been listed
	Listing    EventKind = "listing" // of a bundle, so many Percent
	Opened     EventKind = "opened"  // it is a bundle, in Bundle
)

// Event is one thing that happened. Paths are absolute, below the folder as the user named it.
type Event struct {
	Kind    EventKind
	Path    string
	From    string       // Renamed: the path before
	File    *loader.File // Found and Changed of a profile; nil for a trace
	Size    int64        // bytes on disk
	ModTime time.Time
	Entries []Entry        // Listed
	Err     error          // Broken, FolderGone
	Reason  string         // Polling
	Percent int            // Listing
	Bundle  *loader.Bundle // Opened
}

// Entry is a file that was listed.
type Entry struct {
	Path    string
	Size    int64
	ModTime time.Time
}
