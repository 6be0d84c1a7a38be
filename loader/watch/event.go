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
	Listed EventKind = "listed"
	// Found: a complete profile, in File, or a trace, which is not read.
	Found EventKind = "found"
	// Changed: the same for a path that was found before. The content differs.
	Changed EventKind = "changed"
	// Writing: Path is not complete yet; Size is how much of it is there. It is tried again. The
	// event before it about the path still holds.
	Writing EventKind = "writing"
	// Broken: Path cannot be read and has not changed for 30 s; Err says why. It is tried again
	// when it changes.
	Broken EventKind = "broken"
	// Renamed: the file at From is now at Path, with the same content.
	Renamed EventKind = "renamed"
	// Removed: Path is gone.
	Removed EventKind = "removed"
	// Ignored: a path that was listed turned out to be no profile.
	Ignored EventKind = "ignored"
)

// What happens to the folder.
const (
	// FolderGone: the folder cannot be read; Err says why. Events about its files hold.
	FolderGone EventKind = "folder gone"
	FolderBack EventKind = "folder back"
	// Polling: without events, the folder is looked at every second; Reason says why.
	Polling EventKind = "polling"
	// Ready: all that was there at the start has been listed.
	Ready EventKind = "ready"
)

// Event is one thing that happened. Paths are absolute, below the folder as the user named it.
type Event struct {
	Kind    EventKind
	Path    string
	From    string       // Renamed: the path before
	File    *loader.File // Found and Changed of a profile; nil for a trace
	Size    int64        // bytes on disk
	ModTime time.Time
	Entries []Entry // Listed
	Err     error   // Broken, FolderGone
	Reason  string  // Polling
}

// Entry is a file that was listed.
type Entry struct {
	Path    string
	Size    int64
	ModTime time.Time
}
