package ask

import (
	"profstation/graph"
	"profstation/timeline"
)

// Sight is the part of a picture on the screen, for pictures that scroll without an intent.
type Sight struct {
	// The rows of a table from From to before To are on the screen. To is 0 if
	// there is no table, or all of it is visible.
	From, To int
	Graph    *graph.View // the part of a call graph; nil if there is none, or all of it is visible
	// Lanes is the part of a timeline, the first, or of each of two; nil if there is none, or all is visible.
	Lanes [2]*timeline.View
	Rows  bool // lanes are out of sight, and no time is
}

// Scrolled reports whether there is more than the part on the screen only because not all has room there.
func (s Sight) Scrolled() bool { return s.To > 0 || s.Graph != nil || s.Rows }
