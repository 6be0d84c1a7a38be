package watch

import "time"

// state is the state of a file.
type state uint8

const (
	unread    state = iota // listed, not asked for
	waiting                // to be tried when due
	inReading              // a reader has it
	quiet                  // found, no profile, or broken, until it changes
	twin                   // the same content as another path, which is shown
)

// file is what the watcher knows of one path.
type file struct {
	path  string
	state state
	link  bool
	sig   signature // as last seen
	trace signature // of the trace that was shown last; zero: a profile was
	sum   digest    // of the profile that was shown last; zero: none

	listed   bool      // the user knows the path from a list
	shown    bool      // the user knows it as found
	wrote    int64     // Size of the last Writing event; −1: none since
	failures int       // tries since the last change that succeeded
	since    time.Time // when it was seen to change last
	first    time.Time // the first event that was not tried yet
	due      time.Time // when to try it or look whether it is gone; zero: not
	event    time.Time // the last event of the file system
	suspect  bool      // a scan saw a change, and no event came
	gone     time.Time // when it was seen to be gone
	again    bool      // an event came while a reader had it
}
