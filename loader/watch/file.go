package watch

import (
	"time"
)

// state is the state of a file.
type state uint8

const (
	unread    state = iota // listed, not asked for
	waiting                // to be tried when due
	inReading              // a reader has it
	good                   // shown as found; or read again and unchanged
	quiet                  // no profile, empty, or broken, until it changes
	twin                   // the same content as another path, which is shown
)

// file is what the watcher knows of one path.
type file struct {
	path  string
	state state
	class class
	link  bool
	sig   signature // as last seen
	read  signature // as last read with success
	sum   digest    // of the content that was last shown; zero: none
	trace bool      // the content that was last shown is a trace

	listed   bool      // the user knows the path from a list
	shown    bool      // the user knows it as found
	wrote    int64     // Size of the last Writing event; −1: none since
	failures int       // tries since the last change that succeeded
	since    time.Time // when it was seen to change last
	first    time.Time // the first event that was not tried yet
	due      time.Time // when to try it or look whether it is gone; zero: not
	event    time.Time // the last event of the file system
	suspect  time.Time // when a scan saw a change without an event
	gone     time.Time // when it was seen to be gone
	again    bool      // an event came while a reader had it
	urgent   bool
}

// touch makes a file due soon because something happened to it.
func (f *file) touch(now time.Time, t *timing) {
	if f.state == inReading {
		f.again = true
		f.since = now
		return
	}
	if f.first.IsZero() {
		f.first = now
	}
	f.since = now
	f.state, f.urgent = waiting, true
	most := min(t.most<<min(f.failures, 4), max(maxMost, t.most))
	f.due = now.Add(t.quiet)
	if latest := f.first.Add(most); latest.Before(f.due) {
		f.due = latest
	}
}

// retry makes a file that failed due after a growing pause.
func (f *file) retry(now time.Time, t *timing) {
	f.state = waiting
	f.due = now.Add(t.pauses[min(f.failures, len(t.pauses))-1])
}
