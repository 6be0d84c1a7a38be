package watch

import (
	"time"

	"profstation/loader"
)

// EventKind is what happened.
type EventKind string

// What happens to files.
const (
	// Listed: Entries existed when watching began. They have not been read, and their first bytes look
	// like profiles or traces.
	Listed  EventKind = "listed"
	Found   EventKind = "found"   // a complete profile, in File, or a trace, which is not read
	Changed EventKind = "changed" // the same for a path that was found before: the content differs
	// Writing: Path is not complete yet; Size is how much is there. It is tried again. The previous
	// event about the path still holds.
	Writing EventKind = "writing"
	// Broken: Path cannot be read and has not changed for 30 s; Err says why. It is tried again when it changes.
	Broken  EventKind = "broken"
	Renamed EventKind = "renamed" // the file at From is now at Path, with the same content
	Removed EventKind = "removed" // Path is gone
	Ignored EventKind = "ignored" // a listed path turned out not to be a profile
	// Same: Path has the same content as From, which was found, and is not shown by itself. It holds until there is
	// another event about either path.
	Same EventKind = "same"
)

// What happens to the folder.
const (
	// FolderGone: the folder cannot be read; Err says why. If it does not exist, its files are
	// removed; otherwise the events about them hold.
	FolderGone EventKind = "folder gone"
	FolderBack EventKind = "folder back"
	Polling    EventKind = "polling" // it gives no events and is examined every second; Reason says why
	Ready      EventKind = "ready"   // everything that existed at the start has been listed
	Listing    EventKind = "listing" // a bundle, Percent done
	Opened     EventKind = "opened"  // it is a bundle, in Bundle
)

// Event is one thing that happened. Paths are absolute, below the folder as the user named it.
type Event struct {
	Kind    EventKind
	Path    string
	From    string       // Renamed: the previous path; Same: the path that is shown
	File    *loader.File // Found and Changed for a profile; nil for a trace
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
