package screen

import "profstation/graph"

// Sight is the part of a picture that is on the screen, of those that can be
// scrolled without an intent.
type Sight struct {
	// Rows From and before To of a table are in sight. To 0: it shows no table, or
	// all of it.
	From, To int
	// Graph is the part of a call graph; nil: it shows none, or all of it.
	Graph *graph.View
}

// Part reports whether there is more than what is in sight.
func (s Sight) Part() bool { return s.To > 0 || s.Graph != nil }
