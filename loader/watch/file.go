package watch

import "time"

// state is the state of a file.
type state uint8

const (
	unread    state = iota // listed, not asked for
	waiting                // to be tried when due
	inReading              // a reader has it
	quiet                  // found, not a profile, or broken, until it changes
	twin                   // same content as another path, which is shown
)

// file is what the watcher knows about one path.
type file struct {
	path  string
	state state
	link  bool
	sig   signature // as last seen
	trace signature // of the trace shown last; zero: it was a profile
	sum   digest    // of the profile shown last; zero: none

	listed   bool      // the user knows the path from a list
	shown    bool      // the user knows it as found
	copied   bool      // the user knows it as a copy of another
	wrote    int64     // Size in the last Writing event; −1: none since
	failures int       // failed tries since the last success
	since    time.Time // when it was last seen to change
	first    time.Time // the first event not tried yet
	due      time.Time // when to try it, or check whether it is gone; zero: not planned
	event    time.Time // the last file system event
	suspect  bool      // a scan saw a change, and no event came
	gone     time.Time // when it was seen to be gone
	again    bool      // an event came while a reader had it
}
