package screen

import "profstation/graph"

// Sight is the part of a picture on the screen, for pictures that scroll without
// an intent.
type Sight struct {
	// The rows of a table from From to before To are on the screen. To is 0 if
	// there is no table, or all of it is visible.
	From, To int
	// Graph is the part of a call graph; nil if there is none, or all of it is
	// visible.
	Graph *graph.View
}

// Part reports whether there is more than the part on the screen.
func (s Sight) Part() bool { return s.To > 0 || s.Graph != nil }
